import { DAY, dateOfDayNumber, dayNumberOf, HOUR, MINUTE, weekdayOf } from '../civil-date.ts';
import { isSkippingDates, type RecurrenceRule } from './rule.ts';
import { type LocalRange, ruleTimes, type StepBudget } from './rule-times.ts';

/**
 * The wall-clock times of any rule, as `ruleTimes`. Where a yearly rule chooses its days in several ways, the
 * library follows only some of them ("BYDAY=SU,2MO" is to it the second Monday, "BYYEARDAY=100;BYDAY=FR" the
 * hundredth day): there it is asked for each part alone, and what all agree on is the answer.
 */
export function wallClockTimes(
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
  const parts = asked.frequency === 'YEARLY' ? partsOf(asked) : null;
  if (!parts) return ruleTimes(asked, startLocal, range, budget);
  const { positions } = asked;
  if (!positions) return agreed(parts, () => startLocal, range, budget);
  // BYSETPOS counts from the beginning and the end of each year, also where only a part of it is wanted.
  const inside = startLocal - Math.floor(startLocal / DAY) * DAY;
  const timed = parts.map((alternatives) =>
    alternatives.map((part) => ({
      ...part,
      hours: part.hours ?? [Math.floor(inside / HOUR)],
      minutes: part.minutes ?? [Math.floor(inside / MINUTE) % 60],
      seconds: part.seconds ?? [Math.floor(inside / 1000) % 60],
    })),
  );
  const wanted = { from: Math.max(startLocal, range.from), to: range.to };
  const whole = {
    from: beginningOfYear(wanted.from),
    to: Number.isFinite(range.to) ? beginningOfYear(range.to, 1) - 1 : range.to,
  };
  // A year early where every year counts: the first may begin with days of the last week of the one before.
  const startOf = (part: RecurrenceRule) => beginningOfYear(startLocal, part.interval === 1 ? -1 : 0);
  return chosen(agreed(timed, startOf, whole, budget), positions, wanted);
}

/**
 * Every day or week of certain months or dates is the same as those days of every year, which goes much faster.
 * So are the dates of every month, where the library knows SKIP only in yearly rules.
 */
function asYearly(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  const { frequency, months, monthDays, yearDays, weekNumbers, weekdays } = rule;
  if (frequency === 'MONTHLY' && isSkippingDates(rule))
    return { ...rule, frequency: 'YEARLY', interval: 1, months: monthsOf(rule, startLocal) };
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
function monthsOf(rule: RecurrenceRule, startLocal: number): Set<number> {
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
  return [{ weekday: weekdayOf(Math.floor(local / DAY)), nth: 0 }];
}

/** The parts that all have to agree, each with its alternatives; null where the library follows the rule whole. */
function partsOf(rule: RecurrenceRule): RecurrenceRule[][] | null {
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
  // Weeks reach over the new year, where the library counts a day to the week's year and not to its own.
  if (rule.weekNumbers && (rule.interval > 1 || rule.positions)) return false;
  return dated === 0 || !rule.weekdays || (isPlain && !rule.yearDays);
}

/** The times in which all parts agree, each of them by any of its alternatives. */
function* agreed(
  parts: readonly RecurrenceRule[][],
  startOf: (part: RecurrenceRule) => number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const streams = parts.map((alternatives) =>
    united(alternatives.map((part) => ruleTimes(part, startOf(part), range, budget))),
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

/** BYSETPOS: of each year's times the n-th, counted from its beginning or its end. */
function* chosen(
  times: Iterable<number>,
  positions: readonly number[],
  { from, to }: LocalRange,
): Generator<number> {
  let year: number[] = [];
  let nextYear = Number.NEGATIVE_INFINITY;
  const picked = () =>
    year.filter(
      (time, i) =>
        time >= from && time <= to && (positions.includes(i + 1) || positions.includes(i - year.length)),
    );
  for (const time of times) {
    if (time >= nextYear) {
      yield* picked();
      year = [];
      nextYear = beginningOfYear(time, 1);
    }
    year.push(time);
  }
  yield* picked();
}

function beginningOfYear(local: number, later = 0): number {
  return dayNumberOf(dateOfDayNumber(Math.floor(local / DAY)).year + later, 1, 1) * DAY;
}
