import { randomUUID } from 'node:crypto';
import type { EditScope, EventChange } from '@dayloom/contracts';
import { localMsOf, localOfMs, zoneOf } from '@dayloom/time';
import { expand, formatLocal, InvalidRecurrenceRule, parseRule } from '@dayloom/time/recurrence';
import { AppError, notFound } from '../../../platform/errors.ts';
import {
  calendarTimeOf,
  type EventRecord,
  type EventTimes,
  givenTimes,
  inKnownZone,
  instantOfRecurrenceId,
  instantOfStored,
  recurrenceIdOf,
  type StoredRecurrence,
  type StoredTime,
  storedDate,
  storedTime,
} from './event-record.ts';

export type Family = readonly EventRecord[];

/** The families after an edit: each UID with the records that replace what was there. */
export interface Edit {
  readonly families: readonly { readonly uid: string; readonly records: Family }[];
  /** The record that now carries the change. */
  readonly eventId: string;
}

interface Aim {
  readonly scope: EditScope;
  readonly recurrenceId?: string | undefined;
}

export function seriesOf(rule: string | null): StoredRecurrence | null {
  if (rule === null || rule === '') return null;
  try {
    parseRule(rule);
  } catch (error) {
    if (!(error instanceof InvalidRecurrenceRule)) throw error;
    throw new AppError('invalid_request', `The repeat rule is not valid: ${error.message}`, {
      cause: error,
      fields: { recurrenceRule: 'is not a valid RRULE' },
    });
  }
  return { rules: [rule], exceptionRules: [], rdates: [], exdates: [] };
}

/** Changes an event, one instance of it, that and all later ones, or the whole series. */
export function planEventChange(
  stored: Family,
  targetId: string,
  change: EventChange,
  homeTimeZone: string,
): Edit {
  const { family, target } = editable(stored, targetId, homeTimeZone);
  const master = masterOf(family, target);
  const aim = aimAt(family, target, change, homeTimeZone);
  if (aim.scope === 'this') return changeInstance(family, master, aim.instant, change, homeTimeZone);
  if (aim.scope === 'following') {
    const { before, after } = split(family, master, aim.instant, homeTimeZone);
    const newMaster = after.find((record) => record.recurrenceId === null) as EventRecord;
    const changed = changeSeries(after, newMaster, aim.instant, change, homeTimeZone);
    return {
      families: [
        { uid: master.uid, records: before },
        { uid: newMaster.uid, records: changed },
      ],
      eventId: newMaster.id,
    };
  }
  const instant = aim.instant ?? instantOfStored(master.start, homeTimeZone);
  return {
    families: [{ uid: master.uid, records: changeSeries(family, master, instant, change, homeTimeZone) }],
    eventId: master.id,
  };
}

/** Deletes an event, one instance of it, that and all later ones, or the whole series. */
export function planEventRemoval(stored: Family, targetId: string, wish: Aim, homeTimeZone: string): Edit {
  const { family, target } = editable(stored, targetId, homeTimeZone);
  const master = masterOf(family, target);
  const aim = aimAt(family, target, wish, homeTimeZone);
  const records = (() => {
    if (aim.scope === 'this') return withoutInstance(family, master, aim.instant, homeTimeZone);
    if (aim.scope === 'following') return split(family, master, aim.instant, homeTimeZone).before;
    return [];
  })();
  return { families: [{ uid: master.uid, records }], eventId: master.id };
}

function editable(stored: Family, targetId: string, homeTimeZone: string) {
  const family = stored.map((record) => inKnownZone(record, homeTimeZone));
  const target = family.find((record) => record.id === targetId);
  if (!target) throw notFound('The event');
  return { family, target };
}

type Resolved = { scope: 'this' | 'following'; instant: number } | { scope: 'all'; instant: number | null };

/** What the edit is really for: a single event has no instances, and 'following' from the first one is all. */
function aimAt(family: Family, target: EventRecord, wish: Aim, homeTimeZone: string): Resolved {
  const master = masterOf(family, target);
  const named = wish.recurrenceId ?? target.recurrenceId ?? undefined;
  const instant = named === undefined ? null : instantOfRecurrenceId(named, homeTimeZone);
  if (master.recurrence === null || wish.scope === 'all') return { scope: 'all', instant };
  if (instant === null) {
    throw new AppError('invalid_request', 'Say which instance is meant: recurrenceId is missing.', {
      fields: { recurrenceId: 'is needed for this scope' },
    });
  }
  if (!isInSeries(family, master, instant, homeTimeZone)) throw notFound('This instance of the event');
  const isFirst = instant <= instantOfStored(master.start, homeTimeZone);
  if (wish.scope === 'following' && isFirst) return { scope: 'all', instant };
  return { scope: wish.scope, instant };
}

function masterOf(family: Family, target: EventRecord): EventRecord {
  return family.find((record) => record.recurrenceId === null && record.recurrence !== null) ?? target;
}

