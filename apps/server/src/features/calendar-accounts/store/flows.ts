import type { CalendarDomain } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

export interface Flow {
  readonly sealed_verifier: string;
  readonly nonce: string;
}

/**
 * The pending consent flow: a new one, or an existing one that has not expired, so that a second tab does not
 * invalidate the code of the first.
 */
export async function openFlow(
  db: Db,
  scope: Scope,
  domain: CalendarDomain,
  fresh: Flow,
  times: { now: Date; expiresAt: Date },
): Promise<Flow> {
  const isOver = sql<boolean>`oauth_flows.expires_at <= ${times.now}`;
  return db
    .insertInto('oauth_flows')
    .values({ user_id: scope.userId, domain, ...fresh, expires_at: times.expiresAt })
    .onConflict((conflict) =>
      conflict.constraint('oauth_flows_key').doUpdateSet({
        sealed_verifier: sql`case when ${isOver} then excluded.sealed_verifier else oauth_flows.sealed_verifier end`,
        nonce: sql`case when ${isOver} then excluded.nonce else oauth_flows.nonce end`,
        expires_at: times.expiresAt,
      }),
    )
    .returning(['sealed_verifier', 'nonce'])
    .executeTakeFirstOrThrow();
}

export function findFlow(db: Db, scope: Scope, domain: CalendarDomain, now: Date): Promise<Flow | undefined> {
  return db
    .selectFrom('oauth_flows')
    .select(['sealed_verifier', 'nonce'])
    .where('user_id', '=', scope.userId)
    .where('domain', '=', domain)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function closeFlow(db: Db, scope: Scope, domain: CalendarDomain): Promise<void> {
  await db
    .deleteFrom('oauth_flows')
    .where('user_id', '=', scope.userId)
    .where('domain', '=', domain)
    .execute();
}

export interface CodeState {
  /** Null while it is being exchanged. */
  readonly isConnected: boolean | null;
  readonly since: Date;
}

export async function findCode(db: Db, scope: Scope, hash: string): Promise<CodeState | undefined> {
  return db
    .selectFrom('oauth_codes')
    .select(['is_connected as isConnected', 'used_at as since'])
    .where('user_id', '=', scope.userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
}

/** Claims a code for the request that exchanges it; false when it was claimed before. */
export async function claimCode(db: Db, scope: Scope, hash: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('oauth_codes')
    .values({ user_id: scope.userId, code_hash: hash, is_connected: null, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code_hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Records the result of a claimed code. */
export async function recordCodeResult(
  db: Db,
  scope: Scope,
  hash: string,
  isConnected: boolean,
): Promise<void> {
  await db
    .updateTable('oauth_codes')
    .set({ is_connected: isConnected })
    .where('user_id', '=', scope.userId)
    .where('code_hash', '=', hash)
    .execute();
}

/** The provider gave no response: the code may be sent again. */
export async function releaseCode(db: Db, scope: Scope, hash: string): Promise<void> {
  await db
    .deleteFrom('oauth_codes')
    .where('user_id', '=', scope.userId)
    .where('code_hash', '=', hash)
    .where('is_connected', 'is', null)
    .execute();
}

export async function purgeFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oauth_flows').where('expires_at', '<', before).execute();
  await db.deleteFrom('oauth_codes').where('used_at', '<', before).execute();
}
