import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import { forgetAttemptsUnder } from './attempts.ts';

export interface AccountRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  email_verified_at: Date | null;
  created_at: Date;
  password_changed_at: Date | null;
}

declare module '#platform/db.ts' {
  interface Tables {
    identity_accounts: AccountRow;
  }
}

/** One row per address. People do not distinguish upper and lower case in it. */
export function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('identity_accounts')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Inserts the account; false when the address already has one. */
export async function insertAccount(db: Db, account: AccountRow): Promise<boolean> {
  try {
    await db.insertInto('identity_accounts').values(account).execute();
    return true;
  } catch (error) {
    if (brokenConstraint(error) === 'identity_accounts_email') return false;
    throw error;
  }
}

/** True when the address was not verified before. */
export async function markEmailVerified(db: Db, accountId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_accounts')
    .set({ email_verified_at: now })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPassword(db: Db, accountId: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('identity_accounts')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', accountId)
    .execute();
}

/** Deletes the account with everything that belongs to it, and the counters of its address. */
export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('identity_accounts')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst();
    if (gone) await forgetAttemptsUnder(tx, `sign-in:${gone.email.toLowerCase()}:`);
  });
}
