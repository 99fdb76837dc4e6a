import { type Selectable, sql } from 'kysely';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ShownDifference } from '../model/shown-difference.ts';
import type { ConflictTable } from './tables.ts';

export type ConflictRow = Selectable<ConflictTable>;

export interface NewConflict {
  readonly id: string;
  readonly calendarId: string;
  readonly uid: string;
  readonly kind: ConflictRow['kind'];
  readonly title: string;
  readonly fields: readonly string[];
  readonly mine: readonly RemoteEvent[];
  readonly shown: readonly ShownDifference[];
}

export async function insertConflicts(
  tx: Tx,
  scope: Scope,
  conflicts: readonly NewConflict[],
  now: Date,
): Promise<void> {
  if (conflicts.length === 0) return;
  await tx
    .insertInto('sync_conflicts')
    .values(
      conflicts.map((conflict) => ({
        user_id: scope.userId,
        id: conflict.id,
        calendar_id: conflict.calendarId,
        uid: conflict.uid,
        kind: conflict.kind,
        title: conflict.title,
        fields: JSON.stringify(conflict.fields),
        mine: JSON.stringify(conflict.mine),
        shown: JSON.stringify(conflict.shown),
        happened_at: now,
      })),
    )
    .execute();
}

export function listConflictRows(db: Db, scope: Scope, limit: number): Promise<ConflictRow[]> {
  return db
    .selectFrom('sync_conflicts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('happened_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Moves the conflicts of a calendar that is being deleted to another one, as unsent changes. */
export async function moveConflicts(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  homeId: string,
  describe: (isDeletion: boolean) => Pick<NewConflict, 'kind' | 'fields'>,
): Promise<void> {
  const calendarConflicts = tx
    .updateTable('sync_conflicts')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId);
  for (const isDeletion of [true, false]) {
    const { kind, fields } = describe(isDeletion);
    await calendarConflicts
      .set({ calendar_id: homeId, kind, fields: JSON.stringify(fields) })
      .where(sql<boolean>`(mine = '[]'::jsonb) = ${isDeletion}`)
      .execute();
  }
}

/** Deletes the conflict and returns it; undefined when it does not exist. */
export function deleteConflict(tx: Db, scope: Scope, id: string): Promise<ConflictRow | undefined> {
  return tx
    .deleteFrom('sync_conflicts')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export function findConflict(db: Db, scope: Scope, id: string): Promise<ConflictRow | undefined> {
  return db
    .selectFrom('sync_conflicts')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
}
