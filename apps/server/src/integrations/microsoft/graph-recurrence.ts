import { DAY_MS } from '@dayloom/time';
import { InvalidRecurrenceRule, parseRule, type RecurrenceRule } from '@dayloom/time/recurrence';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { dashedDate, getTimeInstant, timeInZone, utcText } from '../calendars/provider-times.ts';

type Recurrence = Graph.PatternedRecurrence;
type Pattern = Graph.RecurrencePattern;

/** In the order of `Date.getUTCDay`. */
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const SHORT = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const INDEXES: Readonly<Record<string, Graph.WeekIndex>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};
const POSITIONS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
/** Some months lack the days after this one. Outlook then uses their last day. */
const LAST_COMMON_DAY = 28;

/**
 * Converts Outlook's recurrence into an RRULE (RFC 5545 §3.3.10); null for an unreadable one. `start` is in
 * its own zone.
 */
export function parseGraphRule({ pattern, range }: Recurrence, start: EventTime): string | null {
  const received = pattern && patternParts(pattern);
  if (!received) return null;
  const { interval, firstDayOfWeek } = pattern;
  const parts = [...received];
  if (interval && interval > 1) parts.splice(1, 0, `INTERVAL=${interval}`);
  // The first day of the week matters only when weeks are skipped. Monday is the default of an RRULE.
  const weekStart = SHORT[DAYS.indexOf(firstDayOfWeek ?? 'sunday')];
  if (pattern.type === 'weekly' && interval && interval > 1 && weekStart !== 'MO')
    parts.push(`WKST=${weekStart}`);
  if (range?.type === 'numbered' && range.numberOfOccurrences)
    parts.push(`COUNT=${range.numberOfOccurrences}`);
  if (range?.type === 'endDate' && range.endDate) parts.push(`UNTIL=${toUntil(range.endDate, start)}`);
  return parts.join(';');
}

function patternParts(pattern: Pattern): string[] | null {
  const days = (pattern.daysOfWeek ?? []).map((day) => SHORT[DAYS.indexOf(day)]).join(',');
  const month = `BYMONTH=${pattern.month}`;
  switch (pattern.type) {
    case 'daily':
      return ['FREQ=DAILY'];
    case 'weekly':
      return ['FREQ=WEEKLY', `BYDAY=${days}`];
    case 'absoluteMonthly':
      return ['FREQ=MONTHLY', ...monthDayParts(pattern.dayOfMonth)];
    case 'absoluteYearly':
      return ['FREQ=YEARLY', month, ...monthDayParts(pattern.dayOfMonth)];
    case 'relativeMonthly':
      return ['FREQ=MONTHLY', ...positionParts(pattern, days)];
    case 'relativeYearly':
      return ['FREQ=YEARLY', month, ...positionParts(pattern, days)];
    default:
      return null;
  }
}

/** Outlook's 31st is the last day of a shorter month: the last existing day from the 28th on. */
function monthDayParts(day = 1): string[] {
  if (day <= LAST_COMMON_DAY) return [`BYMONTHDAY=${day}`];
  const days = Array.from({ length: day - LAST_COMMON_DAY + 1 }, (_, index) => LAST_COMMON_DAY + index);
  return [`BYMONTHDAY=${days.join(',')}`, 'BYSETPOS=-1'];
}

function positionParts({ index, daysOfWeek }: Pattern, days: string): string[] {
  const position = POSITIONS[index ?? 'first'] ?? 1;
  return daysOfWeek?.length === 1 ? [`BYDAY=${position}${days}`] : [`BYDAY=${days}`, `BYSETPOS=${position}`];
}

/** Outlook's end is a date in the zone of the series. UNTIL is the last start, in UTC (RFC 5545 §3.3.10). */
function toUntil(endDate: string, start: EventTime): string {
  const date = endDate.replaceAll('-', '');
  if (!start.at.includes('T')) return date;
  const last = { at: `${date}${start.at.slice(8)}`, timeZone: start.timeZone };
  return utcText(getTimeInstant(last, { zoneDefinition: null }, 'UTC'));
}

