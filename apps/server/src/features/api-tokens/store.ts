import type { TokenScope } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

interface ApiTokenTable {
  user_id: string;
  id: string;
  name: string;
  token_hash: string;
  hint: string;
  scopes: TokenScope[];
  requests_per_minute: number;
  changes_per_day: number;
  expires_at: Date | null;
  created_at: Date;
  first_used_at: Date | null;
  last_used_at: Date | null;
  minute_began_at: Date | null;
  minute_requests: number;
  day_began_at: Date | null;
  day_changes: number;
}

declare module '#platform/db.ts' {
  interface Tables {
    api_tokens: ApiTokenTable;
  }
}

export type ApiTokenRow = Selectable<ApiTokenTable>;
export type NewApiToken = Pick<
  ApiTokenTable,
  | 'id'
  | 'name'
  | 'token_hash'
  | 'hint'
  | 'scopes'
  | 'requests_per_minute'
  | 'changes_per_day'
  | 'expires_at'
  | 'created_at'
>;

export function listTokens(db: Db, scope: Scope): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Inserts a token unless the user has `most` already. The user's row is locked, so that simultaneous requests
 * cannot exceed the limit.
 */
export async function insertToken(
  db: Db,
  scope: Scope,
  token: NewApiToken,
  most: number,
): Promise<ApiTokenRow | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`api-tokens-${scope.userId}`}))`.execute(tx);
    const known = await tx
      .selectFrom('api_tokens')
      .select('id')
      .where('user_id', '=', scope.userId)
      .execute();
    if (known.length >= most) return null;
    return tx
      .insertInto('api_tokens')
      .values({
        user_id: scope.userId,
        ...token,
        first_used_at: null,
        last_used_at: null,
        minute_began_at: null,
        minute_requests: 0,
        day_began_at: null,
        day_changes: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Returns the name of the deleted token, or null when it does not exist. */
export async function deleteToken(db: Db, scope: Scope, id: string): Promise<string | null> {
  const gone = await db
    .deleteFrom('api_tokens')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return gone?.name ?? null;
}

/**
 * Counts a request of the token and returns the token; null when it does not exist or has expired. It takes
 * no scope, because the scope is created from its result. One statement, so that concurrent requests are all
 * counted.
 */
export async function countRequest(db: Db, tokenHash: string, now: Date): Promise<ApiTokenRow | null> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const isOver = sql<boolean>`minute_began_at is null or minute_began_at <= ${minuteAgo}`;
  const row = await db
    .updateTable('api_tokens')
    .set({
      first_used_at: sql`coalesce(first_used_at, ${now})`,
      last_used_at: now,
      minute_requests: sql`case when ${isOver} then 1 else minute_requests + 1 end`,
      minute_began_at: sql`case when ${isOver} then ${now} else minute_began_at end`,
    })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Counts changes and returns their number in the current 24 hours. */
export async function countChanges(
  db: Db,
  scope: Scope,
  id: string,
  { changes, now }: { readonly changes: number; readonly now: Date },
): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const isOver = sql<boolean>`day_began_at is null or day_began_at <= ${dayAgo}`;
  const row = await db
    .updateTable('api_tokens')
    .set({
      day_changes: sql`case when ${isOver} then ${changes}::integer else day_changes + ${changes}::integer end`,
      day_began_at: sql`case when ${isOver} then ${now} else day_began_at end`,
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning('day_changes')
    .executeTakeFirst();
  return row?.day_changes ?? 0;
}
