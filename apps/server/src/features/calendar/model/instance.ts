import { randomUUID } from 'node:crypto';
import type { EventTime } from './event.ts';
import {
  type EventRecord,
  type EventTimes,
  endsInOtherZone,
  getEnd,
  getInstant,
  getStart,
  getZones,
  toEventDate,
  toZonedEventTime,
} from './event-record.ts';
import { getLocalLengthMs, shiftTime } from './series-records.ts';

/** An instance as its series defines it, as a separate record. */
export function toInstance(
  master: EventRecord,
  instant: number,
  recurrenceId: string,
  homeTimeZone: string,
): EventRecord {
  const findZone = getZones(master);
  const toInstant = (time: EventTime) => getInstant(time, homeTimeZone, findZone);
  // An added date may have its own length (RDATE with a PERIOD).
  const ownEnd = master.recurrence?.rdates.find(({ end, ...at }) => end && toInstant(at) === instant)?.end;
  const getHoursEnd = () => {
    const endsAt = ownEnd
      ? toInstant(ownEnd)
      : instant + getEnd(master, homeTimeZone) - getStart(master, homeTimeZone);
    return endsInOtherZone(master)
      ? toZonedEventTime(endsAt, master.end.timeZone, findZone)
      : toSeriesTime(master, endsAt, homeTimeZone);
  };
  const times: EventTimes = master.isAllDay
    ? {
        isAllDay: true,
        start: toEventDate(recurrenceId),
        end: shiftTime(toEventDate(recurrenceId), getLocalLengthMs(master)),
      }
    : { isAllDay: false, start: toSeriesTime(master, instant, homeTimeZone), end: getHoursEnd() };
  return { ...master, id: randomUUID(), recurrenceId, recurrence: null, ...times, source: null, version: 0 };
}

/**
 * An instant as a time in the zone of the series. It floats if the series floats; otherwise a change of the
 * home zone would separate the two.
 */
export function toSeriesTime(master: EventRecord, instant: number, homeTimeZone: string): EventTime {
  const { timeZone } = master.start;
  return { ...toZonedEventTime(instant, timeZone ?? homeTimeZone, getZones(master)), timeZone };
}
