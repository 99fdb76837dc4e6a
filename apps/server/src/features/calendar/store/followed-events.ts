import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { insertRow, writeInBatch } from '#platform/batched-statements.ts';
import type { Db } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import './tables.ts';

/** What depends on an event. */
export interface Follower {
  readonly kind: 'booking' | 'meeting';
  readonly id: string;
}

/** In which a change can be undone before anybody is notified. */
const GRACE_MS = 30_000;
/** Per run. */
const MAX_AT_ONCE = 500;

export async function upsertFollower(
  db: Db,
  scope: Scope,
  uid: string,
  { kind, id }: Follower,
  endsAt: Date,
): Promise<void> {
  const row = { user_id: scope.userId, uid, kind, subject_id: id, ends_at: endsAt };
  const moved = sql`on conflict (user_id, uid) do update set ends_at = excluded.ends_at`;
  await writeInBatch(db, [insertRow('followed_events', row, moved)], sql`null`);
}

export async function deleteFollower(db: Db, scope: Scope, uid: string): Promise<void> {
  await db.deleteFrom('followed_events').where('user_id', '=', scope.userId).where('uid', '=', uid).execute();
}

/** Whether something else depends on the event. */
export async function isFollowed(db: Db, scope: Scope, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('followed_events')
    .select('uid')
    .where('user_id', '=', scope.userId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row !== undefined;
}

/** The subjects of a kind whose events changed a while ago, and not again since. Forgets those of the past. */
export async function claimChangedEvents(
  db: Db,
  kind: Follower['kind'],
  now: Date,
): Promise<{ scope: Scope; uid: string; subjectId: string }[]> {
  await db
    .deleteFrom('followed_events')
    .where('ends_at', '<', new Date(now.getTime() - MINUTE_MS))
    .execute();
  await db
    .updateTable('followed_events')
    .set({ noticed_at: now })
    .where('kind', '=', kind)
    .where('is_changed', '=', sql<boolean>`true`)
    .where('noticed_at', 'is', null)
    .execute();
  const rows = await db
    .selectFrom('followed_events')
    .select(['user_id', 'uid', 'subject_id'])
    .where('kind', '=', kind)
    .where('is_changed', '=', sql<boolean>`true`)
    .where('noticed_at', '<=', new Date(now.getTime() - GRACE_MS))
    .limit(MAX_AT_ONCE)
    .execute();
  return rows.map(({ user_id, uid, subject_id }) => ({
    scope: mintScope(user_id, 'system'),
    uid,
    subjectId: subject_id,
  }));
}

/** Changes from now on count again. */
export async function resetFollower(db: Db, scope: Scope, uid: string): Promise<void> {
  await db
    .updateTable('followed_events')
    .set({ is_changed: false, noticed_at: null })
    .where('user_id', '=', scope.userId)
    .where('uid', '=', uid)
    .execute();
}

/** The time of a single event in any calendar of the person; null if there is none, or it was cancelled. */
export async function findTimeByUid(
  db: Db,
  scope: Scope,
  uid: string,
): Promise<{ startsAt: Date; endsAt: Date } | null> {
  const row = await db
    .selectFrom('events')
    .select(['starts_at', 'ends_at'])
    .where('user_id', '=', scope.userId)
    .where('uid', '=', uid)
    .where('recurrence_id', 'is', null)
    .where('status', '<>', 'cancelled')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row ? { startsAt: row.starts_at, endsAt: row.ends_at } : null;
}
