import {
  type CalendarAccount,
  type ConflictSide,
  calendarDomains,
  type Settings,
  type SyncConflict,
  type SyncedCalendar,
} from '@dayloom/contracts';
import type { Platform } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import { ProviderFailure } from '../../../platform/provider-failure.ts';
import type { Scope } from '../../../platform/scope.ts';
import { mayAccountBlock } from '../../calendar/operations/calendars.ts';
import {
  findAnyCalendar,
  findOutsideCalendar,
  listOutsideCalendars,
  type OutsideCalendar,
  setDefaultCalendar,
  setSynced,
} from '../../calendar/operations/outside-calendars.ts';
import { findEventIdOf } from '../../calendar/operations/remote-events.ts';
import { syncStatusOf } from '../rules/sync-status.ts';
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  listAccountRows,
  makePrimary,
  updateAccount,
} from '../store/accounts.ts';
import { type ConflictRow, listConflictRows } from '../store/conflicts.ts';
import { deleteAllLinks } from '../store/links.ts';
import { listMirrorRows } from '../store/mirrors.ts';
import { countOutbox, dropAllChanges, type Waiting } from '../store/outbox.ts';
import { deleteSync, insertSyncs, listSyncRows, type SyncRow } from '../store/syncs.ts';
import { consentOf, grantContext, openSession } from './grants.ts';
import { endCalendars } from './leave.ts';
import { mirrorOf } from './mirrors.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';
import { keepUnsent } from './unsent.ts';
import { unwatchCalendar } from './watch.ts';

const MAX_CONFLICTS_SHOWN = 50;

/** The rows of `settings.calendars`, the primary one first. */
export async function listConnectedCalendars(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<Settings['calendars']> {
  return (await listAccountRows(db, scope)).map(connectedOf);
}

function connectedOf(row: AccountRow): Settings['calendars'][number] {
  return {
    id: row.id,
    email: row.email,
    domain: row.domain,
    type: row.type,
    tags: row.tags,
    isPrimary: row.is_primary,
  };
}

/** Type and tags of the accounts that are named; the others stay as they are. */
export async function saveConnectedCalendars(
  { db }: AccountsPlatform,
  scope: Scope,
  wishes: readonly Pick<Settings['calendars'][number], 'id' | 'type' | 'tags'>[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = new Set((await listAccountRows(tx, scope)).map(({ id }) => id));
    if (wishes.some(({ id }) => !known.has(id))) throw new AppError('not_found', 'Calendar not found');
    for (const { id, type, tags } of wishes)
      await updateAccount(tx, scope, id, { type, tags: JSON.stringify(tags) });
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  });
}

/** Disconnects an account: its watches end, its access is given back, its calendars leave with their events. */
export async function disconnect(
  platform: AccountsPlatform,
  scope: Scope,
  domain: string,
  id: string,
): Promise<void> {
  if (!calendarDomains.some((known) => known === domain))
    throw new AppError('invalid_request', 'Unsupported calendar domain');
  const account = await findAccount(platform.db, scope, id);
  if (account?.domain !== domain) throw new AppError('not_found', 'Calendar not found');
  await giveBack(platform, scope, account);
  await platform.db.transaction().execute(async (tx) => {
    const leaving = (await listOutsideCalendars(tx, scope)).filter(({ accountId }) => accountId === id);
    await endCalendars(platform, tx, scope, new Set(leaving.map((calendar) => calendar.id)));
    await deleteAccount(tx, scope, id);
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts', 'calendars', 'events');
  });
}

/** Best effort: an access that the provider does not take back any more is worthless to us all the same. */
async function giveBack(platform: AccountsPlatform, scope: Scope, account: AccountRow): Promise<void> {
  const { db, secrets, log } = platform;
  try {
    if (account.state === 'connected') {
      const session = openSession(platform, scope, account);
      for (const calendar of await listOutsideCalendars(db, scope)) {
        if (calendar.accountId === account.id) await unwatchCalendar(platform, scope, calendar.id, session);
      }
    }
    const grant = secrets.open(account.sealed_grant, grantContext(account.id));
    await consentOf(platform, account.domain)?.revoke(grant);
  } catch (error) {
    const isExpected = error instanceof ProviderFailure || error instanceof AppError;
    if (!isExpected) throw error;
    log.warn({ domain: account.domain }, 'The access to a calendar account could not be given back');
  }
}

/** When the account of a user ends, so does every access to their calendars. */
export async function endCalendarAccounts(platform: AccountsPlatform, scope: Scope): Promise<void> {
  for (const account of await listAccountRows(platform.db, scope)) await giveBack(platform, scope, account);
}

export async function makeAccountPrimary({ db }: AccountsPlatform, scope: Scope, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await makePrimary(tx, scope, id))) throw notFound('The account');
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  });
}

