import type { Slot } from '@dayloom/contracts';
import { dateOfDayNumber, daysInMonth, formatDayNumber, getWeekday, toDayNumber } from '@dayloom/time';

/** A month, counted from year 0: the next one is one more. Days are day numbers of '@dayloom/time'. */
export type Month = number;

export function toMonth(day: number): Month {
  const { year, month } = dateOfDayNumber(day);
  return year * 12 + month - 1;
}

export const getFirstDay = (month: Month): number => toDayNumber(Math.floor(month / 12), (month % 12) + 1, 1);
export const getLastDay = (month: Month): number => getFirstDay(month + 1) - 1;

/** The same day of another month, or its last one. */
export function addMonths(day: number, months: number): number {
  const month = toMonth(day) + months;
  const { day: wanted } = dateOfDayNumber(day);
  return getFirstDay(month) + Math.min(wanted, daysInMonth(Math.floor(month / 12), (month % 12) + 1)) - 1;
}

const WEEKS = 6;

/** The weeks of a month, always six, so that the page keeps its height. Days of other months are null. */
export function listWeeks(month: Month, firstWeekday: number): (number | null)[][] {
  const first = getFirstDay(month);
  const last = getLastDay(month);
  const start = first - ((getWeekday(first) - firstWeekday + 7) % 7);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const day = start + week * 7 + at;
      return day < first || day > last ? null : day;
    }),
  );
}

/** The part of a month that is still to come, as the server is asked for it. */
export function toRange(month: Month, today: number): { from: string; to: string } {
  return {
    from: formatDayNumber(Math.max(today, getFirstDay(month))),
    to: formatDayNumber(getLastDay(month)),
  };
}

/** The slots by local day. */
export function groupByDay(
  slots: readonly Slot[],
  toDay: (instant: string) => number,
): ReadonlyMap<number, readonly Slot[]> {
  return Map.groupBy(slots, ({ startsAt }) => toDay(startsAt));
}

interface WeekInfo {
  readonly firstDay: number;
}

/** The first weekday of the visitor's locale, 0 = Sunday. Monday where the browser does not say. */
export function findFirstWeekday(): number {
  const locale = new Intl.Locale(navigator.language || 'en-GB') as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1) % 7;
}
