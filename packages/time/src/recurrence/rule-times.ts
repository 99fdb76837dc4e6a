import { DAY, dateOfDayNumber, dayNumberOf, HOUR, MINUTE } from '../civil-date.ts';
import type { RecurrenceRule } from './rule.ts';
import { type DayRule, dayRuleOf, daysOfMonth, matchesDay, weekStartOf } from './rule-days.ts';

/** Thrown where a rule would have to be followed through more steps than anybody's calendar needs. */
export class RecurrenceTooCostly extends Error {
  override readonly name = 'RecurrenceTooCostly';

  constructor() {
    super('The recurrence needs too many steps to reach the asked time');
  }
}

/** Steps left to all rules of one expansion. A step is a day looked at or a time passed: tens of nanoseconds. */
export interface StepBudget {
  left: number;
}

/** A walk through a rule. `passed` counts the times before `from` that were skipped without being yielded. */
export interface RuleWalk {
  passed: number;
  times: Iterable<number>;
}

/** The calendar ends with the year 9999, the last that RFC 5545 can write. */
export const LAST_LOCAL_MS = 253_402_300_799_999;

/**
 * After so many periods in a row without a day, none will ever come: days, weekdays and weeks of the Gregorian
 * calendar repeat after 400 years, which are 146097 days, a whole number of weeks.
 */
const EMPTY_PERIODS = { YEARLY: 400, MONTHLY: 4800, WEEKLY: 20_871, DAILY: 146_097 } as const;

/**
 * The wall-clock times (local milliseconds, ascending, not before `startLocal`) of a rule, ignoring COUNT and
 * UNTIL. Times before `fromLocal` may be left out: rules without COUNT jump there, others count what they pass.
 */
export function walkRule(
  rule: RecurrenceRule,
  startLocal: number,
  fromLocal: number,
  budget: StepBudget,
): RuleWalk {
  const walk: RuleWalk = { passed: 0, times: [] };
  const days = dayRuleOf(rule, Math.floor(startLocal / DAY));
  const isSubDaily =
    rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY' || rule.frequency === 'SECONDLY';
  walk.times = isSubDaily
    ? subDailyTimes(rule, days, startLocal, fromLocal, budget, walk)
    : dailyTimes(rule, days, startLocal, fromLocal, budget, walk);
  return walk;
}

/** Charges steps to the budget. */
function spend(budget: StepBudget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new RecurrenceTooCostly();
}

/** Rules of whole days: a period is a year, a month, a week or a day. */
function* dailyTimes(
  rule: RecurrenceRule,
  dayRule: DayRule,
  startLocal: number,
  fromLocal: number,
  budget: StepBudget,
  walk: RuleWalk,
): Generator<number> {
  const startDay = Math.floor(startLocal / DAY);
  const timesOfDay = timesOfDayOf(rule, startLocal - startDay * DAY);
  const periods = periodsOf(rule, dayRule, startDay);
  const most = EMPTY_PERIODS[rule.frequency as keyof typeof EMPTY_PERIODS];
  let index = 0;
  if (fromLocal > startLocal) {
    const target = Math.max(0, periods.indexOfDay(Math.floor(fromLocal / DAY)) - 1);
    if (rule.count === null) index = target;
    else if (rule.frequency === 'DAILY' && !dayRule.isSelective && !rule.positions && target > 1) {
      // Every period has the same number of times, but the first may begin in the middle of its own.
      index = target;
      const beforeStart = timesOfDay.filter((time) => startDay * DAY + time < startLocal).length;
      walk.passed = target * timesOfDay.length - beforeStart;
    }
  }
  for (let empty = 0; empty <= most; index += 1) {
    const firstDay = periods.firstDay(index);
    if (firstDay * DAY > LAST_LOCAL_MS) return;
    spend(budget, periods.steps);
    const days = periods.days(index);
    const times = chosen(days, timesOfDay, rule.positions);
    if (times.length === 0) {
      empty += 1;
      continue;
    }
    empty = 0;
    if (times.at(times.length - 1) < fromLocal && firstDay > startDay) {
      walk.passed += times.length;
      continue;
    }
    for (let i = 0; i < times.length; i += 1) {
      const time = times.at(i);
      if (time < startLocal) continue;
      if (time > LAST_LOCAL_MS) return;
      spend(budget, 1);
      yield time;
    }
  }
}

