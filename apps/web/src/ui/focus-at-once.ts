/** A ref for the first field of a dialog or form: focuses it on mount. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();
