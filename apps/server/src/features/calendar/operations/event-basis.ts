import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventContent } from '../model/event.ts';
import { listGuests } from '../model/guests.ts';
import { findEvent, listObjects } from '../store/events.ts';

/** What people see of one record of an event. Answers of guests and what a provider adds are not part of it. */
type Seen = Pick<
  EventContent,
  'title' | 'description' | 'location' | 'status' | 'isAllDay' | 'start' | 'end' | 'recurrence'
> & { readonly recurrenceId: string | null; readonly guests: readonly string[] };

/** An event with all records of its series, to find out later whether it has changed. Empty if it does not exist. */
export async function readEventBasis(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  eventId: string,
): Promise<Seen[]> {
  const event = await findEvent(db, scope, eventId);
  if (!event) return [];
  const records = await listObjects(db, scope, [{ calendar_id: event.calendarId, uid: event.uid }]);
  return records
    .map((record) => ({
      recurrenceId: record.recurrenceId,
      title: record.title,
      description: record.description,
      location: record.location,
      status: record.status,
      isAllDay: record.isAllDay,
      start: record.start,
      end: record.end,
      recurrence: record.recurrence,
      guests: listGuests(record.details)
        .map(({ email, name }) => (email ?? name ?? '').toLowerCase())
        .sort(),
    }))
    .sort((one, other) => (one.recurrenceId ?? '').localeCompare(other.recurrenceId ?? ''));
}
