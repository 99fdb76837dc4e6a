import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCalendarTime } from '../calendar-time.ts';
import { DAY_MS } from '../units.ts';
import { expand } from './expand.ts';
import { RecurrenceTooCostly } from './rule-times.ts';

/*
 * RFC 5545 §3.3.10 implemented literally: of all times in a range, those that match every part of the rule,
 * in the periods that count. It shares no code with what it tests.
 */

const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const UNITS = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

interface Clauses {
  freq: (typeof UNITS)[number];
  interval: number;
  weekStart: number;
  months: number[] | null;
  weeks: number[] | null;
  yearDays: number[] | null;
  monthDays: number[] | null;
  days: { day: number; nth: number }[] | null;
  hours: number[] | null;
  minutes: number[] | null;
  seconds: number[] | null;
  positions: number[] | null;
}

const subset = <T>(values: fc.Arbitrary<T>, maxLength = 3) =>
  fc.uniqueArray(values, { minLength: 1, maxLength });
const part = <T>(values: fc.Arbitrary<T>, absent = 3) =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
/** Small numbers and those near the limits, positive and negative. */
const signed = (most: number) =>
  fc
    .oneof(fc.integer({ min: -most, max: most }), fc.constantFrom(1, -1, most, -most, most - 1, 1 - most))
    .filter((n) => n !== 0);
const day = fc.integer({ min: 0, max: 6 });
const plainDay = day.map((weekday) => ({ day: weekday, nth: 0 }));
const anyDay = fc.record({
  day,
  nth: fc.oneof(fc.constantFrom(0, 0, 1, 2, 3, 4, 5, -1, -2, -5), fc.constantFrom(6, 52, 53, -6, -52, -53)),
});
const inDay = (most: number) => subset(fc.integer({ min: 0, max: most }));

const clauses: fc.Arbitrary<Clauses> = fc
  .record({
    freq: fc.constantFrom(...UNITS, 'YEARLY' as const, 'MONTHLY' as const),
    interval: fc.constantFrom(1, 1, 2, 3, 5),
    weekStart: fc.constantFrom(1, 0, 3, 6),
    months: part(subset(fc.integer({ min: 1, max: 12 }))),
    weeks: part(subset(signed(53)), 4),
    yearDays: part(subset(signed(366), 8), 6),
    monthDays: part(subset(signed(31), 5)),
    days: part(subset(anyDay), 2),
    plainDays: subset(plainDay),
    hours: part(inDay(23)),
    minutes: part(inDay(59), 4),
    seconds: part(inDay(59), 4),
    positions: part(subset(signed(4)), 4),
  })
  .map(({ plainDays, ...r }) => {
    // Leave out combinations that the RFC forbids.
    const weeks = r.freq === 'YEARLY' ? r.weeks : null;
    const isNumbered = (r.freq === 'YEARLY' && !weeks) || r.freq === 'MONTHLY';
    const yearDays = ['DAILY', 'WEEKLY', 'MONTHLY'].includes(r.freq) ? null : r.yearDays;
    const monthDays = r.freq === 'WEEKLY' ? null : r.monthDays;
    const days = r.days && (isNumbered ? r.days : plainDays);
    const isChosen = [r.months, weeks, yearDays, monthDays, days, r.hours, r.minutes, r.seconds].some(
      Boolean,
    );
    return { ...r, weeks, yearDays, monthDays, days, positions: isChosen ? r.positions : null };
  });

function toText(r: Clauses): string {
  const lists: [string, readonly (string | number)[] | null][] = [
    ['BYMONTH', r.months],
    ['BYWEEKNO', r.weeks],
    ['BYYEARDAY', r.yearDays],
    ['BYMONTHDAY', r.monthDays],
    ['BYDAY', r.days && r.days.map((one) => `${one.nth || ''}${NAMES[one.day]}`)],
    ['BYHOUR', r.hours],
    ['BYMINUTE', r.minutes],
    ['BYSECOND', r.seconds],
    ['BYSETPOS', r.positions],
  ];
  const parts = lists.flatMap(([name, values]) => (values ? [`${name}=${values.join(',')}`] : []));
  return [`FREQ=${r.freq}`, `INTERVAL=${r.interval}`, `WKST=${NAMES[r.weekStart]}`, ...parts].join(';');
}

const toDay = (year: number, month: number, dayOfMonth: number) => Date.UTC(year, month, dayOfMonth) / DAY_MS;
/** Whether the n-th of `length` is among the numbers, which may count from the end. */
const isAmong = (numbers: readonly number[], n: number, length: number) =>
  numbers.includes(n) || numbers.includes(n - length - 1);
