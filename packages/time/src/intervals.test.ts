import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipIntervals,
  coveredMs,
  type Interval,
  intersectIntervals,
  subtractIntervals,
  unionIntervals,
} from './intervals.ts';

const list = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
    .map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 12 },
);
const covered = (intervals: readonly Interval[]) =>
  Array.from({ length: 80 }, (_, t) => intervals.some(({ start, end }) => start <= t && t < end));
const isTidy = (intervals: readonly Interval[]) =>
  intervals.every(
    ({ start, end }, i) => start < end && (i === 0 || (intervals[i - 1] as Interval).end < start),
  );

describe('intervals', () => {
  it('join if they touch, and drop empty ones', () => {
    const joined = unionIntervals([
      { start: 5, end: 9 },
      { start: 1, end: 3 },
      { start: 3, end: 5 },
      { start: 20, end: 20 },
    ]);
    expect(joined).toEqual([{ start: 1, end: 9 }]);
  });
  it('do not overlap if they only touch', () => {
    expect(intersectIntervals([{ start: 0, end: 5 }], [{ start: 5, end: 9 }])).toEqual([]);
    expect(subtractIntervals([{ start: 0, end: 5 }], [{ start: 5, end: 9 }])).toEqual([{ start: 0, end: 5 }]);
  });
  it('are clipped without being joined', () => {
    expect(
      clipIntervals(
        [
          { start: 0, end: 5 },
          { start: 5, end: 9 },
          { start: 12, end: 14 },
        ],
        2,
        12,
      ),
    ).toEqual([
      { start: 2, end: 5 },
      { start: 5, end: 9 },
    ]);
  });
  it('agree with marking each moment', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const [inA, inB] = [covered(a), covered(b)];
        const results = [
          [unionIntervals([...a, ...b]), inA.map((x, t) => x || (inB[t] as boolean))],
          [intersectIntervals(a, b), inA.map((x, t) => x && (inB[t] as boolean))],
          [subtractIntervals(a, b), inA.map((x, t) => x && !inB[t])],
        ] as const;
        for (const [result, expected] of results) {
          expect(isTidy(result)).toBe(true);
          expect(covered(result)).toEqual(expected);
        }
        expect(coveredMs(a)).toBe(inA.filter(Boolean).length);
      }),
    );
  });
});
