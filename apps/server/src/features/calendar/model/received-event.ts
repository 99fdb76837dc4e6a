import type { EventContent, EventTime } from './event.ts';
import {
  type EventRecord,
  formatEventDate,
  getEnd,
  getInstant,
  getStart,
  getZones,
  toRecurrenceId,
} from './event-record.ts';
import { cutText, toStorableTexts } from './storable-text.ts';

const MAX_UID = 1_000;
const FIRST_INSTANT = Date.UTC(1, 0, 1);
const LAST_INSTANT = Date.UTC(9_998, 0, 1);

type ReceivedTexts = Pick<EventContent, 'uid' | 'title' | 'description' | 'location' | 'details'>;

/** The texts of an event from a file or a provider, cut to what is kept here. The details name those that were cut. */
export function cutReceivedTexts({ uid, details, ...given }: ReceivedTexts): ReceivedTexts {
  const { shortened, ...texts } = toStorableTexts(given);
  return {
    uid: cutText(uid, MAX_UID),
    ...texts,
    details: {
      ...details,
      ...(shortened.length > 0 && { shortened: [...new Set([...(details.shortened ?? []), ...shortened])] }),
    },
  };
}

/** Whether it lies in the years 1 to 9997, which PostgreSQL and JavaScript can both hold. */
export function isInKnownYears(record: EventRecord, homeTimeZone: string): boolean {
  return getStart(record, homeTimeZone) >= FIRST_INSTANT && getEnd(record, homeTimeZone) <= LAST_INSTANT;
}

/**
 * The recurrence id of a received instance. A date stays a date although the instance itself may have hours, because
 * the id is of the kind of its series.
 */
export function toReceivedRecurrenceId(
  event: Pick<EventRecord, 'zoneDefinition'>,
  time: EventTime,
  homeTimeZone: string,
): string {
  return time.at.includes('T')
    ? toRecurrenceId(getInstant(time, homeTimeZone, getZones(event)), false, homeTimeZone)
    : formatEventDate(time);
}
