import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from './event.ts';
import { instanceKey, type ObjectEvents } from './merge.ts';

/** What happened to an event as a whole, as people would say it. */
export type ObjectChange = 'added' | 'moved' | 'changed' | 'removed';

/** What led from one state of an event to another one. */
export function changeOf(before: ObjectEvents, after: ObjectEvents): ObjectChange {
  if (after.length === 0) return 'removed';
  if (before.length === 0) return 'added';
  const known = new Map(before.map((event) => [instanceKey(event), event]));
  return after.some((event) => isMoved(known.get(instanceKey(event)), event)) ? 'moved' : 'changed';
}

/** An instance that changed for the first time was where its rule had it. */
function isMoved(
  before: RemoteEvent | undefined,
  { recurrenceId, recurrence, start, end }: RemoteEvent,
): boolean {
  if (!before) return recurrenceId !== null && start.at !== recurrenceId.at;
  return !(
    isDeepStrictEqual(before.start, start) &&
    isDeepStrictEqual(before.end, end) &&
    isDeepStrictEqual(before.recurrence?.rules, recurrence?.rules)
  );
}
