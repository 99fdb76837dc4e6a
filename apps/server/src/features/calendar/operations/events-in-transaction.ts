import { randomUUID } from 'node:crypto';
import { getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventDetails } from '../model/event.ts';
import { type EventRecord, toExactTimes } from '../model/event-record.ts';
import { findEvent, lockObjects } from '../store/events.ts';
import { getDefaultCalendarForUse } from './calendars.ts';
import { type NewEventLock, type ReplacePayload, replaceKind } from './event-commands.ts';
import type { CalendarPlatform, EventWriter } from './platform.ts';

/** A single event with two instants, made by another feature. */
export interface TimedEvent {
  /** A new one by default. */
  readonly id?: string;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Kept with the event in a calendar of this server. A connected calendar's provider must not invite anybody. */
  readonly people?: Pick<EventDetails, 'organizer' | 'attendees'>;
  /** Asks the provider of a connected calendar for a conference link. */
  readonly wantsConference?: boolean;
}

/** Locks what a new event depends on: the home zone and the calendar of new events. */
export async function lockForNewEvent(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
): Promise<NewEventLock> {
  // In this order: see `getTimeRulesForShare`.
  const [{ homeTimeZone }, calendar] = await Promise.all([
    getTimeRulesForShare(tx, scope),
    getDefaultCalendarForUse(tx, scope, platform.config.PRODUCT_NAME, platform.clock()),
  ]);
  return { calendar, homeTimeZone };
}

/** Adds an event to the calendar of new events, in the caller's transaction. Returns its id. */
export async function addEventInTransaction(
  platform: EventWriter,
  tx: Tx,
  scope: Scope,
  event: TimedEvent,
  given?: NewEventLock,
): Promise<string> {
  const locked = given ?? (await lockForNewEvent(platform, tx, scope));
  const { id, payload } = prepareEvent(event, locked);
  await platform.journal.runIn(tx, scope, replaceKind(platform.outboundQueue, locked), payload);
  return id;
}

/** Adds an event as a part of another command, whose inverse removes it again. Returns its id. */
export async function addEventInCommand(
  platform: Pick<CalendarPlatform, 'clock' | 'config' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  event: TimedEvent,
): Promise<string> {
  const locked = await lockForNewEvent(platform, tx, scope);
  const { id, payload } = prepareEvent(event, locked);
  const kind = replaceKind(platform.outboundQueue, locked);
  await (await kind.apply(tx, scope, payload, platform.clock())).result;
  return id;
}

/** Moves an event, in the caller's transaction. Does nothing if its owner has deleted it. */
export function moveEventInTransaction(
  platform: Pick<CalendarPlatform, 'journal' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
  times: Pick<TimedEvent, 'startsAt' | 'endsAt'>,
): Promise<void> {
  return replaceIn(platform, tx, scope, id, 'Changed', (record, homeTimeZone) => [
    { ...record, ...toTimes(times, homeTimeZone), sequence: record.sequence + 1 },
  ]);
}

/** Says where an event takes place, in the caller's transaction. Does nothing if its owner has deleted it. */
export function changeLocationInTransaction(
  platform: Pick<CalendarPlatform, 'journal' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
  location: string,
): Promise<void> {
  return replaceIn(platform, tx, scope, id, 'Changed', (record) => [{ ...record, location }]);
}

/** Deletes an event, in the caller's transaction. Does nothing if its owner has deleted it. */
export function removeEventInTransaction(
  platform: Pick<CalendarPlatform, 'journal' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<void> {
  return replaceIn(platform, tx, scope, id, 'Deleted', () => []);
}

/** Deletes an event as a part of another command, whose inverse adds it again. */
export async function removeEventInCommand(
  platform: Pick<CalendarPlatform, 'clock' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<void> {
  const payload = await prepareChange(tx, scope, id, 'Deleted', () => []);
  if (payload) await replaceKind(platform.outboundQueue).apply(tx, scope, payload, platform.clock());
}

function prepareEvent(
  { id = randomUUID(), people = {}, wantsConference = false, ...event }: TimedEvent,
  { calendar, homeTimeZone }: NewEventLock,
): { id: string; payload: ReplacePayload } {
  const { uid, title, description, location } = event;
  const record: EventRecord = {
    id,
    calendarId: calendar.id,
    uid,
    recurrenceId: null,
    sequence: 0,
    title,
    description,
    location,
    status: 'confirmed',
    isBusy: true,
    chosenFree: false,
    ...toTimes(event, homeTimeZone),
    recurrence: null,
    details:
      calendar.account_id === null
        ? people
        : { ...(wantsConference && calendar.conference !== null && { conference: 'wanted' }) },
    zoneDefinition: null,
    source: null,
    version: 1,
  };
  const payload: ReplacePayload = {
    calendarId: calendar.id,
    uids: [uid],
    records: [record],
    summary: `Added the event '${title}'`,
    homeTimeZone,
    isNew: true,
  };
  return { id, payload };
}

type Change = (record: EventRecord, homeTimeZone: string) => EventRecord[];

async function replaceIn(
  platform: Pick<CalendarPlatform, 'journal' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
  verb: string,
  change: Change,
): Promise<void> {
  const payload = await prepareChange(tx, scope, id, verb, change);
  if (payload) await platform.journal.runIn(tx, scope, replaceKind(platform.outboundQueue), payload);
}

async function prepareChange(
  tx: Tx,
  scope: Scope,
  id: string,
  verb: string,
  change: Change,
): Promise<ReplacePayload | null> {
  const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
  const target = await findEvent(tx, scope, id);
  if (!target) return null;
  const { calendarId, uid } = target;
  const records = await lockObjects(tx, scope, calendarId, [uid]);
  return {
    calendarId,
    uids: [uid],
    records: records.flatMap((record) => (record.id === id ? change(record, homeTimeZone) : [record])),
    summary: `${verb} the event '${target.title}'`,
    homeTimeZone,
  };
}

function toTimes({ startsAt, endsAt }: Pick<TimedEvent, 'startsAt' | 'endsAt'>, timeZone: string) {
  const times = toExactTimes(
    { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), timeZone },
    timeZone,
  );
  if (!times) throw new Error('An event needs a start and an end.');
  return times;
}
