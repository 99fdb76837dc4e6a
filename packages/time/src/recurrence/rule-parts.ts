import { daysInMonth, fromDayNumber, getWeekday, toDayNumber } from '../civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';
import { isSkippingDates, type RecurrenceRule } from './rule.ts';
import { type LocalRange, ruleTimes, type StepBudget, spendSteps } from './rule-times.ts';

/** About five times of a day cost one step. */
const TIMES_IN_STEP = 5;

/**
 * The wall-clock times of any rule, like `ruleTimes`. For rules that repeat by days or longer, the library
 * only gives the days. Times of day and positions are computed here. So a rule with every second of every day
 * costs only its days until its times are used.
 */
export function wallClockTimes(
  rule: RecurrenceRule,
  startLocal: number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  if (isWithinDay(rule)) return ruleTimes(rule, startLocal, range, budget);
  const { hours, minutes, seconds, positions } = rule;
  if (!(hours ?? minutes ?? seconds ?? positions)) return ruleDays(rule, startLocal, range, budget);
  const times = timesOfDay(rule, startLocal);
  const wanted = { from: Math.max(startLocal, range.from), to: range.to };
  const byDay = { ...rule, hours: null, minutes: null, seconds: null, positions: null };
  if (!positions) {
    const days = { from: toMidnight(wanted.from), to: wanted.to };
    return timesInDays(ruleDays(byDay, toMidnight(startLocal), days, budget), times, wanted, budget);
  }
  // Positions count from the beginning and the end of a period, even if only part of it is requested.
  const period = (local: number) => toPeriod(rule, toMidnight(local) / DAY_MS);
  const whole = {
    from: period(wanted.from).first * DAY_MS,
    to: Number.isFinite(range.to) ? period(range.to).next * DAY_MS - 1 : range.to,
  };
  const explicit = withStartDay(byDay, startLocal);
  const days = ruleDays(explicit, period(startLocal).first * DAY_MS, whole, budget);
  return timesAtPositions(days, rule, positions, times, wanted, budget);
}

/**
 * The days of a rule, at the time of its start. If a yearly rule selects days in several ways, the library
 * handles only some of them correctly: it reads "BYDAY=SU,2MO" as the second Monday, and
 * "BYYEARDAY=100;BYDAY=FR" as the hundredth day. Such a rule is split into parts, and the result is what all
 * parts have in common.
 */
function ruleDays(
  rule: RecurrenceRule,
  startLocal: number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  // Dates that every month has, and those counted from its end, do not move.
  const isMoving = rule.skip !== 'OMIT' && (rule.monthDays === null || isSkippingDates(rule));
  const moved: RecurrenceRule = isMoving ? rule : { ...rule, skip: 'OMIT' };
  const yearly = inOneWeekday(asYearly(moved, startLocal), startLocal);
  // None of the rule's months is ever reached.
  if (yearly.months?.size === 0) return mergeStreams([]);
  const parts = yearly.frequency === 'YEARLY' ? splitParts(yearly) : null;
  if (!parts) return ruleTimes(yearly, startLocal, range, budget);
  // One year early: the first year may begin with days of the previous year's last week.
  const getStart = (part: RecurrenceRule) =>
    part.weekNumbers ? startOfYear(startLocal, -1) + (startLocal - toMidnight(startLocal)) : startLocal;
  return intersectParts(parts, getStart, { from: Math.max(startLocal, range.from), to: range.to }, budget);
}

function isWithinDay({ frequency }: RecurrenceRule): boolean {
  return frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY';
}

