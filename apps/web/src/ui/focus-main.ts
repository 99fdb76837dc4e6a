/** Where the keyboard focus goes when what had it leaves: not to the beginning of the document. */
export const focusMain = (): void => document.querySelector('main')?.focus({ preventScroll: true });