function isInSeries(family: Family, master: EventRecord, instant: number, homeTimeZone: string): boolean {
  if (family.some((record) => record.recurrenceId === recurrenceIdOf(instant, master.isAllDay, homeTimeZone)))
    return true;
  const [found] = expand(itemOf(master), {
    from: instant,
    to: instant + 1,
    limit: 1,
    floatingTimeZone: homeTimeZone,
  });
  return found !== undefined;
}

function itemOf(master: EventRecord) {
  const { rules = [], exceptionRules = [], rdates = [], exdates = [] } = master.recurrence ?? {};
  return {
    start: calendarTimeOf(master.start),
    rules,
    exceptionRules,
    rdates: rdates.map(({ end: _end, ...start }) => calendarTimeOf(start)),
    exdates: exdates.map(calendarTimeOf),
  };
}

function plainFields(change: EventChange) {
  return {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.location !== undefined && { location: change.location }),
    ...(change.isBusy !== undefined && { isBusy: change.isBusy }),
    // What we changed is no longer what the file said.
    source: null,
  };
}

function changeInstance(
  family: Family,
  master: EventRecord,
  instant: number,
  change: EventChange,
  homeTimeZone: string,
): Edit {
  const recurrenceId = recurrenceIdOf(instant, master.isAllDay, homeTimeZone);
  const known = family.find((record) => record.recurrenceId === recurrenceId);
  const base = known ?? instanceOf(master, instant, recurrenceId, homeTimeZone);
  const times = givenTimes(change, base.start.timeZone ?? homeTimeZone);
  const override: EventRecord = { ...base, ...plainFields(change), ...times, version: base.version + 1 };
  const others = family.filter((record) => record !== known);
  return { families: [{ uid: master.uid, records: [...others, override] }], eventId: override.id };
}

function instanceOf(
  master: EventRecord,
  instant: number,
  recurrenceId: string,
  homeTimeZone: string,
): EventRecord {
  const times: EventTimes = master.isAllDay
    ? {
        isAllDay: true,
        start: storedDate(recurrenceId),
        end: shifted(storedDate(recurrenceId), localLength(master)),
      }
    : (() => {
        const zone = master.start.timeZone ?? homeTimeZone;
        const start = storedTime(instant, zone);
        const length =
          instantOfStored(master.end, homeTimeZone) - instantOfStored(master.start, homeTimeZone);
        return { isAllDay: false, start, end: storedTime(instant + length, zone) };
      })();
  return { ...master, id: randomUUID(), recurrenceId, recurrence: null, ...times, source: null, version: 0 };
}

/** Changes the master; a moved instance moves the whole series by as much on the wall clock. */
function changeSeries(
  family: Family,
  master: EventRecord,
  instant: number,
  change: EventChange,
  homeTimeZone: string,
): Family {
  const times = givenTimes(change, master.start.timeZone ?? homeTimeZone);
  const recurrence =
    change.recurrenceRule === undefined ? master.recurrence : nextSeries(master, change.recurrenceRule);
  const moved = times === null ? null : moveSeries(master, instant, times, homeTimeZone);
  const changedMaster: EventRecord = {
    ...master,
    ...plainFields(change),
    ...moved?.times,
    recurrence:
      moved && recurrence
        ? { ...recurrence, exdates: recurrence.exdates.map((at) => shifted(at, moved.byMs)) }
        : recurrence,
    version: master.version + 1,
  };
  if (recurrence === null) return [changedMaster];
  const overrides = family
    .filter((record) => record.recurrenceId !== null)
    .map((record) => ({
      ...record,
      ...(change.title !== undefined && { title: change.title }),
      ...(moved &&
        moved.byMs !== 0 && { recurrenceId: shiftedId(record, moved.byMs, changedMaster, homeTimeZone) }),
    }));
  return [changedMaster, ...overrides];
}

function nextSeries(master: EventRecord, rule: string | null): StoredRecurrence | null {
  const series = seriesOf(rule);
  return series && { ...series, exdates: master.recurrence?.exdates ?? [] };
}

function moveSeries(master: EventRecord, instant: number, times: EventTimes, homeTimeZone: string) {
  const zone = zoneOf(times.isAllDay ? 'UTC' : (times.start.timeZone ?? homeTimeZone));
  const wallMs = (time: StoredTime) => localMsOf(calendarTimeOf(time).local);
  const instanceWall =
    master.recurrence === null
      ? wallMs(master.start)
      : times.isAllDay
        ? wallMs(storedDate(recurrenceIdOf(instant, true, homeTimeZone)))
        : instant + zone.offsetMsAt(instant);
  const masterWall =
    times.isAllDay || master.isAllDay ? wallMs(master.start) : wallIn(master.start, zone, homeTimeZone);
  const byMs = wallMs(times.start) - instanceWall;
  const length = wallMs(times.end) - wallMs(times.start);
  const startWall = masterWall + byMs;
  const write = (wall: number): StoredTime => ({
    at: formatLocal(localOfMs(wall), times.isAllDay),
    timeZone: times.isAllDay ? null : times.start.timeZone,
  });
  return {
    byMs,
    times: {
      isAllDay: times.isAllDay,
      start: write(startWall),
      end: write(startWall + length),
    } satisfies EventTimes,
  };
}

