import { formatDayNumber, getWeekday } from './civil-date.ts';

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** Two local clock times `HH:MM`, start before end; `24:00` may be an end. */
export type ClockWindow = readonly [start: string, end: string];

/** Weekly windows; a missing day has none. */
export type WeeklyWindows = { readonly [day in Weekday]?: readonly ClockWindow[] | undefined };

/** What single local dates (`YYYY-MM-DD`) have instead of their weekday's windows; an empty list closes the date. */
export type DateOverrides = { readonly [date: string]: readonly ClockWindow[] };

/** By JavaScript's weekday number, Sunday first. */
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
