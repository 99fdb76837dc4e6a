import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import './tables.ts';

export interface Link {
  readonly scope: Scope;
  readonly kind: string;
  readonly target: Record<string, string>;
}

export async function insertLink(
  db: Db,
  scope: Scope,
  link: {
    tokenHash: string;
    kind: string;
    target: Record<string, string>;
    usesLeft: number | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const { id } = await db
    .insertInto('links')
    .values({
      token_hash: link.tokenHash,
      user_id: scope.userId,
      kind: link.kind,
      target: JSON.stringify(link.target),
      uses_left: link.usesLeft,
      created_at: link.now,
      expires_at: link.expiresAt,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Per event type. */
const MAX_LISTED = 100;

export interface EventTypeLink {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly uses: number;
}

/** The links to an event type that have neither expired nor been revoked, the newest first. */
export function listEventTypeLinks(
  db: Db,
  scope: Scope,
  eventTypeId: string,
  now: Date,
): Promise<EventTypeLink[]> {
  return db
    .selectFrom('links')
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt', 'uses'])
    .where('user_id', '=', scope.userId)
    .where('kind', '=', 'event_type')
    .where(sql<boolean>`target ->> 'eventTypeId' = ${eventTypeId}`)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
}

/** False if there is no such link, or if it was revoked before. */
export async function revokeLink(db: Db, scope: Scope, id: string, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('links')
    .set({ revoked_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** A link that still works. It takes no scope: the token is the permission. */
export async function findLink(db: Db, tokenHash: string, now: Date): Promise<Link | null> {
  const row = await db
    .selectFrom('links')
    .select(['user_id', 'kind', 'target'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]))
    .executeTakeFirst();
  return row ? { scope: mintScope(row.user_id, 'system'), kind: row.kind, target: row.target } : null;
}

/** Counts a use. False when the link has been used up, revoked, or has expired. */
export async function countUse(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('links')
    .set((eb) => ({ uses: eb('uses', '+', 1), uses_left: eb('uses_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]))
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Links of every user. */
export async function deleteLinksExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('links').where('expires_at', '<', instant).execute();
}
