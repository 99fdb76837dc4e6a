import type { Interval } from '@dayloom/time';
import { type RawBuilder, sql } from 'kysely';
import { readInBatch } from '#platform/batched-statements.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { IgnoredBooking } from '../model/booking.ts';
import { excludeIgnored } from './taken-times.ts';
import './tables.ts';

/**
 * By username or public id, the version of the data that the owner's slots depend on. Triggers raise it with every
 * commit that may change an offered slot. It takes no scope: nothing else is read.
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
    .where('d.kind', 'in', ['username', 'canonical'])
    .where('d.value', 'in', usernames)
    .groupBy(['d.value', 'd.user_id'])
    .execute();
  return rows;
}

/** The versions of the data that these hosts' slots depend on, as one text. */
export async function readHostVersions(db: Db, hosts: readonly Scope[]): Promise<string> {
  const found = await readInBatch<{ changes: string }>(
    db,
    sql`
      select coalesce(sum(changes), 0)::text as changes from availability_changes
      where user_id = any(${hosts.map(({ userId }) => userId)}::uuid[])`,
  );
  return found[0]?.changes ?? '0';
}

/** Merges the counts of ended database sessions. The sum stays the same. */
export async function mergeEndedCounts(db: Db): Promise<void> {
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

export interface OccupiedTime {
  /** With buffers. */
  readonly blocked: readonly Interval[];
  /** The starts of the bookings of one event type, for its caps. */
  readonly starts: readonly number[];
  /** When the first of the holds expires. */
  readonly expiresAt: number | null;
  /** Whether holds or bookings have expired that still exclude others. `endExpiredForHosts` ends them. */
  readonly hasExpired: boolean;
}

export interface OccupiedTimeQuery {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly eventTypeId: string;
  readonly except: IgnoredBooking | null;
}

interface OccupiedRow extends Record<string, unknown> {
  readonly isCounted: boolean;
  readonly startsAt: number;
  readonly expiresAt: number | null;
  readonly start: number;
  readonly end: number;
}

const toMs = (instant: RawBuilder<unknown>) => sql`(date_part('epoch', ${instant}) * 1000)::bigint`;

/** The time that bookings and live holds take in a range. */
export async function readOccupiedTime(
  db: Db,
  scope: Scope,
  { from, to, now, eventTypeId, except }: OccupiedTimeQuery,
): Promise<OccupiedTime> {
  const found = await readInBatch<OccupiedRow>(
    db,
    sql`
      select
        event_type_id::text = ${eventTypeId} and status <> 'HELD' as "isCounted", ${toMs(sql`starts_at`)} as "startsAt",
        ${toMs(sql`hold_expires_at`)} as "expiresAt", ${toMs(sql`lower(blocked)`)} as start,
        ${toMs(sql`upper(blocked)`)} as end
      from bookings
      where user_id = ${scope.userId} and status in ('HELD', 'PENDING', 'CONFIRMED')
        and blocked && tstzrange(${from}, ${to})
        and ${excludeIgnored(except)}`,
  );
  const rows = found.filter(({ expiresAt }) => expiresAt === null || expiresAt > now.getTime());
  const expires = rows.flatMap((row) => row.expiresAt ?? []);
  return {
    blocked: rows.map(({ start, end }) => ({ start, end })),
    starts: rows.filter(({ isCounted }) => isCounted).map(({ startsAt }) => startsAt),
    expiresAt: expires.length > 0 ? Math.min(...expires) : null,
    hasExpired: rows.length < found.length,
  };
}
