import { DAY, dateOfDayNumber, dayNumberOf, HOUR, MINUTE, weekdayOf } from '../civil-date.ts';
import type { RecurrenceRule } from './rule.ts';
import { type LocalRange, ruleTimes, type StepBudget } from './rule-times.ts';

/**
 * The wall-clock times of any rule, as `ruleTimes`. Where a yearly rule chooses its days in several ways, the
 * library follows only some of them ("BYDAY=SU,2MO" is to it the second Monday, "BYYEARDAY=100;BYDAY=FR" the
 * hundredth day and every Friday): there it is asked for each part alone, and what all agree on is the answer.
 */
export function wallClockTimes(
  rule: RecurrenceRule,
  startLocal: number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const asked = inOneWeekday(asYearly(rule, startLocal), startLocal);
  const parts = asked.frequency === 'YEARLY' ? partsOf(asked) : null;
  if (!parts) return ruleTimes(asked, startLocal, range, budget);
  const { positions } = asked;
  if (!positions) return agreed(parts, startLocal, range, budget);
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
  return chosen(agreed(timed, beginningOfYear(startLocal), whole, budget), positions, wanted);
}

/** Every day or week of certain months or dates is the same as those days of every year, which goes much faster. */
function asYearly(rule: RecurrenceRule, startLocal: number): RecurrenceRule {
  const { frequency, months, monthDays, yearDays, weekNumbers } = rule;
  const isEvery = (frequency === 'DAILY' || frequency === 'WEEKLY') && rule.interval === 1 && !rule.positions;
  if (!isEvery || !(months ?? monthDays ?? yearDays ?? weekNumbers)) return rule;
  const { weekdays } = rule;
  if (weekdays || monthDays || yearDays) return { ...rule, frequency: 'YEARLY' };
  return {
    ...rule,
    frequency: 'YEARLY',
    weekdays: frequency === 'WEEKLY' ? weekdayAt(startLocal) : EVERY_DAY,
  };
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
  const plain = weekdays?.filter(({ nth }) => nth === 0) ?? [];
  const numbered = weekdays?.filter(({ nth }) => nth !== 0) ?? [];
  const dated = [monthDays, yearDays, weekNumbers].filter(Boolean).length;
  const isMixed = plain.length > 0 && numbered.length > 0;
  const isWhole =
    !isMixed &&
    (dated === 0 || (dated === 1 && !weekdays) || (dated === 1 && !yearDays && numbered.length === 0));
  // Weeks reach over the new year, and then belong to a year that the interval may leave out.
  if (isWhole && !(weekNumbers && rule.interval > 1)) return null;
  const bare = {
    ...rule,
    monthDays: null,
    yearDays: null,
    weekNumbers: null,
    weekdays: null,
    positions: null,
  };
  const parts: RecurrenceRule[][] = [];
  if (monthDays) parts.push([{ ...bare, monthDays }]);
  if (yearDays) parts.push([{ ...bare, yearDays }]);
  if (weekNumbers) {
    parts.push([{ ...bare, weekNumbers, weekdays: plain.length > 0 ? plain : EVERY_DAY, interval: 1 }]);
    parts.push([{ ...bare, weekdays: EVERY_DAY }]);
  }
  const alternatives = [plain, numbered].filter((days) => days.length > 0);
  if (alternatives.length > 0) parts.push(alternatives.map((days) => ({ ...bare, weekdays: days })));
  return parts;
}

/** The times in which all parts agree, each of them by any of its alternatives. */
function* agreed(
  parts: readonly RecurrenceRule[][],
  startLocal: number,
  range: LocalRange,
  budget: StepBudget,
): Generator<number> {
  const streams = parts.map((alternatives) =>
    united(alternatives.map((part) => ruleTimes(part, startLocal, range, budget))),
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
