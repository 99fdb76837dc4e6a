import { expect, it } from 'vitest';
import { isoDate } from '#lib/local-dates.ts';
import { formatTitle, isDate, toAdjacentDate, toDateRange, zoneName } from './views.ts';

const dates = (...input: Parameters<typeof toDateRange>) => {
  const { from, to } = toDateRange(...input);
  return [isoDate(from), isoDate(to)];
};

it('a view shows whole days around its date', () => {
  expect(dates('day', '2026-11-18', 1)).toEqual(['2026-11-18', '2026-11-19']);
  expect(dates('days', '2026-11-18', 1)).toEqual(['2026-11-18', '2026-11-21']);
  expect(dates('week', '2026-11-18', 1)).toEqual(['2026-11-16', '2026-11-23']);
  expect(dates('week', '2026-11-18', 0)).toEqual(['2026-11-15', '2026-11-22']);
  expect(dates('agenda', '2026-11-18', 1)).toEqual(['2026-11-18', '2026-12-02']);
});

it('a month shows the weeks that it touches', () => {
  expect(dates('month', '2026-11-18', 1)).toEqual(['2026-10-26', '2026-12-07']);
  expect(dates('month', '2027-02-10', 1)).toEqual(['2027-02-01', '2027-03-01']);
});

it('paging depends on the view, and never skips a month', () => {
  expect(toAdjacentDate('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(toAdjacentDate('days', '2026-11-18', -1)).toBe('2026-11-15');
  expect(toAdjacentDate('week', '2026-10-22', 1)).toBe('2026-10-29');
  expect(toAdjacentDate('month', '2027-01-31', 1)).toBe('2027-02-01');
});

it('the title is the month and the year, or both months', () => {
  expect(formatTitle('week', '2026-11-18', 1)).toBe('November 2026');
  expect(formatTitle('month', '2026-11-18', 1)).toBe('November 2026');
  expect(formatTitle('week', '2026-11-30', 1)).toMatch(/Nov.*Dec.*2026/);
  expect(formatTitle('day', '2026-11-18', 1, true)).toBe('Nov 2026');
  // There is no room for more.
  expect(formatTitle('week', '2026-11-30', 1, true)).toMatch(/^Nov\W+Dec$/);
});

it('a zone has the name of its city and its offset', () => {
  expect(zoneName('America/New_York', new Date('2026-11-18T12:00:00Z')).city).toBe('New York');
  expect(zoneName('UTC', new Date('2026-11-18T12:00:00Z')).full).toBe('UTC');
});

it('only dates are accepted as dates', () => {
  expect([isDate('2026-11-18'), isDate('today'), isDate(null)]).toEqual([true, false, false]);
});
