import { MINUTE_MS } from '@dayloom/time';
import { expect, test } from 'vitest';
import {
  clockText,
  freshTimer,
  getRemaining,
  isOver,
  listWorked,
  nextTimer,
  pauseTimer,
  readTimer,
  shiftTimer,
  startTimer,
  usualLengths,
  withLength,
} from './timer.ts';

test('it counts from timestamps, even without ticks', () => {
  const running = startTimer(freshTimer(), 1_000);
  expect(getRemaining(running, 1_000 + 10 * MINUTE_MS)).toBe(15 * MINUTE_MS);
  expect(isOver(running, 1_000 + 25 * MINUTE_MS)).toBe(true);
  expect(getRemaining(running, 1_000 + 90 * MINUTE_MS)).toBe(0);
});

test('pausing keeps the remaining time, and starting continues from there', () => {
  const paused = pauseTimer(startTimer(freshTimer(), 0), 10 * MINUTE_MS);
  expect(getRemaining(paused, 60 * MINUTE_MS)).toBe(15 * MINUTE_MS);
  expect(getRemaining(startTimer(paused, 60 * MINUTE_MS), 61 * MINUTE_MS)).toBe(14 * MINUTE_MS);
});

test('the moments of work are kept over pauses, longer sessions and clocks that are set', () => {
  const paused = pauseTimer(startTimer(freshTimer(), 0), 10 * MINUTE_MS);
  const again = startTimer(paused, 60 * MINUTE_MS);
  const longer = withLength(again, 'focus', 30, 62 * MINUTE_MS);
  const stretches = [
    { start: 0, end: 10 * MINUTE_MS },
    { start: 60 * MINUTE_MS, end: 62 * MINUTE_MS },
    { start: 62 * MINUTE_MS, end: 80 * MINUTE_MS },
  ];
  expect(listWorked(paused, 90 * MINUTE_MS)).toEqual(stretches.slice(0, 1));
  // It ended while the page was closed.
  expect(listWorked(longer, 90 * MINUTE_MS)).toEqual(stretches);
  expect(listWorked(shiftTimer(longer, MINUTE_MS), 90 * MINUTE_MS)).toEqual(
    stretches.map(({ start, end }) => ({ start: start + MINUTE_MS, end: end + MINUTE_MS })),
  );
  expect(listWorked(startTimer(freshTimer('short'), 0), MINUTE_MS)).toEqual([]);
});

test('a session that a version without them has paused lies right before what is known', () => {
  const old = { ...freshTimer(), leftMs: 15 * MINUTE_MS };
  expect(listWorked(old, 60 * MINUTE_MS)).toEqual([{ start: 50 * MINUTE_MS, end: 60 * MINUTE_MS }]);
  const again = startTimer(old, 60 * MINUTE_MS);
  expect(listWorked(again, 65 * MINUTE_MS)).toEqual([{ start: 50 * MINUTE_MS, end: 65 * MINUTE_MS }]);
});

test('after the fourth focus session comes the long break, then a new cycle', () => {
  expect(nextTimer(freshTimer('focus', 0), true)).toMatchObject({ mode: 'short', finished: 1 });
  expect(nextTimer(freshTimer('focus', 3), true)).toMatchObject({ mode: 'long', finished: 4 });
  expect(nextTimer(freshTimer('long', 4), true)).toMatchObject({ mode: 'focus', finished: 0 });
  expect(nextTimer(freshTimer('focus', 1), false)).toMatchObject({ mode: 'short', finished: 1 });
});

test('the clock reads mm:ss', () => {
  expect([25 * MINUTE_MS, 24 * MINUTE_MS + 59_001, 59_000, 1, 0].map(clockText)).toEqual([
    '25:00',
    '25:00',
    '00:59',
    '00:01',
    '00:00',
  ]);
});

test('a new length keeps the time that has run; of another session it changes only the length', () => {
  const running = startTimer(freshTimer(), 0);
  const longer = withLength(running, 'focus', 50, 10 * MINUTE_MS);
  expect(getRemaining(longer, 10 * MINUTE_MS)).toBe(40 * MINUTE_MS);
  expect(getRemaining(withLength(longer, 'focus', 5, 10 * MINUTE_MS), 10 * MINUTE_MS)).toBe(0);
  expect(withLength(running, 'short', 10, 0)).toEqual({
    ...running,
    lengths: { ...usualLengths, short: 10 },
  });
  expect(nextTimer(withLength(running, 'short', 10, 0), true).leftMs).toBe(10 * MINUTE_MS);
});

test('a timer that was saved without lengths has the usual ones', () => {
  const { lengths, ...old } = freshTimer();
  expect(readTimer(JSON.stringify(old))?.lengths).toEqual(lengths);
});

test('only a valid timer is restored', () => {
  const timer = pauseTimer(startTimer(freshTimer('focus', 2), 5), 5_000);
  expect(readTimer(JSON.stringify(timer))).toEqual(timer);
  for (const text of [
    null,
    '',
    '{',
    '{"mode":"toString"}',
    '{"mode":"focus","finished":0,"endsAt":null,"leftMs":-1}',
    '{"mode":"focus","finished":0,"endsAt":null,"leftMs":1,"lengths":{"focus":0,"short":5,"long":15}}',
  ])
    expect(readTimer(text)).toBeNull();
});
