import './tables.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { LastSend } from '../model/code-sending.ts';
import type { CountKind } from './tables.ts';

/**
 * Locks the user's row for the rest of the transaction, so that of two simultaneous sends the second sees the
 * first. Null when nothing was ever sent.
 */
export async function lockLastSend(
  tx: Tx,
  scope: Scope,
  fresh: { mobile: string; now: Date },
): Promise<LastSend | null> {
  const inserted = await tx
    .insertInto('phone_codes')
    .values({
      user_id: scope.userId,
      mobile: fresh.mobile,
      sealed_code: null,
      is_live: false,
      tries: 0,
      expires_at: fresh.now,
      sends: 0,
      sent_at: fresh.now,
      next_send_at: fresh.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (inserted) return null;
  const row = await tx
    .selectFrom('phone_codes')
    .select(['mobile', 'sends', 'sent_at', 'next_send_at'])
    .where('user_id', '=', scope.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { mobile: row.mobile, sends: row.sends, sentAt: row.sent_at, nextSendAt: row.next_send_at };
}

/** Records that a code is about to be sent, which starts the waiting time. The valid code stays valid. */
export async function noteSend(
  tx: Tx,
  scope: Scope,
  send: { sends: number; sentAt: Date; nextSendAt: Date },
): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ sends: send.sends, sent_at: send.sentAt, next_send_at: send.nextSendAt })
    .where('user_id', '=', scope.userId)
    .execute();
}

/** Ends the waiting time, because the code was never sent. */
export async function clearResendDelay(db: Db, scope: Scope, now: Date): Promise<void> {
  await db
    .updateTable('phone_codes')
    .set({ next_send_at: now })
    .where('user_id', '=', scope.userId)
    .execute();
}

/** Makes this the user's only valid code. `sealed` null: the provider keeps the code. */
export async function saveCode(
  tx: Tx,
  scope: Scope,
  code: { mobile: string; sealed: string | null; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({
      mobile: code.mobile,
      sealed_code: code.sealed,
      expires_at: code.expiresAt,
      is_live: true,
      tries: 0,
    })
    .where('user_id', '=', scope.userId)
    .execute();
}

export interface LiveCode {
  readonly mobile: string;
  readonly sealed: string | null;
  readonly tries: number;
  readonly expiresAt: Date;
}

export async function findLiveCode(db: Db, scope: Scope): Promise<LiveCode | null> {
  const row = await db
    .selectFrom('phone_codes')
    .select(['mobile', 'sealed_code', 'tries', 'expires_at'])
    .where('user_id', '=', scope.userId)
    .where('is_live', '=', true)
    .executeTakeFirst();
  return row
    ? { mobile: row.mobile, sealed: row.sealed_code, tries: row.tries, expiresAt: row.expires_at }
    : null;
}

/**
 * Uses up one try before the code is compared, so that simultaneous tries cannot share one. Null when none is
 * left.
 */
export async function countTry(db: Db, scope: Scope, now: Date, tries: number): Promise<LiveCode | null> {
  const row = await db
    .updateTable('phone_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', scope.userId)
    .where('is_live', '=', true)
    .where('tries', '<', tries)
    .where('expires_at', '>', now)
    .returning(['mobile', 'sealed_code', 'tries', 'expires_at'])
    .executeTakeFirst();
  return row
    ? { mobile: row.mobile, sealed: row.sealed_code, tries: row.tries, expiresAt: row.expires_at }
    : null;
}

/**
 * Uses up the code. False when it is no longer the valid one: it was used meanwhile, or replaced by a newer
 * one.
 */
export async function consumeCode(tx: Tx, scope: Scope, code: LiveCode, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('phone_codes')
    .set({ is_live: false, sealed_code: null, sends: 0, next_send_at: now })
    .where('user_id', '=', scope.userId)
    .where('is_live', '=', true)
    .where('mobile', '=', code.mobile)
    .where('expires_at', '=', code.expiresAt)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function invalidateCode(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ is_live: false, sealed_code: null })
    .where('user_id', '=', scope.userId)
    .execute();
}

/**
 * Increments the count of the day, unless it has reached the limit. One statement decides, so there is no
 * race.
 */
export async function incrementIfBelow(
  db: Db,
  what: { kind: CountKind; key: string; day: string },
  cap: number,
): Promise<boolean> {
  if (cap < 1) return false;
  const counted = await db
    .insertInto('sms_counts')
    .values({ ...what, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key', 'day'])
        .doUpdateSet((eb) => ({ count: eb('sms_counts.count', '+', 1) }))
        .where('sms_counts.count', '<', cap),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Adds as much of `wanted` to the count as the cap allows, and resolves to that. */
export async function reserveUpTo(
  tx: Tx,
  { kind, key, day }: { kind: CountKind; key: string; day: string },
  wanted: number,
  cap: number,
): Promise<number> {
  const add = async () => {
    const { rows } = await sql<{ allowed: number }>`
      with locked as (
        select count from sms_counts where kind = ${kind} and key = ${key} and day = ${day} for update
      )
      update sms_counts as c
      set count = greatest(locked.count, least(locked.count + ${wanted}::int, ${cap}::int))
      from locked
      where c.kind = ${kind} and c.key = ${key} and c.day = ${day}
      returning c.count - locked.count as allowed`.execute(tx);
    return rows[0]?.allowed;
  };
  const allowed = await add();
  if (allowed !== undefined) return allowed;
  await tx
    .insertInto('sms_counts')
    .values({ kind, key, day, count: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await add()) ?? 0;
}

/** Subtracts texts that were counted in advance and not needed. */
export async function refundCount(
  db: Db,
  { kind, key, day }: { kind: CountKind; key: string; day: string },
  unused: number,
): Promise<void> {
  await db
    .updateTable('sms_counts')
    .set((eb) => ({ count: eb('count', '-', unused) }))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('day', '=', day)
    .execute();
}

/** Increments the count and resolves to its new value. */
export async function incrementCount(
  db: Db,
  what: { kind: CountKind; key: string; day: string },
): Promise<number> {
  const { count } = await db
    .insertInto('sms_counts')
    .values({ ...what, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key', 'day'])
        .doUpdateSet((eb) => ({ count: eb('sms_counts.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

export async function readCount(
  db: Db,
  what: { kind: CountKind; key: string; day: string },
): Promise<number> {
  const row = await db
    .selectFrom('sms_counts')
    .select('count')
    .where('kind', '=', what.kind)
    .where('key', '=', what.key)
    .where('day', '=', what.day)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function deleteCountsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('sms_counts').where('day', '<', day).execute();
}
