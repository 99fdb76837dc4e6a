import { daysInMonth, fromDayNumber, getWeekday, toDayNumber } from '@dayloom/time';

/** A month, counted from year 0: the next one is one more. Days are day numbers of '@dayloom/time'. */
export type Month = number;

export function toMonth(day: number): Month {
  const { year, month } = fromDayNumber(day);
  return year * 12 + month - 1;
}

export const getFirstDay = (month: Month): number => toDayNumber(Math.floor(month / 12), (month % 12) + 1, 1);
export const getLastDay = (month: Month): number => getFirstDay(month + 1) - 1;

/** The same day of another month, or its last one. */
export function addMonths(day: number, months: number): number {
  const month = toMonth(day) + months;
  const { day: wanted } = fromDayNumber(day);
  return getFirstDay(month) + Math.min(wanted, daysInMonth(Math.floor(month / 12), (month % 12) + 1)) - 1;
}

export const toFirstDayOfWeek = (day: number, firstWeekday: number): number =>
  day - ((getWeekday(day) - firstWeekday + 7) % 7);

const WEEKS = 6;

/** The weeks of a month, always six, so that the page keeps its height. Days of other months are null. */
export function listWeeks(month: Month, firstWeekday: number): (number | null)[][] {
  const first = getFirstDay(month);
  const last = getLastDay(month);
  const start = toFirstDayOfWeek(first, firstWeekday);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const day = start + week * 7 + at;
      return day < first || day > last ? null : day;
    }),
  );
}

/** The day that a key of a date grid leads to (ARIA practices, date picker); undefined for other keys. */
export function findDayOfKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  day: number,
  firstWeekday: number,
): number | undefined {
  const weekStart = toFirstDayOfWeek(day, firstWeekday);
  const months = shiftKey ? 12 : 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: day - 1,
    ArrowRight: day + 1,
    ArrowUp: day - 7,
    ArrowDown: day + 7,
    Home: weekStart,
    End: weekStart + 6,
    PageUp: addMonths(day, -months),
    PageDown: addMonths(day, months),
  };
  return moves[key];
}

interface WeekInfo {
  readonly firstDay: number;
}

/** The first weekday of a locale, 0 = Sunday. Monday where the browser does not say. */
export function getFirstWeekday(language = navigator.language): number {
  const locale = new Intl.Locale(language || 'en-GB') as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  return (locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1) % 7;
}
