import { isDeepStrictEqual } from 'node:util';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { changedSince, type ObjectParts, splitParts } from '../calendars/object-parts.ts';
import { toGraphRecurrence } from './graph-recurrence.ts';

const ZONE = 'UTC';

/** Whether Outlook holds what is wished, in words and ways of its own. */
export function isSame(held: RemoteEvent, wanted: RemoteEvent): boolean {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  const fields = changedSince(held, wanted);
  // Outlook's own way with spaces is nobody's change.
  if (words(held.description) === words(wanted.description)) fields.delete('description');
  if (isSameRule(held, wanted)) fields.delete('rules');
  return fields.size === 0;
}

/**
 * Whether a series is as a write of ours left it that broke off: laid out anew as wished, which made Outlook forget
 * its exceptions, and some of them not put back yet. Taken for somebody else's doing, they would be lost.
 */
export function isHalfWritten(held: RemoteResource, known: ObjectParts, wanted: ObjectParts): boolean {
  const now = splitParts(held.records, ZONE);
  if (!now.master || !wanted.master || !isSame(now.master, wanted.master)) return false;
  const isOurs = ([key, record]: [string, RemoteEvent]) =>
    [wanted.overrides.get(key), known.overrides.get(key)].some((each) => each && isSame(record, each));
  return [...now.cancelled].every((key) => wanted.cancelled.has(key)) && [...now.overrides].every(isOurs);
}

/** Rules of other words may mean one recurrence: `FREQ=WEEKLY` and the same with its day. */
export function isSameRule(left: RemoteEvent, right: RemoteEvent): boolean {
  if (!left.recurrence || !right.recurrence) return left.recurrence === right.recurrence;
  const pattern = (event: RemoteEvent): Graph.PatternedRecurrence | null => {
    try {
      return toGraphRecurrence(event, event.start.timeZone ?? ZONE);
    } catch {
      return null;
    }
  };
  const received = pattern(right);
  return received !== null && isDeepStrictEqual(pattern(left), received);
}
