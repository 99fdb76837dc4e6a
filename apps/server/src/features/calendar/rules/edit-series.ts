import type { EventChange } from '@dayloom/contracts';
import { DAY, localMsOf, localOfMs, zoneOf } from '@dayloom/time';
import { formatLocal, InvalidRecurrenceRule, parseDailyRule } from '@dayloom/time/recurrence';
import { AppError } from '../../../platform/errors.ts';
import {
  calendarTimeOf,
  type EventRecord,
  type EventTimes,
  givenTimes,
  instantOfRecurrenceId,
  instantOfStored,
  recurrenceIdOf,
  type StoredRecurrence,
  type StoredTime,
  storedDate,
} from './event-record.ts';
import { type Family, plainFields, shifted } from './family.ts';
import { type SeriesMove, shiftRule } from './shift-rule.ts';

export function seriesOf(rule: string | null): StoredRecurrence | null {
  if (rule === null || rule === '') return null;
  try {
    parseDailyRule(rule);
  } catch (error) {
    if (!(error instanceof InvalidRecurrenceRule)) throw error;
    throw new AppError('invalid_request', `The repeat rule is not valid: ${error.problem}.`, {
      cause: error,
      fields: { recurrenceRule: error.problem },
    });
  }
  return { rules: [rule], exceptionRules: [], rdates: [], exdates: [] };
}

/** Changes the master; a moved instance moves the whole series by as much on the wall clock. */
export function changeSeries(
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
    recurrence: moved && recurrence ? movedRecurrence(recurrence, moved, change) : recurrence,
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
  // What came with a file is kept, however often it repeats.
  if (rule !== null && rule === master.recurrence?.rules[0]) return master.recurrence;
  const series = seriesOf(rule);
  return series && { ...series, exdates: master.recurrence?.exdates ?? [] };
}

/** A rule that is said in the same breath is meant as it is written. */
function movedRecurrence(
  recurrence: StoredRecurrence,
  move: SeriesMove,
  { recurrenceRule }: EventChange,
): StoredRecurrence {
  const withMove = (rule: string) => shiftRule(rule, move);
  const isSaid = recurrenceRule !== undefined && recurrence.rules[0] === recurrenceRule;
  return {
    rules: isSaid ? recurrence.rules : recurrence.rules.map(withMove),
    exceptionRules: recurrence.exceptionRules.map(withMove),
    rdates: recurrence.rdates.map((at) => shifted(at, move.byMs)),
    exdates: recurrence.exdates.map((at) => shifted(at, move.byMs)),
  };
}

function moveSeries(master: EventRecord, instant: number, times: EventTimes, homeTimeZone: string) {
  const zone = zoneOf(times.isAllDay ? 'UTC' : (times.start.timeZone ?? homeTimeZone));
  const wallMs = (time: StoredTime) => localMsOf(calendarTimeOf(time).local);
  const masterWall =
    times.isAllDay || master.isAllDay ? wallMs(master.start) : wallIn(master.start, zone, homeTimeZone);
  // A single event is its own only instance, whatever zone it was in before.
  const instanceWall =
    master.recurrence === null
      ? masterWall
      : times.isAllDay
        ? wallMs(storedDate(recurrenceIdOf(instant, true, homeTimeZone)))
        : instant + zone.offsetMsAt(instant);
  const byMs = wallMs(times.start) - instanceWall;
  const length = wallMs(times.end) - wallMs(times.start);
  const startWall = masterWall + byMs;
  const write = (wall: number): StoredTime => ({
    at: formatLocal(localOfMs(wall), times.isAllDay),
    timeZone: times.isAllDay ? null : times.start.timeZone,
  });
  return {
    byMs,
    fromDay: Math.floor(masterWall / DAY),
    toDay: Math.floor(startWall / DAY),
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
