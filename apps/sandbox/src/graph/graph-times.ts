import type * as Graph from '@microsoft/microsoft-graph-types';
import { Temporal } from 'temporal-polyfill';
import { occurrencesOf } from '../google/event-times.ts';
import { badRequest } from './graph-error.ts';

/** The zones of Windows that demo mailboxes use; an IANA name is taken as it is. */
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

type Moment = Graph.DateTimeTimeZone;

/** Milliseconds since 1970 of a local time in a zone. */
export function instantOf(moment: Moment | null | undefined): number {
  if (!moment?.dateTime) return Number.NaN;
  const text = moment.dateTime.replace(/(\.\d+)?Z?$/, '');
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(ianaZone(moment.timeZone)).epochMilliseconds;
  } catch {
    throw badRequest(`'${moment.dateTime}' is no date and time.`);
  }
}

/** An instant as Graph writes it: local, seven decimals, the zone beside it. */
export function momentOf(epochMilliseconds: number, timeZone: string): Moment {
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

/** A recurrence of Graph as a rule of RFC 5545, which the expansion knows. */
export function ruleOf({ pattern, range }: Graph.PatternedRecurrence): string {
  if (!pattern?.type || !range?.type) throw badRequest('A recurrence has a pattern and a range.');
  const days = (pattern.daysOfWeek ?? []).map((day) => DAYS[day]).join(',');
  const position = INDEX[pattern.index ?? 'first'] ?? 1;
  // Of several weekdays together it is the n-th day that is one of them.
  const relative = `${days};BYSETPOS=${position}`;
  // A month that is too short has its last day instead.
  const monthDay = (pattern.dayOfMonth ?? 1) > 28 ? clippedDays(pattern.dayOfMonth ?? 1) : pattern.dayOfMonth;
  const weekStart = DAYS[pattern.firstDayOfWeek ?? 'sunday'];
  const parts: Record<string, string> = {
    daily: 'FREQ=DAILY',
    weekly: `FREQ=WEEKLY;BYDAY=${days};WKST=${weekStart}`,
    absoluteMonthly: `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`,
    relativeMonthly: `FREQ=MONTHLY;BYDAY=${relative}`,
    absoluteYearly: `FREQ=YEARLY;BYMONTH=${pattern.month};BYMONTHDAY=${monthDay}`,
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

/** The end of the last day, which is one of the zone of the series. */
function lastMoment(date: string, timeZone: string): string {
  return Temporal.PlainDate.from(date)
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .subtract({ seconds: 1 })
    .toInstant()
    .toString()
    .replace(/[-:]/g, '');
}

function clippedDays(day: number): string {
  const days = Array.from({ length: day - 27 }, (_, index) => 28 + index);
  return `${days.join(',')};BYSETPOS=-1`;
}

/** The occurrences of a series that touch a range, as start and end instants. */
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
  const rule = master.recurrence ? ruleOf(master.recurrence) : '';
  return occurrencesOf(
    {
      start: { dateTime: inZone(instantOf(master.start)), timeZone: zone },
      end: { dateTime: inZone(instantOf(master.end)), timeZone: zone },
      recurrence: [rule],
    },
    zone,
    from,
    to,
  );
}
