import { randomUUID } from 'node:crypto';
import type { EventChange } from '@dayloom/contracts';
import {
  type EventRecord,
  type EventTimes,
  givenTimes,
  instantOfStored,
  recurrenceIdOf,
  type StoredRecurrence,
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
  const times = givenTimes(change, base.start.timeZone ?? homeTimeZone);
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
        const zone = master.start.timeZone ?? homeTimeZone;
        const start = storedTime(instant, zone);
        const length =
          instantOfStored(master.end, homeTimeZone) - instantOfStored(master.start, homeTimeZone);
        return { isAllDay: false, start, end: storedTime(instant + length, zone) };
      })();
  return { ...master, id: randomUUID(), recurrenceId, recurrence: null, ...times, source: null, version: 0 };
}

export function withoutInstance(
  family: Family,
  master: EventRecord,
  instant: number,
  homeTimeZone: string,
): Family {
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
