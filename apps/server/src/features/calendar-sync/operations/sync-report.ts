import type { ConflictSide, SyncConflict, SyncHistoryEntry, SyncStatus } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { ExternalCalendar } from '#features/calendar/operations/external-calendars.ts';
import { findEventId } from '#features/calendar/operations/remote-events.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { toSyncStatus } from '../rules/sync-status.ts';
import { type ConflictRow, listConflictRows } from '../store/conflicts.ts';
import { type HistoryRow, listHistory, purgeHistoryBefore } from '../store/history.ts';
import { countOutbox, type Waiting } from '../store/outbox.ts';
import { purgeEarlierStatesBefore } from '../store/replaced-objects.ts';
import { listSyncRows, type SyncRow } from '../store/syncs.ts';

const MAX_CONFLICTS_SHOWN = 50;
const MAX_HISTORY_SHOWN = 50;
const HISTORY_MS = DAY_MS;
/** After 90 days an undo restores only the fields that we store ourselves. */
const EARLIER_STATES_MS = 90 * DAY_MS;

export interface SyncReport {
  /** `isPaused`: the calendar's account needs to be reconnected. */
  getStatus(calendar: SyncedSource, options: { readonly isPaused: boolean }): SyncStatus;
  readonly conflicts: SyncConflict[];
  readonly history: SyncHistoryEntry[];
}

type SyncedSource = Pick<ExternalCalendar, 'id' | 'isSynced' | 'url'>;

/** The sync status, the conflicts and the recent history of a user's calendars. */
export async function readSyncReport(platform: DbContext, scope: Scope): Promise<SyncReport> {
  const { db, clock } = platform;
  const now = clock();
  const [syncs, waiting, conflicts, history] = await Promise.all([
    listSyncRows(db, scope),
    countOutbox(db, scope),
    listConflictRows(db, scope, MAX_CONFLICTS_SHOWN),
    listHistory(db, scope, new Date(now.getTime() - HISTORY_MS), MAX_HISTORY_SHOWN),
  ]);
  const syncById = new Map(syncs.map((sync) => [sync.calendar_id, sync]));
  return {
    getStatus: (calendar, { isPaused }) =>
      readStatus(calendar, syncById.get(calendar.id), waiting.get(calendar.id), { now, isPaused }),
    conflicts: await Promise.all(conflicts.map((row) => toSyncConflict(platform, scope, row))),
    history: history.map(toHistoryEntry),
  };
}

function readStatus(
  calendar: SyncedSource,
  sync: SyncRow | undefined,
  outbox: Waiting | undefined,
  { now, isPaused }: { now: Date; isPaused: boolean },
): SyncStatus {
  const ownFailure =
    sync?.failure_kind != null ? { kind: sync.failure_kind, message: sync.failure_message ?? '' } : null;
  return toSyncStatus(
    sync && calendar.isSynced
      ? {
          isComplete: sync.is_complete,
          lastSuccessAt: sync.last_success_at,
          nextAt: sync.next_at,
          isRunning: sync.leased_until !== null && sync.leased_until > now,
          eventsSeen: sync.events_seen,
          pendingWrites: outbox?.waiting ?? 0,
          pendingCopies: outbox?.mirrored ?? 0,
          channelExpiresAt: sync.channel_expires_at,
          failure: ownFailure ?? outbox?.failure ?? null,
          problems:
            sync.first_problem === null ? null : { count: sync.problem_count, first: sync.first_problem },
        }
      : null,
    { now, isPaused, isFeed: calendar.url !== null },
  );
}

async function toSyncConflict(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  row: ConflictRow,
): Promise<SyncConflict> {
  return {
    _id: row.id,
    kind: row.kind,
    calendarId: row.calendar_id,
    eventId: await findEventId(db, scope, row.calendar_id, row.uid),
    title: row.title,
    fields: row.fields,
    mine: row.shown.map(({ field, mine, theirs }) => ({ field, mine: toSide(mine), theirs: toSide(theirs) })),
    happenedAt: row.happened_at.toISOString(),
  };
}

/** Old conflicts have plain texts as sides, without times. */
function toSide(side: ConflictSide | string): ConflictSide {
  return typeof side === 'string' ? { text: side, time: null } : side;
}

function toHistoryEntry(row: HistoryRow): SyncHistoryEntry {
  const { failure_kind: kind, failure_message: message, waiting } = row;
  return {
    _id: row.id,
    calendarId: row.calendar_id,
    happenedAt: row.happened_at.toISOString(),
    ...row.counts,
    isRecovery: row.is_recovery,
    failure: kind && { kind, message: message ?? '', waiting },
  };
}

/** Deletes history that is no longer shown, and earlier states that are too old for undo. */
export async function purgeHistory({ db, clock }: DbContext): Promise<void> {
  const now = clock().getTime();
  await purgeHistoryBefore(db, new Date(now - HISTORY_MS));
  await purgeEarlierStatesBefore(db, new Date(now - EARLIER_STATES_MS));
}
