import type { WeeklyHours } from '@dayloom/contracts';

import { isUnreadableTime, toMinutes } from '../lib/typed-times.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];
export const dayNames: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

export type DayWindow = readonly [opens: string, closes: string];

const isSet = (time: string) => time !== '' && !isUnreadableTime(time);

/** The length of a window in minutes; null if it has none. */
export function findMinutes([opens, closes]: DayWindow): number | null {
  const minutes = isSet(opens) && isSet(closes) ? toMinutes(closes) - toMinutes(opens) : 0;
  return minutes > 0 ? minutes : null;
}

/** A day's problem, in words; null if it can be saved. */
export function findProblem(windows: readonly DayWindow[]): string | null {
  if (windows.some(([opens, closes]) => !isSet(opens) || !isSet(closes))) return 'Enter both times';
  if (windows.some(([opens, closes]) => opens >= closes)) return 'The end must be after the start';
  const sorted = windows.toSorted(([a], [b]) => a.localeCompare(b));
  const isOverlapping = sorted.some(([opens], index) => index > 0 && opens < (sorted[index - 1]?.[1] ?? ''));
  return isOverlapping ? 'These times overlap' : null;
}

/** A further window for a day: after the last one, or the default. */
export function nextWindow(windows: readonly DayWindow[]): [string, string] {
  const last = windows.map(([, closes]) => Number(closes.slice(0, 2))).reduce((a, b) => Math.max(a, b), 0);
  if (windows.length === 0) return ['09:00', '17:00'];
  const opens = Math.min(last + 1, 22);
  return [hour(opens), hour(Math.min(opens + 2, 24))];
}

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;

export function withDay(hours: WeeklyHours, day: Day, windows: readonly DayWindow[]): WeeklyHours {
  return { ...hours, [day]: windows.map(([opens, closes]) => [opens, closes]) };
}

export function copied(hours: WeeklyHours, from: Day, to: readonly Day[]): WeeklyHours {
  return to.reduce((all, day) => withDay(all, day, hours[from] ?? []), hours);
}
