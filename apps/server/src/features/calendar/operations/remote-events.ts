import { randomUUID } from 'node:crypto';
import { getTimeRules, getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { DbContext } from '#platform/context.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarObject, RemoteEvent } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
import { classifyChange, type ObjectChange } from '../model/object-change.ts';
import type { IndexWindow } from '../model/occurrences.ts';
import { keepUnchanged, readRemoteEvent, toRemoteEvent, withSentSpelling } from '../model/remote-event.ts';
import { deleteEvents, findMasterId, insertEvents, listMirrorObjects, lockObjects } from '../store/events.ts';
import { listBusyOfCalendar, listUidsBetween } from '../store/occurrences.ts';
import { replaceKind } from './event-commands.ts';
import { getWindow, indexObjects } from './occurrence-index.ts';
import type { CalendarPlatform } from './platform.ts';

/** What is needed to write and expand the events of a calendar. */
export interface EventContext {
  readonly window: IndexWindow;
  readonly homeTimeZone: string;
  readonly now: Date;
}

/**
 * The events as they would be read back after being stored here. Equivalent events get one spelling, so that
 * two sides can be compared. Events that cannot be stored (invalid times) are left out.
 */
export function toCanonicalEvents(events: readonly RemoteEvent[], homeTimeZone: string): RemoteEvent[] {
  const records = events.flatMap(
    (event) => readRemoteEvent(event, { id: '', calendarId: '', homeTimeZone }) ?? [],
  );
  return withoutDuplicates(records).map((record) => toRemoteEvent(record, homeTimeZone));
}

/** Keeps the last record of each instance. A provider may send an instance under two names. */
function withoutDuplicates(records: readonly EventRecord[]): EventRecord[] {
  return [...new Map(records.map((record) => [record.recurrenceId, record])).values()];
}

/** The current calendar objects of the given UIDs, locked until the transaction ends. */
export async function lockRemoteObjects(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
  homeTimeZone: string,
): Promise<Map<string, RemoteEvent[]>> {
  const calendarObjects = new Map<string, RemoteEvent[]>();
  if (uids.length === 0) return calendarObjects;
  for (const record of await lockObjects(tx, scope, calendarId, uids)) {
    const calendarObject = calendarObjects.get(record.uid) ?? [];
    calendarObject.push(toRemoteEvent(record, homeTimeZone));
    calendarObjects.set(record.uid, calendarObject);
  }
  return calendarObjects;
}

/**
 * Replaces the calendar objects of their UIDs, without the journal: remote changes are not commands of the
 * user. Events keep their ids by UID and instance, and unchanged ones are not written. Returns the kind of
 * each change, and the problems of series that are not shown in full.
 */
export async function putRemoteObjects(
  tx: Tx,
  scope: Scope,
  calendarId: string,
  calendarObjects: readonly CalendarObject[],
  { window, homeTimeZone, now }: EventContext,
  /** The objects are our own writes as the provider returned them, and no remote change. */
  { isEcho }: { isEcho: boolean } = { isEcho: false },
): Promise<{ changes: ObjectChange[]; problems: string[] }> {
  if (calendarObjects.length === 0) return { changes: [], problems: [] };
  const uids = calendarObjects.map(({ uid }) => uid);
  const before = Map.groupBy(await lockObjects(tx, scope, calendarId, uids), ({ uid }) => uid);
  const removed: string[] = [];
  const written: EventRecord[] = [];
  const changes: ObjectChange[] = [];
  for (const { uid, events } of calendarObjects) {
    const known = before.get(uid) ?? [];
    const records = toRecords({ uid, events }, known, calendarId, homeTimeZone).map((record) => {
      const earlier = known.find(({ id }) => id === record.id);
      return isEcho
        ? keepUnchanged(record, earlier, homeTimeZone)
        : withSentSpelling(record, earlier, homeTimeZone);
    });
    const oldEvents = known.map((record) => toRemoteEvent(record, homeTimeZone));
    const newEvents = records.map((record) => toRemoteEvent(record, homeTimeZone));
    if (isSame(oldEvents, newEvents)) continue;
    changes.push(classifyChange(oldEvents, newEvents));
    removed.push(...known.map(({ id }) => id));
    written.push(...records);
  }
  await deleteEvents(tx, scope, removed);
  await insertEvents(tx, scope, written, homeTimeZone, now);
  return { changes, problems: await indexObjects(tx, scope, written, window, homeTimeZone) };
}

/**
 * Events keep their ids by instance. All-day events also keep their busy state, which providers do not store.
 */
function toRecords(
  { uid, events }: CalendarObject,
  known: readonly EventRecord[],
  calendarId: string,
  homeTimeZone: string,
): EventRecord[] {
  const records = events.flatMap(
    (event) => readRemoteEvent({ ...event, uid }, { id: randomUUID(), calendarId, homeTimeZone }) ?? [],
  );
  return withoutDuplicates(records).map((record) => {
    const earlier = known.find(({ recurrenceId }) => recurrenceId === record.recurrenceId);
    if (!earlier) return record;
    const isBusy = record.isAllDay && earlier.isAllDay ? earlier.isBusy : record.isBusy;
    const chosenFree = record.isAllDay && earlier.isAllDay && earlier.chosenFree;
    const version = earlier.version + 1;
    return { ...record, id: earlier.id, version, isBusy, ...(chosenFree && { chosenFree }) };
  });
}

function isSame(before: readonly RemoteEvent[], after: readonly RemoteEvent[]): boolean {
  if (before.length !== after.length) return false;
  const [left, right] = [before, after].map((events) => events.map((event) => JSON.stringify(event)).sort());
  return left?.every((text, index) => text === right?.[index]) ?? false;
}

/** UIDs of a calendar that have an occurrence in the range. */
export function listRemoteUids(
  db: Db,
  scope: Scope,
  calendarId: string,
  range: { from: Date; to: Date },
): Promise<Set<string>> {
  return listUidsBetween(db, scope, calendarId, range.from, range.to);
}

export async function getEventContext({ db, clock }: DbContext, scope: Scope): Promise<EventContext> {
  const now = clock();
  const { homeTimeZone } = await getTimeRules({ db }, scope);
  return { window: await getWindow(db, scope, now), homeTimeZone, now };
}

/** The mirror events in a calendar whose UIDs begin with the prefix ('' for all). */
export async function listMirrorEvents(
  db: Db,
  scope: Scope,
  calendarId: string,
  uidPrefix: string,
  homeTimeZone: string,
): Promise<RemoteEvent[]> {
  const records = await listMirrorObjects(db, scope, calendarId, uidPrefix);
  return records.map((record) => toRemoteEvent(record, homeTimeZone));
}

export interface BusyOccurrence {
  readonly eventId: string;
  readonly recurrenceId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Busy occurrences of one calendar, without mirror events. */
export async function listBusyOccurrences(
  db: Db,
  scope: Scope,
  calendarId: string,
  range: { from: Date; to: Date },
): Promise<BusyOccurrence[]> {
  const rows = await listBusyOfCalendar(db, scope, calendarId, range.from, range.to);
  return rows.map((row) => ({
    eventId: row.event_id,
    recurrenceId: row.recurrence_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
}

/**
 * Replaces a calendar object as a command of the user: it can be undone, and it is queued for the provider.
 * Part of the caller's transaction.
 */
export async function replaceObjectByCommand(
  platform: Pick<CalendarPlatform, 'journal' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  calendarObject: CalendarObject,
  summary: string,
): Promise<void> {
  const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
  const known = await lockObjects(tx, scope, calendarId, [calendarObject.uid]);
  const records = toRecords(calendarObject, known, calendarId, homeTimeZone);
  await platform.journal.runIn(tx, scope, replaceKind(platform.outboundQueue), {
    calendarId,
    uids: [calendarObject.uid],
    records,
    summary,
    homeTimeZone,
  });
}

/** The id of the event with this UID: the master of a series, or the single event. */
export async function findEventId(
  db: Db,
  scope: Scope,
  calendarId: string,
  uid: string,
): Promise<string | null> {
  return findMasterId(db, scope, calendarId, uid);
}
