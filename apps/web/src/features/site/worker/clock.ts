import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { DemoSettings } from '../model/demo.ts';

/** Times of the sample week in words. */
export interface Clock {
  /** `Wed 9:45`, and with a date outside the week. */
  readonly formatTime: (instant: string) => string;
  /** `9:45` */
  readonly formatHour: (instant: string) => string;
  readonly toDay: (instant: string) => number;
  readonly toMinute: (instant: string) => number;
}

/** The planner's format of instants: `2026-03-02T08:00:00Z`. */
export const toInstant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The same day and month come again after them. */
const DAYS_WITHOUT_YEAR = 300;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function createClock({ monday, hour12 }: DemoSettings): Clock {
  const toDay = (instant: string) => Math.floor((Date.parse(instant) - monday) / DAY_MS);
  const toMinute = (instant: string) => (Date.parse(instant) % DAY_MS) / MINUTE_MS;
  const formatHour = (instant: string) => {
    const minute = toMinute(instant);
    const [hour, rest] = [Math.floor(minute / 60), String(minute % 60).padStart(2, '0')];
    if (!hour12) return `${hour}:${rest}`;
    return `${hour % 12 || 12}:${rest} ${hour < 12 ? 'am' : 'pm'}`;
  };
  const formatTime = (instant: string) => {
    const day = toDay(instant);
    const weekday = WEEKDAYS[((day % 7) + 7) % 7];
    if (day >= 0 && day < 7) return `${weekday} ${formatHour(instant)}`;
    const date = new Date(instant).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      ...(Math.abs(day) > DAYS_WITHOUT_YEAR && { year: 'numeric' }),
      timeZone: 'UTC',
    });
    return `${weekday} ${date}, ${formatHour(instant)}`;
  };
  return { formatTime, formatHour, toDay, toMinute };
}
