import { calendarDomains, Id, type Settings } from '@dayloom/contracts';
import {
  findAnyCalendar,
  findExternalCalendar,
  listExternalCalendars,
  setDefaultCalendar,
  setSynced,
} from '#features/calendar/operations/external-calendars.ts';
import { lockMirrorWrites } from '#features/calendar-mirrors/operations/mirrors.ts';
import {
  forgetSyncedObjects,
  startSync,
  stopSync,
} from '#features/calendar-sync/operations/synced-calendars.ts';
import { keepUnsent } from '#features/calendar-sync/operations/unsent.ts';
import { unwatchCalendar } from '#features/calendar-sync/operations/watch.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import {
  type AccountRow,
  deleteAccount,
  findAccount,
  listAccountRows,
  makePrimary,
  updateAccount,
} from '../store/accounts.ts';
import { endCalendars } from './end-calendars.ts';
import { findConsent, grantContext, openSession } from './grants.ts';
import type { AccountReader, AccountsPlatform } from './platform.ts';

/** The rows of `settings.calendars`, the primary one first. */
export async function listConnectedCalendars(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<Settings['calendars']> {
  return (await listAccountRows(db, scope)).map(toConnectedCalendar);
}

/** An account in the form of `settings.calendars`. */
export function toConnectedCalendar(row: AccountRow): Settings['calendars'][number] {
  return {
    id: row.id,
    email: row.email,
    domain: row.domain,
    type: row.type,
    tags: row.tags,
    isPrimary: row.is_primary,
  };
}

/** Saves type and tags of the named accounts. The others are unchanged. */
export async function saveConnectedCalendars(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  inputs: readonly Pick<Settings['calendars'][number], 'id' | 'type' | 'tags'>[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = new Set((await listAccountRows(tx, scope)).map(({ id }) => id));
    if (inputs.some(({ id }) => !known.has(id))) throw new AppError('not_found', 'Calendar not found');
    for (const { id, type, tags } of inputs)
      await updateAccount(tx, scope, id, { type, tags: JSON.stringify(tags) });
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  });
}

/**
 * Disconnects an account: ends its watches, revokes its access, and deletes its calendars with their events.
 */
export async function disconnect(
  platform: AccountsPlatform,
  scope: Scope,
  domain: string,
  id: string,
): Promise<void> {
  if (!calendarDomains.some((known) => known === domain))
    throw new AppError('invalid_request', 'Unsupported calendar domain');
  const account = Id.safeParse(id).success ? await findAccount(platform.db, scope, id) : null;
  if (account?.domain !== domain) throw new AppError('not_found', 'Calendar not found');
  await revokeGrant(platform, scope, account);
  await platform.db.transaction().execute(async (tx) => {
    const leaving = (await listExternalCalendars(tx, scope)).filter(({ accountId }) => accountId === id);
    await endCalendars(platform, tx, scope, new Set(leaving.map((calendar) => calendar.id)));
    await deleteAccount(tx, scope, id);
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts', 'calendars', 'events');
  });
}

/** Best effort: if revoking fails, we no longer have the tokens anyway. */
async function revokeGrant(platform: AccountReader, scope: Scope, account: AccountRow): Promise<void> {
  const { db, secrets, log } = platform;
  try {
    if (account.state === 'connected') {
      const session = openSession(platform, scope, account);
      for (const calendar of await listExternalCalendars(db, scope)) {
        if (calendar.accountId === account.id) await unwatchCalendar(platform, scope, calendar.id, session);
      }
    }
    const grant = secrets.open(account.sealed_grant, grantContext(account.id));
    await findConsent(platform, account.domain)?.revoke(grant);
  } catch (error) {
    const isExpected = error instanceof ProviderFailure || error instanceof AppError;
    if (!isExpected) throw error;
    log.warn({ domain: account.domain }, 'The access to a calendar account could not be revoked');
  }
}

/** Revokes all calendar access of a user whose account is deleted. */
export async function endCalendarAccounts(platform: AccountReader, scope: Scope): Promise<void> {
  for (const account of await listAccountRows(platform.db, scope))
    await revokeGrant(platform, scope, account);
}

export async function makeAccountPrimary(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await makePrimary(tx, scope, id))) throw notFound('The account');
    await notifyChanged(tx, scope, 'profile', 'calendar-accounts');
  });
}

/** Selects which calendars of an account are synced, and the default calendar. */
export async function changeSyncedCalendar(
  platform: DbContext & Pick<Platform, 'config' | 'jobs'>,
  scope: Scope,
  id: string,
  input: { isSynced?: boolean | undefined; isDefault?: true | undefined },
): Promise<void> {
  const { db } = platform;
  await db.transaction().execute(async (tx) => {
    const calendar = await findExternalCalendar(tx, scope, id);
    if (!calendar) {
      // The built-in calendar can be made the default again; it has no other setting here.
      const own = input.isSynced === undefined && input.isDefault && (await findAnyCalendar(tx, scope, id));
      if (!own) throw notFound('The calendar');
      await setDefaultCalendar(tx, scope, id);
      await notifyChanged(tx, scope, 'calendar-accounts');
      return;
    }
    if (input.isDefault && !calendar.isWritable) {
      throw new AppError(
        'forbidden',
        `'${calendar.name}' is read-only here. Choose a calendar that accepts new events.`,
      );
    }
    if (input.isSynced !== undefined && input.isSynced !== calendar.isSynced) {
      // First, so that a running sync run ends before the events are deleted.
      await stopSync(tx, scope, [id]);
      // Keeps mirror events from being written at the same time.
      await lockMirrorWrites(tx, scope);
      await keepUnsent(platform, tx, scope, [calendar]);
      await forgetSyncedObjects(tx, scope, id);
      await setSynced(tx, scope, id, input.isSynced);
      if (input.isSynced) await startSync(platform, tx, scope, [id]);
    }
    if (input.isDefault) await setDefaultCalendar(tx, scope, id);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}
