import { addDays } from '#lib/local-dates.ts';

export const DAYS_AHEAD = 3;

/** Days in the browser's zone. Date's calendar fields handle days of 23 and 25 hours. */
export function agendaRange(now: Date): { from: Date; to: Date } {
  const from = startOfDay(now);
  return { from, to: addDays(from, DAYS_AHEAD + 1) };
}

export function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
