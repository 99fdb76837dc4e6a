import type { calendar_v3 } from '@googleapis/calendar';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

type EventDateTime = calendar_v3.Schema$EventDateTime;
export type GoogleEvent = calendar_v3.Schema$Event;

/** The most instances per expansion; Google has a limit too. */
const MAX_INSTANCES = 2_500;

/** An instant in milliseconds; a date is the midnight at its start in the calendar's zone. */
export function toInstant(time: EventDateTime | undefined, calendarZone: string): number {
  if (time?.dateTime) {
    const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time.dateTime);
    if (hasOffset) return Temporal.Instant.from(time.dateTime).epochMilliseconds;
    return Temporal.PlainDateTime.from(time.dateTime).toZonedDateTime(time.timeZone ?? calendarZone)
      .epochMilliseconds;
  }
  if (time?.date) return Temporal.PlainDate.from(time.date).toZonedDateTime(calendarZone).epochMilliseconds;
  return Number.NaN;
}

/** An instant in the calendar's format, with the offset of the event's zone. */
function toDateTime(epochMilliseconds: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** A time as the calendar returns it: with an offset, in its own zone or the calendar's. */
export function writtenTime(time: EventDateTime, calendarZone: string): EventDateTime {
  if (!time.dateTime) return time;
  const zone = time.timeZone ?? calendarZone;
  return { ...time, dateTime: toDateTime(toInstant(time, calendarZone), zone), timeZone: zone };
}

/** The suffix of an instance's id: its original start. */
export function instanceSuffix(original: EventDateTime, calendarZone: string): string {
  if (original.date) return original.date.replaceAll('-', '');
  return new Date(toInstant(original, calendarZone)).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

export interface Occurrence {
  readonly start: EventDateTime;
  readonly end: EventDateTime;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The occurrences of a recurring event that overlap a range, by the rules alone. */
export function expandOccurrences(
  master: GoogleEvent,
  calendarZone: string,
  from: number,
  to: number,
): Occurrence[] {
  const zone = master.start?.timeZone ?? calendarZone;
  const isAllDay = Boolean(master.start?.date);
  const startsAt = toInstant(master.start, calendarZone);
  const first = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(
    isAllDay ? calendarZone : zone,
  );
  const days = isAllDay
    ? Temporal.PlainDate.from(master.start?.date ?? '').until(Temporal.PlainDate.from(master.end?.date ?? ''))
        .days
    : 0;
  const lengthMs = toInstant(master.end, calendarZone) - startsAt;
  const lines = master.recurrence ?? [];
  const starts = new Map<number, Temporal.ZonedDateTime>();
  const keep = (at: Temporal.ZonedDateTime) => starts.set(at.epochMilliseconds, at);
  if (from <= startsAt + lengthMs && startsAt < to) keep(first);
  for (const line of lines) {
    const [, kind, value = ''] = /^(RRULE|RDATE|EXDATE)[^:]*:(.*)$/.exec(line) ?? [];
    if (kind === 'RRULE') {
      // An occurrence that lasts into the range began earlier.
      const after = from - Math.max(lengthMs, 0) - 1;
      for (const at of ruleStarts(value, first, after, to)) keep(at);
    }
    if (kind === 'RDATE') for (const at of parseDates(line, zone)) if (at.epochMilliseconds < to) keep(at);
  }
  for (const line of lines) {
    if (line.startsWith('EXDATE'))
      for (const at of parseDates(line, zone)) starts.delete(at.epochMilliseconds);
  }
  return [...starts.values()]
    .sort((a, b) => a.epochMilliseconds - b.epochMilliseconds)
    .map((at) => {
      if (isAllDay) {
        const date = at.toPlainDate();
        const end = date.add({ days });
        return {
          start: { date: date.toString() },
          end: { date: end.toString() },
          startsAt: at.epochMilliseconds,
          endsAt: end.toZonedDateTime(calendarZone).epochMilliseconds,
        };
      }
      const endsAt = at.epochMilliseconds + lengthMs;
      return {
        start: { dateTime: toDateTime(at.epochMilliseconds, zone), timeZone: zone },
        end: { dateTime: toDateTime(endsAt, zone), timeZone: master.end?.timeZone ?? zone },
        startsAt: at.epochMilliseconds,
        endsAt,
      };
    })
    .filter(
      ({ startsAt: start, endsAt: end }) => start < to && (end > from || (end === start && start >= from)),
    );
}

/** The starts of one rule, expanded on the wall clock; a skipped time moves forward. */
function ruleStarts(text: string, first: Temporal.ZonedDateTime, after: number, to: number) {
  const rule = ICAL.Recur.fromString(text);
  const last = lastStart(rule.until, first);
  // Compared below as an instant, which a wall-clock time without a zone is not.
  rule.until = null;
  const { year, month, day, hour, minute, second } = first;
  // With explicit parts, 29 February is omitted in ordinary years instead of becoming 1 March.
  if (rule.freq === 'YEARLY' && Object.keys(rule.parts).length === 0) {
    rule.setComponent('BYMONTH', [month]);
    rule.setComponent('BYMONTHDAY', [day]);
  }
  const times = rule.iterator(ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false }));
  const starts: Temporal.ZonedDateTime[] = [];
  for (let time = times.next(); time && starts.length < MAX_INSTANCES; time = times.next()) {
    const at = wallClock(time).toZonedDateTime(first.timeZoneId);
    if (at.epochMilliseconds > Math.min(to, last)) break;
    if (at.epochMilliseconds >= after) starts.push(at);
  }
  return starts;
}

/** UNTIL: in UTC, in the event's zone, or a whole day in it. */
function lastStart(until: ICAL.Time | null, first: Temporal.ZonedDateTime): number {
  if (!until) return Number.POSITIVE_INFINITY;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  const time = until.isDate ? wallClock(until).add({ days: 1 }).subtract({ seconds: 1 }) : wallClock(until);
  return time.toZonedDateTime(isUtc ? 'UTC' : first.timeZoneId).epochMilliseconds;
}

function wallClock({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second);
}

/** The dates of an RDATE or EXDATE line: in UTC, in the line's zone, or in the event's. */
function parseDates(line: string, zone: string): Temporal.ZonedDateTime[] {
  const [head = '', values = ''] = line.split(/:(.*)/s);
  const lineZone = /TZID=([^;:]+)/.exec(head)?.[1] ?? zone;
  return values.split(',').flatMap((value) => {
    const [, year, month, day, hour = '00', minute = '00', second = '00', utc] =
      /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(value) ?? [];
    if (!year) return [];
    const plain = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
    return [plain.toZonedDateTime(utc ? 'UTC' : lineZone).withTimeZone(zone)];
  });
}
