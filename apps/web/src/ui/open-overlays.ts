/** The overlays that are open, in the order in which they were opened. */
const open: HTMLElement[] = [];
const hidden = new Set<Element>();

interface Opening {
  /** Whether the page behind it may still be scrolled. */
  readonly letsScroll: boolean;
}

/** Hides everything else from screen readers while it is the top one. Returns what closes it. */
export function addOverlay(root: HTMLElement, { letsScroll }: Opening): () => void {
  open.push(root);
  hideOthers();
  const unlock = letsScroll ? undefined : lockScrolling();
  return () => {
    open.splice(open.indexOf(root), 1);
    hideOthers();
    unlock?.();
  };
}

export const isTopOverlay = (root: HTMLElement): boolean => open.at(-1) === root;

function hideOthers(): void {
  for (const element of hidden) element.removeAttribute('aria-hidden');
  hidden.clear();
  const top = open.at(-1);
  if (!top) return;
  for (const element of document.body.children) {
    if (element === top || element.hasAttribute('aria-hidden') || element.matches('script, style, link'))
      continue;
    element.setAttribute('aria-hidden', 'true');
    hidden.add(element);
  }
}

let locks = 0;

/** The room of the scroll bar stays, so that the page does not move. */
function lockScrolling(): () => void {
  const { body, documentElement } = document;
  if (locks++ === 0) {
    const bar = window.innerWidth - documentElement.clientWidth;
    body.style.overflow = 'hidden';
    if (bar > 0) body.style.paddingRight = `${bar}px`;
  }
  return () => {
    if (--locks > 0) return;
    body.style.overflow = '';
    body.style.paddingRight = '';
  };
}