/** The first day of a day's week. */
const toWeek = (at: number, weekStart: number) =>
  at - ((new Date(at * DAY_MS).getUTCDay() - weekStart + 7) % 7);

function isDay(r: Clauses, at: number, start: Date): boolean {
  const date = new Date(at * DAY_MS);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const monthLength = toDay(year, month + 1, 1) - toDay(year, month, 1);
  const yearDay = at - toDay(year, 0, 1) + 1;
  const yearLength = toDay(year + 1, 0, 1) - toDay(year, 0, 1);
  if (r.months && !r.months.includes(month + 1)) return false;
  if (r.monthDays && !isAmong(r.monthDays, dayOfMonth, monthLength)) return false;
  if (r.yearDays && !isAmong(r.yearDays, yearDay, yearLength)) return false;
  if (r.weeks) {
    const week = toWeek(at, r.weekStart);
    const weekYear = new Date((week + 3) * DAY_MS).getUTCFullYear();
    const first = toWeek(toDay(weekYear, 0, 4), r.weekStart);
    const weeks = (toWeek(toDay(weekYear + 1, 0, 4), r.weekStart) - first) / 7;
    if (!isAmong(r.weeks, (week - first) / 7 + 1, weeks)) return false;
  }
  const inMonth = r.freq === 'MONTHLY' || r.months !== null;
  const [place, length] = inMonth ? [dayOfMonth, monthLength] : [yearDay, yearLength];
  const isNth = (nth: number) =>
    nth === 0 || nth === (nth > 0 ? Math.ceil(place / 7) : -Math.ceil((length - place + 1) / 7));
  if (r.days) return r.days.some((wanted) => wanted.day === date.getUTCDay() && isNth(wanted.nth));
  if (r.monthDays ?? r.yearDays) return true;
  // Missing parts come from DTSTART.
  if (r.freq === 'WEEKLY' || r.weeks) return date.getUTCDay() === start.getUTCDay();
  if (r.freq === 'YEARLY' && !r.months && month !== start.getUTCMonth()) return false;
  return (r.freq !== 'YEARLY' && r.freq !== 'MONTHLY') || dayOfMonth === start.getUTCDate();
}

/** The number of a time's period, counted from DTSTART's. */
function toPeriod(r: Clauses, time: number, start: number): number {
  const months = (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  const dayAt = (at: number) => Math.floor(at / DAY_MS);
  if (r.freq === 'YEARLY') return Math.floor(months(time) / 12) - Math.floor(months(start) / 12);
  if (r.freq === 'MONTHLY') return months(time) - months(start);
  if (r.freq === 'WEEKLY') return (toWeek(dayAt(time), r.weekStart) - toWeek(dayAt(start), r.weekStart)) / 7;
  const unit = { DAILY: DAY_MS, HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 }[r.freq];
  return Math.floor(time / unit) - Math.floor(start / unit);
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i);
}

/**
 * The first times from an instant on. The range consists of whole periods, so that no period is incomplete.
 */
function defined(r: Clauses, start: number, from: number, end: number, limit: number): number[] {
  const begin = new Date(start);
  const unit = UNITS.indexOf(r.freq);
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  const hours = sorted(r.hours ?? (unit < 3 ? upTo(24) : [begin.getUTCHours()]));
  const minutes = sorted(r.minutes ?? (unit < 2 ? upTo(60) : [begin.getUTCMinutes()]));
  const seconds = sorted(r.seconds ?? (unit < 1 ? upTo(60) : [begin.getUTCSeconds()]));
  const found: number[] = [];
  let period = Number.NaN;
  let times: number[] = [];
  const close = () => {
    const { positions } = r;
    const chosen = positions ? times.filter((_, i) => isAmong(positions, i + 1, times.length)) : times;
    for (const time of chosen) if (time >= from && time < end) found.push(time);
    times = [];
  };
  const first = new Date(from);
  const firstDay = unit < 3 ? Math.floor(from / DAY_MS) : toDay(first.getUTCFullYear(), 0, 1) - 7;
  for (let at = firstDay; at * DAY_MS < end + 370 * DAY_MS && found.length < limit; at += 1) {
    if (at * DAY_MS > end && unit < 3) break;
    if (!isDay(r, at, begin)) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        for (const second of seconds) {
          const time = at * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
          const own = toPeriod(r, time, start);
          if (own % r.interval !== 0) continue;
          if (own !== period) close();
          period = own;
          times.push(time);
        }
      }
    }
  }
  close();
  return found.slice(0, limit);
}

