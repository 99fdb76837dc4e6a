import type { EventType } from '@dayloom/contracts';

/** In the order of the ids. Those without a place come last. */
export function inOrder(eventTypes: readonly EventType[], ids: readonly string[]): readonly EventType[] {
  const place = ({ _id }: EventType) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length);
  return eventTypes.toSorted((a, b) => place(a) - place(b));
}

/** The ids with one of them a place earlier (-1) or later (1); null at the end of the list. */
export function moveId(eventTypes: readonly EventType[], id: string, by: 1 | -1): string[] | null {
  const ids = eventTypes.map(({ _id }) => _id);
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return null;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