/**
 * Converts the recurrence of a master for Outlook. Throws a `ProviderFailure` that names what Outlook does
 * not support. Excluded instances are written elsewhere.
 */
export function toGraphRecurrence(master: RemoteEvent, timeZone: string): Recurrence {
  const { recurrence } = master;
  const [text, ...others] = recurrence?.rules ?? [];
  if (!recurrence || text === undefined) throw unable('repeats on single dates without a rule');
  if (others.length > 0) throw unable('has several rules');
  if (recurrence.exceptionRules.length > 0) throw unable('has an exclusion rule (EXRULE)');
  if (recurrence.rdates.length > 0) throw unable('has additional dates');
  let rule: RecurrenceRule;
  try {
    rule = parseRule(text);
  } catch (error) {
    if (error instanceof InvalidRecurrenceRule)
      throw unable(`has a rule that cannot be read: ${error.problem}`);
    throw error;
  }
  return { pattern: toPattern(rule, master.start), range: toRecurrenceRange(rule, master.start, timeZone) };
}

function unable(what: string): ProviderFailure {
  return new ProviderFailure(
    'rejected',
    `Outlook cannot store this series: it ${what}. Choose another repeat rule, or another calendar.`,
    {
      providerCode: 'unsupported_recurrence',
    },
  );
}

interface StartDay {
  readonly weekday: number;
  readonly day: number;
  readonly month: number;
  /** Number of its weekday within the month. */
  readonly nth: number;
  readonly isLast: boolean;
  /** Days of the month. */
  readonly length: number;
}

function toStartDay({ at }: EventTime): StartDay {
  const [year, month, day] = [at.slice(0, 4), at.slice(4, 6), at.slice(6, 8)].map(Number) as [
    number,
    number,
    number,
  ];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return {
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
    day,
    month,
    nth: Math.ceil(day / 7),
    isLast: day + 7 > length,
    length,
  };
}

function toPattern(rule: RecurrenceRule, startTime: EventTime): Pattern {
  const { frequency, interval } = rule;
  const start = toStartDay(startTime);
  if (rule.weekNumbers || rule.yearDays) throw unable('counts weeks or days of the year');
  if (rule.hours || rule.minutes || rule.seconds)
    throw unable('repeats at several hours, minutes or seconds');
  if (rule.skip !== 'OMIT') throw unable('moves days that a month does not have');
  if (frequency === 'DAILY' || frequency === 'WEEKLY') return shortPattern(rule, start);
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') throw unable('repeats more often than once a day');
  const isYearly = frequency === 'YEARLY';
  if (!isYearly && rule.months) throw unable('leaves out months');
  const month = toMonth(rule, start, isYearly);
  if (isYearly && rule.weekdays && !rule.months) throw unable('counts weekdays through the year');
  if (rule.weekdays) {
    if (rule.monthDays) throw unable('asks for a weekday and a date at once');
    const { index, weekdays } = toPosition(rule);
    const isThere =
      weekdays.includes(start.weekday) &&
      (weekdays.length > 1 || (index === 'last' ? start.isLast : start.nth === POSITIONS[index]));
    if (!isThere) throw unable('begins on a day that its rule does not have');
    return {
      type: isYearly ? 'relativeYearly' : 'relativeMonthly',
      interval,
      index,
      daysOfWeek: weekdays.map((day) => DAYS[day] as Graph.DayOfWeek),
      ...month,
    };
  }
  return {
    type: isYearly ? 'absoluteYearly' : 'absoluteMonthly',
    interval,
    dayOfMonth: dayOfMonth(rule, start, isYearly),
    ...month,
  };
}

