import type { BookingStatus } from '@dayloom/contracts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import { insertRow, joinRead, joinWrite } from '#platform/joined-statements.ts';
import { selectNotification } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { BookingDetails, Except, StoredBooking } from '../model/booking.ts';
import './tables.ts';

function toBooking(row: Selectable<Tables['bookings']>): StoredBooking {
  return {
    userId: row.user_id,
    id: row.id,
    status: row.status,
    eventTypeId: row.event_type_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    title: row.title,
    name: row.name,
    email: row.email,
    details: row.details,
    lapsesAt: row.hold_expires_at,
    emailCodeHash: row.email_code_hash,
    sealedToken: row.sealed_token,
    eventId: row.event_id,
    sequence: row.sequence,
    isNoShow: row.is_no_show,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The time of a booking of one host, with the buffers of its event type. */
export interface TakenTime {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly blockedFrom: Date;
  readonly blockedTo: Date;
}

export interface NewHold extends TakenTime {
  readonly id: string;
  readonly eventTypeId: string;
  readonly expiresAt: Date;
  readonly holder: string;
}

export interface NewBookingRow extends TakenTime {
  readonly id: string;
  readonly status: 'PENDING' | 'CONFIRMED';
  readonly eventTypeId: string;
  readonly title: string;
  readonly name: string;
  readonly email: string;
  readonly details: BookingDetails;
  readonly lapsesAt: Date | null;
  readonly tokenHash: string;
  readonly sealedToken: string;
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
  readonly emailCodeHash: string | null;
  /** The id that the event of a confirmed booking will have. */
  readonly eventId: string | null;
  /** What the mails have to say, if the job that sends mails is to write them. Of the first host's part. */
  readonly unsentNews: UnsentNews | null;
}

export type UnsentNews = NonNullable<Tables['bookings']['unsent_news']>;

const toRange = ({ blockedFrom, blockedTo }: TakenTime): string =>
  `[${blockedFrom.toISOString()},${blockedTo.toISOString()})`;

/** The time is taken: it overlaps another booking of the host, buffers included. */
export class TimeTaken extends Error {
  override readonly name = 'TimeTaken';
}

/** Also for the error of another statement that was sent together with the booking's. */
export function isTimeTaken(error: unknown): boolean {
  return error instanceof TimeTaken || brokenConstraint(error) === 'bookings_no_overlap';
}

function rethrowTaken(error: unknown): never {
  throw isTimeTaken(error) ? new TimeTaken('The time is taken', { cause: error }) : error;
}

/**
 * Makes bookings of these hosts one after another, so that caps hold. Locks are taken in the order of the ids, so that
 * bookings of several hosts cannot wait for each other.
 */
export async function lockHosts(tx: Tx, hosts: readonly Scope[]): Promise<void> {
  const ids = hosts.map(({ userId }) => userId).toSorted();
  await sql`
    select pg_advisory_xact_lock(hashtextextended('booking ' || id, 0))
    from unnest(${ids}::text[]) with ordinality as host (id, place) order by place
  `.execute(tx);
}

/** Locks hosts whose bookings are changed, and ends what has lapsed. */
export async function lockHostsForChange(tx: Tx, hosts: readonly Scope[], now: Date): Promise<void> {
  await Promise.all([lockHosts(tx, hosts), endLapsedOfHosts(tx, hosts, now)]);
}

/** Ends what has lapsed of these hosts, so that it no longer excludes other bookings. */
export async function endLapsedOfHosts(tx: Tx, hosts: readonly Scope[], now: Date): Promise<void> {
  const ids = hosts.map(({ userId }) => userId);
  await sql`with ${selectLapsed(sql`user_id = any(${ids}::uuid[])`, now)} select`.execute(tx);
}

/** Ends kept slots whose time is over, and bookings whose address nobody has confirmed. */
export async function endLapsed(db: Db, now: Date): Promise<void> {
  await sql`with ${selectLapsed(sql`true`, now)} select`.execute(db);
}

function selectLapsed(ofHosts: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    gone as (delete from bookings where ${ofHosts} and status = 'HELD' and hold_expires_at <= ${now}),
    ended as (
      update bookings set status = 'CANCELLED', hold_expires_at = null, updated_at = ${now}
      where ${ofHosts} and status = 'PENDING' and hold_expires_at <= ${now}
    )`;
}

/** A visitor names a hold by its id, which must not leave out a booking. */
export function isNot(except: Except | null): RawBuilder<unknown> {
  if (except === null) return sql`true`;
  const { id, kind } = except;
  return kind === 'hold' ? sql`(id <> ${id} or status <> 'HELD')` : sql`id <> ${id}`;
}

/** Whether a live booking or hold of the hosts, except one, touches the time. Bookings of any moment later may. */
export async function isTaken(
  db: Db,
  hosts: readonly Scope[],
  time: TakenTime,
  { now, except }: { now: Date; except: Except | null },
): Promise<boolean> {
  const found = await joinRead(
    db,
    sql`
      select from bookings
      where user_id = any(${hosts.map(({ userId }) => userId)}::uuid[]) and status in ('HELD', 'PENDING', 'CONFIRMED')
        and blocked && ${toRange(time)}::tstzrange and (hold_expires_at is null or hold_expires_at > ${now})
        and ${isNot(except)}
      limit 1`,
  );
  return found.length > 0;
}

export async function insertHold(tx: Tx, scope: Scope, hold: NewHold, now: Date): Promise<void> {
  await tx
    .insertInto('bookings')
    .values({
      user_id: scope.userId,
      id: hold.id,
      status: 'HELD',
      event_type_id: hold.eventTypeId,
      starts_at: hold.startsAt,
      ends_at: hold.endsAt,
      blocked: toRange(hold),
      hold_expires_at: hold.expiresAt,
      holder: hold.holder,
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(rethrowTaken);
}

export async function countHolds(db: Db, holder: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<string>`count(distinct id)`.as('count'))
    .where('holder', '=', holder)
    .where('status', '=', 'HELD')
    .where('hold_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes a hold of any host. It takes no scope: the id is known to its holder only. */
export async function deleteHold(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bookings').where('id', '=', id).where('status', '=', 'HELD').execute();
}

function toNewRow(scope: Scope, booking: NewBookingRow, now: Date) {
  return {
    user_id: scope.userId,
    id: booking.id,
    status: booking.status,
    event_type_id: booking.eventTypeId,
    starts_at: booking.startsAt,
    ends_at: booking.endsAt,
    blocked: toRange(booking),
    hold_expires_at: booking.lapsesAt,
    holder: null,
    title: booking.title,
    name: booking.name,
    email: booking.email,
    token_hash: booking.tokenHash,
    sealed_token: booking.sealedToken,
    idempotency_key: booking.idempotencyKey,
    request_hash: booking.requestHash,
    email_code_hash: booking.emailCodeHash,
    event_id: booking.eventId,
    sequence: 0,
    is_no_show: false,
    unsent_news: booking.unsentNews,
    created_at: now,
    updated_at: now,
  };
}

/** The booking that `insertBooking` makes of a row. */
export function toNewBooking(scope: Scope, booking: NewBookingRow, now: Date): StoredBooking {
  return toBooking({ ...toNewRow(scope, booking, now), details: booking.details });
}

/** Inserts a host's part, and notifies the host's open pages when the transaction commits. */
export async function insertBooking(tx: Tx, scope: Scope, booking: NewBookingRow, now: Date): Promise<void> {
  const row = { ...toNewRow(scope, booking, now), details: JSON.stringify(booking.details) };
  const notified = selectNotification(scope, { type: 'changed', topics: ['bookings'] });
  await joinWrite(tx, [insertRow('bookings', row)], notified).catch(rethrowTaken);
}

export interface Repeated {
  readonly booking: StoredBooking;
  readonly requestHash: string | null;
}

/** The booking of an earlier request with the same key, and the hash of that request. */
export async function findRepeated(db: Db, scope: Scope, key: string): Promise<Repeated | null> {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? { booking: toBooking(row), requestHash: row.request_hash } : null;
}

/** Of one transaction. */
const MOST_NEWS = 50;

export interface BookingWithNews {
  readonly news: UnsentNews;
  /** The first host's part first. */
  readonly parts: [BookingPart, ...BookingPart[]];
}

interface BookingPart {
  readonly scope: Scope;
  readonly booking: StoredBooking;
}

/** Bookings with news that nobody was mailed, except some, locked. Another process gets other ones. */
export async function lockUnsentNews(tx: Tx, except: readonly string[]): Promise<BookingWithNews[]> {
  const rows = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('unsent_news', 'is not', null)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .limit(MOST_NEWS)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const others = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('user_id')
    .execute();
  const toPart = (row: Selectable<Tables['bookings']>): BookingPart => ({
    scope: mintScope(row.user_id, 'system'),
    booking: toBooking(row),
  });
  return rows.flatMap((row) => {
    const rest = others.filter(({ id, user_id }) => id === row.id && user_id !== row.user_id);
    return row.unsent_news ? [{ news: row.unsent_news, parts: [toPart(row), ...rest.map(toPart)] }] : [];
  });
}

/** Forgets news that were queued as mails, or that later ones replace. */
export async function endUnsentNews(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ unsent_news: null })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('unsent_news', 'is not', null)
    .execute();
}

export interface BookingChange {
  readonly status?: BookingStatus;
  readonly time?: TakenTime;
  readonly details?: BookingDetails;
  readonly lapsesAt?: null;
  readonly emailCodeHash?: null;
  readonly eventId?: string | null;
  readonly sequence?: number;
  readonly isNoShow?: boolean;
}

export async function updateBooking(
  tx: Tx,
  scope: Scope,
  id: string,
  { status, time, details, lapsesAt, emailCodeHash, eventId, sequence, isNoShow }: BookingChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      updated_at: now,
      ...(status && { status }),
      ...(time && { starts_at: time.startsAt, ends_at: time.endsAt, blocked: toRange(time) }),
      ...(details && { details: JSON.stringify(details) }),
      ...(lapsesAt !== undefined && { hold_expires_at: lapsesAt }),
      ...(emailCodeHash !== undefined && { email_code_hash: emailCodeHash }),
      ...(eventId !== undefined && { event_id: eventId }),
      ...(sequence !== undefined && { sequence }),
      ...(isNoShow !== undefined && { is_no_show: isNoShow }),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute()
    .catch(rethrowTaken);
}

/**
 * All hosts' parts of a booking, by the hash of its capability link. It takes no scope: the link is the
 * permission.
 */
export async function listByToken(
  db: Db,
  tokenHash: string,
): Promise<{ scope: Scope; booking: StoredBooking }[]> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ scope: mintScope(row.user_id, 'system'), booking: toBooking(row) }));
}

/** All hosts' parts of a booking, locked. It takes no scope: the caller checks who asks by the booking itself. */
export async function lockById(tx: Tx, id: string): Promise<{ scope: Scope; booking: StoredBooking }[]> {
  const rows = await tx
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'HELD')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ scope: mintScope(row.user_id, 'system'), booking: toBooking(row) }));
}

/** All hosts' parts of a booking of this host. */
export async function listParts(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ scope: Scope; booking: StoredBooking }[]> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'HELD')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('bookings as own')
          .select('own.id')
          .where('own.user_id', '=', scope.userId)
          .where('own.id', '=', id),
      ),
    )
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    scope: row.user_id === scope.userId ? scope : mintScope(row.user_id, 'system'),
    booking: toBooking(row),
  }));
}

export interface BookingQuery {
  readonly when: 'upcoming' | 'past' | 'all';
  readonly search: string;
  readonly status?: BookingStatus | 'NOT_CANCELLED' | undefined;
  readonly limit: number;
  readonly after: { readonly startsAt: Date; readonly id: string } | null;
  readonly now: Date;
}

/** Upcoming bookings by start; others with the latest first. One row more than `limit` if there is one. */
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
        sql<boolean>`(starts_at, id) ${sql.raw(isAscending ? '>' : '<')} (${after?.startsAt}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('starts_at', isAscending ? 'asc' : 'desc')
    .orderBy('id', isAscending ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toBooking);
}

/** Of one run. */
const MOST_LINKS = 500;

/** Confirmed bookings whose conference link is not known yet, each once. */
export async function listAwaitingLinks(db: Db, now: Date): Promise<{ scope: Scope; id: string }[]> {
  const rows = await db
    .selectFrom('bookings')
    .distinctOn('id')
    .select(['user_id', 'id'])
    .where('status', '=', 'CONFIRMED')
    .where(sql<boolean>`details ? 'awaitsLink'`)
    .where('ends_at', '>', now)
    .orderBy('id')
    .limit(MOST_LINKS)
    .execute();
  return rows.map(({ user_id, id }) => ({ scope: mintScope(user_id, 'system'), id }));
}

export interface StartingBooking {
  readonly id: string;
  readonly title: string;
  /** Of the visitor. */
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Its event in the host's calendar. */
  readonly eventId: string | null;
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
