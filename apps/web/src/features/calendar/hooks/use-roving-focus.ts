import { type RefObject, useEffect } from 'react';
import { nextInDirection } from '../model/nearest-item.ts';

const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/**
 * One tab stop for all items of the grid: the arrows go from one to the next. An arrow that leads to no item is left to
 * the page.
 */
export function useRovingFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let currentId: string | undefined;
    const assign = () => {
      const items = listItems(element);
      const current = items.find((item) => findItemId(item) === currentId) ?? items[0];
      for (const item of items) item.tabIndex = item === current ? 0 : -1;
    };
    // The library renders items with a tab stop of their own.
    const observer = new MutationObserver(assign);
    observer.observe(element, { childList: true, subtree: true });
    assign();

    const onFocus = ({ target }: FocusEvent) => {
      const id = target instanceof Element && findItemId(target);
      if (!id || id === currentId) return;
      currentId = id;
      assign();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = ARROWS[event.key as keyof typeof ARROWS];
      if (!direction || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const items = listItems(element);
      const from = items.findIndex((item) => item === document.activeElement);
      const boxes = items.map((item) => item.getBoundingClientRect());
      const next = items[nextInDirection(boxes, from, direction)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [frame]);
}

function listItems(frame: Element): HTMLElement[] {
  return [...frame.querySelectorAll('[data-item-id]')].flatMap(
    (inner) => inner.closest<HTMLElement>('[role="button"]:not(.cg-is-mirror)') ?? [],
  );
}

function findItemId(item: Element): string | undefined {
  return item.querySelector<HTMLElement>('[data-item-id]')?.dataset['itemId'];
}
