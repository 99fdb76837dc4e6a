import type * as Graph from '@microsoft/microsoft-graph-types';
import { Temporal } from 'temporal-polyfill';
import { expandOccurrences } from '../google/event-times.ts';
import { badRequest } from './graph-error.ts';

/** The Windows zones of the demo mailboxes; IANA names are used unchanged. */
const WINDOWS_ZONES: Record<string, string> = {
  UTC: 'UTC',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Pacific Standard Time': 'America/Los_Angeles',
  'W. Europe Standard Time': 'Europe/Berlin',
  'GMT Standard Time': 'Europe/London',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'India Standard Time': 'Asia/Kolkata',
};

export function ianaZone(name: string | null | undefined): string {
  if (!name) return 'UTC';
  const known = WINDOWS_ZONES[name];
  if (known) return known;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw badRequest(`The time zone '${name}' is not known.`);
  }
}

/** Cities whose zone Outlook stores under another name. */
const WINDOWS_NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(WINDOWS_ZONES).map(([windows, iana]) => [iana, windows])),
  'America/Detroit': 'Eastern Standard Time',
  'America/Toronto': 'Eastern Standard Time',
  'Asia/Calcutta': 'India Standard Time',
  'Europe/Amsterdam': 'W. Europe Standard Time',
  'Europe/Rome': 'W. Europe Standard Time',
  'Europe/Stockholm': 'W. Europe Standard Time',
  'Europe/Vienna': 'W. Europe Standard Time',
  'Europe/Zurich': 'W. Europe Standard Time',
};

/** The name under which the mailbox stores a zone: its Windows name if it has one. */
export function windowsZone(name: string): string {
  return WINDOWS_NAMES[name] ?? name;
}

type Moment = Graph.DateTimeTimeZone;

/** Milliseconds since 1970 of a local time in a zone. */
export function toInstant(moment: Moment | null | undefined): number {
  if (!moment?.dateTime) return Number.NaN;
  const text = moment.dateTime.replace(/(\.\d+)?Z?$/, '');
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(ianaZone(moment.timeZone)).epochMilliseconds;
  } catch {
    throw badRequest(`'${moment.dateTime}' is no date and time.`);
  }
}

/** An instant in Graph's format: local time with seven decimals, and its zone. */
export function toDateTimeTimeZone(epochMilliseconds: number, timeZone: string): Moment {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .toZonedDateTimeISO(ianaZone(timeZone))
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  return { dateTime: `${local}.0000000`, timeZone };
}

const DAYS: Record<string, string> = {
  sunday: 'SU',
  monday: 'MO',
  tuesday: 'TU',
  wednesday: 'WE',
  thursday: 'TH',
  friday: 'FR',
  saturday: 'SA',
};
const INDEX: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

/** A Graph recurrence as an RFC 5545 rule, which can be expanded. */
function toRRule({ pattern, range }: Graph.PatternedRecurrence): string {
  if (!pattern?.type || !range?.type) throw badRequest('A recurrence has a pattern and a range.');
  const days = (pattern.daysOfWeek ?? []).map((day) => DAYS[day]).join(',');
  const position = INDEX[pattern.index ?? 'first'] ?? 1;
  // For several weekdays together, the n-th day that is one of them.
  const relative = `${days};BYSETPOS=${position}`;
  const weekStart = DAYS[pattern.firstDayOfWeek ?? 'sunday'];
  const parts: Record<string, string> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${days};WKST=${weekStart}`,
    absoluteMonthly: `FREQ=MONTHLY;BYMONTHDAY=${pattern.dayOfMonth}`,
    relativeMonthly: `FREQ=MONTHLY;BYDAY=${relative}`,
    absoluteYearly: `FREQ=YEARLY;BYMONTH=${pattern.month};BYMONTHDAY=${pattern.dayOfMonth}`,
    relativeYearly: `FREQ=YEARLY;BYMONTH=${pattern.month};BYDAY=${relative}`,
  };
  const until = range.endDate?.replaceAll('-', '');
  const end =
    range.type === 'numbered'
      ? `;COUNT=${range.numberOfOccurrences}`
      : range.type === 'endDate' && until
        ? `;UNTIL=${lastMoment(until, ianaZone(range.recurrenceTimeZone))}`
        : '';
  return `RRULE:${parts[pattern.type]};INTERVAL=${pattern.interval ?? 1}${end}`;
}

/** The end of the last day in the zone of the series. */
function lastMoment(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date)
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .subtract({ seconds: 1 })
    .toInstant()
    .toString()
    .replace(/[-:]/g, '');
}

/** No month is shorter. */
const DAYS_OF_ALL_MONTHS = 28;

/**
 * The days of a series on the 29th, 30th or 31st, one by one: a shorter month has its last day instead, which
 * no RFC 5545 rule can express.
 */
function monthEnds(
  { pattern, range }: Graph.PatternedRecurrence,
  first: Temporal.ZonedDateTime,
  to: number,
): string | null {
  const day = pattern?.dayOfMonth ?? 0;
  if (!pattern?.type?.startsWith('absolute') || day <= DAYS_OF_ALL_MONTHS) return null;
  const months = (pattern.interval ?? 1) * (pattern.type === 'absoluteYearly' ? 12 : 1);
  const month = pattern.type === 'absoluteYearly' ? (pattern.month ?? first.month) : first.month;
  const begin = first.with({ day: 1, month });
  const count = range?.type === 'numbered' ? (range.numberOfOccurrences ?? 1) : Number.POSITIVE_INFINITY;
  const until = range?.type === 'endDate' && range.endDate ? Temporal.PlainDate.from(range.endDate) : null;
  const dates: string[] = [];
  for (let step = 0; dates.length < count; step += 1) {
    const inMonth = begin.add({ months: step * months });
    const at = inMonth.with({ day: Math.min(day, inMonth.daysInMonth) });
    if (at.epochMilliseconds >= to || (until && Temporal.PlainDate.compare(at.toPlainDate(), until) > 0))
      break;
    if (at.epochMilliseconds >= first.epochMilliseconds) {
      dates.push(at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, ''));
    }
  }
  return `RDATE:${dates.join(',')}`;
}

/** The occurrences of a series that overlap a range, as start and end instants. */
export function expand(
  master: Graph.Event,
  from: number,
  to: number,
): { startsAt: number; endsAt: number }[] {
  const zone = ianaZone(master.recurrence?.range?.recurrenceTimeZone ?? master.start?.timeZone);
  const inZone = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toString({ timeZoneName: 'never', smallestUnit: 'second' });
  const first = Temporal.Instant.fromEpochMilliseconds(toInstant(master.start)).toZonedDateTimeISO(zone);
  const line = master.recurrence
    ? (monthEnds(master.recurrence, first, to) ?? toRRule(master.recurrence))
    : '';
  return expandOccurrences(
    {
      start: { dateTime: inZone(toInstant(master.start)), timeZone: zone },
      end: { dateTime: inZone(toInstant(master.end)), timeZone: zone },
      recurrence: [line],
    },
    zone,
    from,
    to,
  );
}
