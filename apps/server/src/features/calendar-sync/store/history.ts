import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@dayloom/time';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { addCounts, type HistoryCounts, zeroCounts } from '../model/history.ts';
import type { Failure } from './syncs.ts';
import type { HistoryTable } from './tables.ts';

export type HistoryRow = Selectable<HistoryTable>;

/** Changes in quick succession share one entry: otherwise dragging an event around would fill the page. */
const FOLD_MS = 10 * MINUTE_MS;

/** Adds the counts of a sync run. Only the worker with the lease writes here, so writes do not overlap. */
export async function addToHistory(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  counts: HistoryCounts,
  { now, isRecovery = false }: { now: Date; isRecovery?: boolean },
): Promise<void> {
  const latest = await tx
    .selectFrom('sync_history')
    .select(['id', 'began_at', 'counts', 'failure_kind', 'is_recovery'])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isFolded =
    latest !== undefined &&
    latest.failure_kind === null &&
    now.getTime() - latest.began_at.getTime() < FOLD_MS;
  if (isFolded) {
    await tx
      .updateTable('sync_history')
      .set({
        happened_at: now,
        counts: JSON.stringify(addCounts(latest.counts, counts)),
        is_recovery: latest.is_recovery || isRecovery,
      })
      .where('user_id', '=', scope.userId)
      .where('id', '=', latest.id)
      .execute();
    return;
  }
  await insert(tx, scope, calendarId, now, { counts: JSON.stringify(counts), is_recovery: isRecovery });
}

export function addFailureToHistory(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  failure: Failure & { readonly waiting: number },
  now: Date,
): Promise<void> {
  return insert(tx, scope, calendarId, now, {
    counts: JSON.stringify(zeroCounts),
    failure_kind: failure.kind,
    failure_message: failure.message,
    waiting: failure.waiting,
  });
}

async function insert(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  now: Date,
  columns: {
    counts: string;
    is_recovery?: boolean;
    failure_kind?: Failure['kind'];
    failure_message?: string;
    waiting?: number;
  },
): Promise<void> {
  await tx
    .insertInto('sync_history')
    .values({
      user_id: scope.userId,
      id: randomUUID(),
      calendar_id: calendarId,
      began_at: now,
      happened_at: now,
      ...columns,
    })
    .execute();
}

/** The latest entries first. */
export function listHistory(db: Db, scope: Scope, since: Date, limit: number): Promise<HistoryRow[]> {
  return db
    .selectFrom('sync_history')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('happened_at', '>', since)
    .orderBy('happened_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function purgeHistoryBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sync_history').where('happened_at', '<', before).execute();
}
