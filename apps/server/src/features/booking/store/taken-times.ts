import type { Interval } from '@dayloom/time';
import { type RawBuilder, sql } from 'kysely';
import { readInBatch } from '#platform/batched-statements.ts';
import type { Db, Tx } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { IgnoredBooking } from '../model/booking.ts';
import './tables.ts';

/** The time of a booking of one host, with the buffers of its event type. */
export interface TakenTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly blockedFrom: Date;
  readonly blockedTo: Date;
}

export const toRangeLiteral = ({ blockedFrom, blockedTo }: TakenTime): string =>
  `[${blockedFrom.toISOString()},${blockedTo.toISOString()})`;

/** The time is taken: it overlaps another booking of the host, buffers included. */
export class SlotTakenError extends Error {
  override readonly name = 'SlotTakenError';
}

/** Also true for the error of a statement that was sent in the same batch. */
export function isTimeTaken(error: unknown): boolean {
  return error instanceof SlotTakenError || brokenConstraint(error) === 'bookings_no_overlap';
}

export function rethrowTaken(error: unknown): never {
  throw isTimeTaken(error) ? new SlotTakenError('The time is taken', { cause: error }) : error;
}

/**
 * Serialises bookings of these hosts, so that caps hold. Locks are taken in the order of the ids, so that
 * bookings of several hosts cannot wait for each other.
 */
export async function lockHosts(tx: Tx, hosts: readonly Scope[]): Promise<void> {
  const ids = hosts.map(({ userId }) => userId).toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended('booking ' || id, 0))
    from unnest(${ids}::text[]) with ordinality as host (id, place) order by place
  `.execute(tx);
}

/**
 * Like `lockHosts`, unless the time is taken already: many attempts at one time must not wait for the lock, each with
 * a connection. Throws `SlotTakenError` then.
 */
export async function lockHostsIfFree(
  tx: Tx,
  hosts: readonly Scope[],
  time: TakenTime,
  options: { readonly now: Date; readonly except: IgnoredBooking | null },
): Promise<void> {
  const ids = hosts.map(({ userId }) => userId).toSorted();
  const { rows } = await sql<{ isTaken: boolean }>`
    with taken as materialized (select exists (${selectTaken(hosts, time, options)}) as found)
    select found as "isTaken",
      case when not found then pg_advisory_xact_lock(hashtextextended('booking ' || id, 0)) end
    from taken, unnest(${ids}::text[]) with ordinality as host (id, place) order by place
  `.execute(tx);
  if (rows[0]?.isTaken) throw new SlotTakenError();
}

/** Locks hosts whose bookings are changed, and ends what has expired. */
export async function lockHostsForChange(tx: Tx, hosts: readonly Scope[], now: Date): Promise<void> {
  await Promise.all([lockHosts(tx, hosts), endExpiredForHosts(tx, hosts, now)]);
}

/** Ends expired holds and bookings of these hosts, which would exclude other bookings. */
export async function endExpiredForHosts(tx: Tx, hosts: readonly Scope[], now: Date): Promise<void> {
  const ids = hosts.map(({ userId }) => userId);
  await sql`with ${selectExpired(sql`user_id = any(${ids}::uuid[])`, now)} select`.execute(tx);
}

/** Ends holds that have expired, and bookings with an address that was not confirmed in time. */
export async function endExpired(db: Db, now: Date): Promise<void> {
  await sql`with ${selectExpired(sql`true`, now)} select`.execute(db);
}

function selectExpired(matchesHosts: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    gone as (delete from bookings where ${matchesHosts} and status = 'HELD' and hold_expires_at <= ${now}),
    ended as (
      update bookings set status = 'CANCELLED', hold_expires_at = null, updated_at = ${now}
      where ${matchesHosts} and status = 'PENDING' and hold_expires_at <= ${now}
    )`;
}

/** A visitor sends the id of a hold. The id of a booking must have no effect there. */
export function excludeIgnored(except: IgnoredBooking | null): RawBuilder<unknown> {
  if (except === null) return sql`true`;
  const { id, kind } = except;
  return kind === 'hold' ? sql`(id <> ${id} or status <> 'HELD')` : sql`id <> ${id}`;
}

/** Whether a live booking or hold of the hosts, except one, touches the time. Bookings of any moment later may. */
export async function isTaken(
  db: Db,
  hosts: readonly Scope[],
  time: TakenTime,
  options: { readonly now: Date; readonly except: IgnoredBooking | null },
): Promise<boolean> {
  const found = await readInBatch(db, sql`${selectTaken(hosts, time, options)} limit 1`);
  return found.length > 0;
}

/** For each host alone: with `any`, PostgreSQL would look at everybody's bookings of that time. */
function selectTaken(
  hosts: readonly Scope[],
  time: TakenTime,
  { now, except }: { readonly now: Date; readonly except: IgnoredBooking | null },
): RawBuilder<unknown> {
  return sql`
    select from unnest(${hosts.map(({ userId }) => userId)}::uuid[]) as host (host_id), lateral (
      select from bookings
      where user_id = host_id and status in ('HELD', 'PENDING', 'CONFIRMED')
        and blocked && ${toRangeLiteral(time)}::tstzrange and (hold_expires_at is null or hold_expires_at > ${now})
        and ${excludeIgnored(except)}
      limit 1) found`;
}

/** Holds, and bookings that wait for the host or a confirmed address: they have no event in the calendar yet. */
export async function listUnconfirmed(
  db: Db,
  scope: Scope,
  { now, except }: { readonly now: Date; readonly except: IgnoredBooking | null },
): Promise<Interval[]> {
  const rows = await readInBatch<{ start: string; end: string }>(
    db,
    sql`
      select lower(blocked) as start, upper(blocked) as end from bookings
      where user_id = ${scope.userId} and status in ('HELD', 'PENDING') and not isempty(blocked)
        and upper(blocked) > ${now} and (hold_expires_at is null or hold_expires_at > ${now}) and ${excludeIgnored(except)}`,
  );
  return rows.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
}
