import { randomUUID } from 'node:crypto';
import type { EventTime } from './event.ts';
import {
  type EventRecord,
  type EventTimes,
  getEnd,
  getStart,
  getZones,
  storedDate,
  storedTime,
} from './event-record.ts';
import { localLength, shifted } from './series-records.ts';

/** An instance as its series has it, as a record of its own. */
export function toInstance(
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
        const length = getEnd(master, homeTimeZone) - getStart(master, homeTimeZone);
        const at = (time: number) => timeLike(master, time, homeTimeZone);
        return { isAllDay: false, start: at(instant), end: at(instant + length) };
      })();
  return { ...master, id: randomUUID(), recurrenceId, recurrence: null, ...times, source: null, version: 0 };
}

/** A time in the zone of a series; of a floating one it floats too, or a change of the home zone would part them. */
export function timeLike(master: EventRecord, instant: number, homeTimeZone: string): EventTime {
  const { timeZone } = master.start;
  return { ...storedTime(instant, timeZone ?? homeTimeZone, getZones(master)), timeZone };
}
