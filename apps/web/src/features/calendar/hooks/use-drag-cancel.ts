import { useEffect, useMemo, useRef } from 'react';

/** Elements that the grid shows only during a drag, a resize or a selection. */
const DRAGGED = '.cg-is-mirror, .cg-highlight, .cg-is-dragging';

/**
 * Escape ends a drag without effect. The grid's library cannot cancel one: the button is released for it, and the
 * handlers of what was dropped ask whether the drag was cancelled.
 */
export function useDragCancel(): { isCancelled: () => boolean } {
  const isCancelled = useRef(false);
  useEffect(() => {
    const reset = () => {
      isCancelled.current = false;
    };
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !document.querySelector(DRAGGED)) {
        reset();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      isCancelled.current = true;
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    };
    window.addEventListener('pointerdown', reset, true);
    window.addEventListener('keydown', cancel, true);
    return () => {
      window.removeEventListener('pointerdown', reset, true);
      window.removeEventListener('keydown', cancel, true);
    };
  }, []);
  return useMemo(() => ({ isCancelled: () => isCancelled.current }), []);
}
