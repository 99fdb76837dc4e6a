import { getZone, HOUR_MS } from '@dayloom/time';
import { expect, it } from 'vitest';
import { hoursMask } from './hours-mask.ts';

/** The open hours of some days in Berlin, as instants. */
function openHours(
  start: string,
  days: number,
  ...rest: Parameters<typeof hoursMask> extends [unknown, unknown, ...infer R] ? R : never
) {
  const startMs = Date.parse(start);
  const mask = hoursMask(
    { startMs, slotMinutes: 60, slotCount: days * 24 },
    getZone('Europe/Berlin'),
    ...rest,
  );
  return [...mask].flatMap((open, slot) =>
    open ? [new Date(startMs + slot * HOUR_MS).toISOString().slice(5, 13)] : [],
  );
}

const week = { fri: [['22:00', '24:00']], sat: [['00:00', '01:00']], sun: [['01:00', '04:00']] } as const;

it('replaces the hours of a weekday by those of a date, up to midnight and across a clock change', () => {
  // Friday 23 October 2026, 00:00 in Berlin; the clock goes back in the night to Sunday.
  expect(openHours('2026-10-22T22:00:00Z', 3, week)).toEqual([
    '10-23T20',
    '10-23T21',
    '10-23T22',
    '10-24T23',
    '10-25T00',
    '10-25T01',
    '10-25T02',
  ]);
  const overrides = { '2026-10-24': [], '2026-10-25': [['02:00', '03:00']] } as const;
  expect(openHours('2026-10-22T22:00:00Z', 3, week, [], overrides)).toEqual([
    '10-23T20',
    '10-23T21',
    '10-25T00',
    '10-25T01',
  ]);
});

it('adds opened times, even on a closed date', () => {
  const opened = [{ hours: 'work', start: '2026-10-24T10:00:00Z', end: '2026-10-24T11:00:00Z' }];
  expect(openHours('2026-10-23T22:00:00Z', 1, week, opened, { '2026-10-24': [] })).toEqual(['10-24T10']);
});