/** Which of an account's calendars are fetched, and where new events go. */
export async function changeSyncedCalendar(
  platform: AccountsPlatform,
  scope: Scope,
  id: string,
  wish: { isSynced?: boolean | undefined; isDefault?: true | undefined },
): Promise<void> {
  const { db, clock, jobs } = platform;
  await db.transaction().execute(async (tx) => {
    const calendar = await findOutsideCalendar(tx, scope, id);
    if (!calendar) {
      // New events may go to the built-in calendar again; there is nothing else to choose about it here.
      const own = wish.isSynced === undefined && wish.isDefault && (await findAnyCalendar(tx, scope, id));
      if (!own) throw notFound('The calendar');
      await setDefaultCalendar(tx, scope, id);
      await notifyChanged(tx, scope, 'calendar-accounts');
      return;
    }
    if (wish.isDefault && !calendar.isWritable) {
      throw new AppError(
        'forbidden',
        `'${calendar.name}' can only be read here. Choose a calendar that new events can be written to.`,
      );
    }
    if (wish.isSynced !== undefined && wish.isSynced !== calendar.isSynced) {
      // First of all, so that a round that is under way ends before its events are taken out.
      await deleteSync(tx, scope, id);
      await keepUnsent(platform, tx, scope, [calendar]);
      // What waits belongs to events that leave: taken up again later, it would read as if they had been deleted here.
      await deleteAllLinks(tx, scope, id);
      await dropAllChanges(tx, scope, id);
      await setSynced(tx, scope, id, wish.isSynced);
      if (wish.isSynced) {
        await insertSyncs(tx, scope, [id], clock());
        await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId: id }, { key: id, tx });
      }
    }
    if (wish.isDefault) await setDefaultCalendar(tx, scope, id);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

export interface Connections {
  readonly accounts: CalendarAccount[];
  readonly subscriptions: SyncedCalendar[];
  readonly mirrors: ReturnType<typeof mirrorOf>[];
  readonly conflicts: SyncConflict[];
}

/** Everything that is connected, with how far each calendar is in step. */
export async function listConnections(platform: AccountsPlatform, scope: Scope): Promise<Connections> {
  const { db, clock } = platform;
  const now = clock();
  const [rows, calendars, syncs, waiting, mirrors, conflicts] = await Promise.all([
    listAccountRows(db, scope),
    listOutsideCalendars(db, scope),
    listSyncRows(db, scope),
    countOutbox(db, scope),
    listMirrorRows(db, scope),
    listConflictRows(db, scope, MAX_CONFLICTS_SHOWN),
  ]);
  const syncOf = new Map(syncs.map((sync) => [sync.calendar_id, sync]));
  const tell = (calendar: OutsideCalendar, isPaused: boolean): SyncedCalendar =>
    toldCalendar(calendar, syncOf.get(calendar.id), waiting.get(calendar.id), { now, isPaused });
  const accounts: CalendarAccount[] = [];
  for (const row of rows) {
    const isPaused = row.state === 'reconnect_needed';
    accounts.push({
      ...connectedOf(row),
      state: row.state,
      mayBlockTime: await mayAccountBlock(platform, scope, row.id),
      serverUrl: row.server_url,
      failure: row.failure_kind && {
        kind: row.failure_kind,
        message: row.failure_message ?? '',
        retryAt: null,
      },
      connectedAt: row.created_at.toISOString(),
      calendars: calendars.filter(({ accountId }) => accountId === row.id).map((it) => tell(it, isPaused)),
    });
  }
  return {
    accounts,
    subscriptions: calendars.filter(({ url }) => url !== null).map((it) => tell(it, false)),
    mirrors: mirrors.map(mirrorOf),
    conflicts: await Promise.all(conflicts.map((row) => conflictOf(platform, scope, row))),
  };
}

function toldCalendar(
  calendar: OutsideCalendar,
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
    sync: syncStatusOf(
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
          }
        : null,
      { now, isPaused, isFeed: calendar.url !== null },
    ),
  };
}

async function conflictOf({ db }: AccountsPlatform, scope: Scope, row: ConflictRow): Promise<SyncConflict> {
  return {
    _id: row.id,
    kind: row.kind,
    calendarId: row.calendar_id,
    eventId: await findEventIdOf(db, scope, row.calendar_id, row.uid),
    title: row.title,
    fields: row.fields,
    mine: row.shown.map(({ field, mine, theirs }) => ({ field, mine: sideOf(mine), theirs: sideOf(theirs) })),
    happenedAt: row.happened_at.toISOString(),
  };
}

/** Conflicts of before times were told apart are words and nothing else. */
function sideOf(side: ConflictSide | string): ConflictSide {
  return typeof side === 'string' ? { text: side, time: null } : side;
}
