import { DAY, dateOfDayNumber, daysInMonth, getWeekday, HOUR, MINUTE, toDayNumber } from '../civil-date.ts';
import { isSkippingDates, type RecurrenceRule } from './rule.ts';
import { type LocalRange, ruleTimes, type StepBudget, spend } from './rule-times.ts';

/** Times of a day are told some five to a step. */
const TIMES_IN_STEP = 5;

/**
 * The wall-clock times of any rule, as `ruleTimes`. The library is asked for the days of a rule that repeats by days
 * or longer; which times of a day and which positions are meant is told here, so that a rule with every second of
 * every day costs the days only, until its times are wanted.
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
  // Positions count from the beginning and the end of a period, also where only a part of it is wanted.
  const period = (local: number) => toPeriod(rule, toMidnight(local) / DAY);
  const whole = {
    from: period(wanted.from).first * DAY,
    to: Number.isFinite(range.to) ? period(range.to).next * DAY - 1 : range.to,
  };
  const explicit = withStartDay(byDay, startLocal);
  const days = ruleDays(explicit, period(startLocal).first * DAY, whole, budget);
  return timesAtPositions(days, rule, positions, times, wanted, budget);
}

/**
 * The days of a rule at the time of its start. Where a yearly rule chooses them in several ways, the library follows
 * only some of them ("BYDAY=SU,2MO" is to it the second Monday, "BYYEARDAY=100;BYDAY=FR" the hundredth day): there it
 * is asked for each part alone, and what all agree on is the answer.
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
  const asked = inOneWeekday(asYearly(moved, startLocal), startLocal);
  // No month that is asked for ever has its turn.
  if (asked.months?.size === 0) return united([]);
  const parts = asked.frequency === 'YEARLY' ? splitParts(asked) : null;
  if (!parts) return ruleTimes(asked, startLocal, range, budget);
  // A year early: the first year may begin with days of the last week of the one before.
  const getStart = (part: RecurrenceRule) =>
    part.weekNumbers ? beginningOfYear(startLocal, -1) + (startLocal - toMidnight(startLocal)) : startLocal;
  return agreed(parts, getStart, { from: Math.max(startLocal, range.from), to: range.to }, budget);
}

function isWithinDay({ frequency }: RecurrenceRule): boolean {
  return frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY';
}

function toMidnight(local: number): number {
  return Math.floor(local / DAY) * DAY;
}

/** The times of each day, by number, from its midnight: as many as there are seconds in a day, so not as a list. */
interface TimesOfDay {
  readonly count: number;
  at(index: number): number;
}

function timesOfDay(rule: RecurrenceRule, startLocal: number): TimesOfDay {
  const inside = startLocal - toMidnight(startLocal);
  const hours = rule.hours ?? [Math.floor(inside / HOUR)];
  const minutes = rule.minutes ?? [Math.floor(inside / MINUTE) % 60];
  const seconds = rule.seconds ?? [Math.floor(inside / 1000) % 60];
  const inHour = minutes.length * seconds.length;
  return {
    count: hours.length * inHour,
    at: (index) =>
      (hours[Math.floor(index / inHour)] as number) * HOUR +
      (minutes[Math.floor(index / seconds.length) % minutes.length] as number) * MINUTE +
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
    spend(budget, times.count / TIMES_IN_STEP);
    for (let i = 0; i < times.count; i += 1) {
      const time = day + times.at(i);
      if (time > to) return;
      if (time >= from) yield time;
    }
  }
}

/** BYSETPOS: of each period's times the n-th, counted from its beginning or its end. */
function* timesAtPositions(
  days: Iterable<number>,
  rule: RecurrenceRule,
  positions: readonly number[],
  times: TimesOfDay,
  { from, to }: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const picked = (period: readonly number[]): number[] => {
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
      yield* picked(period);
      spend(budget, positions.length);
      period = [];
      next = toPeriod(rule, day / DAY).next * DAY;
    }
    period.push(day);
  }
  yield* picked(period);
}

