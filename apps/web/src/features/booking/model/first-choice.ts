/**
 * What to book can be chosen in the page that the server has written, before the script runs. When the script replaces
 * that page, the choice and its focus go over to the new one, before it is painted.
 */
export function keepFirstChoice(root: HTMLElement): void {
  const written = listChoices(root);
  if (written.length === 0) return;
  let focused = document.activeElement;
  const noteFocus = () => {
    focused = document.activeElement;
  };
  root.addEventListener('focusin', noteFocus);
  new MutationObserver((_changes, observer) => {
    if (written[0]?.isConnected) return;
    observer.disconnect();
    root.removeEventListener('focusin', noteFocus);
    const at = written.findIndex(({ checked }) => checked);
    const choice = listChoices(root)[at];
    if (!written[at]?.defaultChecked) choice?.click();
    if (written.some((one) => one === focused)) choice?.focus();
  }).observe(root, { childList: true });
}

const listChoices = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLInputElement>('.event-types-list input[type="radio"]'),
];
