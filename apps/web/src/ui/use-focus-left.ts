import { type RefObject, useLayoutEffect } from 'react';
import { focusMain } from './focus-main.ts';

/**
 * When the element leaves while it has the keyboard focus, such as a notice whose button was pressed, the focus goes to
 * the main part of the page: otherwise it would fall to the beginning of the document.
 */
export function useFocusLeft(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) focusMain();
    };
  }, [ref]);
}
