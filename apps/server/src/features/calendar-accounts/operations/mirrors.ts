import { createHash, randomUUID } from 'node:crypto';
import type { CalendarMirror } from '@dayloom/contracts';
import type { Tx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { RemoteEvent } from '../../calendar/model/event.ts';
import {
  findAnyCalendar,
  findExternalCalendar,
  listExternalCalendars,
} from '../../calendar/operations/external-calendars.ts';
import {
  type EventContext,
  getEventContext,
  listBusyOccurrences,
  listOwnEvents,
  putRemoteObjects,
} from '../../calendar/operations/remote-events.ts';
import { listPlannedBlocks } from '../../planning/operations/read-plan.ts';
import { isSameMirrorEvent, isStillAhead, toMirrorEvent, withoutCovered } from '../rules/mirror-events.ts';
import {
  deleteMirror,
  insertMirror,
  listMirroringUsers,
  lockMirrors,
  type MirrorRow,
} from '../store/mirrors.ts';
import { noteChanges } from '../store/outbox.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';

const DAY_MS = 86_400_000;
/** How far ahead busy time is copied. */
const DAYS_AHEAD = 90;

export async function addMirror(
  { db, clock, jobs }: AccountsPlatform,
  scope: Scope,
  input: { sourceCalendarId: string | null; targetCalendarId: string },
): Promise<CalendarMirror> {
  const target = await findAnyCalendar(db, scope, input.targetCalendarId);
  const isSourceThere =
    input.sourceCalendarId === null || (await findAnyCalendar(db, scope, input.sourceCalendarId)) !== null;
  if (!target || !isSourceThere) throw notFound('The calendar');
  if (input.sourceCalendarId === input.targetCalendarId) {
    throw new AppError('invalid_request', 'A calendar cannot be copied into itself. Choose another one.');
  }
  if (!target.isConnected || !target.isWritable) {
    throw new AppError(
      'invalid_request',
      `Nothing can be written into '${target.name}'. Choose a connected calendar of yours.`,
    );
  }
  if (!(await findExternalCalendar(db, scope, input.targetCalendarId))?.isSynced) {
    throw new AppError(
      'invalid_request',
      `'${target.name}' is left out. Switch 'Synced' on to write into it.`,
    );
  }
  const row = {
    id: randomUUID(),
    source_calendar_id: input.sourceCalendarId,
    target_calendar_id: input.targetCalendarId,
    created_at: clock(),
  };
  const saved = await insertMirror(db, scope, row);
  if (!saved) throw new AppError('invalid_request', 'This is copied already.');
  await jobs.enqueue(jobNames.mirror, { userId: scope.userId }, { key: scope.userId });
  await notifyChanged(db, scope, 'calendar-accounts');
  return toMirror(saved);
}

export function toMirror(row: MirrorRow): CalendarMirror {
  return { _id: row.id, sourceCalendarId: row.source_calendar_id, targetCalendarId: row.target_calendar_id };
}

/** Ends it and takes its copies out, here and then there. */
export async function removeMirror(platform: AccountsPlatform, scope: Scope, id: string): Promise<void> {
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
      `dayloom-${getKind(mirror)}-${id}-`,
      eventContext,
    );
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/** Calendars leave: what they showed of their busy time elsewhere would stay there for good, with nobody to end it. */
export async function endMirrors(
  platform: Pick<AccountsPlatform, 'db' | 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarIds: ReadonlySet<string>,
): Promise<void> {
  const eventContext = await getEventContext({ ...platform, db: tx }, scope);
  for (const mirror of await lockMirrors(tx, scope)) {
    const { id, source_calendar_id: source, target_calendar_id: target } = mirror;
    if (source === null || !calendarIds.has(source) || calendarIds.has(target)) continue;
    await deleteMirror(tx, scope, id);
    await removeMirrorEvents(platform, tx, scope, target, `dayloom-${getKind(mirror)}-${id}-`, eventContext);
  }
}

/** Takes out everything that was put into connected calendars from here, and stops putting it there. */
export async function removeOwnEvents(platform: AccountsPlatform, scope: Scope): Promise<number> {
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

async function removeMirrorEvents(
  platform: Pick<AccountsPlatform, 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uidPrefix: string,
  eventContext: EventContext,
): Promise<number> {
  const copies = await listOwnEvents(tx, scope, calendarId, uidPrefix, eventContext.homeTimeZone);
  const uids = [...new Set(copies.map(({ uid }) => uid))];
  await writeMirrorEvents(
    platform,
    tx,
    scope,
    calendarId,
    new Map(uids.map((uid) => [uid, []])),
    eventContext,
  );
  return uids.length;
}

/** Writes copies as if the user had: stored here, and on their way out. */
async function writeMirrorEvents(
  { jobs }: Pick<AccountsPlatform, 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  calendarObjects: ReadonlyMap<string, readonly RemoteEvent[]>,
  eventContext: EventContext,
): Promise<void> {
  if (calendarObjects.size === 0) return;
  await putRemoteObjects(
    tx,
    scope,
    calendarId,
    [...calendarObjects].map(([uid, events]) => ({ uid, events })),
    eventContext,
  );
  await noteChanges(tx, scope, calendarId, [...calendarObjects.keys()], {
    now: eventContext.now,
    heldUntil: null,
  });
  await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/**
 * Makes the copies say what their originals say. Copies are no originals: what was copied here is never busy time of
 * its calendar (`listBusyOccurrences`), so two calendars that copy each other come to rest.
 */
export async function reconcileMirrors(platform: AccountsPlatform, scope: Scope): Promise<void> {
  const eventContext = await getEventContext(platform, scope);
  const range = { from: eventContext.now, to: new Date(eventContext.now.getTime() + DAYS_AHEAD * DAY_MS) };
  await platform.db.transaction().execute(async (tx) => {
    const mirrors = await lockMirrors(tx, scope);
    const synced = (await listExternalCalendars(tx, scope)).filter(({ isSynced }) => isSynced);
    const open = new Set(synced.map(({ id }) => id));
    for (const mirror of mirrors) {
      // What is left out keeps no events; its copies are made when it is back.
      if (!open.has(mirror.target_calendar_id)) continue;
      const wanted = await listWantedMirrorEvents(tx, scope, mirror, range, eventContext);
      const prefix = `dayloom-${getKind(mirror)}-${mirror.id}-`;
      const there = Map.groupBy(
        await listOwnEvents(tx, scope, mirror.target_calendar_id, prefix, eventContext.homeTimeZone),
        ({ uid }) => uid,
      );
      const changed = new Map<string, RemoteEvent[]>();
      for (const [uid, copy] of wanted) {
        if (!isSameMirrorEvent(there.get(uid) ?? [], copy)) changed.set(uid, [copy]);
      }
      for (const [uid, [copy]] of there) {
        // What is over stays as a record of the day.
        if (copy && !wanted.has(uid) && isStillAhead(copy, eventContext.now)) changed.set(uid, []);
      }
      await writeMirrorEvents(platform, tx, scope, mirror.target_calendar_id, changed, eventContext);
    }
  });
}

async function listWantedMirrorEvents(
  tx: Tx,
  scope: Scope,
  mirror: MirrorRow,
  range: { from: Date; to: Date },
  { homeTimeZone }: EventContext,
): Promise<Map<string, RemoteEvent>> {
  const kind = getKind(mirror);
  const originals = mirror.source_calendar_id
    ? withoutCovered(await listBusyOccurrences(tx, scope, mirror.source_calendar_id, range)).map((busy) => ({
        name: `${busy.eventId} ${busy.recurrenceId}`,
        title: 'Busy',
        startsAt: busy.startsAt,
        endsAt: busy.endsAt,
      }))
    : (await listPlannedBlocks(tx, scope, range)).map((block) => ({ ...block, name: block.id }));
  return new Map(
    originals.map((original) => {
      const name = createHash('sha256').update(original.name).digest('hex').slice(0, 32);
      const uid = `dayloom-${kind}-${mirror.id}-${name}`;
      return [uid, toMirrorEvent({ ...original, uid, madeBy: kind }, homeTimeZone)];
    }),
  );
}

function getKind({ source_calendar_id }: MirrorRow): 'block' | 'mirror' {
  return source_calendar_id === null ? 'block' : 'mirror';
}

/** The backstop: everybody's copies, for changes that nobody told of. */
export async function queueMirrors({ db, jobs }: AccountsPlatform): Promise<void> {
  for (const userId of await listMirroringUsers(db))
    await jobs.enqueue(jobNames.mirror, { userId }, { key: userId });
}
