import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

/**
 * Assigns a verified number to the user and returns the id of the account that had it before, if any: the latest
 * verification counts. The primary key of `user_directory` settles simultaneous verifications.
 */
export async function claimMobile(
  tx: Tx,
  scope: Scope,
  { mobile, isDemo }: { mobile: string; isDemo: boolean },
  now: Date,
): Promise<string | null> {
  await releaseMobile(tx, scope, now);
  const held = { user_id: scope.userId, created_at: now };
  await tx
    .insertInto('user_directory')
    .values({ kind: 'mobile', value: mobile, retired_at: null, ...held })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet(held))
    .execute();
  const previous = await tx
    .updateTable('users')
    .set({ mobile: null, send_reminders: false, updated_at: now })
    .where('mobile', '=', mobile)
    .where('id', '!=', scope.userId)
    .returning('id')
    .executeTakeFirst();
  await tx
    .updateTable('users')
    .set({
      mobile,
      is_mobile_demo: isDemo,
      unverified_mobile: null,
      mobile_code_expires_at: null,
      updated_at: now,
    })
    .where('id', '=', scope.userId)
    .execute();
  return previous?.id ?? null;
}

/** Removes the user's number, verified or not, and the settings that depend on it. */
export async function releaseMobile(tx: Tx, scope: Scope, now: Date): Promise<void> {
  await tx
    .deleteFrom('user_directory')
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'mobile')
    .execute();
  await tx
    .updateTable('users')
    .set({
      mobile: null,
      unverified_mobile: null,
      mobile_code_expires_at: null,
      send_reminders: false,
      updated_at: now,
    })
    .where('id', '=', scope.userId)
    .execute();
}
