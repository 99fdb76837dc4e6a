import type { Interval } from '@dayloom/time';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import './tables.ts';

/**
 * By username, how often what decides about the owner's slots has changed. It rises with every commit that may
 * change an offered slot: triggers on the tables count. It takes no scope: nothing else is read.
 */
export async function readAvailabilityVersions(
  db: Db,
  usernames: readonly string[],
): Promise<{ username: string; version: string }[]> {
  const rows = await db
    .selectFrom('user_directory as d')
    .leftJoin('availability_changes as c', 'c.user_id', 'd.user_id')
    .select([
      'd.value as username',
      sql<string>`d.user_id || ' ' || coalesce(sum(c.changes), 0)`.as('version'),
    ])
    .where('d.kind', '=', 'username')
    .where('d.value', 'in', usernames)
    .groupBy(['d.value', 'd.user_id'])
    .execute();
  return rows;
}

/** Joins the counts of ended database sessions. The sum stays the same. */
export async function joinOldCounts(db: Db): Promise<void> {
  await sql`
    with ended as (
      delete from availability_changes
      where session <> 0 and not exists (select from pg_stat_activity a where a.pid = session)
      returning user_id, changes
    )
    insert into availability_changes (user_id, session, changes)
    select user_id, 0, sum(changes) from ended group by user_id
    on conflict (user_id, session) do update set changes = availability_changes.changes + excluded.changes
  `.execute(db);
}

export interface Taken {
  /** With buffers. */
  readonly blocked: readonly Interval[];
  /** The starts of the bookings of one event type, for its caps. */
  readonly starts: readonly number[];
  /** When the first of the holds lapses. */
  readonly lapsesAt: number | null;
  /** Whether holds or bookings have lapsed that still exclude others. `endLapsedOfHosts` ends them. */
  readonly hasLapsed: boolean;
}

export interface TakenQuestion {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly eventTypeId: string;
  /** A booking that is being moved, or a hold that is being used. */
  readonly except: string | null;
}

/** What bookings and live holds take in a range. */
export async function readTaken(
  db: Db,
  scope: Scope,
  { from, to, now, eventTypeId, except }: TakenQuestion,
): Promise<Taken> {
  const found = await db
    .selectFrom('bookings')
    .select([
      'status',
      'event_type_id',
      'starts_at',
      'hold_expires_at',
      sql<Date>`lower(blocked)`.as('from'),
      sql<Date>`upper(blocked)`.as('to'),
    ])
    .where('user_id', '=', scope.userId)
    .where('status', 'in', ['HELD', 'PENDING', 'CONFIRMED'])
    .where(sql<boolean>`blocked && tstzrange(${from}, ${to})`)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .execute();
  const rows = found.filter(({ hold_expires_at }) => hold_expires_at === null || hold_expires_at > now);
  const lapses = rows.flatMap(({ hold_expires_at }) => hold_expires_at?.getTime() ?? []);
  return {
    blocked: rows.map((row) => ({ start: row.from.getTime(), end: row.to.getTime() })),
    starts: rows
      .filter(({ event_type_id, status }) => event_type_id === eventTypeId && status !== 'HELD')
      .map(({ starts_at }) => starts_at.getTime()),
    lapsesAt: lapses.length > 0 ? Math.min(...lapses) : null,
    hasLapsed: rows.length < found.length,
  };
}
