import { toDayNumber } from '@dayloom/time';
import { expect, test } from 'vitest';
import { findNearest, listHalfHours, listRows, toRow } from './half-hours.ts';

const change = toDayNumber(2026, 10, 25);

test('shows the usual hours, and all on request', () => {
  const day = toDayNumber(2026, 11, 25);
  const usual = listHalfHours('Europe/Berlin', day, 0, { isWholeDay: false });
  expect([usual[0], usual.at(-1), usual.length]).toEqual([
    '2026-11-25T07:00:00.000Z',
    '2026-11-25T18:30:00.000Z',
    24,
  ]);
  expect(listHalfHours('Europe/Berlin', day, 0, { isWholeDay: true })).toHaveLength(48);
});

test('a day on which the clocks are turned back has an hour more', () => {
  const all = listHalfHours('Europe/Berlin', change, 0, { isWholeDay: true });
  expect(all).toHaveLength(50);
  expect(new Set(all).size).toBe(50);
  expect(all[0]).toBe('2026-10-24T22:00:00.000Z');
});

test('leaves out what is over', () => {
  const now = Date.parse('2026-10-25T10:15:00Z');
  expect(listHalfHours('Europe/Berlin', change, now, { isWholeDay: false })[0]).toBe(
    '2026-10-25T10:30:00.000Z',
  );
});

test('an hour that comes twice has its rows twice, and one that is skipped leaves them empty', () => {
  const day = listHalfHours('Europe/Berlin', change, 0, { isWholeDay: true });
  const rows = Map.groupBy(day, (time) => toRow('Europe/Berlin', time));
  expect(rows.get(150)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
  expect([...rows.keys()]).toEqual(listRows({ isWholeDay: true }));
  const spring = listHalfHours('Europe/Berlin', toDayNumber(2026, 3, 29), 0, { isWholeDay: true });
  expect(spring.some((time) => toRow('Europe/Berlin', time) === 150)).toBe(false);
  expect(findNearest(spring, 150, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  expect(findNearest([], 150, 'Europe/Berlin')).toBeNull();
});
