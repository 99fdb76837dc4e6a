/**
 * What to book, a day or a time can be chosen in the page that the server has written (`first-times.ts`), before the
 * script runs. When the script replaces that page, the choices and the focus go over to the new one, before it is
 * painted. `click` clicks, and renders what follows from it.
 */
export function keepFirstChoice(root: HTMLElement, click: (control: HTMLElement) => void): void {
  const [first] = listControls(root);
  if (!first) return;
  let written = listControls(root);
  let focused = document.activeElement;
  const noteFocus = () => {
    written = listControls(root);
    focused = document.activeElement;
  };
  root.addEventListener('focusin', noteFocus);
  root.addEventListener('click', noteFocus);
  new MutationObserver((_changes, observer) => {
    if (root.contains(first)) return;
    observer.disconnect();
    root.removeEventListener('focusin', noteFocus);
    root.removeEventListener('click', noteFocus);
    const findLike = (one: Element) => listControls(root).find((other) => getName(other) === getName(one));
    for (const one of written) {
      const control = isTouched(one) && findLike(one);
      if (control) click(control);
    }
    const last = written.find((one) => one === focused);
    if (last) findLike(last)?.focus();
  }).observe(root, { childList: true });
}

const listControls = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLElement>('input[type="radio"], button'),
];

/** The name of a control, by which it is found again. Event types with one title have different values. */
function getName(control: Element): string {
  const value = control.getAttribute('value');
  const label = control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent;
  return `${control.className} ${value ?? label}`;
}

const isTouched = (control: HTMLElement): boolean =>
  control instanceof HTMLInputElement
    ? control.checked && !control.defaultChecked
    : control.dataset['clicked'] !== undefined;
