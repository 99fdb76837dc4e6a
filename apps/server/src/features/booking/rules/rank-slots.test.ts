import { HOUR_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { expect, test } from 'vitest';
import { rankSlots } from './rank-slots.ts';

/** Wednesday, 18 November 2026 in UTC. */
const DAY = Date.parse('2026-11-18T00:00:00Z');
const at = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return DAY + hours * HOUR_MS + minutes * MINUTE_MS;
};
const stretch = (from: string, to: string): Interval => ({ start: at(from), end: at(to) });

interface Day {
  readonly busy?: readonly Interval[];
  readonly planned?: readonly Interval[];
}

/** The starts with their reasons, the best first. Slots take an hour, from nine to five. */
function rank(starts: readonly string[], { busy = [], planned = [] }: Day): string[] {
  const context = { timeZone: 'UTC', open: [stretch('9:00', '17:00')], busy, planned };
  const slots = rankSlots(starts.map(at), 60, context);
  expect(slots.map(({ startsAt }) => Date.parse(startsAt))).toEqual(starts.map(at));
  return slots
    .toSorted((a, b) => a.rank - b.rank)
    .map(
      ({ startsAt, reasons, preferred }) =>
        `${startsAt.slice(11, 16)}${preferred ? '*' : ''} ${reasons.join(' ')}`,
    );
}

test('a slot that moves planned work comes last', () => {
  expect(rank(['9:00', '11:00', '14:00'], { planned: [stretch('9:30', '10:30')] })).toEqual([
    '11:00 no_planned_work',
    '14:00 no_planned_work',
    '09:00 moves_work keeps_free_time',
  ]);
});

test('a slot at the edge of the longest free stretch keeps it whole, and is preferred', () => {
  expect(rank(['9:00', '12:00', '16:00'], {})).toEqual([
    '09:00* no_planned_work keeps_free_time',
    '16:00* no_planned_work keeps_free_time',
    '12:00 no_planned_work',
  ]);
});

test('a slot next to a meeting ranks higher, one that leaves a useless gap ranks lower', () => {
  const busy = [stretch('12:00', '13:00')];
  expect(rank(['10:45', '11:00', '13:15', '15:00'], { busy })).toEqual([
    '11:00* no_planned_work next_to_meeting keeps_free_time',
    '15:00 no_planned_work',
    '10:45 no_planned_work splits_free_time keeps_free_time',
    '13:15 no_planned_work splits_free_time',
  ]);
});

test('at most three slots of a day are preferred', () => {
  const starts = ['9:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00'];
  const busy = [stretch('12:00', '13:00')];
  expect(rank(starts, { busy }).filter((one) => one.includes('*'))).toHaveLength(3);
});
