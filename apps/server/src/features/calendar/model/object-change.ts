import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from './event.ts';
import { instanceKey, type ObjectEvents } from './merge.ts';

/** What happened to a calendar object as a whole, for the user. */
export type ObjectChange = 'added' | 'moved' | 'changed' | 'removed';

/** The change from one state of a calendar object to another. */
export function classifyChange(before: ObjectEvents, after: ObjectEvents): ObjectChange {
  if (after.length === 0) return 'removed';
  if (before.length === 0) return 'added';
  const known = new Map(before.map((event) => [instanceKey(event), event]));
  return after.some((event) => isMoved(known.get(instanceKey(event)), event)) ? 'moved' : 'changed';
}

/** Before its first change an instance was where the rule puts it. */
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
