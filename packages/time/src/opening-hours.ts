import { formatDayNumber, getWeekday } from './civil-date.ts';

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** Two local clock times `HH:MM`, start before end; `24:00` may be an end. */
export type ClockWindow = readonly [start: string, end: string];

/** Weekly windows; a missing day has none. */
export type WeeklyWindows = { readonly [day in Weekday]?: readonly ClockWindow[] | undefined };

/** By local date (`YYYY-MM-DD`), the windows that replace its weekday's; an empty list closes the date. */
export type DateOverrides = { readonly [date: string]: readonly ClockWindow[] };

/** Indexed by JavaScript's weekday number. */
const WEEKDAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The windows of a local date, given by its day number. */
export function windowsOn(
  day: number,
  week: WeeklyWindows,
  overrides: DateOverrides = {},
): readonly ClockWindow[] {
  const date = formatDayNumber(day);
  if (Object.hasOwn(overrides, date)) return overrides[date] ?? [];
  return week[WEEKDAYS[getWeekday(day)] as Weekday] ?? [];
}
