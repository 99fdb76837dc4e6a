import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { reserveUsername } from './usernames.ts';

/** Closes an open account, or reopens a closed one that is not yet due. */
export async function saveDeletesAt(
  db: Db,
  scope: Scope,
  deletesAt: Date | null,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ deletes_at: deletesAt, updated_at: now })
    .where('id', '=', scope.userId)
    .where((eb) => (deletesAt ? eb('deletes_at', 'is', null) : eb('deletes_at', '>', now)))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function listDueAccounts(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deletes_at', '<=', now).execute();
  return rows.map(({ id }) => id);
}

export async function isAccountDue(db: Db, scope: Scope, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', scope.userId)
    .where('deletes_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** All user tables refer to this row (on delete cascade). Does nothing when the user no longer exists. */
export async function deleteUser(db: Db, scope: Scope, now: Date, heldUntil: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('users')
      .where('id', '=', scope.userId)
      .where('deletes_at', '<=', now)
      .returning('username')
      .executeTakeFirst();
    if (!gone) return;
    await tx
      .updateTable('users')
      .set({ referred_by: null })
      .where('referred_by', '=', scope.userId)
      .execute();
    await reserveUsername(tx, gone.username, now, heldUntil);
  });
}
