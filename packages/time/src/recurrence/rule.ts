import { daysInMonth, toDayNumber } from '../civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../units.ts';

export type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY' | 'MINUTELY' | 'SECONDLY';

/** A parsed and validated recurrence rule (RFC 5545 §3.3.10, SKIP from RFC 7529). Absent lists are null. */
export interface RecurrenceRule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  /** 1..12 */
  months: ReadonlySet<number> | null;
  /** 1..53, or negative from the last week of the year */
  weekNumbers: ReadonlySet<number> | null;
  yearDays: ReadonlySet<number> | null;
  monthDays: ReadonlySet<number> | null;
  /**
   * `weekday` 0 = Sunday; `nth` 0 means every one, otherwise the n-th of the month or year, negative from its
   * end.
   */
  weekdays: readonly { weekday: number; nth: number }[] | null;
  hours: readonly number[] | null;
  minutes: readonly number[] | null;
  seconds: readonly number[] | null;
  positions: readonly number[] | null;
  /** 0 = Sunday */
  weekStart: number;
  /** Where dates move that a month lacks, such as the 31st. */
  skip: 'OMIT' | 'BACKWARD' | 'FORWARD';
}

/** The end of a rule: an instant ("...Z") or a wall-clock time, both in milliseconds. */
export type Until = { kind: 'instant'; instant: number } | { kind: 'local'; localMs: number };

/** Thrown for a rule that RFC 5545 does not allow or that we cannot expand. `rule` is the original text. */
export class InvalidRecurrenceRule extends Error {
  override readonly name = 'InvalidRecurrenceRule';
  readonly rule: string;
  /** The problem, without the rule. */
  readonly problem: string;

  constructor(rule: string, problem: string) {
    super(`Recurrence rule '${rule.length > 120 ? `${rule.slice(0, 117)}...` : rule}': ${problem}`);
    this.rule = rule;
    this.problem = problem;
  }
}

const FREQUENCIES: readonly Frequency[] = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
];
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** More values than any BY part has distinct ones; longer lists are an attack. */
const MAX_VALUES = 1000;

/** Reads "FREQ=WEEKLY;BYDAY=MO" in any case, with or without "RRULE:". Throws `InvalidRecurrenceRule`. */
export function parseRule(text: string): RecurrenceRule {
  const parts = readParts(text);
  const frequency = parts.get('FREQ') as Frequency | undefined;
  if (frequency === undefined) throw new InvalidRecurrenceRule(text, 'FREQ is missing');
  if (!FREQUENCIES.includes(frequency))
    throw new InvalidRecurrenceRule(text, `FREQ=${frequency} is not known`);
  const numbers = (name: string, least: number, most: number, isSigned = false) =>
    readNumbers(text, name, parts.get(name), least, most, isSigned);
  const set = (list: number[] | null) => list && new Set(list);
  const rscale = parts.get('RSCALE');
  if (rscale !== undefined && rscale !== 'GREGORIAN') {
    throw new InvalidRecurrenceRule(text, `the calendar RSCALE=${rscale} is not supported`);
  }
  const seconds = numbers('BYSECOND', 0, 60);
  const rule: RecurrenceRule = {
    frequency,
    interval: readWhole(text, 'INTERVAL', parts.get('INTERVAL'), 1) ?? 1,
    // COUNT=0 is not allowed, but clearly means no occurrence.
    count: readWhole(text, 'COUNT', parts.get('COUNT'), 0),
    until: readUntil(text, parts.get('UNTIL')),
    months: set(numbers('BYMONTH', 1, 12)),
    weekNumbers: set(numbers('BYWEEKNO', 1, 53, true)),
    yearDays: set(numbers('BYYEARDAY', 1, 366, true)),
    monthDays: set(numbers('BYMONTHDAY', 1, 31, true)),
    weekdays: readWeekdays(text, parts.get('BYDAY'), frequency),
    hours: numbers('BYHOUR', 0, 23),
    minutes: numbers('BYMINUTE', 0, 59),
    // The leap second 60 is read as 59 (RFC 5545 §3.3.12).
    seconds: seconds && [...new Set(seconds.map((second) => Math.min(second, 59)))],
    positions: numbers('BYSETPOS', 1, 31_622_400, true),
    weekStart: readWeekStart(text, parts.get('WKST')),
    skip: readSkip(text, parts.get('SKIP')),
  };
  const isNumbered = rule.weekdays?.some(({ nth }) => nth !== 0) ?? false;
  if (
    frequency === 'MONTHLY' &&
    isSkippingDates(rule) &&
    (rule.positions || isNumbered || 12 % rule.interval)
  )
    throw new InvalidRecurrenceRule(
      text,
      'SKIP with BYMONTHDAY in a monthly rule is supported only without BYSETPOS and numbered BYDAY, and where INTERVAL divides the year',
    );
  return rule;
}

