import { randomUUID } from 'node:crypto';
import type { Calendar } from '@dayloom/contracts';
import { getPaidPlan } from '#features/account/operations/paid-plan.ts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Db, Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { nextColor } from '../rules/colors.ts';
import {
  type CalendarColumns,
  type CalendarRow,
  deleteOwnCalendar,
  findCalendar,
  findCalendarForUse,
  insertCalendar,
  listCalendarRows,
  listCalendarsForUse,
  listUidsForRemoval,
  readCalendarVersions as readVersions,
  selectHaveVersions as selectHaveSame,
  updateCalendar,
} from '../store/calendars.ts';
import { replaceKind } from './event-commands.ts';
import type { CalendarPlatform } from './platform.ts';

const BUILT_IN_COLOR = '#5CAAFF';

/** The user's calendars. The first call creates the built-in one. */
export async function listCalendars(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
): Promise<Calendar[]> {
  await ensureBuiltIn(platform.db, scope, platform.config.PRODUCT_NAME, platform.clock());
  // A calendar that is not synced has nothing to show and accepts no events.
  return (await listCalendarRows(platform.db, scope)).filter((row) => row.is_synced).map(toCalendar);
}

export async function ensureBuiltIn(db: Db, scope: Scope, name: string, now: Date): Promise<CalendarRow> {
  const find = async () => (await listCalendarRows(db, scope)).find((row) => row.kind === 'dayloom');
  const known = await find();
  if (known) return known;
  await insertCalendar(db, scope, { id: randomUUID(), name, color: BUILT_IN_COLOR, kind: 'dayloom' }, now);
  const made = await find();
  if (!made) throw new Error('The built-in calendar could not be created.');
  return made;
}

/** The calendar of new events when the request names none. */
export async function getDefaultCalendar(
  db: Db,
  scope: Scope,
  builtInName: string,
  now: Date,
): Promise<CalendarRow> {
  return chooseDefault(await listCalendarRows(db, scope)) ?? ensureBuiltIn(db, scope, builtInName, now);
}

/** The calendar of new events, which nobody deletes before the transaction ends. */
export async function getDefaultCalendarForUse(
  tx: Tx,
  scope: Scope,
  builtInName: string,
  now: Date,
): Promise<CalendarRow> {
  const chosen = chooseDefault(await listCalendarsForUse(tx, scope));
  if (chosen) return chosen;
  const { id } = await ensureBuiltIn(tx, scope, builtInName, now);
  const made = await findCalendarForUse(tx, scope, id);
  if (!made) throw notFound('The calendar');
  return made;
}

/** The versions of all the user's calendars, as one text. */
export const readCalendarVersions = readVersions;

/** SQL: whether the calendars have these versions, and one of them exists. Nobody deletes that one meanwhile. */
export const selectHaveVersions = selectHaveSame;

function chooseDefault(rows: readonly CalendarRow[]): CalendarRow | undefined {
  const chosen = rows.find((row) => row.is_default && row.is_writable && row.is_synced);
  return chosen ?? rows.find((row) => row.kind === 'dayloom');
}

export interface CalendarInput {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly isVisible?: boolean | undefined;
  readonly blocksTime?: boolean | undefined;
}

export async function changeCalendar(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  id: string,
  input: CalendarInput,
): Promise<Calendar> {
  if (input.blocksTime) await requireBlocking(platform, scope, id);
  const columns: CalendarColumns = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.color !== undefined && { color: input.color }),
    ...(input.isVisible !== undefined && { is_visible: input.isVisible }),
    ...(input.blocksTime !== undefined && { blocks_time: input.blocksTime }),
  };
  const row = await updateCalendar(platform.db, scope, id, columns);
  if (!row) throw notFound('The calendar');
  await notifyChanged(platform.db, scope, 'calendars', 'events');
  return toCalendar(row);
}

