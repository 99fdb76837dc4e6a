import { type RefObject, useMemo, useRef, useState } from 'react';

/**
 * Whether the grid has to stay as it is because an item is dragged. With new events or options, the grid's library
 * takes the place where the item is dropped for one of another calendar, and the item is gone. Meanwhile, items do not
 * react to the pointer, which passes many of them (calendar-grid.css).
 */
export function useDragHold(frame: RefObject<HTMLElement | null>) {
  const isHeld = useRef(false);
  const [, setEnded] = useState(0);
  return useMemo(
    () => ({
      isHeld: () => isHeld.current,
      start: () => {
        isHeld.current = true;
        frame.current?.toggleAttribute('data-dragging', true);
      },
      // The library reports the drop after the end of the drag. Then the grid draws what has changed meanwhile.
      stop: () =>
        setTimeout(() => {
          isHeld.current = false;
          frame.current?.toggleAttribute('data-dragging', false);
          setEnded((count) => count + 1);
        }),
    }),
    [frame],
  );
}
