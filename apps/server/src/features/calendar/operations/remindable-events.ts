import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { findCalendar, listCalendarRows } from '../store/calendars.ts';
import { findEvent, findMasterId } from '../store/events.ts';
import { listRemindable, type RemindableEvent } from '../store/occurrences.ts';

/** What begins in the range, as far as the occurrence index reaches. */
export function listRemindableEvents(db: Db, scope: Scope, from: Date, to: Date): Promise<RemindableEvent[]> {
  return listRemindable(db, scope, from, to);
}

/** Calendars read from an address have no reminders by default: they are holidays, fixtures, waste collection. */
export async function listQuietCalendars(db: Db, scope: Scope): Promise<string[]> {
  const calendars = await listCalendarRows(db, scope);
  return calendars.filter(({ kind }) => kind === 'subscribed').map(({ id }) => id);
}

export async function hasCalendar(db: Db, scope: Scope, id: string): Promise<boolean> {
  return (await findCalendar(db, scope, id)) !== undefined;
}

/** The event that reminders are set for, which is the series of a changed instance. Null if it does not exist. */
export async function findRemindedEvent(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; calendarId: string; isAllDay: boolean } | null> {
  const event = await findEvent(db, scope, id);
  if (!event) return null;
  const { calendarId, isAllDay, uid, recurrenceId } = event;
  const master = recurrenceId === null ? null : await findMasterId(db, scope, calendarId, uid);
  return { id: master ?? id, calendarId, isAllDay };
}
