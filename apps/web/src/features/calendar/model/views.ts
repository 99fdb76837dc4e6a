import { dateFormat } from '#lib/date-format.ts';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import { getCity } from '#lib/zone-names.ts';

export const calendarViews = ['day', 'days', 'week', 'month', 'agenda'] as const;
export type CalendarView = (typeof calendarViews)[number];

export const viewLabels: Record<CalendarView, string> = {
  day: 'Day',
  days: '3 days',
  week: 'Week',
  month: 'Month',
  agenda: 'Agenda',
};

/** What fits on a phone. */
export const phoneViews = ['day', 'days', 'agenda'] as const satisfies readonly CalendarView[];

/** The media query of windows that show the views of phones. */
export const PHONE = '(max-width: 599.95px)';

const AGENDA_DAYS = 14;
const SHORT_DAYS = 3;
const WEEK = 7;

export interface DateRange {
  from: Date;
  to: Date;
}

/** The days of a view around a date, in the browser's zone. `firstDay`: 0 for Sunday. */
export function toDateRange(view: CalendarView, date: string, firstDay: number): DateRange {
  const day = localDate(date);
  switch (view) {
    case 'day':
      return { from: day, to: addDays(day, 1) };
    case 'days':
      return { from: day, to: addDays(day, SHORT_DAYS) };
    case 'week': {
      const from = startOfWeek(day, firstDay);
      return { from, to: addDays(from, WEEK) };
    }
    case 'month': {
      const from = startOfWeek(new Date(day.getFullYear(), day.getMonth(), 1), firstDay);
      const last = new Date(day.getFullYear(), day.getMonth() + 1, 0);
      return { from, to: addDays(startOfWeek(last, firstDay), WEEK) };
    }
    case 'agenda':
      return { from: day, to: addDays(day, AGENDA_DAYS) };
  }
}

/** The view and the date that an address asks for; without them, the usual ones. */
export function readAddress(
  query: URLSearchParams,
  isPhone: boolean,
  now: Date,
): { view: CalendarView; date: string } {
  const asked = query.get('view');
  const fallback: CalendarView = isPhone ? 'days' : 'week';
  const wanted = isCalendarView(asked) ? asked : fallback;
  const askedDate = query.get('date');
  return {
    view: isPhone && !(phoneViews as readonly string[]).includes(wanted) ? fallback : wanted,
    date: isDate(askedDate) ? askedDate : isoDate(now),
  };
}

/** The date for 'Previous' (-1) and 'Next' (1). */
export function toAdjacentDate(view: CalendarView, date: string, step: 1 | -1): string {
  const day = localDate(date);
  if (view === 'month') return isoDate(new Date(day.getFullYear(), day.getMonth() + step, 1));
  const days = { day: 1, days: SHORT_DAYS, week: WEEK, agenda: AGENDA_DAYS }[view];
  return isoDate(addDays(day, step * days));
}

function startOfWeek(day: Date, firstDay: number): Date {
  return addDays(day, -((day.getDay() - firstDay + WEEK) % WEEK));
}

const month = dateFormat({ month: 'long', year: 'numeric' });
const monthShort = dateFormat({ month: 'short', year: 'numeric' });
const monthOnly = dateFormat({ month: 'short' });

/** Month and year of the visible days: `November 2026`, `Nov – Dec 2026`. */
export function formatTitle(view: CalendarView, date: string, firstDay: number, isShort = false): string {
  const long = (isShort ? monthShort : month)();
  if (view === 'month') return long.format(localDate(date));
  const { from, to } = toDateRange(view, date, firstDay);
  const last = addDays(to, -1);
  if (from.getMonth() === last.getMonth()) return long.format(from);
  return (isShort ? monthOnly : monthShort)().formatRange(from, last);
}

export function isCalendarView(value: string | null): value is CalendarView {
  return calendarViews.includes(value as CalendarView);
}

export function isDate(value: string | null): value is string {
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(localDate(value).getTime());
}

/** The city of a zone, its offset name on a day, and both: `Berlin · GMT+1`. */
export function zoneName(timeZone: string, at: Date): { city: string; short: string; full: string } {
  const city = getCity(timeZone);
  const offset = new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return { city, short: offset ?? city, full: offset && offset !== city ? `${city} · ${offset}` : city };
}
