import { Draggable } from '@fullcalendar/react/interaction';

/** Makes the elements with `data-drag-task` draggable onto the grid. Returns what ends it. */
export function makeTasksDraggable(container: HTMLElement): () => void {
  const source = new Draggable(container, {
    itemSelector: '[data-drag-task]',
    longPressDelay: 350,
    eventData: (element) => ({
      title: element.dataset['dragTitle'] ?? '',
      duration: { minutes: Number(element.dataset['dragMinutes'] ?? 60) },
      className: 'cg-look-pinned',
    }),
  });
  return () => source.destroy();
}
