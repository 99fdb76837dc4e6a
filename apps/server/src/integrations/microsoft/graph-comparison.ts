import { isDeepStrictEqual } from 'node:util';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { changedSince, type ObjectParts, splitParts } from '../calendars/object-parts.ts';
import { toGraphRecurrence } from './graph-recurrence.ts';

const ZONE = 'UTC';

/** Whether Outlook holds the wanted event, apart from Outlook's own spelling. */
export function isSame(held: RemoteEvent, wanted: RemoteEvent): boolean {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  const fields = changedSince(held, wanted);
  // Outlook changes spaces on its own.
  if (words(held.description) === words(wanted.description)) fields.delete('description');
  if (isSameRule(held, wanted)) fields.delete('rules');
  // The copy of a deleted invitation is no longer an invitation, so it has no answer.
  if (held.details.ownAnswer === undefined) fields.delete('answer');
  return fields.size === 0;
}

/**
 * Whether our own interrupted write left the series in this state: it wrote the series again, which made
 * Outlook drop the exceptions, and some are not restored yet. As a change by another person they would be lost.
 */
export function isPartiallyWritten(held: RemoteResource, known: ObjectParts, wanted: ObjectParts): boolean {
  const now = splitParts(held.records, ZONE);
  if (!now.master || !wanted.master || !isSame(now.master, wanted.master)) return false;
  const isOurs = ([key, record]: [string, RemoteEvent]) =>
    [wanted.overrides.get(key), known.overrides.get(key)].some((each) => each && isSame(record, each));
  return [...now.cancelled].every((key) => wanted.cancelled.has(key)) && [...now.overrides].every(isOurs);
}

/**
 * Different rules may mean the same recurrence, for example `FREQ=WEEKLY` with and without the weekday of its
 * start.
 */
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
