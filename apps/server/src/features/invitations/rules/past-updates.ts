import { toInstants } from '#features/calendar/model/event-instants.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import type { GuestUpdate } from './guest-updates.ts';

/** When the last occurrence ends; null if there is no end. */
export function findEnd(record: EventRecord, homeTimeZone: string): number | null {
  const { endsAt, recursUntil } = toInstants(record, homeTimeZone);
  return record.recurrence ? recursUntil : endsAt;
}

/** The updates that still matter: nobody can come to a time in the past. */
export function withoutPast(updates: readonly GuestUpdate[], homeTimeZone: string, now: Date): GuestUpdate[] {
  const isAhead = (record: EventRecord) => (findEnd(record, homeTimeZone) ?? Infinity) > now.getTime();
  return updates.filter(({ components }) => components.some(isAhead));
}
