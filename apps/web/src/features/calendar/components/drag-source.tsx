import { type ReactNode, useEffect, useRef } from 'react';
import './drag-source.css';

/**
 * Makes elements with `data-drag-task`, `data-drag-title` and `data-drag-minutes` draggable onto the grid.
 * The lists do not depend on the grid.
 */
export function DragSource({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let isGone = false;
    let stop = () => {};
    // With the grid, whose library it is; without the grid there is nowhere to drag to.
    import('./calendar-grid.tsx').then(
      ({ makeTasksDraggable }) => {
        if (!isGone) stop = makeTasksDraggable(element);
      },
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <div ref={container} className="drag-source">
      {children}
    </div>
  );
}
