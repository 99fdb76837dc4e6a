import { fromLocalMs, type LocalDateTime, toLocalMs } from '../civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../units.ts';

/** DURATION (RFC 5545 §3.3.6): days and weeks are nominal (wall clock), hours and finer are exact. */
export interface CalendarDuration {
  days: number;
  ms: number;
}

/** Weeks together with days, or after the T, are not allowed but unambiguous. */
const DURATION = /^([+-])?PT?(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/i;

/** "PT1H30M", "P1W", "-PT15M"; null for anything else and for more than a thousand years. */
export function findDuration(text: string): CalendarDuration | null {
  const match = DURATION.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  const sign = match[1] === '-' ? -1 : 1;
  const [weeks, days, hours, minutes, seconds] = [2, 3, 4, 5, 6].map((i) => Number(match[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const total = { days: weeks * 7 + days, ms: hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000 };
  if (total.days * DAY_MS + total.ms > 365_250 * DAY_MS) return null;
  // Avoids -0, which is not equal to 0 in tests and prints as "-0".
  return { days: total.days * sign || 0, ms: total.ms * sign || 0 };
}

export function addDays(local: LocalDateTime, days: number): Required<LocalDateTime> {
  return fromLocalMs(toLocalMs(local) + days * DAY_MS);
}
