import type {
  CalendarAccount,
  ConflictSide,
  SyncConflict,
  SyncedCalendar,
  SyncHistoryEntry,
} from '@dayloom/contracts';
import type { Scope } from '../../../platform/scope.ts';
import { mayAccountBlock } from '../../calendar/operations/calendars.ts';
import {
  type ExternalCalendar,
  listExternalCalendars,
} from '../../calendar/operations/external-calendars.ts';
import { findEventId } from '../../calendar/operations/remote-events.ts';
import { toSyncStatus } from '../rules/sync-status.ts';
import { listAccountRows } from '../store/accounts.ts';
import { type ConflictRow, listConflictRows } from '../store/conflicts.ts';
import { type HistoryRow, listHistory, purgeHistoryBefore } from '../store/history.ts';
import { listMirrorRows } from '../store/mirrors.ts';
import { countOutbox, type Waiting } from '../store/outbox.ts';
import { purgeEarlierStatesBefore } from '../store/replaced-objects.ts';
import { listSyncRows, type SyncRow } from '../store/syncs.ts';
import { toConnectedCalendar } from './accounts.ts';
import { toMirror } from './mirrors.ts';
import type { AccountsPlatform } from './platform.ts';

const MAX_CONFLICTS_SHOWN = 50;
const MAX_HISTORY_SHOWN = 50;
const HISTORY_MS = 24 * 3_600_000;
/** After a quarter of a year an undo brings back what is shown here, and no more. */
const EARLIER_STATES_MS = 90 * 24 * 3_600_000;

export interface Connections {
  readonly accounts: CalendarAccount[];
  readonly subscriptions: SyncedCalendar[];
  readonly mirrors: ReturnType<typeof toMirror>[];
  readonly conflicts: SyncConflict[];
  readonly history: SyncHistoryEntry[];
}

/** Everything that is connected, with how far each calendar is in step. */
export async function listConnections(platform: AccountsPlatform, scope: Scope): Promise<Connections> {
  const { db, clock } = platform;
  const now = clock();
  const [rows, calendars, syncs, waiting, mirrors, conflicts, history] = await Promise.all([
    listAccountRows(db, scope),
    listExternalCalendars(db, scope),
    listSyncRows(db, scope),
    countOutbox(db, scope),
    listMirrorRows(db, scope),
    listConflictRows(db, scope, MAX_CONFLICTS_SHOWN),
    listHistory(db, scope, new Date(now.getTime() - HISTORY_MS), MAX_HISTORY_SHOWN),
  ]);
  const getSync = new Map(syncs.map((sync) => [sync.calendar_id, sync]));
  const toSyncedCalendar = (calendar: ExternalCalendar, isPaused: boolean): SyncedCalendar =>
    toSyncedCalendarInfo(calendar, getSync.get(calendar.id), waiting.get(calendar.id), { now, isPaused });
  const accounts: CalendarAccount[] = [];
  for (const row of rows) {
    const isPaused = row.state === 'reconnect_needed';
    accounts.push({
      ...toConnectedCalendar(row),
      state: row.state,
      mayBlockTime: await mayAccountBlock(platform, scope, row.id),
      serverUrl: row.server_url,
      failure: row.failure_kind && {
        kind: row.failure_kind,
        message: row.failure_message ?? '',
        retryAt: null,
      },
      connectedAt: row.created_at.toISOString(),
      calendars: calendars
        .filter(({ accountId }) => accountId === row.id)
        .map((it) => toSyncedCalendar(it, isPaused)),
    });
  }
  return {
    accounts,
    subscriptions: calendars.filter(({ url }) => url !== null).map((it) => toSyncedCalendar(it, false)),
    mirrors: mirrors.map(toMirror),
    conflicts: await Promise.all(conflicts.map((row) => toSyncConflict(platform, scope, row))),
    history: history.map(toHistoryEntry),
  };
}

function toSyncedCalendarInfo(
  calendar: ExternalCalendar,
  sync: SyncRow | undefined,
  outbox: Waiting | undefined,
  { now, isPaused }: { now: Date; isPaused: boolean },
): SyncedCalendar {
  const ownFailure =
    sync?.failure_kind != null ? { kind: sync.failure_kind, message: sync.failure_message ?? '' } : null;
  return {
    calendarId: calendar.id,
    name: calendar.name,
    color: calendar.color,
    isSynced: calendar.isSynced,
    blocksTime: calendar.blocksTime,
    isWritable: calendar.isWritable,
    isDefault: calendar.isDefault,
    url: calendar.url,
    sync: toSyncStatus(
      sync && calendar.isSynced
        ? {
            isComplete: sync.is_complete,
            lastSuccessAt: sync.last_success_at,
            nextAt: sync.next_at,
            isRunning: sync.leased_until !== null && sync.leased_until > now,
            eventsSeen: sync.events_seen,
            pendingWrites: outbox?.waiting ?? 0,
            pendingCopies: outbox?.copies ?? 0,
            channelExpiresAt: sync.channel_expires_at,
            failure: ownFailure ?? outbox?.failure ?? null,
            problems:
              sync.first_problem === null ? null : { count: sync.problem_count, first: sync.first_problem },
          }
        : null,
      { now, isPaused, isFeed: calendar.url !== null },
    ),
  };
}

async function toSyncConflict(
  { db }: AccountsPlatform,
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
    mine: row.shown.map(({ field, mine, theirs }) => ({
      field,
      mine: toConflictSide(mine),
      theirs: toConflictSide(theirs),
    })),
    happenedAt: row.happened_at.toISOString(),
  };
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

/** What nobody is shown any more. */
export async function purgeHistory({ db, clock }: AccountsPlatform): Promise<void> {
  const now = clock().getTime();
  await purgeHistoryBefore(db, new Date(now - HISTORY_MS));
  await purgeEarlierStatesBefore(db, new Date(now - EARLIER_STATES_MS));
}

/** Conflicts of before times were told apart are words and nothing else. */
function toConflictSide(side: ConflictSide | string): ConflictSide {
  return typeof side === 'string' ? { text: side, time: null } : side;
}