/** Seconds of the day at which an occurrence falls, as milliseconds, sorted. */
function timesOfDayOf(rule: RecurrenceRule, startOfDayMs: number): number[] {
  const hours = rule.hours ?? [Math.floor(startOfDayMs / HOUR)];
  const minutes = rule.minutes ?? [Math.floor(startOfDayMs / MINUTE) % 60];
  const seconds = rule.seconds ?? [Math.floor(startOfDayMs / 1000) % 60];
  const times: number[] = [];
  for (const hour of hours) {
    for (const minute of minutes) {
      for (const second of seconds) times.push(hour * HOUR + minute * MINUTE + second * 1000);
    }
  }
  return times;
}

/** Days x times of one period, in order, without building the product; BYSETPOS picks from it by number. */
function chosen(
  days: readonly number[],
  timesOfDay: readonly number[],
  positions: readonly number[] | null,
): { length: number; at: (i: number) => number } {
  const size = days.length * timesOfDay.length;
  const at = (i: number) =>
    (days[Math.floor(i / timesOfDay.length)] as number) * DAY + (timesOfDay[i % timesOfDay.length] as number);
  if (!positions) return { length: size, at };
  const indexes = new Set<number>();
  for (const position of positions) {
    const index = position > 0 ? position - 1 : size + position;
    if (index >= 0 && index < size) indexes.add(index);
  }
  const sorted = [...indexes].sort((a, b) => a - b);
  return { length: sorted.length, at: (i) => at(sorted[i] as number) };
}

interface Periods {
  firstDay: (index: number) => number;
  days: (index: number) => number[];
  /** The period in which a day falls; between periods, the one before. */
  indexOfDay: (day: number) => number;
  /** What looking at one period costs. */
  steps: number;
}

function periodsOf(rule: RecurrenceRule, dayRule: DayRule, startDay: number): Periods {
  const { interval, frequency } = rule;
  if (frequency === 'DAILY' || frequency === 'WEEKLY') {
    const width = frequency === 'DAILY' ? 1 : 7;
    const base = width === 1 ? startDay : weekStartOf(startDay, rule.weekStart);
    const firstDay = (index: number) => base + index * interval * width;
    return {
      firstDay,
      days: (index) => {
        const days: number[] = [];
        const first = firstDay(index);
        for (let day = first; day < first + width; day += 1) if (matchesDay(dayRule, day)) days.push(day);
        return days;
      },
      indexOfDay: (day) => Math.floor((day - base) / (interval * width)),
      steps: width,
    };
  }
  const start = dateOfDayNumber(startDay);
  const isYearly = frequency === 'YEARLY';
  const width = isYearly ? 12 : 1;
  const base = isYearly ? start.year * 12 : start.year * 12 + start.month - 1;
  const firstMonth = (index: number) => base + index * interval * width;
  return {
    firstDay: (index) => firstDayOfMonth(firstMonth(index)),
    days: (index) => {
      const first = firstMonth(index);
      if (!isYearly) return daysOfMonth(dayRule, Math.floor(first / 12), (first % 12) + 1);
      const days: number[] = [];
      const year = Math.floor(first / 12);
      for (let month = 1; month <= 12; month += 1) {
        for (const day of daysOfMonth(dayRule, year, month)) if (day !== days.at(-1)) days.push(day);
      }
      return days;
    },
    indexOfDay: (day) => {
      const date = dateOfDayNumber(day);
      return Math.floor((date.year * 12 + date.month - 1 - base) / (interval * width));
    },
    steps: isYearly && !rule.months ? 366 : 31,
  };
}

/** Day number of the first of a month, counted from January of the year 0. */
function firstDayOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  // Far beyond the calendar only the size matters; the exact day would lose its precision anyway.
  return year > 20_000 ? Number.MAX_SAFE_INTEGER : dayNumberOf(year, (month % 12) + 1, 1);
}

const UNITS = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: 1000 } as const;

