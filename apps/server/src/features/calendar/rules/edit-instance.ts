import { randomUUID } from 'node:crypto';
import type { EventChange } from '@dayloom/contracts';
import {
  type EventRecord,
  type EventTimes,
  givenTimes,
  instantOfStored,
  recurrenceIdOf,
  type StoredRecurrence,
  type StoredTime,
  storedDate,
  storedTime,
} from './event-record.ts';
import { type Edit, type Family, localLength, plainFields, shifted } from './family.ts';

export function changeInstance(
  family: Family,
  master: EventRecord,
  instant: number,
  change: EventChange,
  homeTimeZone: string,
): Edit {
  const recurrenceId = recurrenceIdOf(instant, master.isAllDay, homeTimeZone);
  const known = family.find((record) => record.recurrenceId === recurrenceId);
  const base = known ?? instanceOf(master, instant, recurrenceId, homeTimeZone);
  const given = givenTimes(change, base.start.timeZone ?? homeTimeZone);
  const times = given && inKindOf(master, given, homeTimeZone);
  const override: EventRecord = { ...base, ...plainFields(change), ...times, version: base.version + 1 };
  const others = family.filter((record) => record !== known);
  return { families: [{ uid: master.uid, records: [...others, override] }], eventId: override.id };
}

export function instanceOf(
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
        const length =
          instantOfStored(master.end, homeTimeZone) - instantOfStored(master.start, homeTimeZone);
        const at = (time: number) => timeLike(master, time, homeTimeZone);
        return { isAllDay: false, start: at(instant), end: at(instant + length) };
      })();
  return { ...master, id: randomUUID(), recurrenceId, recurrence: null, ...times, source: null, version: 0 };
}

/** A time in the zone of a series; of a floating one it floats too, or a change of the home zone would part them. */
function timeLike({ start }: EventRecord, instant: number, homeTimeZone: string): StoredTime {
  return { ...storedTime(instant, start.timeZone ?? homeTimeZone), timeZone: start.timeZone };
}

/** The times of an instance, which float when its series does. */
function inKindOf(master: EventRecord, times: EventTimes, homeTimeZone: string): EventTimes {
  if (times.isAllDay || master.isAllDay || master.start.timeZone !== null) return times;
  const floating = (time: StoredTime) => timeLike(master, instantOfStored(time, homeTimeZone), homeTimeZone);
  return { isAllDay: false, start: floating(times.start), end: floating(times.end) };
}

export function withoutInstance(
  family: Family,
  master: EventRecord,
  instant: number,
  homeTimeZone: string,
): Family {
  const recurrenceId = recurrenceIdOf(instant, master.isAllDay, homeTimeZone);
  const isFloating = !master.isAllDay && master.start.timeZone === null;
  const exdate = master.isAllDay
    ? storedDate(recurrenceId)
    : isFloating
      ? timeLike(master, instant, homeTimeZone)
      : storedTime(instant, 'UTC');
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