function shortPattern(rule: RecurrenceRule, start: StartDay): Pattern {
  const { frequency, interval } = rule;
  if (rule.months || rule.monthDays || rule.positions) throw unable('leaves out months or days of the month');
  if (rule.weekdays?.some(({ nth }) => nth !== 0)) throw unable('counts weekdays');
  if (frequency === 'DAILY' && !rule.weekdays) return { type: 'daily', interval };
  // A daily rule limited to some weekdays is weekly on these weekdays.
  if (frequency === 'DAILY' && interval > 1) throw unable('skips weekdays of an interval in days');
  const weekdays = [...new Set(rule.weekdays?.map(({ weekday }) => weekday) ?? [start.weekday])];
  if (!weekdays.includes(start.weekday)) throw unable('begins on a day that its rule does not have');
  return {
    type: 'weekly',
    interval,
    daysOfWeek: weekdays.sort((a, b) => a - b).map((day) => DAYS[day] as Graph.DayOfWeek),
    firstDayOfWeek: DAYS[rule.weekStart] as Graph.DayOfWeek,
  };
}

function toMonth({ months }: RecurrenceRule, start: StartDay, isYearly: boolean): { month?: number } {
  if (!isYearly) return {};
  const [month = start.month, ...others] = months ?? [];
  if (others.length > 0) throw unable('names several months');
  if (month !== start.month) throw unable('begins in a month that its rule does not have');
  return { month };
}

/** `BYDAY=2TU`, or `BYDAY=TU;BYSETPOS=2`, or several weekdays: `BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`. */
function toPosition({ weekdays, positions }: RecurrenceRule): {
  index: Graph.WeekIndex;
  weekdays: number[];
} {
  const days = weekdays ?? [];
  const nths = new Set(days.map(({ nth }) => nth));
  const [nth = 0] = nths;
  const asked = nth === 0 ? positions : [nth];
  const isOne = asked?.length === 1 && nths.size === 1 && (nth === 0 || (days.length === 1 && !positions));
  const index = isOne ? INDEXES[String(asked[0])] : undefined;
  if (!index) throw unable('counts weekdays in a way that Outlook does not support');
  return { index, weekdays: [...new Set(days.map(({ weekday }) => weekday))].sort((a, b) => a - b) };
}

function dayOfMonth({ monthDays, positions }: RecurrenceRule, start: StartDay, isYearly: boolean): number {
  const days = [...(monthDays ?? [start.day])].sort((a, b) => a - b);
  const [first = start.day] = days;
  const last = days.at(-1) ?? first;
  const isClipped =
    positions?.length === 1 &&
    positions[0] === -1 &&
    first === LAST_COMMON_DAY &&
    days.every((day, index) => day === first + index);
  // Outlook expresses the last day of every month as the 31st.
  const wanted = isClipped ? last : first === -1 && days.length === 1 && !positions && !isYearly ? 31 : null;
  if (wanted !== null) {
    if (start.day !== Math.min(wanted, start.length))
      throw unable('begins on a day that its rule does not have');
    return wanted;
  }
  if (positions || days.length > 1) throw unable('names several days of the month');
  if (first < 0) throw unable('counts days from the end of the month');
  if (first !== start.day) throw unable('begins on a day that its rule does not have');
  const isShortened = isYearly ? start.month === 2 && first > LAST_COMMON_DAY : first > LAST_COMMON_DAY;
  if (isShortened) throw unable('skips months that are too short, where Outlook uses their last day');
  return first;
}

function toRecurrenceRange(
  { count, until }: RecurrenceRule,
  start: EventTime,
  timeZone: string,
): Graph.RecurrenceRange {
  const base = { startDate: dashedDate(start.at), recurrenceTimeZone: timeZone };
  if (count !== null) return { ...base, type: 'numbered', numberOfOccurrences: count };
  if (until === null) return { ...base, type: 'noEnd' };
  const last =
    until.kind === 'instant' && start.at.includes('T')
      ? timeInZone(until.instant, timeZone).at
      : timeInZone(until.kind === 'instant' ? until.instant : until.localMs, 'UTC').at;
  // When instances start later in the day than UNTIL, the last instance is on the day before.
  const isBefore = start.at.includes('T') && last.slice(9) < start.at.slice(9);
  const day = Date.UTC(Number(last.slice(0, 4)), Number(last.slice(4, 6)) - 1, Number(last.slice(6, 8)));
  const endDate = new Date(day - (isBefore ? DAY_MS : 0)).toISOString().slice(0, 10);
  return { ...base, type: 'endDate', endDate };
}