function wallIn(time: StoredTime, zone: ReturnType<typeof zoneOf>, homeTimeZone: string): number {
  const instant = instantOfStored(time, homeTimeZone);
  return instant + zone.offsetMsAt(instant);
}

function shifted(time: StoredTime, byMs: number): StoredTime {
  const calendarTime = calendarTimeOf(time);
  return { ...time, at: formatLocal(localOfMs(localMsOf(calendarTime.local) + byMs), calendarTime.isDate) };
}

function shiftedId(
  override: EventRecord,
  byMs: number,
  master: EventRecord,
  homeTimeZone: string,
): string | null {
  const instant =
    override.recurrenceId === null ? null : instantOfRecurrenceId(override.recurrenceId, homeTimeZone);
  if (instant === null) return override.recurrenceId;
  const zone = zoneOf(master.start.timeZone ?? homeTimeZone);
  const at = zone.localMsToInstant(instant + zone.offsetMsAt(instant) + byMs);
  return recurrenceIdOf(at, master.isAllDay, homeTimeZone);
}

function localLength(master: EventRecord): number {
  return localMsOf(calendarTimeOf(master.end).local) - localMsOf(calendarTimeOf(master.start).local);
}

function withoutInstance(family: Family, master: EventRecord, instant: number, homeTimeZone: string): Family {
  const recurrenceId = recurrenceIdOf(instant, master.isAllDay, homeTimeZone);
  const exdate = master.isAllDay ? storedDate(recurrenceId) : storedTime(instant, 'UTC');
  const series = master.recurrence as StoredRecurrence;
  return family
    .filter((record) => record.recurrenceId !== recurrenceId)
    .map((record) =>
      record === master
        ? {
            ...master,
            recurrence: { ...series, exdates: [...series.exdates, exdate] },
            source: null,
            version: master.version + 1,
          }
        : record,
    );
}

/** Cuts a series in two: the first part ends before the instant, the second begins at it under a new UID. */
function split(
  family: Family,
  master: EventRecord,
  instant: number,
  homeTimeZone: string,
): { before: Family; after: Family } {
  const series = master.recurrence as StoredRecurrence;
  const earlier = expand(itemOf(master), { to: instant, limit: 100_000, floatingTimeZone: homeTimeZone });
  const lastLocal = master.isAllDay
    ? recurrenceIdOf(instant - 1, true, homeTimeZone).replaceAll('-', '')
    : formatLocal(zoneOf('UTC').toLocal(instant - 1000), false);
  const until = master.isAllDay ? lastLocal : `${lastLocal}Z`;
  const isBefore = (time: StoredTime) => instantOfStored(time, homeTimeZone) < instant;
  const uid = randomUUID();
  const isOverrideBefore = (record: EventRecord) =>
    (record.recurrenceId === null ? 0 : (instantOfRecurrenceId(record.recurrenceId, homeTimeZone) ?? 0)) <
    instant;
  const overrides = family.filter((record) => record.recurrenceId !== null);

  const first: EventRecord = {
    ...master,
    source: null,
    version: master.version + 1,
    recurrence: {
      ...series,
      rules: series.rules.map((rule) => `${withoutEnd(rule)};UNTIL=${until}`),
      rdates: series.rdates.filter(isBefore),
      exdates: series.exdates.filter(isBefore),
    },
  };
  const second: EventRecord = {
    ...instanceOf(master, instant, recurrenceIdOf(instant, master.isAllDay, homeTimeZone), homeTimeZone),
    uid,
    recurrenceId: null,
    recurrence: {
      ...series,
      rules: series.rules.map((rule) => fewer(rule, earlier.length)),
      rdates: series.rdates.filter((time) => !isBefore(time)),
      exdates: series.exdates.filter((time) => !isBefore(time)),
    },
  };
  return {
    before: [first, ...overrides.filter(isOverrideBefore)],
    after: [
      second,
      ...overrides.filter((record) => !isOverrideBefore(record)).map((record) => ({ ...record, uid })),
    ],
  };
}

function withoutEnd(rule: string): string {
  return rule
    .split(';')
    .filter((part) => !/^(?:UNTIL|COUNT)=/i.test(part))
    .join(';');
}

/** COUNT counts from the start of the series: what has happened before the cut is taken off. */
function fewer(rule: string, by: number): string {
  return rule.replace(/COUNT=(\d+)/i, (_all, count: string) => `COUNT=${Math.max(1, Number(count) - by)}`);
}