/** The period of a day: its first day and the first day of the one that follows. */
function toPeriod({ frequency, weekStart }: RecurrenceRule, day: number): { first: number; next: number } {
  const { year, month } = dateOfDayNumber(day);
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

/** With the day that DTSTART gives to a rule without one, so that the rule may be followed from another day. */
function withStartDay(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  if (rule.weekdays ?? rule.monthDays ?? rule.yearDays) return rule;
  const { month, day } = dateOfDayNumber(Math.floor(startLocal / DAY));
  if (rule.frequency === 'WEEKLY' || (rule.frequency === 'YEARLY' && rule.weekNumbers))
    return { ...rule, weekdays: weekdayAt(startLocal) };
  if (rule.frequency === 'MONTHLY') return { ...rule, monthDays: new Set([day]) };
  if (rule.frequency === 'YEARLY')
    return { ...rule, months: rule.months ?? new Set([month]), monthDays: new Set([day]) };
  return rule;
}

/**
 * Every day or week of certain months or dates is the same as those days of every year, which goes much faster.
 * So are the dates of every month, where the library knows SKIP only in yearly rules.
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

/** The months of the year in which a monthly rule, whose interval divides the year, has its turn. */
function listMonths(rule: RecurrenceRule, startLocal: number): Set<number> {
  const first = dateOfDayNumber(Math.floor(startLocal / DAY)).month;
  const turns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter(
    (month) => (month - first) % rule.interval === 0,
  );
  return new Set(turns.filter((month) => rule.months?.has(month) ?? true));
}

/** The RFC is silent on weeks without BYDAY; like any missing part, the weekday is DTSTART's. */
function inOneWeekday(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  const isMissing =
    rule.frequency === 'YEARLY' && rule.weekNumbers && !rule.weekdays && !rule.monthDays && !rule.yearDays;
  return isMissing ? { ...rule, weekdays: weekdayAt(startLocal) } : rule;
}

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, nth: 0 }));

function weekdayAt(local: number): { weekday: number; nth: number }[] {
  return [{ weekday: getWeekday(Math.floor(local / DAY)), nth: 0 }];
}

/** The parts that all have to agree, each with its alternatives; null where the library follows the rule whole. */
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
    // Of several dates that a month has not, the library moves none or one.
    const alternatives = isSkipping ? [...monthDays].map((day) => new Set([day])) : [monthDays];
    parts.push(alternatives.map((days) => ({ ...bare, monthDays: days })));
  }
  // What moved on has left its month.
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

/** Whether the library follows a yearly rule in all its parts. */
function isFollowedWhole(rule: RecurrenceRule, isPlain: boolean, isNumbered: boolean): boolean {
  const dated = [rule.monthDays, rule.yearDays, rule.weekNumbers].filter(Boolean).length;
  if (dated > 1 || (isPlain && isNumbered)) return false;
  // Weeks reach over the new year, where the library counts a day to the week's year and not to its own, and leaves
  // out the days of the week in which the rule starts.
  if (rule.weekNumbers) return false;
  return dated === 0 || !rule.weekdays || (isPlain && !rule.yearDays);
}

/** The times in which all parts agree, each of them by any of its alternatives. */
function* agreed(
  parts: readonly RecurrenceRule[][],
  getStart: (part: RecurrenceRule) => number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const streams = parts.map((alternatives) =>
    united(alternatives.map((part) => ruleTimes(part, getStart(part), range, budget))),
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
      // One that is later makes the others catch up.
      if (head.value > latest) {
        latest = head.value;
        i = 0;
      } else i += 1;
    }
    yield latest;
  }
}

/** Merges ascending streams into one ascending stream without repeats. */
function* united(streams: readonly Generator<number>[]): Generator<number> {
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

function beginningOfYear(local: number, later = 0): number {
  return toDayNumber(dateOfDayNumber(Math.floor(local / DAY)).year + later, 1, 1) * DAY;
}
