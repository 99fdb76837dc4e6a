import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the step to take now once the pressed button is gone with its step. Otherwise the keyboard would begin at the
 * top of the page again, and screen readers would say nothing. Returns a handler for focus within the card.
 */
export function useFocusOnStep(card: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    card.current?.querySelector<HTMLElement>('[aria-current="step"]')?.focus();
  });
  return ({ target }) => {
    focused.current = target;
  };
}
