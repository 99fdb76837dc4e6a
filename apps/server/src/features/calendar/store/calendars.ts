import type { Calendar, Conference } from '@dayloom/contracts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type JsonRow, readInBatch, toInstant } from '#platform/batched-statements.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarTable } from './tables.ts';

export type CalendarRow = Selectable<CalendarTable>;

/** In a transaction only a statement that names its columns is prepared (`prepared-statements.ts`). */
const COLUMNS = [
  'user_id',
  'id',
  'name',
  'color',
  'kind',
  'account_id',
  'remote_id',
  'is_writable',
  'is_synced',
  'is_default',
  'conference',
  'invites_guests',
  'url',
  'is_visible',
  'blocks_time',
  'version',
  'created_at',
] as const satisfies readonly (keyof CalendarTable)[];

export function listCalendarRows(db: Db, scope: Scope): Promise<CalendarRow[]> {
  return readRows(db, selectAll(scope));
}

const selectAll = ({ userId }: Scope) =>
  sql`select ${sql.raw(COLUMNS.join(', '))} from calendars where user_id = ${userId} order by created_at, id`;

async function readRows(db: Db, query: RawBuilder<unknown>): Promise<CalendarRow[]> {
  const rows = await readInBatch<JsonRow<CalendarRow>>(db, query);
  return rows.map((row) => ({ ...row, created_at: toInstant(row.created_at) }));
}

export function findCalendar(db: Db, scope: Scope, id: string): Promise<CalendarRow | undefined> {
  return db
    .selectFrom('calendars')
    .select(COLUMNS)
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The ids of connected calendars that are synced and block time. */
export async function listBlockingIds(db: Db, { userId }: Scope): Promise<string[]> {
  const rows = await readInBatch<{ id: string }>(
    db,
    sql`
      select id from calendars
      where user_id = ${userId} and account_id is not null and is_synced and blocks_time`,
  );
  return rows.map(({ id }) => id);
}

/** SQL: a text that differs after every change of any of the user's calendars. */
const selectVersions = ({ userId }: Scope): RawBuilder<string> => sql`(
  select coalesce(string_agg(id || ' ' || xmin, ',' order by id), '') from calendars where user_id = ${userId})`;

export async function readCalendarVersions(db: Db, scope: Scope): Promise<string> {
  const [row] = await readInBatch<{ versions: string }>(db, sql`select ${selectVersions(scope)} as versions`);
  return row?.versions ?? '';
}

/**
 * SQL: whether the user's calendars have these versions, and one of them exists, which nobody deletes before the
 * transaction ends.
 */
export const selectHaveVersions = (
  scope: Scope,
  versions: string,
  usedId: string,
): RawBuilder<boolean> => sql`(
  exists (select from calendars where user_id = ${scope.userId} and id = ${usedId} for key share)
  and ${selectVersions(scope)} = ${versions})`;

/** Like `listCalendarRows`. Nobody deletes any of the calendars before the transaction ends. */
export function listCalendarsForUse(tx: Tx, scope: Scope): Promise<CalendarRow[]> {
  return readRows(tx, sql`${selectAll(scope)} for key share`);
}

/** The calendar, which nobody deletes before the transaction ends. */
export function findCalendarForUse(tx: Tx, scope: Scope, id: string): Promise<CalendarRow | undefined> {
  return tx
    .selectFrom('calendars')
    .select(COLUMNS)
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

export interface NewCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly kind: Calendar['kind'];
  readonly accountId?: string;
  readonly remoteId?: string;
  readonly url?: string;
  readonly isWritable?: boolean;
  readonly blocksTime?: boolean;
  readonly conference?: Conference | null;
  readonly invitesGuests?: boolean;
}

export async function insertCalendar(db: Db, scope: Scope, calendar: NewCalendar, now: Date): Promise<void> {
  await db
    .insertInto('calendars')
    .values({
      user_id: scope.userId,
      id: calendar.id,
      name: calendar.name,
      color: calendar.color,
      kind: calendar.kind,
      account_id: calendar.accountId ?? null,
      remote_id: calendar.remoteId ?? null,
      url: calendar.url ?? null,
      is_writable: calendar.isWritable ?? true,
      is_visible: true,
      blocks_time: calendar.blocksTime ?? true,
      conference: calendar.conference ?? null,
      invites_guests: calendar.invitesGuests ?? null,
      created_at: now,
    })
    // The first request creates the built-in calendar; the unique index settles a race.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type CalendarColumns = Partial<Pick<CalendarTable, 'name' | 'color' | 'is_visible' | 'blocks_time'>>;

export function updateCalendar(
  db: Db,
  scope: Scope,
  id: string,
  columns: CalendarColumns,
): Promise<CalendarRow | undefined> {
  return db
    .updateTable('calendars')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an imported or subscribed calendar with its events. */
export async function deleteOwnCalendar(db: Db, scope: Scope, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('calendars')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('kind', 'in', ['imported', 'subscribed'])
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** The UIDs in an imported calendar, to which nothing is added before the transaction ends; null without the calendar. */
export async function listUidsForRemoval(tx: Tx, scope: Scope, id: string): Promise<string[] | null> {
  const calendar = await tx
    .selectFrom('calendars')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('kind', '=', 'imported')
    .forUpdate()
    .executeTakeFirst();
  if (!calendar) return null;
  const rows = await tx
    .selectFrom('events')
    .select('uid')
    .distinct()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', id)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Updates what the provider reports about a calendar, and whether it is synced. */
export async function updateExternalCalendar(
  db: Db,
  scope: Scope,
  id: string,
  columns: {
    name?: string;
    is_writable?: boolean;
    is_synced?: boolean;
    conference?: Conference | null;
    invites_guests?: boolean;
  },
): Promise<void> {
  await db
    .updateTable('calendars')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Accounts of all users with a calendar for which we do not know yet whether the provider invites guests. */
export function listAccountsWithUnknownInviter(db: Db): Promise<{ userId: string; accountId: string }[]> {
  return db
    .selectFrom('calendars')
    .select(['user_id as userId', 'account_id as accountId'])
    .$narrowType<{ accountId: string }>()
    .where('account_id', 'is not', null)
    .where('invites_guests', 'is', null)
    .distinct()
    .execute();
}

/** A unique index allows one default, so the old one is cleared first. */
export async function makeDefault(db: Db, scope: Scope, id: string): Promise<void> {
  const own = db.updateTable('calendars').where('user_id', '=', scope.userId);
  await own.set({ is_default: false }).where('is_default', '=', true).execute();
  await own.set({ is_default: true }).where('id', '=', id).execute();
}

/** Waits until running writers have finished, and keeps new ones out until the transaction ends. */
export async function lockCalendars(tx: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom('calendars')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Also deletes their events, links and outbox rows (on delete cascade). */
export async function deleteCalendars(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('calendars')
    .where('user_id', '=', scope.userId)
    .where('id', 'in', [...ids])
    .execute();
}
