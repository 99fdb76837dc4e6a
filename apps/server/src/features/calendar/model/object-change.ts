import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from './event.ts';
import { recurrenceIdKey } from './merge.ts';

/** What happened to a calendar object as a whole, for display. */
export type ObjectChange = 'added' | 'moved' | 'changed' | 'removed';

export function classifyChange(before: readonly RemoteEvent[], after: readonly RemoteEvent[]): ObjectChange {
  if (after.length === 0) return 'removed';
  if (before.length === 0) return 'added';
  const known = new Map(before.map((event) => [recurrenceIdKey(event), event]));
  return after.some((event) => isMoved(known.get(recurrenceIdKey(event)), event)) ? 'moved' : 'changed';
}

/** An unknown instance counts as moved when it is not at the start that the rule gives it. */
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
