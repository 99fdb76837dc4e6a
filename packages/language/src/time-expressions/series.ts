import { DAY_MS, daysInMonth, fromDayNumber, HOUR_MS, MINUTE_MS, toDayNumber } from '@dayloom/time';
import { add, floorTo, monthStart, type Span, toDay, type Unit, unitAround } from './spans.ts';

/**
 * Spans of wall-clock time in order: every Friday, each 3 p.m., every May; or a single one (tomorrow), which is
 * found from anywhere.
 */
export interface Series {
  /** How precisely the start is known. */
  readonly unit: Unit;
  readonly isSingle: boolean;
  /** The first span that ends after a time. */
  readonly next: (after: number) => Span | null;
  /** The last span that ends at or before a time. */
  readonly previous: (before: number) => Span | null;
}

/** The number of spans that are tried before a combination counts as impossible: 29 February on a Sunday. */
const TRIES = 60;

/** The number of spans that this text may still try. Combinations of combinations would try them for minutes. */
let spansLeft = Number.POSITIVE_INFINITY;

/** Does work that may try so many spans. After that every search finds none. */
export function withinSpans<Result>(most: number, work: () => Result): Result {
  const before = spansLeft;
  spansLeft = most;
  try {
    return work();
  } finally {
    spansLeft = before;
  }
}

export function single(unit: Unit, span: Span): Series {
  return { unit, isSingle: true, next: () => span, previous: () => span };
}

/** The span at each index, or null where there is none: the 31st of each month. */
function indexed(
  unit: Unit,
  indexAt: (time: number) => number,
  spanAt: (index: number) => Span | null,
): Series {
  const search = (from: number, step: 1 | -1, fits: (span: Span) => boolean): Span | null => {
    for (let index = from, tries = 0; tries < TRIES; tries++, index += step) {
      if (spansLeft-- <= 0) return null;
      const span = spanAt(index);
      if (span && fits(span)) return span;
    }
    return null;
  };
  return {
    unit,
    isSingle: false,
    next: (after) => search(indexAt(after) - 1, 1, ({ end }) => end > after),
    previous: (before) => search(indexAt(before) + 1, -1, ({ end }) => end <= before),
  };
}

const oneDay = (day: number): Span => ({ start: day * DAY_MS, end: (day + 1) * DAY_MS });

/** 0 = Monday. */
export const everyWeekday = (weekday: number): Series =>
  indexed(
    'day',
    (time) => Math.floor((toDay(time) + 3 - weekday) / 7),
    (index) => oneDay(index * 7 - 3 + weekday),
  );

const monthIndex = (time: number): number => {
  const { year, month } = fromDayNumber(toDay(time));
  return year * 12 + month - 1;
};

export const everyMonthDay = (dayOfMonth: number): Series =>
  indexed('day', monthIndex, (index) => {
    const first = toDay(monthStart(0, index + 1));
    const { year, month } = fromDayNumber(first);
    return dayOfMonth <= daysInMonth(year, month) ? oneDay(first + dayOfMonth - 1) : null;
  });

const yearAt = (time: number): number => fromDayNumber(toDay(time)).year;

export const everyYearDay = (month: number, day: number): Series =>
  indexed('day', yearAt, (year) =>
    day <= daysInMonth(year, month) ? oneDay(toDayNumber(year, month, day)) : null,
  );

/** A day of each year, such as a holiday, by its day number. */
export const everyYear = (dayInYear: (year: number) => number, days = 1): Series =>
  indexed('day', yearAt, (year) => {
    const first = dayInYear(year);
    return { start: first * DAY_MS, end: (first + days) * DAY_MS };
  });

export const everyMonth = (month: number): Series =>
  indexed('month', yearAt, (year) => ({ start: monthStart(year, month), end: monthStart(year, month + 1) }));

/** Quarters (1..4) of each year. */
export const everyQuarter = (quarter: number): Series =>
  indexed('quarter', yearAt, (year) => ({
    start: monthStart(year, quarter * 3 - 2),
    end: monthStart(year, quarter * 3 + 1),
  }));

