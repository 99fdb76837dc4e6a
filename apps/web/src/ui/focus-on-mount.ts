/** A ref for the first field of a dialog or form: focuses it on mount. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
