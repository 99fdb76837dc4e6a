import type { BookingStatus } from '@dayloom/contracts';
import type { Selectable } from 'kysely';
import { insertRow, writeInBatch } from '#platform/batched-statements.ts';
import type { Db, Tables, Tx } from '#platform/db.ts';
import { selectNotification } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { BookingDetails, StoredBooking, UnsentMail } from '../model/booking.ts';
import './tables.ts';
import { rethrowTaken, type TakenTime, toRangeLiteral } from './taken-times.ts';

export function toBooking(row: Selectable<Tables['bookings']>): StoredBooking {
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
    expiresAt: row.hold_expires_at,
    emailCodeHash: row.email_code_hash,
    sealedToken: row.sealed_token,
    eventId: row.event_id,
    sequence: row.sequence,
    isNoShow: row.is_no_show,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface NewBookingRow extends TakenTime {
  readonly id: string;
  readonly status: 'PENDING' | 'CONFIRMED';
  readonly eventTypeId: string;
  readonly title: string;
  readonly name: string;
  readonly email: string;
  readonly details: BookingDetails;
  readonly expiresAt: Date | null;
  readonly tokenHash: string;
  readonly sealedToken: string;
  readonly idempotencyKey: string | null;
  readonly requestHash: string | null;
  readonly emailCodeHash: string | null;
  /** The id that the event of a confirmed booking will have. */
  readonly eventId: string | null;
  /** The mail that the mail job still has to write. Only in the first host's part. */
  readonly unsentMail: UnsentMail | null;
}

function toNewRow(scope: Scope, booking: NewBookingRow, now: Date) {
  return {
    user_id: scope.userId,
    id: booking.id,
    status: booking.status,
    event_type_id: booking.eventTypeId,
    starts_at: booking.startsAt,
    ends_at: booking.endsAt,
    blocked: toRangeLiteral(booking),
    hold_expires_at: booking.expiresAt,
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
    unsent_news: booking.unsentMail,
    created_at: now,
    updated_at: now,
  };
}

/** The booking that `insertBooking` creates from a row. */
export function toNewBooking(scope: Scope, booking: NewBookingRow, now: Date): StoredBooking {
  return toBooking({ ...toNewRow(scope, booking, now), details: booking.details });
}

/** Inserts a host's part, and notifies the host's open pages when the transaction commits. */
export async function insertBooking(tx: Tx, scope: Scope, booking: NewBookingRow, now: Date): Promise<void> {
  const row = { ...toNewRow(scope, booking, now), details: JSON.stringify(booking.details) };
  const notified = selectNotification(tx, scope, { type: 'changed', topics: ['bookings'] });
  await writeInBatch(tx, [insertRow('bookings', row)], notified).catch(rethrowTaken);
}

export interface RepeatedRequest {
  readonly booking: StoredBooking;
  readonly requestHash: string | null;
}

/** The booking of an earlier request with the same key, and the hash of that request. */
export async function findRepeated(db: Db, scope: Scope, key: string): Promise<RepeatedRequest | null> {
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ? { booking: toBooking(row), requestHash: row.request_hash } : null;
}

export interface BookingChange {
  readonly status?: BookingStatus;
  readonly time?: TakenTime;
  readonly details?: BookingDetails;
  readonly expiresAt?: null;
  readonly emailCodeHash?: null;
  readonly eventId?: string | null;
  readonly sequence?: number;
  readonly isNoShow?: boolean;
}

export async function updateBooking(
  tx: Tx,
  scope: Scope,
  id: string,
  { status, time, details, expiresAt, emailCodeHash, eventId, sequence, isNoShow }: BookingChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      updated_at: now,
      ...(status && { status }),
      ...(time && { starts_at: time.startsAt, ends_at: time.endsAt, blocked: toRangeLiteral(time) }),
      ...(details && { details: JSON.stringify(details) }),
      ...(expiresAt !== undefined && { hold_expires_at: expiresAt }),
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

/**
 * All hosts' parts of a booking, locked. It takes no scope: the caller checks the permission with the booking itself.
 */
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
