import { type ColumnType, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';

export interface PasskeyRow {
  account_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** The driver returns a bigint as text. */
  counter: ColumnType<string, number, number>;
  transports: ColumnType<string[], string, never>;
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

/** The purpose of a challenge. The challenge is invalid for any other purpose. */
export type ChallengePurpose = 'register' | 'confirm' | 'sign-in';

declare module '#platform/db.ts' {
  interface Tables {
    identity_passkeys: PasskeyRow;
    identity_challenges: {
      challenge: string;
      purpose: ChallengePurpose;
      bound_to: string;
      expires_at: Date;
    };
  }
}

export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom('identity_passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('identity_passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export interface NewPasskey {
  readonly account_id: string;
  readonly id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly is_synced: boolean;
  readonly created_at: Date;
}

/** False when the passkey is already registered. */
export async function insertPasskey(db: Db, { transports, ...passkey }: NewPasskey): Promise<boolean> {
  try {
    await db
      .insertInto('identity_passkeys')
      .values({ ...passkey, transports: JSON.stringify(transports), last_used_at: null })
      .execute();
    return true;
  } catch (error) {
    if (brokenConstraint(error) === 'identity_passkeys_credential') return false;
    throw error;
  }
}

/**
 * Records a use of the passkey. False when the counter did not increase: a copy of the passkey exists
 * (WebAuthn Level 3, §6.1.1). Zero means that the authenticator does not count.
 */
export async function recordPasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function renamePasskey(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the name of the deleted passkey, or null when none matches. */
export async function deletePasskey(db: Db, accountId: string, id: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('identity_passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
}

export async function deletePasskeys(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('identity_passkeys').where('account_id', '=', accountId).execute();
}

export async function insertChallenge(
  db: Db,
  challenge: { challenge: string; purpose: ChallengePurpose; bound_to: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('identity_challenges').values(challenge).execute();
}

/** Deletes the challenge, so that it works once; false when none matches. */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  boundTo: string,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('identity_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .returning('expires_at')
    .executeTakeFirst();
  return taken !== undefined && taken.expires_at > now;
}
