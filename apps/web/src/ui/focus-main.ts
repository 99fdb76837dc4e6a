/** Where the keyboard focus goes when the focused element is removed: not to the beginning of the document. */
export const focusMain = (): void => document.querySelector('main')?.focus({ preventScroll: true });
