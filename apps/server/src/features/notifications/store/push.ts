import './tables.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';

export interface SealedKeys {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

export async function findKeys(db: Db): Promise<SealedKeys | null> {
  const row = await db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'sealed_private_key as sealedPrivateKey'])
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps the first keys, which it returns: of two processes that start together, one wins. */
export async function insertKeys(
  db: Db,
  { publicKey, sealedPrivateKey }: SealedKeys,
  now: Date,
): Promise<SealedKeys> {
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed_private_key: sealedPrivateKey, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await findKeys(db);
  if (!stored) throw new Error('The keys for Web Push could not be stored.');
  return stored;
}

/** Deletes the keys with all subscriptions, which nobody can use without them. */
export async function deleteKeys(db: Db): Promise<void> {
  await sql`with keys as (delete from push_keys) delete from push_subscriptions`.execute(db);
}

export interface SealedSubscription {
  readonly id: string;
  readonly endpointHash: string;
  readonly sealed: string;
}

/** Saves the subscription of a browser, and removes it from the user who was signed in there before. */
export async function saveSubscription(
  tx: Tx,
  scope: Scope,
  { id, endpointHash, sealed }: SealedSubscription,
  now: Date,
): Promise<void> {
  // Two tabs of a browser may subscribe at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpointHash}`}, 0))`.execute(tx);
  await tx.deleteFrom('push_subscriptions').where('endpoint_hash', '=', endpointHash).execute();
  await tx
    .insertInto('push_subscriptions')
    .values({
      user_id: scope.userId,
      id,
      endpoint_hash: endpointHash,
      sealed_subscription: sealed,
      created_at: now,
    })
    .execute();
}

export async function countSubscriptions(db: Db, scope: Scope): Promise<number> {
  const { browsers } = await db
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<string>().as('browsers'))
    .where('user_id', '=', scope.userId)
    .executeTakeFirstOrThrow();
  return Number(browsers);
}

/** Keeps the newest subscriptions of a user. */
export async function deleteOldest(tx: Tx, scope: Scope, kept: number): Promise<void> {
  await sql`
    delete from push_subscriptions where user_id = ${scope.userId} and id not in (
      select id from push_subscriptions where user_id = ${scope.userId} order by created_at desc, id limit ${kept}
    )
  `.execute(tx);
}

export async function deleteByEndpoint(db: Db, scope: Scope, endpointHash: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', scope.userId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
}

export async function deleteSubscription(db: Db, scope: Scope, id: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** The sealed subscriptions of browsers, by the ids of user and subscription. */
export async function listSealedSubscriptions(
  db: Db,
  browsers: readonly { readonly scope: Scope; readonly subscriptionId: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; id: string; sealed_subscription: string }>`
    select user_id, id, sealed_subscription from push_subscriptions
    where (user_id, id) in (
      select * from unnest(
        ${browsers.map(({ scope }) => scope.userId)}::uuid[],
        ${browsers.map(({ subscriptionId }) => subscriptionId)}::uuid[]
      )
    )`.execute(db);
  return new Map(rows.map((row) => [`${row.user_id} ${row.id}`, row.sealed_subscription]));
}

/** The subscriptions of several users. */
export async function listSubscriptions(
  db: Db,
  userIds: readonly string[],
): Promise<{ scope: Scope; id: string }[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['user_id', 'id'])
    .where('user_id', '=', sql<string>`any(${userIds as string[]}::uuid[])`)
    .execute();
  return rows.map(({ user_id, id }) => ({ scope: mintScope(user_id, 'system'), id }));
}