function toMidnight(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/**
 * The times of each day, relative to its midnight. Accessed by index, as there may be as many as seconds in a
 * day.
 */
interface TimesOfDay {
  readonly count: number;
  at(index: number): number;
}

function timesOfDay(rule: RecurrenceRule, startLocal: number): TimesOfDay {
  const inside = startLocal - toMidnight(startLocal);
  const hours = rule.hours ?? [Math.floor(inside / HOUR_MS)];
  const minutes = rule.minutes ?? [Math.floor(inside / MINUTE_MS) % 60];
  const seconds = rule.seconds ?? [Math.floor(inside / 1000) % 60];
  const inHour = minutes.length * seconds.length;
  return {
    count: hours.length * inHour,
    at: (index) =>
      (hours[Math.floor(index / inHour)] as number) * HOUR_MS +
      (minutes[Math.floor(index / seconds.length) % minutes.length] as number) * MINUTE_MS +
      (seconds[index % seconds.length] as number) * 1000,
  };
}

function* timesInDays(
  days: Iterable<number>,
  times: TimesOfDay,
  { from, to }: LocalRange,
  budget: StepBudget,
): Generator<number> {
  for (const day of days) {
    spendSteps(budget, times.count / TIMES_IN_STEP);
    for (let i = 0; i < times.count; i += 1) {
      const time = day + times.at(i);
      if (time > to) return;
      if (time >= from) yield time;
    }
  }
}

/** BYSETPOS: the n-th times of each period, counted from its beginning or its end. */
function* timesAtPositions(
  days: Iterable<number>,
  rule: RecurrenceRule,
  positions: readonly number[],
  times: TimesOfDay,
  { from, to }: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const timesAt = (period: readonly number[]): number[] => {
    const count = period.length * times.count;
    const indexes = new Set(positions.map((position) => (position > 0 ? position - 1 : count + position)));
    return [...indexes]
      .filter((index) => index >= 0 && index < count)
      .sort((a, b) => a - b)
      .map((index) => (period[Math.floor(index / times.count)] as number) + times.at(index % times.count))
      .filter((time) => time >= from && time <= to);
  };
  let period: number[] = [];
  let next = Number.NEGATIVE_INFINITY;
  for (const day of days) {
    if (day >= next) {
      yield* timesAt(period);
      spendSteps(budget, positions.length);
      period = [];
      next = toPeriod(rule, day / DAY_MS).next * DAY_MS;
    }
    period.push(day);
  }
  yield* timesAt(period);
}

/** The period of a day: its first day, and the first day of the next period. */
function toPeriod({ frequency, weekStart }: RecurrenceRule, day: number): { first: number; next: number } {
  const { year, month } = fromDayNumber(day);
  switch (frequency) {
    case 'YEARLY':
      return { first: toDayNumber(year, 1, 1), next: toDayNumber(year + 1, 1, 1) };
    case 'MONTHLY': {
      const first = toDayNumber(year, month, 1);
      return { first, next: first + daysInMonth(year, month) };
    }
    case 'WEEKLY': {
      const first = day - ((getWeekday(day) - weekStart + 7) % 7);
      return { first, next: first + 7 };
    }
    default:
      return { first: day, next: day + 1 };
  }
}

/**
 * Adds the day that DTSTART implies to a rule without one, so that the rule can be expanded from another day.
 */
function withStartDay(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  if (rule.weekdays ?? rule.monthDays ?? rule.yearDays) return rule;
  const { month, day } = fromDayNumber(Math.floor(startLocal / DAY_MS));
  if (rule.frequency === 'WEEKLY' || (rule.frequency === 'YEARLY' && rule.weekNumbers))
    return { ...rule, weekdays: weekdayAt(startLocal) };
  if (rule.frequency === 'MONTHLY') return { ...rule, monthDays: new Set([day]) };
  if (rule.frequency === 'YEARLY')
    return { ...rule, months: rule.months ?? new Set([month]), monthDays: new Set([day]) };
  return rule;
}

/**
 * Every day or week of certain months or dates is equivalent to a yearly rule, which is much faster. The
 * dates of every month are converted too, as the library supports SKIP only in yearly rules.
 */
function asYearly(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  const { frequency, months, monthDays, yearDays, weekNumbers, weekdays } = rule;
  if (frequency === 'MONTHLY' && isSkippingDates(rule))
    return { ...rule, frequency: 'YEARLY', interval: 1, months: listMonths(rule, startLocal) };
  const isEvery = (frequency === 'DAILY' || frequency === 'WEEKLY') && rule.interval === 1 && !rule.positions;
  if (!isEvery || !(months ?? monthDays ?? yearDays ?? weekNumbers)) return rule;
  if (weekdays || monthDays || yearDays) return { ...rule, frequency: 'YEARLY' };
  return {
    ...rule,
    frequency: 'YEARLY',
    weekdays: frequency === 'WEEKLY' ? weekdayAt(startLocal) : EVERY_DAY,
  };
}

/** The months of a monthly rule whose interval divides the year. */
function listMonths(rule: RecurrenceRule, startLocal: number): Set<number> {
  const first = fromDayNumber(Math.floor(startLocal / DAY_MS)).month;
  const turns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter(
    (month) => (month - first) % rule.interval === 0,
  );
  return new Set(turns.filter((month) => rule.months?.has(month) ?? true));
}

/** The RFC does not define BYWEEKNO without BYDAY. Like any missing part, the weekday comes from DTSTART. */
function inOneWeekday(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  const isMissing =
    rule.frequency === 'YEARLY' && rule.weekNumbers && !rule.weekdays && !rule.monthDays && !rule.yearDays;
  return isMissing ? { ...rule, weekdays: weekdayAt(startLocal) } : rule;
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, nth: 0 }));

