import type { Calendar } from '@dayloom/contracts';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { CalendarTable } from './tables.ts';

export type CalendarRow = Selectable<CalendarTable>;

export function listCalendarRows(db: Db, scope: Scope): Promise<CalendarRow[]> {
  return db
    .selectFrom('calendars')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findCalendar(db: Db, scope: Scope, id: string): Promise<CalendarRow | undefined> {
  return db
    .selectFrom('calendars')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface NewCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly kind: Calendar['kind'];
}

export async function insertCalendar(db: Db, scope: Scope, calendar: NewCalendar, now: Date): Promise<void> {
  await db
    .insertInto('calendars')
    .values({ user_id: scope.userId, ...calendar, is_visible: true, blocks_time: true, created_at: now })
    // The built-in calendar is made by whoever asks first; the index settles a race.
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

/** What was imported or subscribed to can be removed; the events go with it. */
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
