import { describe, expect, test } from 'vitest';
import { nextInDirection } from './nearest-item.ts';

const box = (left: number, top: number, height = 40, width = 100) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Two columns; in the first, two items begin at the same time and overlap like cards. */
const boxes = [box(0, 0), box(0, 100), box(20, 100, 40, 80), box(0, 200), box(110, 90), box(110, 500)];

describe('the next item', () => {
  test.each([
    [0, 'down', 1],
    [1, 'down', 2],
    [2, 'down', 3],
    [3, 'down', -1],
    [3, 'up', 2],
    [2, 'up', 1],
    [0, 'up', -1],
    [1, 'right', 4],
    [3, 'right', 4],
    [4, 'down', 5],
    [4, 'left', 2],
    [5, 'left', 3],
    [0, 'left', -1],
    [5, 'right', -1],
  ] as const)('from %i %s is %i', (from, direction, next) => {
    expect(nextInDirection(boxes, from, direction)).toBe(next);
  });

  test('without any boxes there is no next one', () => {
    expect(nextInDirection([], 0, 'down')).toBe(-1);
  });
});