function weekdayAt(local: number): { weekday: number; nth: number }[] {
  return [{ weekday: getWeekday(Math.floor(local / DAY_MS)), nth: 0 }];
}

/**
 * The parts that all have to match, each with its alternatives; null if the library handles the whole rule.
 */
function splitParts(rule: RecurrenceRule): RecurrenceRule[][] | null {
  const { monthDays, yearDays, weekNumbers, weekdays } = rule;
  const isSkipping = isSkippingDates(rule);
  const plain = weekdays?.filter(({ nth }) => nth === 0) ?? [];
  const numbered = weekdays?.filter(({ nth }) => nth !== 0) ?? [];
  if (!isSkipping && isFollowedWhole(rule, plain.length > 0, numbered.length > 0)) return null;
  const bare = {
    ...rule,
    monthDays: null,
    yearDays: null,
    weekNumbers: null,
    weekdays: null,
    positions: null,
  };
  const parts: RecurrenceRule[][] = [];
  if (monthDays) {
    // If a month lacks several of the dates, the library moves at most one of them.
    const alternatives = isSkipping ? [...monthDays].map((day) => new Set([day])) : [monthDays];
    parts.push(alternatives.map((days) => ({ ...bare, monthDays: days })));
  }
  // A moved date has left its month.
  const other = isSkipping ? { ...bare, skip: 'OMIT' as const, months: null } : bare;
  if (yearDays) parts.push([{ ...other, yearDays }]);
  if (weekNumbers) {
    parts.push([{ ...other, weekNumbers, weekdays: plain.length > 0 ? plain : EVERY_DAY, interval: 1 }]);
    parts.push([{ ...other, weekdays: EVERY_DAY }]);
  }
  const alternatives = [plain, numbered].filter((days) => days.length > 0);
  if (alternatives.length > 0) parts.push(alternatives.map((days) => ({ ...other, weekdays: days })));
  return parts;
}

/** Whether the library handles all parts of a yearly rule. */
function isFollowedWhole(rule: RecurrenceRule, isPlain: boolean, isNumbered: boolean): boolean {
  const dated = [rule.monthDays, rule.yearDays, rule.weekNumbers].filter(Boolean).length;
  if (dated > 1 || (isPlain && isNumbered)) return false;
  // Weeks may cross the new year. There the library assigns a day to the year of the week instead of its own,
  // and it omits the days of the week in which the rule starts.
  if (rule.weekNumbers) return false;
  return dated === 0 || !rule.weekdays || (isPlain && !rule.yearDays);
}

/** The times that all parts have in common; each part may use any of its alternatives. */
function* intersectParts(
  parts: readonly RecurrenceRule[][],
  getStart: (part: RecurrenceRule) => number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const streams = parts.map((alternatives) =>
    mergeStreams(alternatives.map((part) => ruleTimes(part, getStart(part), range, budget))),
  );
  for (;;) {
    const heads = streams.map((stream) => stream.next());
    let latest = Number.NEGATIVE_INFINITY;
    for (const head of heads) {
      if (head.done) return;
      latest = Math.max(latest, head.value);
    }
    for (let i = 0; i < streams.length; ) {
      const stream = streams[i] as Generator<number>;
      let head = heads[i] as IteratorResult<number>;
      while (!head.done && head.value < latest) head = stream.next();
      if (head.done) return;
      heads[i] = head;
      // The other streams have to catch up with a later one.
      if (head.value > latest) {
        latest = head.value;
        i = 0;
      } else i += 1;
    }
    yield latest;
  }
}

/** Merges ascending streams into one ascending stream of unique times. */
function* mergeStreams(streams: readonly Generator<number>[]): Generator<number> {
  const heads = streams.map((stream) => stream.next());
  for (;;) {
    const next = Math.min(...heads.map((head) => (head.done ? Number.POSITIVE_INFINITY : head.value)));
    if (next === Number.POSITIVE_INFINITY) return;
    yield next;
    for (const [i, head] of heads.entries()) {
      if (!head.done && head.value === next) heads[i] = (streams[i] as Generator<number>).next();
    }
  }
}

function startOfYear(local: number, later = 0): number {
  return toDayNumber(fromDayNumber(Math.floor(local / DAY_MS)).year + later, 1, 1) * DAY_MS;
}
