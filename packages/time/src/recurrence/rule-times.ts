import { RRuleTemporal } from 'rrule-temporal';
import { daysInMonth, fromDayNumber, getWeekday, isLeapYear, toDayNumber } from '../civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';
import type { RecurrenceRule } from './rule.ts';

/** Thrown if expanding a rule needs more steps than any real calendar. */
export class RecurrenceTooCostly extends Error {
  override readonly name = 'RecurrenceTooCostly';

  constructor(options?: { cause?: unknown }) {
    super('The recurrence needs too many steps to reach the asked time', options);
  }
}

/** Steps left for all rules of one expansion. A step takes the library about a microsecond. */
export interface StepBudget {
  left: number;
}

/** A range of wall-clock times, both ends inclusive. */
export interface LocalRange {
  from: number;
  to: number;
}

/** The end of the year 9999, the last that RFC 5545 can express. */
const LAST_LOCAL_MS = 253_402_300_799_999;
/** Days, weekdays and weeks of the Gregorian calendar repeat every 400 years, a whole number of weeks. */
const CYCLE = 146_097 * DAY_MS;
/** The number of times requested at once. Small at first, as the caller may not need more. */
const FIRST_TIMES = 200;
const MAX_TIMES = 2000;

interface Frequency {
  /** The shortest length of a period. */
  ms: number;
  /** The most periods per request; the library stops after 10,000. */
  most: number;
  /** Steps of rules without a fast path: for an empty period, and for a time found. */
  empty: number;
  found: number;
}

const FREQUENCIES: Readonly<Record<RecurrenceRule['frequency'], Frequency>> = {
  YEARLY: { ms: 365 * DAY_MS, most: 400, empty: 100, found: 120 },
  MONTHLY: { ms: 28 * DAY_MS, most: 2000, empty: 60, found: 60 },
  WEEKLY: { ms: 7 * DAY_MS, most: 2000, empty: 60, found: 60 },
  DAILY: { ms: DAY_MS, most: 4000, empty: 6, found: 60 },
  HOURLY: { ms: HOUR_MS, most: 4000, empty: 5, found: 10 },
  MINUTELY: { ms: MINUTE_MS, most: 4000, empty: 5, found: 10 },
  SECONDLY: { ms: 1000, most: 4000, empty: 5, found: 10 },
};
/** Steps of simple rules, for both. */
const SIMPLY = 3;
/** Steps of any call to the library. */
const ASKED = 50;

/**
 * The wall-clock times of a rule within a range, ignoring COUNT and UNTIL: local milliseconds, ascending, not
 * before `startLocal`. The library expands the rule as if the wall clock were UTC, so that no time is skipped
 * or doubled. It is called in pieces, so that a rule that finds something never reaches the library's own
 * limit.
 */
export function ruleTimes(
  rule: RecurrenceRule,
  startLocal: number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const frequency = FREQUENCIES[rule.frequency];
  const to = Math.min(range.to, LAST_LOCAL_MS);
  const from = Math.max(range.from, startLocal);
  // With a larger interval, the second period is after the end of the calendar anyway.
  const most = Math.max(1, Math.ceil((LAST_LOCAL_MS - startLocal) / frequency.ms) + 1);
  const followed = rule.interval > most ? { ...rule, interval: most } : rule;
  return frequency.ms >= DAY_MS || isSimple(rule)
    ? timesByRange(followed, startLocal, { from, to }, budget)
    : timesByWalk(followed, startLocal, { from, to }, budget);
}

/** Rules by days or longer, and simple rules: the library jumps directly to the start of a range. */
function* timesByRange(
  rule: RecurrenceRule,
  startLocal: number,
  { from, to }: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const frequency = FREQUENCIES[rule.frequency];
  const library = libraryRule(rule, startLocal);
  const period = frequency.ms * rule.interval;
  const inDay = (rule.hours?.length ?? 1) * (rule.minutes?.length ?? 1) * (rule.seconds?.length ?? 1);
  const perDay = Math.max(inDay, DAY_MS / period);
  const simple = isSimple(rule);
  const widest = frequency.most * period;
  let width = Math.min(widest, (FIRST_TIMES / perDay) * DAY_MS);
  // The library jumps to 1 January and would miss days of the previous year's last week.
  const early = rule.weekNumbers ? 7 * DAY_MS : 0;
  let emptySince = from;
  for (let begin = from; begin <= to; ) {
    const end = Math.min(to, Math.floor(begin + width));
    const found = asked(() =>
      library
        .between(new Date(begin - early), new Date(end), true)
        .map((time) => time.epochMilliseconds)
        .filter((time) => time >= begin),
    );
    const times = isNumbered(rule) ? onWeekdays(found, rule, startLocal) : found;
    // With SKIP, the library always iterates from the start.
    const passed = (end - (rule.skip === 'OMIT' ? begin : startLocal)) / period;
    const empty = Math.max(0, passed - found.length);
    spendSteps(
      budget,
      ASKED +
        empty * (simple ? SIMPLY : frequency.empty) +
        found.length * (simple ? SIMPLY : frequency.found),
    );
    yield* times;
    if (times.length > 0) emptySince = end;
    else if (end - emptySince > CYCLE * rule.interval) return;
    if (times.length < MAX_TIMES / 4) width = Math.min(widest, width * 4);
    begin = end + 1;
  }
}