/** From one date to another of each year, both as [month, day]; the end does not belong to it. */
export const everyYearSpan = (from: readonly [number, number], to: readonly [number, number]): Series =>
  indexed('day', yearAt, (year) => ({
    start: toDayNumber(year, ...from) * DAY_MS,
    end: toDayNumber(from[0] > to[0] ? year + 1 : year, ...to) * DAY_MS,
  }));

/** Weeks by their ISO number. */
export const everyWeekNumber = (week: number): Series =>
  indexed('week', yearAt, (year) => {
    const start = floorTo('week', toDayNumber(year, 1, 4) * DAY_MS) + (week - 1) * 7 * DAY_MS;
    return { start, end: start + 7 * DAY_MS };
  });

export const everyUnit = (unit: Unit): Series => {
  const around = (time: number) => unitAround(unit, time);
  return { unit, isSingle: false, next: around, previous: (before) => around(around(before).start - 1) };
};

/** A part of each day, in minutes since midnight; the end may lie in the next day. */
export const everyDaySpan = (from: number, to: number, unit: Unit = 'hour'): Series =>
  indexed(unit, toDay, (day) => ({
    start: day * DAY_MS + from * MINUTE_MS,
    end: day * DAY_MS + to * MINUTE_MS,
  }));

/** A time of day that may be in either half of the day. `minute` counts from midnight or noon. */
export const everyHalfDay = (minute: number, unit: Unit): Series =>
  indexed(
    unit,
    (time) => Math.floor(time / (12 * HOUR_MS)),
    (index) => {
      const start = index * 12 * HOUR_MS + minute * MINUTE_MS;
      return { start, end: add(start, 1, unit) };
    },
  );

/** The spans of the finer series that begin within one of the coarser. */
export function intersect(first: Series, second: Series): Series {
  const [coarse, fine] = isCoarser(first, second) ? [first, second] : [second, first];
  const unit = fine.unit;
  if (coarse.isSingle) {
    const around = coarse.next(0);
    const within = around && fine.next(around.start);
    const found = within && within.start >= around.start && within.start < around.end ? within : null;
    // Within one day, what is still to come: 'today at 5'.
    const next = (after: number): Span | null => {
      if (!around || !found || fine.isSingle || after <= around.start || after >= around.end) return found;
      const later = fine.next(after);
      return later && later.start < around.end ? later : found;
    };
    return { unit, isSingle: true, next, previous: () => found };
  }
  const next = (after: number): Span | null => {
    let around = coarse.next(after);
    for (let tries = 0; around && tries < TRIES && spansLeft-- > 0; tries++) {
      const within = fine.next(Math.max(around.start, Math.min(after, around.end - 1)));
      const start = within?.start ?? around.end;
      if (within && start >= around.start && start < around.end && within.end > after) return within;
      around = coarse.next(around.end);
    }
    return null;
  };
  const previous = (before: number): Span | null => {
    let around = coarse.previous(before);
    for (let tries = 0; around && tries < TRIES && spansLeft-- > 0; tries++) {
      const within = fine.next(around.start);
      if (within && within.start >= around.start && within.start < around.end) return within;
      around = coarse.previous(around.start);
    }
    return null;
  };
  return { unit, isSingle: false, next, previous };
}

function isCoarser(first: Series, second: Series): boolean {
  const length = (series: Series) => {
    const span = series.next(0);
    return span ? span.end - span.start : 0;
  };
  const [one, other] = [length(first), length(second)];
  return one === other ? first.isSingle : one > other;
}

/** The spans that a function makes of each span; null leaves it out. */
export function derive(base: Series, unit: Unit, change: (span: Span) => Span | null): Series {
  const search = (from: Span | null, step: (span: Span) => Span | null, fits: (span: Span) => boolean) => {
    let around = from;
    for (let tries = 0; around && tries < TRIES && spansLeft-- > 0; tries++) {
      const span = change(around);
      if (span && (base.isSingle || fits(span))) return span;
      if (base.isSingle) return null;
      around = step(around);
    }
    return null;
  };
  return {
    unit,
    isSingle: base.isSingle,
    next: (after) =>
      search(
        base.previous(after) ?? base.next(after),
        ({ end }) => base.next(end),
        ({ end }) => end > after,
      ),
    previous: (before) =>
      search(
        base.next(before),
        ({ start }) => base.previous(start),
        ({ end }) => end <= before,
      ),
  };
}