/** Length of the tested range in years. Rules that repeat within a day have many times in each. */
const YEARS: Record<Clauses['freq'], number> = {
  SECONDLY: 0.2,
  MINUTELY: 1,
  HOURLY: 3,
  DAILY: 20,
  WEEKLY: 20,
  MONTHLY: 20,
  YEARLY: 25,
};
const iso = (at: number) => new Date(at).toISOString();
const RUNS = Number(process.env['RECURRENCE_RUNS'] ?? 250);

/** Any start, more often near the new year. */
const startTime = fc
  .record({
    year: fc.integer({ min: 2010, max: 2030 }),
    dayOfYear: fc.oneof(fc.integer({ min: 0, max: 365 }), fc.integer({ min: -4, max: 4 })),
    second: fc.integer({ min: 0, max: 86_399 }),
  })
  .map(({ year, dayOfYear, second }) => Date.UTC(year, 0, 1) + dayOfYear * DAY_MS + second * 1000);

describe('against the definition', () => {
  it('gives the times that match every part of any rule', () => {
    let compared = 0;
    fc.assert(
      fc.property(clauses, startTime, fc.integer({ min: 0, max: 900 }), (r, start, later) => {
        const from = start + later * DAY_MS;
        const end = from + YEARS[r.freq] * 365 * DAY_MS;
        const expected = defined(r, start, from, end, 30);
        const dtstart = iso(start).replace(/[-:]|\.000/g, '');
        const found = toTimes(dtstart, toText(r), { from, to: end, limit: 30 });
        // A rule that never matches may be too costly to expand.
        if (found === null && expected.length < 30) return;
        expect(found?.map(iso), `${dtstart} ${toText(r)}`).toEqual(expected.map(iso));
        if (expected.length > 0) compared += 1;
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });

  it('gives only the days of an all-day rule', () => {
    fc.assert(
      fc.property(
        clauses.filter(({ freq }) => UNITS.indexOf(freq) >= 3),
        startTime,
        (r, time) => {
          const start = Math.floor(time / DAY_MS) * DAY_MS;
          const end = start + YEARS[r.freq] * 365 * DAY_MS;
          const withoutTimes = { ...r, hours: null, minutes: null, seconds: null };
          const expected = defined(withoutTimes, start, start, end, 30);
          const dtstart = iso(start).slice(0, 10).replaceAll('-', '');
          const found = toTimes(dtstart, toText(r), { to: end, limit: 30 });
          if (found === null && expected.length < 30) return;
          expect(found?.map(iso), `${dtstart} ${toText(r)}`).toEqual(expected.map(iso));
        },
      ),
      { numRuns: RUNS / 2 },
    );
  });

  it('ends after COUNT times, and on the day of UNTIL', () => {
    fc.assert(
      fc.property(
        clauses.filter(({ freq }) => UNITS.indexOf(freq) >= 1),
        startTime,
        fc.integer({ min: 1, max: 12 }),
        (r, start, count) => {
          const end = start + YEARS[r.freq] * 365 * DAY_MS;
          const expected = defined(r, start, start, end, count + 40);
          const dtstart = iso(start).replace(/[-:]|\.000/g, '');
          const counted = toTimes(dtstart, `${toText(r)};COUNT=${count}`, { to: end });
          const first = expected.slice(0, count);
          expect((counted ?? first).map(iso), `${dtstart} ${toText(r)} ${count} times`).toEqual(
            first.map(iso),
          );
          const last = expected[count - 1];
          if (last === undefined) return;
          const until = iso(last).slice(0, 10);
          const onDay = expected.filter((at) => iso(at).slice(0, 10) <= until);
          if (onDay.length === expected.length) return;
          const ended = toTimes(dtstart, `${toText(r)};UNTIL=${until.replaceAll('-', '')}`, { to: end });
          expect(ended?.map(iso), `${dtstart} ${toText(r)} until ${until}`).toEqual(onDay.map(iso));
        },
      ),
      { numRuns: RUNS / 2 },
    );
  });
});

/** Null if the rule is too costly to expand. */
function toTimes(
  dtstart: string,
  rule: string,
  query: { from?: number; to: number; limit?: number },
): number[] | null {
  const start = findCalendarTime(dtstart);
  if (!start) throw new Error(`Not a time: ${dtstart}`);
  try {
    return expand({ start, rules: [rule] }, { ...query, startOccurs: 'by-rule' }).map(
      ({ startsAt }) => startsAt,
    );
  } catch (error) {
    if (error instanceof RecurrenceTooCostly) return null;
    throw error;
  }
}
