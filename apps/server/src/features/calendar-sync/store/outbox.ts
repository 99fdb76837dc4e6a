import { type Selectable, sql } from 'kysely';
import type { ObjectName, RemoteEvent } from '#features/calendar/model/event.ts';
import { type Db, type Tx, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { Failure } from './syncs.ts';
import type { OutboxTable } from './tables.ts';

export type OutboxRow = Selectable<OutboxTable>;

/**
 * Records that event series changed here; an entry that already waits counts as changed again. With
 * `heldUntil` they are not sent before then; without it, a waiting entry stays held.
 */
export async function insertChanges(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
  { now, heldUntil }: { now: Date; heldUntil?: Date | null },
): Promise<void> {
  const entries = [...new Set(uids)].map((uid) => ({
    user_id: scope.userId,
    calendar_id: calendarId,
    uid,
    change: 1,
    changed_at: now,
    next_at: now,
    held_until: heldUntil ?? null,
  }));
  for (const batch of toInsertBatches(entries))
    await tx
      .insertInto('event_outbox')
      .values(batch)
      .onConflict((conflict) =>
        conflict.constraint('event_outbox_key').doUpdateSet({
          change: sql`event_outbox.change + 1`,
          changed_at: now,
          next_at: now,
          ...(heldUntil !== undefined && { held_until: heldUntil, notifies_guests: true }),
          failures: 0,
          failure_kind: null,
          failure_message: null,
        }),
      )
      .execute();
}

/** Whether a change of the calendar object has not reached its provider. */
export async function isChangeWaiting(
  db: Db,
  scope: Scope,
  { calendarId, uid }: ObjectName,
): Promise<boolean> {
  const row = await db
    .selectFrom('event_outbox')
    .select('uid')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row !== undefined;
}

export function listOutbox(
  db: Db,
  scope: Scope,
  calendarId: string,
  now: Date,
  limit: number,
): Promise<OutboxRow[]> {
  return db
    .selectFrom('event_outbox')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
    .orderBy('changed_at')
    .orderBy('uid')
    .limit(limit)
    .execute();
}

/** Marks waiting changes as sent without notice to guests. Returns whether any of them was still waiting. */
export async function withholdNotices(
  db: Db,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<boolean> {
  const rows = await db
    .updateTable('event_outbox')
    .set({ notifies_guests: false })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', sql<string>`any(${uids as string[]})`)
    .where('attempt', 'is', null)
    .returning('uid')
    .execute();
  return rows.length > 0;
}

/** Which of the calendar objects wait, each with what was sent if the outcome is unknown. */
export async function listWaiting(
  db: Db,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<Map<string, RemoteEvent[] | null>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom('event_outbox')
    .select(['uid', 'attempt'])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', sql<string>`any(${uids as string[]})`)
    .execute();
  return new Map(rows.map(({ uid, attempt }) => [uid, attempt]));
}

export async function listWaitingUids(db: Db, scope: Scope, calendarId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_outbox')
    .select('uid')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .orderBy('changed_at')
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}

/** The outcome of the attempt is known. */
export async function clearAttempt(db: Db, scope: Scope, entry: OutboxRow): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({ attempt: null })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', entry.calendar_id)
    .where('uid', '=', entry.uid)
    .execute();
}

/** Records what is about to be sent: it may succeed without our receiving the response. */
export async function noteAttempt(
  db: Db,
  scope: Scope,
  entry: OutboxRow,
  sent: readonly RemoteEvent[],
): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({ attempt: JSON.stringify(sent) })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', entry.calendar_id)
    .where('uid', '=', entry.uid)
    .execute();
}

export interface Waiting {
  readonly waiting: number;
  /** How many of them are mirror events. */
  readonly mirrored: number;
  readonly failure: Failure | null;
}

/** Number of waiting calendar objects of each calendar. */
export async function countOutbox(db: Db, scope: Scope): Promise<Map<string, Waiting>> {
  const rows = await db
    .selectFrom('event_outbox')
    .select((eb) => [
      'calendar_id',
      eb.fn.countAll<string>().as('waiting'),
      // Recognised by their UIDs, because the event may already be deleted.
      sql<string>`count(*) filter (where uid like 'dayloom-block-%' or uid like 'dayloom-mirror-%')`.as(
        'mirrored',
      ),
      sql<string | null>`(array_agg(failure_kind) filter (where failure_kind is not null))[1]`.as('kind'),
      sql<string | null>`(array_agg(failure_message) filter (where failure_kind is not null))[1]`.as(
        'message',
      ),
    ])
    .where('user_id', '=', scope.userId)
    .groupBy('calendar_id')
    .execute();
  return new Map(
    rows.map(({ calendar_id, waiting, mirrored, kind, message }) => [
      calendar_id,
      {
        waiting: Number(waiting),
        mirrored: Number(mirrored),
        failure: kind ? { kind: kind as Failure['kind'], message: message ?? '' } : null,
      },
    ]),
  );
}

/** Removes a sent entry, unless the calendar object changed again meanwhile. */
export async function settleChange(tx: Tx, scope: Scope, entry: OutboxRow): Promise<boolean> {
  const gone = await tx
    .deleteFrom('event_outbox')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', entry.calendar_id)
    .where('uid', '=', entry.uid)
    .where('change', '=', entry.change)
    .returning('uid')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function dropChanges(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<void> {
  if (uids.length === 0) return;
  await tx
    .deleteFrom('event_outbox')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', sql<string>`any(${uids as string[]})`)
    .execute();
}

export async function dropAllChanges(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('event_outbox')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

export async function recordSendFailure(
  db: Db,
  scope: Scope,
  entry: OutboxRow,
  failure: Failure,
  nextAt: Date,
): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({
      failures: sql`failures + 1`,
      failure_kind: failure.kind,
      failure_message: failure.message,
      next_at: nextAt,
    })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', entry.calendar_id)
    .where('uid', '=', entry.uid)
    .execute();
}

/** Retries waiting entries immediately. */
export async function retryNow(db: Db, scope: Scope, calendarId: string, now: Date): Promise<void> {
  await db
    .updateTable('event_outbox')
    .set({ next_at: now })
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}
