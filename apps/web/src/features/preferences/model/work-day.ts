import type { WeeklyHours } from '@dayloom/contracts';
import { days } from '#ui/day-windows.ts';

const DEFAULT_DAY = ['09:00', '17:00'] as const;
const WORKDAYS = new Set(['mon', 'tue', 'wed', 'thu', 'fri']);

/** The first start and the last end of the working days. */
export function toWorkDay(hours: WeeklyHours): readonly [from: string, to: string] {
  const windows = days.flatMap((day) => hours[day] ?? []);
  if (windows.length === 0) return DEFAULT_DAY;
  const [from] = windows.map(([opens]) => opens).sort();
  const to = windows
    .map(([, closes]) => closes)
    .sort()
    .at(-1);
  return [from ?? DEFAULT_DAY[0], to ?? DEFAULT_DAY[1]];
}

/** The same days with these hours; Monday to Friday if there are none. */
export function withWorkDay(hours: WeeklyHours, [from, to]: readonly [string, string]): WeeklyHours {
  const open = days.filter((day) => (hours[day] ?? []).length > 0);
  const chosen = open.length > 0 ? open : days.filter((day) => WORKDAYS.has(day));
  return Object.fromEntries(chosen.map((day) => [day, [[from, to]]]));
}
