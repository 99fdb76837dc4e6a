import type { ColumnType } from 'kysely';
import type { Db } from '#platform/db.ts';

declare module '#platform/db.ts' {
  interface Tables {
    identity_totp: {
      account_id: string;
      sealed_secret: string;
      confirmed_at: Date | null;
      /** The driver returns a bigint as text. */
      last_step: ColumnType<string, number, number>;
      created_at: Date;
    };
    identity_recovery_codes: { account_id: string; code_hash: string };
    identity_second_steps: { interaction_uid: string; account_id: string; expires_at: Date };
  }
}

export function findTotp(db: Db, accountId: string) {
  return db.selectFrom('identity_totp').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Stores a secret that waits for its first code. False when two-step sign-in is already on. */
export async function savePendingTotp(
  db: Db,
  accountId: string,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  const row = { sealed_secret: sealedSecret, confirmed_at: null, last_step: 0, created_at: now };
  const written = await db
    .insertInto('identity_totp')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(row).where('identity_totp.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Marks a time step as used; false when this step or a later one was used before. */
export async function consumeTotpStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', `${step}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Turns two-step sign-in on and stores its recovery codes. */
export async function confirmTotp(
  db: Db,
  accountId: string,
  codeHashes: readonly string[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('identity_totp')
      .set({ confirmed_at: now })
      .where('account_id', '=', accountId)
      .execute();
    await replaceRecoveryCodes(tx, accountId, codeHashes);
  });
}

export async function replaceRecoveryCodes(
  db: Db,
  accountId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('identity_recovery_codes').where('account_id', '=', accountId).execute();
  await db
    .insertInto('identity_recovery_codes')
    .values(codeHashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

export async function consumeRecoveryCode(db: Db, accountId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('identity_recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False when it was not on. */
export async function deleteTotp(db: Db, accountId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom('identity_recovery_codes').where('account_id', '=', accountId).execute();
    const removed = await tx
      .deleteFrom('identity_totp')
      .where('account_id', '=', accountId)
      .returning('confirmed_at')
      .executeTakeFirst();
    return removed?.confirmed_at != null;
  });
}

/** Records that the password of this sign-in was right. */
export async function beginSecondStep(
  db: Db,
  step: { interaction_uid: string; account_id: string; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('identity_second_steps')
    .values(step)
    .onConflict((conflict) => conflict.column('interaction_uid').doUpdateSet(step))
    .execute();
}

/** The account whose second step this sign-in waits for, or null. */
export async function findSecondStep(db: Db, interactionUid: string, now: Date): Promise<string | null> {
  const step = await db
    .selectFrom('identity_second_steps')
    .select('account_id')
    .where('interaction_uid', '=', interactionUid)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return step?.account_id ?? null;
}

export async function endSecondStep(db: Db, interactionUid: string): Promise<void> {
  await db.deleteFrom('identity_second_steps').where('interaction_uid', '=', interactionUid).execute();
}
