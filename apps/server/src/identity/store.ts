import type { ColumnType } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { brokenConstraint } from '../platform/errors.ts';

interface AccountRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  email_verified_at: Date | null;
  created_at: Date;
}

declare module '../platform/db.ts' {
  interface Tables {
    identity_accounts: AccountRow;
    identity_keys: {
      kind: 'signing' | 'cookie';
      id: string;
      secret: ColumnType<unknown, string, never>;
      created_at: Date;
    };
    identity_payloads: {
      model: string;
      id: string;
      payload: ColumnType<Record<string, unknown>, string, string>;
      grant_id: string | null;
      uid: string | null;
      account_id: string | null;
      expires_at: Date | null;
      consumed_at: Date | null;
    };
    identity_attempts: { key: string; failures: number; window_ends_at: Date };
    identity_mail_tokens: {
      token_hash: string;
      account_id: string;
      purpose: string;
      expires_at: Date;
      created_at: Date;
    };
  }
}

/** One row per address: upper and lower case are the same mailbox to everyone who types it. */
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

/** Deletes the account, its mail tokens, and what was counted under its address. */
export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('identity_accounts')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst();
    if (gone) await forgetAttempts(tx, `sign-in:email:${gone.email.toLowerCase()}`);
  });
}

/** Inserts the account; false when the address has one already. */
export async function insertAccount(db: Db, account: AccountRow): Promise<boolean> {
  try {
    await db.insertInto('identity_accounts').values(account).execute();
    return true;
  } catch (error) {
    if (brokenConstraint(error) === 'identity_accounts_email') return false;
    throw error;
  }
}

export async function markEmailVerified(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('identity_accounts')
    .set({ email_verified_at: now })
    .where('id', '=', accountId)
    .execute();
}

export async function insertMailToken(
  db: Db,
  token: { token_hash: string; account_id: string; purpose: string; expires_at: Date; created_at: Date },
): Promise<void> {
  await db.insertInto('identity_mail_tokens').values(token).execute();
}

/** Takes the token out, so that it works once; the account it was for, or null. */
export async function takeMailToken(
  db: Db,
  tokenHash: string,
  purpose: string,
  now: Date,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('identity_mail_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.account_id : null;
}

/**
 * The secret of a kind, made by `make` at the first start and kept. Two processes that start together agree:
 * the first insert wins and both read it.
 */
export async function getOrMakeKey<Secret>(
  db: Db,
  kind: 'signing' | 'cookie',
  now: Date,
  make: () => Promise<{ id: string; secret: Secret }>,
): Promise<Secret> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`identity-key-${kind}`}))`.execute(tx);
    const stored = await tx
      .selectFrom('identity_keys')
      .select('secret')
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (stored) return stored.secret as Secret;
    const { id, secret } = await make();
    await tx
      .insertInto('identity_keys')
      .values({ kind, id, secret: JSON.stringify(secret), created_at: now })
      .execute();
    return secret;
  });
}

/** Counts one more try and answers how many there were in the window that is running. */
export async function countAttempt(db: Db, key: string, windowSeconds: number, now: Date): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + windowSeconds * 1000);
  const { failures } = await db
    .insertInto('identity_attempts')
    .values({ key, failures: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when identity_attempts.window_ends_at < ${now} then 1 else identity_attempts.failures + 1 end`,
        window_ends_at: sql`case when identity_attempts.window_ends_at < ${now} then ${windowEndsAt} else identity_attempts.window_ends_at end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('identity_attempts').where('key', '=', key).execute();
}

/** Removes what has run out: sessions, codes, tokens, counters. */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('identity_payloads').where('expires_at', '<', now).execute();
  await db.deleteFrom('identity_attempts').where('window_ends_at', '<', now).execute();
  await db.deleteFrom('identity_mail_tokens').where('expires_at', '<', now).execute();
}

/** Ends everything that was granted to an account: sessions, refresh tokens, grants. */
export async function revokeAccountGrants(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('identity_payloads').where('account_id', '=', accountId).execute();
}
