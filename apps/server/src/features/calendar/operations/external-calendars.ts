import { randomUUID } from 'node:crypto';
import type { Conference } from '@dayloom/contracts';
import type { Db, Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { cutText, toStorable } from '../model/storable-text.ts';
import { nextColor } from '../rules/colors.ts';
import {
  type CalendarRow,
  deleteCalendars,
  findCalendar,
  insertCalendar,
  listAccountsWithUnknownInviter,
  listBlockingIds,
  listCalendarRows,
  lockCalendars,
  makeDefault,
  updateExternalCalendar,
} from '../store/calendars.ts';
import { deleteEventsOfCalendar } from '../store/events.ts';

/** A calendar whose events are kept elsewhere: connected or subscribed. */
export interface ExternalCalendar {
  readonly id: string;
  readonly accountId: string | null;
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly name: string;
  readonly color: string;
  readonly isSynced: boolean;
  readonly isWritable: boolean;
  readonly isDefault: boolean;
  readonly blocksTime: boolean;
}

/** A calendar as the provider describes it. */
export interface RemoteCalendarInfo {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly isWritable: boolean;
  readonly conference?: Conference | null;
  readonly invitesGuests?: false;
}

function toExternalCalendar(row: CalendarRow): ExternalCalendar {
  return {
    id: row.id,
    accountId: row.account_id,
    remoteId: row.remote_id,
    url: row.url,
    name: row.name,
    color: row.color,
    isSynced: row.is_synced,
    isWritable: row.is_writable,
    isDefault: row.is_default,
    blocksTime: row.blocks_time,
  };
}

export async function listExternalCalendars(db: Db, scope: Scope): Promise<ExternalCalendar[]> {
  const rows = await listCalendarRows(db, scope);
  return rows.filter(({ kind }) => kind === 'connected' || kind === 'subscribed').map(toExternalCalendar);
}

/** The ids of the user's connected calendars that block time. Subscribed calendars never do. */
export function listBlockingCalendars(db: Db, scope: Scope): Promise<string[]> {
  return listBlockingIds(db, scope);
}

export async function findExternalCalendar(
  db: Db,
  scope: Scope,
  id: string,
): Promise<ExternalCalendar | null> {
  const row = await findCalendar(db, scope, id);
  return row && (row.kind === 'connected' || row.kind === 'subscribed') ? toExternalCalendar(row) : null;
}

/** Any calendar of the user, including those that are not external: the source or target of a mirror. */
export async function findAnyCalendar(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ name: string; isWritable: boolean; isConnected: boolean; isShown: boolean } | null> {
  const row = await findCalendar(db, scope, id);
  if (!row) return null;
  const { name, is_writable: isWritable, is_synced: isShown } = row;
  return { name, isWritable, isConnected: row.kind === 'connected', isShown };
}

/**
 * Brings the calendars of an account in line with the provider's list: new ones are added, missing ones are
 * deleted with their events, and names are updated. The user's settings (shown, blocking, colour) stay.
 * Returns all of them.
 */
export async function saveAccountCalendars(
  tx: Tx,
  scope: Scope,
  account: { id: string; mayBlock: boolean },
  listed: readonly RemoteCalendarInfo[],
  now: Date,
): Promise<ExternalCalendar[]> {
  const all = await listCalendarRows(tx, scope);
  const known = new Map(
    all.filter((row) => row.account_id === account.id).map((row) => [row.remote_id, row]),
  );
  const used = all.map(({ color }) => color);
  for (const [place, calendar] of listed.entries()) {
    const row = known.get(calendar.id);
    if (row) {
      await updateExternalCalendar(tx, scope, row.id, {
        name: calendar.name,
        is_writable: calendar.isWritable,
        conference: calendar.conference ?? null,
        invites_guests: calendar.invitesGuests ?? true,
      });
      continue;
    }
    const color = calendar.color ?? nextColor(used);
    used.push(color);
    await insertCalendar(
      tx,
      scope,
      {
        id: randomUUID(),
        name: calendar.name,
        color,
        kind: 'connected',
        accountId: account.id,
        remoteId: calendar.id,
        isWritable: calendar.isWritable,
        conference: calendar.conference ?? null,
        invitesGuests: calendar.invitesGuests ?? true,
        // Read-only calendars (holidays, birthdays, other people's) are shown but do not block time.
        blocksTime: account.mayBlock && calendar.isWritable,
      },
      // Lists are sorted by creation time: one millisecond apart keeps the provider's order.
      new Date(now.getTime() + place),
    );
  }
  const still = new Set(listed.map(({ id }) => id));
  const lost = [...known.values()].filter((row) => !still.has(row.remote_id ?? ''));
  await deleteCalendars(
    tx,
    scope,
    lost.map(({ id }) => id),
  );
  await notifyChanged(tx, scope, 'calendars', 'events');
  const rows = await listCalendarRows(tx, scope);
  return rows.filter((row) => row.account_id === account.id).map(toExternalCalendar);
}

export async function addSubscribedCalendar(
  tx: Tx,
  scope: Scope,
  { name, url }: { name: string; url: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const used = (await listCalendarRows(tx, scope)).map(({ color }) => color);
  await insertCalendar(
    tx,
    scope,
    { id, name, color: nextColor(used), kind: 'subscribed', url, isWritable: false, blocksTime: false },
    now,
  );
  await notifyChanged(tx, scope, 'calendars');
  return id;
}

export async function removeExternalCalendar(tx: Tx, scope: Scope, id: string): Promise<void> {
  await deleteCalendars(tx, scope, [id]);
  await notifyChanged(tx, scope, 'calendars', 'events');
}

/** Accounts whose calendars have to be listed again, because it is not known who invites their guests. */
export function listAccountsToRediscover(db: Db): Promise<{ userId: string; accountId: string }[]> {
  return listAccountsWithUnknownInviter(db);
}

const MAX_NAME_LENGTH = 200;

/** Sets the name to the one in the calendar's file. */
export async function renameExternalCalendar(tx: Tx, scope: Scope, id: string, name: string): Promise<void> {
  await updateExternalCalendar(tx, scope, id, { name: cutText(toStorable(name), MAX_NAME_LENGTH) });
  await notifyChanged(tx, scope, 'calendars');
}

/** Locks calendars before their contents are read for the last time (see `lockCalendars` in the store). */
export function lockExternalCalendars(tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  return lockCalendars(tx, scope, ids);
}

/** Switches syncing on or off. A calendar that is not synced keeps no events. */
export async function setSynced(tx: Tx, scope: Scope, id: string, isSynced: boolean): Promise<void> {
  await updateExternalCalendar(tx, scope, id, { is_synced: isSynced });
  if (!isSynced) await deleteEventsOfCalendar(tx, scope, id);
  await notifyChanged(tx, scope, 'calendars', 'events');
}

export async function setDefaultCalendar(tx: Tx, scope: Scope, id: string): Promise<void> {
  await makeDefault(tx, scope, id);
  await notifyChanged(tx, scope, 'calendars');
}
