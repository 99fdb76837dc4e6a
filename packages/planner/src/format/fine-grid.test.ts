import { describe, expect, it } from 'vitest';
import { task, week } from '../../fixtures/week.ts';
import { computeGrid, parseInstance, refineGrid } from '../index.ts';

describe('the grid', () => {
  it.each([
    ['of lengths that fit', 15, [30, 45, 60], 15],
    ['of 20 minutes', 15, [30, 20], 5],
    ['of halves of an hour', 30, [90, 120], 30],
    ['of a quarter in halves', 30, [60, 45], 15],
    ['of 17 minutes, which take 20', 15, [17], 5],
    ['of nothing', 10, [], 10],
  ])('%s', (_name, grid, lengths, expected) => {
    expect(computeGrid(grid, lengths)).toBe(expected);
  });

  it('keeps the places of a plan that was made on a finer one', () => {
    const at = (time: string) => `2026-03-02T${time}:00Z`;
    expect(computeGrid(15, [30], [{ start: at('09:20'), end: at('09:50') }])).toBe(5);
    expect(computeGrid(15, [30], [{ start: at('09:15'), end: at('09:45') }])).toBe(15);
    // A block that somebody dragged to an odd minute.
    expect(computeGrid(15, [30], [{ start: at('09:07'), end: at('09:37') }])).toBe(15);
  });

  it('can be refined: the instance stays valid', () => {
    const coarse = week({ tasks: [task('a', { minutes: 60 })] });
    const fine = refineGrid(coarse, [25]);
    expect(fine.slotMinutes).toBe(5);
    expect(parseInstance(fine)).toEqual(fine);
    expect(refineGrid(coarse, [coarse.slotMinutes])).toBe(coarse);
  });
});
