import type { BookingStatus } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { PageCursor } from '#platform/page-cursor.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { StoredBooking } from '../model/booking.ts';
import './tables.ts';
import { toBooking } from './bookings.ts';

export interface BookingQuery {
  readonly when: 'upcoming' | 'past' | 'all';
  readonly search: string;
  readonly status?: BookingStatus | 'NOT_CANCELLED' | undefined;
  readonly limit: number;
  readonly after: PageCursor | null;
  readonly now: Date;
}

/** Upcoming bookings by start; others with the latest first. Returns up to `limit` + 1 rows: one more shows that there is another page. */
export async function listBookingRows(
  db: Db,
  scope: Scope,
  { when, search, status, limit, after, now }: BookingQuery,
): Promise<StoredBooking[]> {
  const isAscending = when === 'upcoming';
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('status', '<>', 'HELD')
    .$if(when === 'upcoming', (query) => query.where('ends_at', '>', now))
    .$if(when === 'past', (query) => query.where('ends_at', '<=', now))
    .$if(status !== undefined, (query) =>
      status === undefined || status === 'NOT_CANCELLED'
        ? query.where('status', '<>', 'CANCELLED')
        : query.where('status', '=', status),
    )
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`lower(name || ' ' || email || ' ' || title) like ${pattern}`),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(starts_at, id) ${sql.raw(isAscending ? '>' : '<')} (${after?.at}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('starts_at', isAscending ? 'asc' : 'desc')
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toBooking);
}

/** Per run. */
const MAX_LINKS = 500;

/** Confirmed bookings that still wait for their conference link, each once. */
export async function listAwaitingLinks(db: Db, now: Date): Promise<{ scope: Scope; id: string }[]> {
  const rows = await db
    .selectFrom('bookings')
    .distinctOn('id')
    .select(['user_id', 'id'])
    .where('status', '=', 'CONFIRMED')
    .where(sql<boolean>`details ? 'awaitsLink'`)
    .where('ends_at', '>', now)
    .orderBy('id')
    .limit(MAX_LINKS)
    .execute();
  return rows.map(({ user_id, id }) => ({ scope: mintScope(user_id, 'system'), id }));
}

export interface StartingBooking {
  readonly id: string;
  readonly title: string;
  /** The visitor's name. */
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Its event in the host's calendar. */
  readonly eventId: string | null;
}

/** Whether an event is that of a booking. */
export async function hasEvent(db: Db, scope: Scope, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('event_id', '=', eventId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirmed bookings that begin in the range. */
export function listStarting(db: Db, scope: Scope, from: Date, to: Date): Promise<StartingBooking[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'title', 'name', 'starts_at as startsAt', 'ends_at as endsAt', 'event_id as eventId'])
    .where('user_id', '=', scope.userId)
    .where('status', '=', 'CONFIRMED')
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute();
}
