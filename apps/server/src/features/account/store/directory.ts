import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { DirectoryKind } from './tables.ts';
import { getUser } from './users.ts';

/** The user id of a directory name. It takes no scope, because every scope is created from its result. */
export async function findUserIdBy(db: Db, kind: DirectoryKind, value: string): Promise<string | null> {
  const entry = await db
    .selectFrom('user_directory')
    .select('user_id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return entry?.user_id ?? null;
}

/**
 * Adds a name to the directory. False when the name already exists, even for the same user. The unique key
 * decides, so there is no race.
 */
export async function claimName(
  db: Db,
  kind: DirectoryKind,
  value: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const entry = await db
    .insertInto('user_directory')
    .values({ kind, value, user_id: userId, created_at: now, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return entry !== undefined;
}

/** Claims the user's address in the directory, unless another account has it. */
export async function claimEmail(db: Db, scope: Scope, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { email } = await getUser(tx, scope);
    if (!(await claimName(tx, 'email', email.toLowerCase(), scope.userId, now))) return;
    await tx
      .updateTable('users')
      .set({ is_email_verified: true, updated_at: now })
      .where('id', '=', scope.userId)
      .execute();
  });
}
