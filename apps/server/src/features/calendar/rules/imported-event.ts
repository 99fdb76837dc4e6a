import { zoneOf } from '@dayloom/time';
import type { CalendarEvent } from '@dayloom/time/icalendar';
import { type CalendarTime, formatLocal } from '@dayloom/time/recurrence';
import {
  type EventRecord,
  endOf,
  recurrenceIdOf,
  type StoredTime,
  startOf,
  zonesOf,
} from './event-record.ts';

const MAX_TITLE = 500;
const MAX_TEXT = 20_000;
const MAX_UID = 1_000;
const FIRST_INSTANT = Date.UTC(1, 0, 1);
const LAST_INSTANT = Date.UTC(9_998, 0, 1);

type Read = { record: EventRecord; problem: null } | { record: null; problem: string };

/** An event of a file as a record of ours; without a usable time there is nothing to show, and that is said. */
export function readImportedEvent(
  event: CalendarEvent,
  calendarId: string,
  id: string,
  homeTimeZone: string,
): Read {
  if (!event.start) return { record: null, problem: 'The event has no start; it was left out.' };
  const start = stored(event.start);
  const end = event.end ? stored(event.end) : start;
  const isSeries = event.recurrenceId === null && (event.rrules.length > 0 || event.rdates.length > 0);
  const record: EventRecord = {
    id,
    calendarId,
    uid: clean(event.uid).slice(0, MAX_UID),
    recurrenceId: event.recurrenceId && instanceIdOf(event, homeTimeZone),
    sequence: Math.min(Math.max(0, Math.trunc(event.sequence) || 0), 2_147_483_647),
    title: clean(event.summary).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
    description: clean(event.description).slice(0, MAX_TEXT),
    location: clean(event.location).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
    status:
      event.status === 'CANCELLED' ? 'cancelled' : event.status === 'TENTATIVE' ? 'tentative' : 'confirmed',
    // TRANSP is honoured; whole days are notes in the margin by default.
    isBusy: event.transparency === 'opaque' && !event.allDay,
    isAllDay: event.allDay,
    start,
    end,
    recurrence: isSeries
      ? {
          rules: event.rrules,
          exceptionRules: event.exrules,
          rdates: event.rdates.map((rdate) => ({
            ...stored(rdate),
            ...(rdate.end && { end: stored(rdate.end) }),
          })),
          exdates: event.exdates.map(stored),
        }
      : null,
    details: detailsOf(event),
    zoneDefinition: event.zoneDefinition === null ? null : clean(event.zoneDefinition),
    source: clean(event.raw),
    version: 1,
  };
  const [startsAt, endsAt] = [startOf(record, homeTimeZone), endOf(record, homeTimeZone)];
  if (!(startsAt >= FIRST_INSTANT && endsAt <= LAST_INSTANT)) {
    return { record: null, problem: 'The event lies outside the years 1 to 9997; it was left out.' };
  }
  return { record, problem: null };
}

function stored({ local, timeZone, isDate }: CalendarTime): StoredTime {
  return { at: formatLocal(local, isDate), timeZone: isDate ? null : timeZone };
}

function instanceIdOf(event: CalendarEvent, homeTimeZone: string): string | null {
  if (!event.recurrenceId) return null;
  const { local, timeZone, isDate } = event.recurrenceId;
  const zones = zonesOf(event);
  const instant = zones(timeZone ?? homeTimeZone).localToInstant(local);
  if (isDate && event.allDay)
    return recurrenceIdOf(zoneOf(homeTimeZone).localToInstant(local), true, homeTimeZone);
  return new Date(instant).toISOString();
}

function detailsOf(event: CalendarEvent): Record<string, unknown> {
  return {
    ...(event.url && { url: clean(event.url) }),
    ...(event.organizer && { organizer: cleanDeep(event.organizer) }),
    ...(event.attendees.length > 0 && { attendees: cleanDeep(event.attendees) }),
    ...(event.categories.length > 0 && { categories: cleanDeep(event.categories) }),
    ...(event.isThisAndFuture && { isThisAndFuture: true }),
  };
}

/** What PostgreSQL can't store: NUL characters and halves of surrogate pairs. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanDeep(item)]));
  }
  return value;
}
