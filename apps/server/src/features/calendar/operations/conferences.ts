import type { Conference } from '@dayloom/contracts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { listCalendarRows } from '../store/calendars.ts';
import { findEvent } from '../store/events.ts';

/** The kind of conference link that the calendar of new events can make; null if none. */
export async function findConference(db: Db, scope: Scope): Promise<Conference | null> {
  const rows = await listCalendarRows(db, scope);
  return rows.find((row) => row.is_default && row.is_writable && row.is_synced)?.conference ?? null;
}

/** The link of an event's conference, once its provider has made it. */
export async function findConferenceUrl(db: Db, scope: Scope, eventId: string): Promise<string | null> {
  return (await findEvent(db, scope, eventId))?.details.url ?? null;
}