/** Whether a rule has dates that some months lack, and moves them. */
export function isSkippingDates(rule: RecurrenceRule): boolean {
  return rule.skip !== 'OMIT' && [...(rule.monthDays ?? [])].some((day) => day > 28);
}

/** Like `parseRule`, for rules made by users: rules that repeat within a day are rejected. */
export function parseDailyRule(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (FREQUENCIES.indexOf(rule.frequency) > FREQUENCIES.indexOf('DAILY'))
    throw new InvalidRecurrenceRule(text, 'it repeats more often than once a day');
  return rule;
}

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^(?:RRULE|EXRULE)[^:]*:/i, '')
    .split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    if (equals < 1) throw new InvalidRecurrenceRule(text, `'${part}' is not NAME=VALUE`);
    const name = part.slice(0, equals).trim().toUpperCase();
    const value = part
      .slice(equals + 1)
      .trim()
      .toUpperCase();
    // Some producers write every part and leave the unused ones empty.
    if (value !== '') parts.set(name, value);
  }
  return parts;
}

function readWhole(text: string, name: string, value: string | undefined, least: number): number | null {
  if (value === undefined) return null;
  if (!/^\+?\d{1,15}$/.test(value) || Number(value) < least) {
    throw new InvalidRecurrenceRule(text, `${name}=${value} is not a whole number from ${least}`);
  }
  return Number(value);
}

function readNumbers(
  text: string,
  name: string,
  value: string | undefined,
  least: number,
  most: number,
  isSigned: boolean,
): number[] | null {
  if (value === undefined) return null;
  const items = value.split(',').filter((item) => item.trim() !== '');
  if (items.length > MAX_VALUES) throw new InvalidRecurrenceRule(text, `${name} has ${items.length} values`);
  const numbers = items.map((item) => {
    const number = /^\s*[+-]?\d{1,9}\s*$/.test(item) ? Number(item) : Number.NaN;
    const size = isSigned ? Math.abs(number) : number;
    if (!(size >= least && size <= most))
      throw new InvalidRecurrenceRule(text, `${name}=${item} is out of range`);
    return number;
  });
  return numbers.length === 0 ? null : [...new Set(numbers)].sort((a, b) => a - b);
}

function readWeekdays(
  text: string,
  value: string | undefined,
  frequency: Frequency,
): RecurrenceRule['weekdays'] {
  if (value === undefined) return null;
  const items = value.split(',').filter((item) => item.trim() !== '');
  if (items.length > MAX_VALUES) throw new InvalidRecurrenceRule(text, `BYDAY has ${items.length} values`);
  const days = items.map((item) => {
    const match = /^([+-]?\d{1,2})?\s*(SU|MO|TU|WE|TH|FR|SA)$/.exec(item.trim());
    if (!match) throw new InvalidRecurrenceRule(text, `BYDAY=${item} is not a weekday`);
    const nth = Number(match[1] ?? 0);
    if (match[1] !== undefined && (nth === 0 || Math.abs(nth) > 53)) {
      throw new InvalidRecurrenceRule(text, `BYDAY=${item} is out of range`);
    }
    // "The second Monday" has no meaning within a week or a day; like other programs, we read it as every
    // Monday.
    const hasNth = frequency === 'YEARLY' || frequency === 'MONTHLY';
    return { weekday: WEEKDAYS.indexOf(match[2] as string), nth: hasNth ? nth : 0 };
  });
  return days.length === 0 ? null : days;
}

function readWeekStart(text: string, value: string | undefined): number {
  if (value === undefined) return 1;
  const weekday = WEEKDAYS.indexOf(value);
  if (weekday < 0) throw new InvalidRecurrenceRule(text, `WKST=${value} is not a weekday`);
  return weekday;
}

function readSkip(text: string, value: string | undefined): RecurrenceRule['skip'] {
  if (value === undefined || value === 'OMIT') return 'OMIT';
  if (value === 'BACKWARD' || value === 'FORWARD') return value;
  throw new InvalidRecurrenceRule(text, `SKIP=${value} is not known`);
}

/** A date without a time includes that whole day, in any zone. */
function readUntil(text: string, value: string | undefined): Until | null {
  if (value === undefined) return null;
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?(Z)?)?$/.exec(value);
  if (!match) throw new InvalidRecurrenceRule(text, `UNTIL=${value} is neither a date nor a time`);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth(year, month) ||
    hour > 24 ||
    minute > 59 ||
    second > 60
  ) {
    throw new InvalidRecurrenceRule(text, `UNTIL=${value} is not a valid date`);
  }
  const midnight = toDayNumber(year, month, day) * DAY_MS;
  if (match[4] === undefined) return { kind: 'local', localMs: midnight + DAY_MS - 1 };
  const ms = midnight + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
  return match[7] ? { kind: 'instant', instant: ms } : { kind: 'local', localMs: ms };
}
