import './tables.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { LastSend } from '../model/code-sending.ts';

/** Locks the last code that was sent to a number. Null if there is none. */
export async function lockLastCheck(tx: Tx, mobile: string): Promise<LastSend | null> {
  const row = await tx
    .selectFrom('phone_checks')
    .select(['sends', 'sent_at', 'next_send_at'])
    .where('mobile', '=', mobile)
    .forUpdate()
    .executeTakeFirst();
  return row ? { mobile, sends: row.sends, sentAt: row.sent_at, nextSendAt: row.next_send_at } : null;
}

export interface NewCheck {
  readonly mobile: string;
  readonly tokenHash: string;
  readonly sealed: string | null;
  readonly expiresAt: Date;
  readonly sends: number;
  readonly sentAt: Date;
  readonly nextSendAt: Date;
}

/** Saves the check of a number. It replaces an earlier check of that number, also one that somebody else began. */
export async function saveCheck(tx: Tx, check: NewCheck): Promise<void> {
  const columns = {
    token_hash: check.tokenHash,
    sealed_code: check.sealed,
    tries: 0,
    expires_at: check.expiresAt,
    verified_at: null,
    sends: check.sends,
    sent_at: check.sentAt,
    next_send_at: check.nextSendAt,
  };
  await tx
    .insertInto('phone_checks')
    .values({ mobile: check.mobile, ...columns })
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet(columns))
    .execute();
}

/** Ends the wait, because the code was never sent. */
export async function clearCheckDelay(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('phone_checks')
    .set({ next_send_at: now, expires_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export interface TriedCheck {
  readonly mobile: string;
  readonly sealed: string | null;
  readonly tries: number;
}

/** Uses up one try before the code is compared. Null when none is left, or the code has expired. */
export async function countCheckTry(
  db: Db,
  tokenHash: string,
  { now, tries }: { now: Date; tries: number },
): Promise<TriedCheck | null> {
  const row = await db
    .updateTable('phone_checks')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('verified_at', 'is', null)
    .where('tries', '<', tries)
    .where('expires_at', '>', now)
    .returning(['mobile', 'sealed_code as sealed', 'tries'])
    .executeTakeFirst();
  return row ?? null;
}

export async function markVerified(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('phone_checks')
    .set({ verified_at: now, sealed_code: null })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Uses up a check that was verified since an instant. Returns the number, or null. */
export async function consumeVerified(tx: Tx, tokenHash: string, since: Date): Promise<string | null> {
  const row = await tx
    .deleteFrom('phone_checks')
    .where('token_hash', '=', tokenHash)
    .where('verified_at', '>', since)
    .returning('mobile')
    .executeTakeFirst();
  return row?.mobile ?? null;
}

export async function deleteChecksBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phone_checks').where('sent_at', '<', before).execute();
}
