import type { Scheduling } from '@dayloom/contracts';

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

/** `12:00–13:00` */
export function lunchInWords(lunch: Lunch): string {
  return lunch === null ? NO_LUNCH : lunch.join('–');
}

export function toLunch(words: string): Lunch {
  const [from, to] = words.split('–');
  return from && to ? [from, to] : null;
}
