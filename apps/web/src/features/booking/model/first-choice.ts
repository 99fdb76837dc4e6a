/**
 * What to book, a day or a time can be chosen in the page that the server has written (`first-times.ts`), before the
 * script runs. When the script replaces that page, the choice and its focus go over to the new one, before it is painted.
 */
export function keepFirstChoice(root: HTMLElement): void {
  const written = listControls(root);
  const [first] = written;
  if (!first) return;
  let focused = document.activeElement;
  const noteFocus = () => {
    focused = document.activeElement;
  };
  root.addEventListener('focusin', noteFocus);
  new MutationObserver((_changes, observer) => {
    if (first.isConnected) return;
    observer.disconnect();
    root.removeEventListener('focusin', noteFocus);
    const controls = listControls(root);
    const findLike = (one: Element) => controls.find((other) => describe(other) === describe(one));
    for (const one of written) {
      if (isTouched(one)) findLike(one)?.click();
    }
    const last = written.find((one) => one === focused);
    if (last) findLike(last)?.focus();
  }).observe(root, { childList: true });
}

const listControls = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLElement>('input[type="radio"], button'),
];

/** The name of a control, by which it is found again. */
const describe = (control: Element): string =>
  `${control.className} ${control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent}`;

const isTouched = (control: HTMLElement): boolean =>
  control instanceof HTMLInputElement
    ? control.checked && !control.defaultChecked
    : control.dataset['clicked'] !== undefined;
