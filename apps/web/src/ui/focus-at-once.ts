/** A ref for what a dialog or a form begins with, so that one can type at once. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();