/**
 * Hourly rules and finer. Periods lie `interval` units of the wall clock apart, counted from DTSTART; parts above
 * the unit choose among them, parts below it expand each. What cannot match is jumped over: a day, an hour or a
 * minute at a time.
 */
function* subDailyTimes(
  rule: RecurrenceRule,
  dayRule: DayRule,
  startLocal: number,
  fromLocal: number,
  budget: StepBudget,
  walk: RuleWalk,
): Generator<number> {
  const unit = UNITS[rule.frequency as keyof typeof UNITS];
  const step = unit * rule.interval;
  const base = Math.floor(startLocal / unit) * unit;
  const inside = timesWithin(rule, unit, startLocal - base);
  const hours = rule.hours && new Set(rule.hours);
  const minutes = unit < HOUR && rule.minutes ? new Set(rule.minutes) : null;
  const seconds = unit < MINUTE && rule.seconds ? new Set(rule.seconds) : null;
  if (inside.length === 0 || !canMeet(base, step, hours, minutes, seconds)) return;
  let index = 0;
  if (fromLocal > startLocal) {
    const target = Math.max(0, Math.floor((fromLocal - base) / step) - 1);
    const isPlain =
      !dayRule.isSelective && !hours && !minutes && !seconds && !rule.positions && inside.length === 1;
    if (rule.count === null) index = target;
    else if (isPlain) {
      index = target;
      walk.passed = target - (target > 0 && base + (inside[0] as number) < startLocal ? 1 : 0);
    }
  }
  const jumpTo = (local: number) => {
    index = Math.max(index + 1, Math.ceil((local - base) / step));
  };
  let matchingDay = Number.NaN;
  for (;;) {
    const period = base + index * step;
    if (period > LAST_LOCAL_MS) return;
    spend(budget, 1);
    const day = Math.floor(period / DAY);
    if (day !== matchingDay) {
      if (!matchesDay(dayRule, day)) {
        jumpTo((day + 1) * DAY);
        continue;
      }
      matchingDay = day;
    }
    if (hours && !hours.has(Math.floor(period / HOUR) - day * 24))
      jumpTo(Math.floor(period / HOUR) * HOUR + HOUR);
    else if (minutes && !minutes.has(modulo(Math.floor(period / MINUTE), 60)))
      jumpTo(Math.floor(period / MINUTE) * MINUTE + MINUTE);
    else if (seconds && !seconds.has(modulo(Math.floor(period / 1000), 60))) index += 1;
    else {
      spend(budget, inside.length);
      for (const offset of inside) {
        if (period + offset >= startLocal) yield period + offset;
      }
      index += 1;
    }
  }
}

/** The offsets (ms) within one period of an hour, a minute or a second, after BYSETPOS. */
function timesWithin(rule: RecurrenceRule, unit: number, startInside: number): number[] {
  const seconds = unit > 1000 ? (rule.seconds ?? [Math.floor(startInside / 1000) % 60]) : [0];
  const minutes = unit > MINUTE ? (rule.minutes ?? [Math.floor(startInside / MINUTE)]) : [0];
  const times = minutes.flatMap((minute) => seconds.map((second) => minute * MINUTE + second * 1000));
  const picked = chosen([0], times, rule.positions);
  return Array.from({ length: picked.length }, (_, i) => picked.at(i));
}

/**
 * Whether the steps ever meet the asked hours, minutes and seconds: over all days they fall on `base` plus every
 * multiple of gcd(step, day). "Every two hours from midnight, at 1 o'clock" never does, and need not be walked.
 */
function canMeet(
  base: number,
  step: number,
  hours: ReadonlySet<number> | null,
  minutes: ReadonlySet<number> | null,
  seconds: ReadonlySet<number> | null,
): boolean {
  if (!hours && !minutes && !seconds) return true;
  const stride = greatestCommonDivisor(step, DAY);
  for (let time = modulo(base, stride); time < DAY; time += stride) {
    if (hours && !hours.has(Math.floor(time / HOUR))) continue;
    if (minutes && !minutes.has(Math.floor(time / MINUTE) % 60)) continue;
    if (seconds && !seconds.has(Math.floor(time / 1000) % 60)) continue;
    return true;
  }
  return false;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function modulo(a: number, b: number): number {
  return ((a % b) + b) % b;
}
