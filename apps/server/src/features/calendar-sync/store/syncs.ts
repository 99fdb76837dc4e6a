import type { SyncFailureKind } from '@dayloom/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { SyncTable } from './tables.ts';

export type SyncRow = Selectable<SyncTable>;

export async function insertSyncs(
  db: Db,
  scope: Scope,
  calendarIds: readonly string[],
  now: Date,
): Promise<void> {
  if (calendarIds.length === 0) return;
  await db
    .insertInto('calendar_syncs')
    .values(calendarIds.map((id) => ({ user_id: scope.userId, calendar_id: id, next_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSync(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('calendar_syncs')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

export function listSyncRows(db: Db, scope: Scope): Promise<SyncRow[]> {
  return db.selectFrom('calendar_syncs').selectAll().where('user_id', '=', scope.userId).execute();
}

export function findSync(db: Db, scope: Scope, calendarId: string): Promise<SyncRow | undefined> {
  return db
    .selectFrom('calendar_syncs')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst();
}

/**
 * Keeps the calendar from being deselected, or leased to another worker, until the transaction ends. False
 * when that has already happened.
 */
export async function lockSync(tx: Tx, scope: Scope, calendarId: string, holder: string): Promise<boolean> {
  const held = await tx
    .selectFrom('calendar_syncs')
    .select('calendar_id')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('lease_holder', '=', holder)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

export interface LeaseTimes {
  readonly now: Date;
  readonly until: Date;
}

/** Acquires the calendar for one worker; undefined when another one has it. */
export function acquireLease(
  db: Db,
  scope: Scope,
  calendarId: string,
  holder: string,
  { now, until }: LeaseTimes,
): Promise<SyncRow | undefined> {
  return db
    .updateTable('calendar_syncs')
    .set({ leased_until: until, lease_holder: holder })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Extends the lease; false when another worker has it. `unlessBusy` skips a row that is locked by a writer,
 * instead of waiting: the writer holds the lease in any case.
 */
export async function extendLease(
  db: Db,
  scope: Scope,
  calendarId: string,
  holder: string,
  { until, unlessBusy = false }: { until: Date; unlessBusy?: boolean },
): Promise<boolean> {
  const own = db
    .selectFrom('calendar_syncs')
    .select('calendar_id')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('lease_holder', '=', holder)
    .forUpdate();
  const kept = await db
    .updateTable('calendar_syncs')
    .set({ leased_until: until })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', 'in', unlessBusy ? own.skipLocked() : own)
    .returning('calendar_id')
    .executeTakeFirst();
  return kept !== undefined;
}

export type SyncColumns = Partial<
  Omit<SyncTable, 'user_id' | 'calendar_id' | 'is_complete' | 'events_seen' | 'failures' | 'problem_count'>
> & {
  readonly problem_count?: number;
  readonly is_complete?: boolean;
  readonly events_seen?: number;
  readonly failures?: number;
};

export async function updateSync(
  db: Db,
  scope: Scope,
  calendarId: string,
  columns: SyncColumns,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db
    .updateTable('calendar_syncs')
    .set(columns)
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

/**
 * Calendars whose next run is due, the longest overdue first, without those of accounts that need to be
 * reconnected.
 */
export function listDue(db: Db, now: Date, limit: number): Promise<{ userId: string; calendarId: string }[]> {
  return db
    .selectFrom('calendar_syncs as s')
    .innerJoin('calendars as c', (join) =>
      join.onRef('c.user_id', '=', 's.user_id').onRef('c.id', '=', 's.calendar_id'),
    )
    .leftJoin('calendar_accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'c.user_id').onRef('a.id', '=', 'c.account_id'),
    )
    .select(['s.user_id as userId', 's.calendar_id as calendarId'])
    .where('s.next_at', '<=', now)
    .where((eb) => eb.or([eb('a.state', 'is', null), eb('a.state', '=', 'connected')]))
    .orderBy('s.next_at')
    .limit(limit)
    .execute();
}

export interface Failure {
  readonly kind: SyncFailureKind;
  readonly message: string;
}

/** Revokes all leases of a user, and locks the calendars until the transaction ends. */
export async function revokeLeases(tx: Tx, scope: Scope): Promise<string[]> {
  const syncs = await tx
    .selectFrom('calendar_syncs')
    .select(['calendar_id', 'lease_holder'])
    .where('user_id', '=', scope.userId)
    .orderBy('calendar_id')
    .forUpdate()
    .execute();
  await tx
    .updateTable('calendar_syncs')
    .set({ leased_until: null, lease_holder: null })
    .where('user_id', '=', scope.userId)
    .execute();
  return syncs.flatMap(({ calendar_id, lease_holder }) => (lease_holder === null ? [] : calendar_id));
}

/** Counts a failure and records when to try again. */
export async function recordSyncFailure(
  db: Db,
  scope: Scope,
  calendarId: string,
  failure: Failure,
  nextAt: Date,
): Promise<void> {
  await db
    .updateTable('calendar_syncs')
    .set({
      failures: sql`failures + 1`,
      failure_kind: failure.kind,
      failure_message: failure.message,
      next_at: nextAt,
      leased_until: null,
      lease_holder: null,
    })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}
