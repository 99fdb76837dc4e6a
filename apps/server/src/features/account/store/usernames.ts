import { createHash } from 'node:crypto';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { lockUser } from './users.ts';

/** Former names are reserved for their owner; without a limit one user could take all names. */
const MAX_USERNAMES = 10;

/**
 * Gives the user a new username. The previous one stays reserved for them and redirects to the new one. The primary key
 * of `user_directory` decides whether a name is taken.
 */
export async function replaceUsername(
  db: Db,
  scope: Scope,
  username: string,
  now: Date,
): Promise<'changed' | 'taken' | 'too_many'> {
  return db
    .transaction()
    .execute(async (tx) => {
      const user = await lockUser(tx, scope);
      if (user.username === username) return 'changed';
      const claimed = await tx
        .insertInto('user_directory')
        .values({
          kind: 'username',
          value: username,
          user_id: scope.userId,
          created_at: now,
          retired_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'value'])
            .doUpdateSet({ retired_at: null })
            .where('user_directory.user_id', '=', scope.userId),
        )
        .returning('value')
        .executeTakeFirst();
      if (!claimed) return 'taken';
      const { count } = await tx
        .selectFrom('user_directory')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('kind', '=', 'username')
        .where('user_id', '=', scope.userId)
        .executeTakeFirstOrThrow();
      if (Number(count) > MAX_USERNAMES) throw new TooManyNames();
      await tx
        .updateTable('user_directory')
        .set({ retired_at: now })
        .where('kind', '=', 'username')
        .where('value', '=', user.username)
        .execute();
      await tx
        .updateTable('users')
        .set({ username, updated_at: now })
        .where('id', '=', scope.userId)
        .execute();
      return 'changed';
    })
    .catch((error: unknown) => {
      if (error instanceof TooManyNames) return 'too_many';
      throw error;
    });
}

class TooManyNames extends Error {}

/** The current username of the user who has, or once had, this one. */
export async function findUsernameBy(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_directory')
    .innerJoin('users', 'users.id', 'user_directory.user_id')
    .select('users.username')
    .where('user_directory.kind', '=', 'username')
    .where('user_directory.value', '=', username)
    .executeTakeFirst();
  return row?.username ?? null;
}

export async function isUsernameHeld(db: Db, username: string, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('held_usernames')
    .select('held_until')
    .where('name_hash', '=', hashUsername(username))
    .where('held_until', '>', now)
    .executeTakeFirst();
  return held !== undefined;
}

/** Reserves a name until `heldUntil`, and deletes expired reservations. */
export async function reserveUsername(tx: Tx, username: string, now: Date, heldUntil: Date): Promise<void> {
  await tx.deleteFrom('held_usernames').where('held_until', '<', now).execute();
  const held = { held_until: heldUntil };
  await tx
    .insertInto('held_usernames')
    .values({ name_hash: hashUsername(username), ...held })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(held))
    .execute();
}

function hashUsername(username: string): string {
  return createHash('sha256').update(username).digest('base64url');
}
