import type { CalendarDomain } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db.ts';
import type { Scope } from '../../../platform/scope.ts';

export interface Flow {
  readonly sealed_verifier: string;
  readonly nonce: string;
}

/**
 * The consent that is being asked for: a new one, or the one that was begun already and is not over, so that a
 * second tab does not make the first one's code worthless.
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

/** Waits for whoever exchanges the same code at this moment; answers what became of it, if anything did. */
export async function lockCode(tx: Tx, scope: Scope, codeHash: string): Promise<boolean | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.userId} ${codeHash}`}, 0))`.execute(tx);
  const used = await tx
    .selectFrom('oauth_codes')
    .select('is_connected')
    .where('user_id', '=', scope.userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return used?.is_connected;
}

export async function recordCode(
  db: Db,
  scope: Scope,
  code: { hash: string; isConnected: boolean },
  now: Date,
): Promise<void> {
  await db
    .insertInto('oauth_codes')
    .values({ user_id: scope.userId, code_hash: code.hash, is_connected: code.isConnected, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What is long over. */
export async function purgeFlows(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oauth_flows').where('expires_at', '<', before).execute();
  await db.deleteFrom('oauth_codes').where('used_at', '<', before).execute();
}
