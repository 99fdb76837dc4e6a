import { randomUUID } from 'node:crypto';
import type { CalendarMirror } from '@dayloom/contracts';
import {
  findAnyCalendar,
  findExternalCalendar,
  listExternalCalendars,
} from '#features/calendar/operations/external-calendars.ts';
import { getEventContext } from '#features/calendar/operations/remote-events.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteMirror, insertMirror, listMirrorRows, lockMirrors, type MirrorRow } from '../store.ts';
import { MIRROR_JOB, removeMirrorEvents, toUidPrefix } from './mirror-events.ts';

type MirrorsPlatform = Pick<Platform, 'db' | 'clock' | 'jobs'>;

export async function addMirror(
  { db, clock, jobs }: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  input: { sourceCalendarId: string | null; targetCalendarId: string },
): Promise<CalendarMirror> {
  const target = await findAnyCalendar(db, scope, input.targetCalendarId);
  const isSourceThere =
    input.sourceCalendarId === null || (await findAnyCalendar(db, scope, input.sourceCalendarId)) !== null;
  if (!target || !isSourceThere) throw notFound('The calendar');
  if (input.sourceCalendarId === input.targetCalendarId) {
    throw new AppError('invalid_request', 'A calendar cannot be mirrored into itself. Choose another one.');
  }
  if (!target.isConnected || !target.isWritable) {
    throw new AppError(
      'invalid_request',
      `'${target.name}' cannot be changed from here. Choose a connected calendar that you can write to.`,
    );
  }
  if (!(await findExternalCalendar(db, scope, input.targetCalendarId))?.isSynced) {
    throw new AppError('invalid_request', `'${target.name}' is not synced. Turn 'Synced' on to write to it.`);
  }
  const row = {
    id: randomUUID(),
    source_calendar_id: input.sourceCalendarId,
    target_calendar_id: input.targetCalendarId,
    created_at: clock(),
  };
  const saved = await insertMirror(db, scope, row);
  if (!saved) throw new AppError('invalid_request', 'This mirror already exists.');
  await jobs.enqueue(MIRROR_JOB, { userId: scope.userId }, { key: scope.userId });
  await notifyChanged(db, scope, 'calendar-accounts');
  return toMirror(saved);
}

export async function listMirrors({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<CalendarMirror[]> {
  return (await listMirrorRows(db, scope)).map(toMirror);
}

/** Keeps others from writing mirror events until the transaction ends. */
export async function lockMirrorWrites(tx: Tx, scope: Scope): Promise<void> {
  await lockMirrors(tx, scope);
}

function toMirror(row: MirrorRow): CalendarMirror {
  return { _id: row.id, sourceCalendarId: row.source_calendar_id, targetCalendarId: row.target_calendar_id };
}

/** Deletes a mirror and its events, here and at the provider. */
export async function removeMirror(platform: MirrorsPlatform, scope: Scope, id: string): Promise<void> {
  const eventContext = await getEventContext(platform, scope);
  await platform.db.transaction().execute(async (tx) => {
    const mirror = (await lockMirrors(tx, scope)).find((row) => row.id === id);
    if (!mirror) throw notFound('The mirror');
    await deleteMirror(tx, scope, id);
    await removeMirrorEvents(
      platform,
      tx,
      scope,
      mirror.target_calendar_id,
      toUidPrefix(mirror),
      eventContext,
    );
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/**
 * Ends the mirrors of calendars that are being deleted; otherwise their mirror events would stay in other
 * calendars for good.
 */
export async function endMirrors(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarIds: ReadonlySet<string>,
): Promise<void> {
  const eventContext = await getEventContext({ ...platform, db: tx }, scope);
  for (const mirror of await lockMirrors(tx, scope)) {
    const { id, source_calendar_id: source, target_calendar_id: target } = mirror;
    if (source === null || !calendarIds.has(source) || calendarIds.has(target)) continue;
    await deleteMirror(tx, scope, id);
    await removeMirrorEvents(platform, tx, scope, target, toUidPrefix(mirror), eventContext);
  }
}

/**
 * Removes everything that we wrote into connected calendars, and deletes the mirrors. Returns the number of
 * events.
 */
export async function removeOwnEvents(platform: MirrorsPlatform, scope: Scope): Promise<number> {
  const eventContext = await getEventContext(platform, scope);
  return platform.db.transaction().execute(async (tx) => {
    for (const { id } of await lockMirrors(tx, scope)) await deleteMirror(tx, scope, id);
    let removed = 0;
    for (const calendar of await listExternalCalendars(tx, scope)) {
      if (calendar.accountId)
        removed += await removeMirrorEvents(platform, tx, scope, calendar.id, '', eventContext);
    }
    await notifyChanged(tx, scope, 'calendar-accounts');
    return removed;
  });
}