/** Adds an empty calendar for imported events, in the caller's transaction. */
export async function addImportedCalendar(
  tx: Tx,
  scope: Scope,
  { id, name }: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  const used = (await listCalendarRows(tx, scope)).map(({ color }) => color);
  await insertCalendar(tx, scope, { id, name, color: nextColor(used), kind: 'imported' }, now);
  await notifyChanged(tx, scope, 'calendars');
}

/**
 * Removes an imported or subscribed calendar. Its mirror events in other calendars are removed too, because
 * nothing else would.
 */
export async function removeCalendar(
  platform: Pick<CalendarPlatform, 'db' | 'outboundQueue'>,
  scope: Scope,
  id: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await platform.outboundQueue.leaving(tx, scope, [id]);
    if (!(await deleteOwnCalendar(tx, scope, id))) throw notFound('The imported calendar');
    await notifyChanged(tx, scope, 'calendars', 'events');
  });
}

/**
 * Removes an imported calendar that was filled for the user. If they added events of their own, which `isFilled` does
 * not know by their UIDs, only the filled ones go, and the calendar stays with the others under `otherName`.
 */
export async function removeFilledCalendar(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  { isFilled, otherName, summary }: FilledCalendar,
): Promise<void> {
  const filled = await platform.db.transaction().execute(async (tx) => {
    const uids = await listUidsForRemoval(tx, scope, id);
    if (!uids) return [];
    if (uids.every(isFilled)) {
      await platform.outboundQueue.leaving(tx, scope, [id]);
      await deleteOwnCalendar(tx, scope, id);
    } else await updateCalendar(tx, scope, id, { name: otherName });
    await notifyChanged(tx, scope, 'calendars', 'events');
    return uids.every(isFilled) ? [] : uids.filter(isFilled);
  });
  if (filled.length === 0) return;
  const { homeTimeZone } = await getTimeRules(platform, scope);
  const payload = { calendarId: id, uids: filled, records: [], summary, homeTimeZone };
  await platform.journal.run(scope, replaceKind(platform.outboundQueue), payload);
}

interface FilledCalendar {
  readonly isFilled: (uid: string) => boolean;
  readonly otherName: string;
  readonly summary: string;
}

/** A paid plan may limit how many accounts can block time. Calendars that already block time continue to. */
async function requireBlocking(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  id: string,
): Promise<void> {
  const calendar = await findCalendar(platform.db, scope, id);
  if (!calendar?.account_id || (await canAccountBlockTime(platform, scope, calendar.account_id))) return;
  throw new AppError(
    'limit_reached',
    "On the free plan, only one connected account can block time. Upgrade for Premium, or turn off 'Blocks time' for the other account.",
  );
}

/** Whether the paid plan allows calendars of the account to block time. */
export async function canAccountBlockTime(
  platform: DbContext & Pick<Platform, 'config'>,
  scope: Scope,
  accountId: string,
): Promise<boolean> {
  const { planningCalendarAccounts: most } = (await getPaidPlan(platform, scope)).entitlements;
  if (most === null) return true;
  const blocking = (await listCalendarRows(platform.db, scope)).filter((row) => row.blocks_time);
  const others = new Set(
    blocking.map((row) => row.account_id).filter((other) => other && other !== accountId),
  );
  return others.size < most || blocking.some((row) => row.account_id === accountId);
}

/** Guests are invited by mail, or by the provider of their calendar. */
export function canInvite({ is_writable, account_id, invites_guests }: CalendarRow): boolean {
  return is_writable && (account_id === null || invites_guests !== null);
}

export function toCalendar(row: CalendarRow): Calendar {
  return {
    _id: row.id,
    name: row.name,
    color: row.color,
    kind: row.kind,
    accountId: row.account_id,
    isWritable: row.is_writable,
    canInvite: canInvite(row),
    isDefault: row.is_default,
    isVisible: row.is_visible,
    blocksTime: row.blocks_time,
    version: row.version,
  };
}
