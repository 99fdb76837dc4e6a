import { randomUUID } from 'node:crypto';
import type { Calendar } from '@dayloom/contracts';
import type { Platform } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  type CalendarColumns,
  type CalendarRow,
  deleteImportedCalendar,
  insertCalendar,
  listCalendarRows,
  updateCalendar,
} from '../store/calendars.ts';

const BUILT_IN_COLOR = '#5CAAFF';

/** The user's calendars; the built-in one is made at the first look, so that it is there at once. */
export async function listCalendars(platform: Platform, scope: Scope): Promise<Calendar[]> {
  await ensureBuiltIn(platform.db, scope, platform.config.PRODUCT_NAME, platform.clock());
  return (await listCalendarRows(platform.db, scope)).map(calendarOf);
}

export async function ensureBuiltIn(db: Db, scope: Scope, name: string, now: Date): Promise<CalendarRow> {
  const find = async () => (await listCalendarRows(db, scope)).find((row) => row.kind === 'dayloom');
  const known = await find();
  if (known) return known;
  await insertCalendar(db, scope, { id: randomUUID(), name, color: BUILT_IN_COLOR, kind: 'dayloom' }, now);
  const made = await find();
  if (!made) throw new Error('The built-in calendar could not be made.');
  return made;
}

export interface CalendarWish {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly isVisible?: boolean | undefined;
  readonly blocksTime?: boolean | undefined;
}

export async function changeCalendar(
  platform: Platform,
  scope: Scope,
  id: string,
  wish: CalendarWish,
): Promise<Calendar> {
  const columns: CalendarColumns = {
    ...(wish.name !== undefined && { name: wish.name }),
    ...(wish.color !== undefined && { color: wish.color }),
    ...(wish.isVisible !== undefined && { is_visible: wish.isVisible }),
    ...(wish.blocksTime !== undefined && { blocks_time: wish.blocksTime }),
  };
  const row = await updateCalendar(platform.db, scope, id, columns);
  if (!row) throw notFound('The calendar');
  await notifyChanged(platform.db, scope, 'calendars', 'events');
  return calendarOf(row);
}

export async function removeCalendar(platform: Platform, scope: Scope, id: string): Promise<void> {
  if (!(await deleteImportedCalendar(platform.db, scope, id))) throw notFound('The imported calendar');
  await notifyChanged(platform.db, scope, 'calendars', 'events');
}

export function calendarOf(row: CalendarRow): Calendar {
  return {
    _id: row.id,
    name: row.name,
    color: row.color,
    kind: row.kind,
    accountId: row.account_id,
    isWritable: row.is_writable,
    isDefault: row.is_default,
    isVisible: row.is_visible,
    blocksTime: row.blocks_time,
    version: row.version,
  };
}
