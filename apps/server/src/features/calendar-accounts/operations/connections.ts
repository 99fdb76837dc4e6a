import type {
  CalendarAccount,
  CalendarMirror,
  SyncConflict,
  SyncedCalendar,
  SyncHistoryEntry,
} from '@dayloom/contracts';
import { canAccountBlockTime } from '#features/calendar/operations/calendars.ts';
import {
  type ExternalCalendar,
  listExternalCalendars,
} from '#features/calendar/operations/external-calendars.ts';
import { listMirrors } from '#features/calendar-mirrors/operations/mirrors.ts';
import { readSyncReport, type SyncReport } from '#features/calendar-sync/operations/sync-report.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { listAccountRows } from '../store/accounts.ts';
import { toConnectedCalendar } from './accounts.ts';

export interface Connections {
  readonly accounts: CalendarAccount[];
  readonly subscriptions: SyncedCalendar[];
  readonly mirrors: CalendarMirror[];
  readonly conflicts: SyncConflict[];
  readonly history: SyncHistoryEntry[];
}

/** All connected accounts, with the sync status of each calendar. */
export async function listConnections(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<Connections> {
  const { db } = platform;
  const [rows, calendars, mirrors, report] = await Promise.all([
    listAccountRows(db, scope),
    listExternalCalendars(db, scope),
    listMirrors(platform, scope),
    readSyncReport(platform, scope),
  ]);
  const accounts: CalendarAccount[] = [];
  for (const row of rows) {
    const isPaused = row.state === 'reconnect_needed';
    const own = calendars.filter(({ accountId }) => accountId === row.id);
    accounts.push({
      ...toConnectedCalendar(row),
      state: row.state,
      mayBlockTime: await canAccountBlockTime(platform, scope, row.id),
      serverUrl: row.server_url,
      failure: row.failure_kind && {
        kind: row.failure_kind,
        message: row.failure_message ?? '',
        retryAt: null,
      },
      connectedAt: row.created_at.toISOString(),
      calendars: own.map((calendar) => toSyncedCalendar(calendar, report, { isPaused })),
    });
  }
  return {
    accounts,
    subscriptions: calendars
      .filter(({ url }) => url !== null)
      .map((calendar) => toSyncedCalendar(calendar, report, { isPaused: false })),
    mirrors,
    conflicts: report.conflicts,
    history: report.history,
  };
}

function toSyncedCalendar(
  calendar: ExternalCalendar,
  report: SyncReport,
  options: { readonly isPaused: boolean },
): SyncedCalendar {
  return {
    calendarId: calendar.id,
    name: calendar.name,
    color: calendar.color,
    isSynced: calendar.isSynced,
    blocksTime: calendar.blocksTime,
    isWritable: calendar.isWritable,
    isDefault: calendar.isDefault,
    url: calendar.url,
    sync: report.getStatus(calendar, options),
  };
}
