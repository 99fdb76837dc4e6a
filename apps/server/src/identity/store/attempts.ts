import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

declare module '#platform/db.ts' {
  interface Tables {
    identity_attempts: { key: string; failures: number; window_ends_at: Date };
  }
}

/** Counts one more attempt and returns the number in the current window. */
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

/** Returns the number of attempts in the current window. */
export async function countAttempts(db: Db, key: string, now: Date): Promise<number> {
  const counted = await db
    .selectFrom('identity_attempts')
    .select('failures')
    .where('key', '=', key)
    .where('window_ends_at', '>=', now)
    .executeTakeFirst();
  return counted?.failures ?? 0;
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('identity_attempts').where('key', '=', key).execute();
}

export async function forgetAttemptsUnder(db: Db, prefix: string): Promise<void> {
  await db.deleteFrom('identity_attempts').where(sql<boolean>`starts_with(key, ${prefix})`).execute();
}

/** Subtracts one attempt. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('identity_attempts')
    .set({ failures: sql`failures - 1` })
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute();
}
