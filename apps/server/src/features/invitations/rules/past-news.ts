import { toInstants } from '#features/calendar/model/event-instants.ts';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import type { GuestNews } from './guest-news.ts';

/** When the last occurrence ends; null if there is no end. */
export function findEnd(record: EventRecord, homeTimeZone: string): number | null {
  const { endsAt, recursUntil } = toInstants(record, homeTimeZone);
  return record.recurrence ? recursUntil : endsAt;
}

/** The news that still matter: nobody can come to a time in the past. */
export function withoutPast(news: readonly GuestNews[], homeTimeZone: string, now: Date): GuestNews[] {
  const isAhead = (record: EventRecord) => (findEnd(record, homeTimeZone) ?? Infinity) > now.getTime();
  return news.filter(({ components }) => components.some(isAhead));
}
