import { type ReactNode, useEffect, useRef } from 'react';
import './drag-source.css';

const loadLibrary = () => import('./calendar-grid.tsx').catch(() => null);

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
    // With the grid, whose library it is; without the grid there is nowhere to drag to.
    const source = loadLibrary().then((library) =>
      library && !isGone ? library.makeTasksDraggable(element) : null,
    );
    return () => {
      isGone = true;
      void source.then((stop) => stop?.());
    };
  }, []);
  return (
    <div ref={container} className="drag-source">
      {children}
    </div>
  );
}
