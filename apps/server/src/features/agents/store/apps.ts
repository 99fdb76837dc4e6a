import { randomUUID } from 'node:crypto';
import type { TokenScope } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import './tables.ts';

export type AppRow = Selectable<Tables['connected_apps']>;

export interface NewApp {
  readonly clientId: string;
  readonly grantId: string;
  readonly name: string;
  readonly redirectHost: string;
  readonly scopes: readonly TokenScope[];
}

/** Connects an app, or renews its connection. Returns the grant that this replaces, or null. */
export async function saveApp(db: Db, scope: Scope, app: NewApp, now: Date): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('connected_apps')
      .select('grant_id')
      .where('user_id', '=', scope.userId)
      .where('client_id', '=', app.clientId)
      .forUpdate()
      .executeTakeFirst();
    const row = {
      grant_id: app.grantId,
      name: app.name,
      redirect_host: app.redirectHost,
      scopes: [...app.scopes],
      connected_at: now,
    };
    await tx
      .insertInto('connected_apps')
      .values({
        user_id: scope.userId,
        id: randomUUID(),
        client_id: app.clientId,
        last_used_at: null,
        minute_began_at: null,
        minute_requests: 0,
        ...row,
      })
      .onConflict((conflict) => conflict.constraint('connected_apps_client').doUpdateSet(row))
      .execute();
    return before?.grant_id ?? null;
  });
}

export function listAppRows(db: Db, scope: Scope): Promise<AppRow[]> {
  return db
    .selectFrom('connected_apps')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('connected_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns the app that is gone now, or null. */
export async function deleteApp(db: Db, scope: Scope, id: string): Promise<AppRow | null> {
  const gone = await db
    .deleteFrom('connected_apps')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return gone ?? null;
}

/**
 * Counts a request under a grant and returns its app; null if it was disconnected. It takes no scope, because the scope
 * is created from its result.
 */
export async function countAppRequest(db: Db, grantId: string, now: Date): Promise<AppRow | null> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const isOver = sql<boolean>`minute_began_at is null or minute_began_at <= ${minuteAgo}`;
  const row = await db
    .updateTable('connected_apps')
    .set({
      last_used_at: now,
      minute_requests: sql`case when ${isOver} then 1 else minute_requests + 1 end`,
      minute_began_at: sql`case when ${isOver} then ${now} else minute_began_at end`,
    })
    .where('grant_id', '=', grantId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
