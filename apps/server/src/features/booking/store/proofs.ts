import type { Db } from '#platform/db.ts';
import './tables.ts';

/** Uses a proof up. False if it was used before. */
export async function consumeProof(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const used = await db
    .insertInto('used_proofs')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteExpiredProofs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_proofs').where('expires_at', '<', now).execute();
}
