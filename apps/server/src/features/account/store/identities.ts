import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { claimName } from './directory.ts';
import type { User } from './tables.ts';
import { lockUser } from './users.ts';

/** The account of an identity, including closed accounts. */
export async function findAccount(
  db: Db,
  subject: string,
): Promise<{ userId: string; deletesAt: Date | null } | null> {
  const row = await db
    .selectFrom('user_directory as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id', 'u.deletes_at'])
    .where('d.kind', '=', 'identity')
    .where('d.value', '=', subject)
    .executeTakeFirst();
  return row ? { userId: row.id, deletesAt: row.deletes_at } : null;
}

export type AccountInSession = Pick<
  User,
  'id' | 'deletes_at' | 'time_zone' | 'home_time_zone' | 'hours' | 'hours_overrides' | 'scheduling'
> & { readonly session_seen_at: Date | null };

/**
 * The account of an identity with what most requests need of it, and when its session was last seen, in one
 * statement: every request with a token runs it.
 */
export async function findAccountInSession(
  db: Db,
  subject: string,
  lastSeen: RawBuilder<Date | null> | null,
): Promise<AccountInSession | null> {
  const { rows } = await sql<AccountInSession>`
    select u.id, u.deletes_at, u.time_zone, u.home_time_zone, u.hours, u.hours_overrides, u.scheduling,
      ${lastSeen ?? sql`null::timestamptz`} as session_seen_at
    from user_directory d join users u on u.id = d.user_id
    where d.kind = 'identity' and d.value = ${subject}
  `.execute(db);
  return rows[0] ?? null;
}

export async function listIdentities(db: Db, scope: Scope): Promise<{ value: string; created_at: Date }[]> {
  return db
    .selectFrom('user_directory')
    .select(['value', 'created_at'])
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'identity')
    .orderBy('created_at')
    .execute();
}

/** False when the identity already belongs to an account, even to this one. */
export function insertIdentity(db: Db, scope: Scope, subject: string, now: Date): Promise<boolean> {
  return claimName(db, 'identity', subject, scope.userId, now);
}

/**
 * Removes an identity of the user, unless it is the last one. The user's row is locked, so that two
 * simultaneous removals cannot leave none.
 */
export async function deleteIdentity(
  db: Db,
  scope: Scope,
  subject: string,
): Promise<'deleted' | 'unknown' | 'last'> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, scope);
    const identities = await listIdentities(tx, scope);
    if (!identities.some(({ value }) => value === subject)) return 'unknown';
    if (identities.length === 1) return 'last';
    await tx
      .deleteFrom('user_directory')
      .where('user_id', '=', scope.userId)
      .where('kind', '=', 'identity')
      .where('value', '=', subject)
      .execute();
    return 'deleted';
  });
}
