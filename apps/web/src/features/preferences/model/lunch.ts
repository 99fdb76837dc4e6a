import type { Scheduling } from '@dayloom/contracts';
import { formatClockRange } from '#lib/format-time.ts';

export type Lunch = Scheduling['lunch'];

const NO_LUNCH = 'Not kept free';

export const lunches: readonly Lunch[] = [
  null,
  ['11:30', '12:00'],
  ['11:30', '12:30'],
  ['12:00', '12:30'],
  ['12:00', '13:00'],
  ['12:30', '13:00'],
  ['12:30', '13:30'],
  ['13:00', '13:30'],
  ['13:00', '14:00'],
];

/** `12:00–13:00`, or `12:00 – 1:00 PM` where the clock has twelve hours. */
export function describeLunch(lunch: Lunch): string {
  return lunch === null ? NO_LUNCH : formatClockRange(...lunch);
}

/** The value of a lunch in a list of choices. */
export const toLunchKey = (lunch: Lunch): string => lunch?.join('–') ?? '';

export function toLunch(key: string): Lunch {
  const [from, to] = key.split('–');
  return from && to ? [from, to] : null;
}
