import { DAY_MS } from '@dayloom/time';
import { derive, everyWeekday, type Series, single } from './series.ts';
import { add, floorTo, type Unit, unitAround } from './spans.ts';
import { type Aspect, type WhenValue, when } from './values.ts';

/** Where the reader stands: wall-clock time, and whether 3/4 is in March. */
export interface Viewpoint {
  readonly now: number;
  readonly isMonthFirst: boolean;
}

export const NEXT = 'next|following|upcoming|coming';
export const LAST = 'last|past|previous';
export const THIS = 'this|current|the same';

export const day = (series: Series, aspects: readonly Aspect[]) => when(series, aspects);
export const onDay = (from: number, unit: Unit = 'day') => single(unit, unitAround(unit, from));
export const WHOLE_DAY: readonly Aspect[] = ['weekday', 'day', 'month', 'year'];

/** Periods that are named by their unit: the week, the month and its year. */
export const ASPECTS: Partial<Record<Unit, readonly Aspect[]>> = {
  day: WHOLE_DAY,
  week: ['week', 'month', 'year'],
  month: ['month', 'year'],
  quarter: ['month', 'year'],
  year: ['year'],
  decade: ['year'],
  century: ['year'],
};

/** The unit so many after the one that holds a time. */
export function unitFrom(now: number, unit: Unit, count: number): Series {
  const start = add(floorTo(unit, now), count, unit);
  return single(unit, { start, end: add(start, 1, unit) });
}

/** Saturday and Sunday. */
export const weekends: Series = derive(everyWeekday(5), 'day', ({ start }) => ({
  start,
  end: start + 2 * DAY_MS,
}));

export function toUnitValue(unit: Unit, series: Series): WhenValue | null {
  const aspects = ASPECTS[unit];
  // 'Sales for this quarter' is rarely about a date.
  return aspects ? when(series, aspects, { isLatent: unit === 'quarter' }) : null;
}