/** Other rules within days: the library iterates from a later start and skips what cannot match. */
function* timesByWalk(
  rule: RecurrenceRule,
  startLocal: number,
  { from, to }: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const frequency = FREQUENCIES[rule.frequency];
  const step = frequency.ms * rule.interval;
  let begin = from;
  for (let most = FIRST_TIMES; begin <= to; most = Math.min(MAX_TIMES, most * 4)) {
    // One period early, as its times may extend into the next.
    const moved = startLocal + Math.max(0, Math.floor((begin - startLocal) / step) - 1) * step;
    const library = libraryRule(rule, moved, to);
    const times: number[] = [];
    let costly: RecurrenceTooCostly | null = null;
    try {
      asked(() =>
        library.all(({ epochMilliseconds: time }) => {
          if (time >= begin) times.push(time);
          return times.length < most;
        }),
      );
    } catch (error) {
      // The times found before the error may be all that the caller needs.
      if (!(error instanceof RecurrenceTooCostly)) throw error;
      costly = error;
    }
    spendSteps(budget, ASKED + times.length * frequency.found);
    yield* times;
    if (costly) throw costly;
    if (times.length < most) return;
    begin = (times.at(-1) as number) + 1;
  }
}

/** Translates the library's own limits (10,000 periods, a million times tried). */
function asked<T>(question: () => T): T {
  try {
    return question();
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('Maximum '))
      throw new RecurrenceTooCostly({ cause });
    throw cause;
  }
}

/** Charges steps that were taken or are about to be taken. */
export function spendSteps(budget: StepBudget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new RecurrenceTooCostly();
}

/** Whether the library computes the rule with plain numbers, which is about twenty times faster. */
function isSimple(rule: RecurrenceRule): boolean {
  if (rule.positions || rule.yearDays || rule.weekNumbers || rule.skip !== 'OMIT') return false;
  switch (rule.frequency) {
    case 'YEARLY':
    case 'MONTHLY':
      return true;
    case 'WEEKLY':
    case 'DAILY':
      return !rule.months && !rule.monthDays;
    default:
      return !(rule.months || rule.monthDays || rule.weekdays || rule.hours || rule.minutes || rule.seconds);
  }
}

function isNumbered({ weekdays }: RecurrenceRule): boolean {
  return weekdays?.some(({ nth }) => nth !== 0) ?? false;
}

/**
 * Keeps the times that really are the numbered weekdays of a month or year of the rule. The library counts
 * past the end ("53WE" becomes a Wednesday of the next year) and before the beginning, and returns such days
 * out of order.
 */
function onWeekdays(times: readonly number[], rule: RecurrenceRule, startLocal: number): number[] {
  const { frequency, interval, months, weekdays } = rule;
  const start = fromDayNumber(Math.floor(startLocal / DAY_MS));
  const isWanted = (time: number) => {
    const day = Math.floor(time / DAY_MS);
    const date = fromDayNumber(day);
    const years = date.year - start.year;
    const periods = frequency === 'MONTHLY' ? years * 12 + date.month - start.month : years;
    if (periods % interval !== 0) return false;
    const isInMonth = frequency === 'MONTHLY' || months !== null;
    const place = isInMonth ? date.day : day - toDayNumber(date.year, 1, 1) + 1;
    const length = isInMonth ? daysInMonth(date.year, date.month) : isLeapYear(date.year) ? 366 : 365;
    const fromStart = Math.ceil(place / 7);
    const fromEnd = -Math.ceil((length - place + 1) / 7);
    return weekdays?.some(
      ({ weekday, nth }) =>
        weekday === getWeekday(day) && (nth === 0 || nth === fromStart || nth === fromEnd),
    );
  };
  return [...new Set(times.filter(isWanted))].sort((a, b) => a - b);
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

function libraryRule(
  rule: RecurrenceRule,
  startLocal: number,
  lastLocal: number | null = null,
): RRuleTemporal {
  const list = <T>(values: Iterable<T> | null) => (values ? [...values] : []);
  return new RRuleTemporal({
    dtstart: utcTime(startLocal),
    freq: rule.frequency,
    interval: rule.interval,
    ...(lastLocal !== null && { until: utcTime(lastLocal) }),
    wkst: WEEKDAYS[rule.weekStart] ?? 'MO',
    byMonth: list(rule.months),
    byWeekNo: list(rule.weekNumbers),
    byYearDay: list(rule.yearDays),
    byMonthDay: list(rule.monthDays),
    byDay: list(rule.weekdays).map(({ weekday, nth }) => `${nth || ''}${WEEKDAYS[weekday]}`),
    byHour: list(rule.hours),
    byMinute: list(rule.minutes),
    bySecond: list(rule.seconds),
    bySetPos: list(rule.positions),
    ...(rule.skip !== 'OMIT' && { rscale: 'GREGORIAN', skip: rule.skip }),
    cache: false,
  });
}

/** The part of `Temporal.ZonedDateTime` that the library reads. The library bundles its own Temporal. */
function utcTime(epochMilliseconds: number) {
  return {
    timeZoneId: 'UTC',
    epochNanoseconds: BigInt(epochMilliseconds) * 1_000_000n,
    toString: () => `${new Date(epochMilliseconds).toISOString().slice(0, -1)}+00:00[UTC]`,
  };
}
