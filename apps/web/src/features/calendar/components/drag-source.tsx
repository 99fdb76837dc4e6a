import { Draggable } from '@fullcalendar/react/interaction';
import { type ReactNode, useEffect, useRef } from 'react';
import './drag-source.css';

/**
 * Makes elements with `data-drag-task`, `data-drag-title` and `data-drag-minutes` draggable onto the grid.
 * The lists do not depend on the grid.
 */
export function DragSource({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const source = new Draggable(container.current, {
      itemSelector: '[data-drag-task]',
      longPressDelay: 350,
      eventData: (element) => ({
        title: element.dataset['dragTitle'] ?? '',
        duration: { minutes: Number(element.dataset['dragMinutes'] ?? 60) },
        className: 'cg-look-pinned',
      }),
    });
    return () => source.destroy();
  }, []);
  return (
    <div ref={container} className="drag-source">
      {children}
    </div>
  );
}
