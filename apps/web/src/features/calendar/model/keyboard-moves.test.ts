import { describe, expect, it } from 'vitest';
import type { Place } from './grid-item.ts';
import { movePlace, toStep } from './keyboard-moves.ts';

const timed = (startsAt: string, endsAt: string): Place => ({
  startsAt,
  endsAt,
  startsOn: null,
  endsOn: null,
});
const whole = (startsOn: string, endsOn: string): Place => ({
  startsAt: `${startsOn}T00:00:00Z`,
  endsAt: `${endsOn}T00:00:00Z`,
  startsOn,
  endsOn,
});
const day = { edge: 'both', minutes: 0, days: 1 } as const;
const press = (key: string, more: object = {}) =>
  toStep({ key, altKey: true, shiftKey: false, ctrlKey: false, metaKey: false, ...more }, 'week');

describe('arrow keys', () => {
  it('move by a quarter of an hour and by a day, and resize with Shift', () => {
    expect(press('ArrowDown')).toEqual({ edge: 'both', minutes: 15, days: 0 });
    expect(press('ArrowLeft')).toEqual({ edge: 'both', minutes: 0, days: -1 });
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ edge: 'end', minutes: -15, days: 0 });
  });

  it('move by a week in the month', () => {
    const key = { key: 'ArrowDown', altKey: true, shiftKey: false, ctrlKey: false, metaKey: false };
    expect(toStep(key, 'month')).toEqual({ edge: 'both', minutes: 0, days: 7 });
  });

  it('are ignored without Alt, or with further modifiers', () => {
    expect(press('ArrowDown', { altKey: false })).toBeNull();
    expect(press('ArrowDown', { ctrlKey: true })).toBeNull();
    expect(press('a')).toBeNull();
  });
});

describe('a step', () => {
  it('by a day keeps the local time over the change to winter time', () => {
    // Saturday 24 October 2026, 10:00 in Berlin; the clocks go back that night.
    const place = timed('2026-10-24T08:00:00.000Z', '2026-10-24T09:30:00.000Z');
    expect(movePlace(place, day, 'Europe/Berlin')).toMatchObject({
      startsAt: '2026-10-25T09:00:00.000Z',
      endsAt: '2026-10-25T10:30:00.000Z',
    });
  });

  it('by a day into the skipped hour lands after it and keeps the length', () => {
    // 2:30 on Saturday; on Sunday 29 March 2026 Berlin has no 2:30.
    const place = timed('2026-03-28T01:30:00.000Z', '2026-03-28T02:30:00.000Z');
    expect(movePlace(place, day, 'Europe/Berlin')).toMatchObject({
      startsAt: '2026-03-29T01:30:00.000Z',
      endsAt: '2026-03-29T02:30:00.000Z',
    });
  });

  it('by minutes is real time, also through the doubled hour', () => {
    // 2:45 summer time; fifteen minutes later it is 2:00 again, in winter time.
    const place = timed('2026-10-25T00:45:00.000Z', '2026-10-25T01:45:00.000Z');
    expect(movePlace(place, { edge: 'both', minutes: 15, days: 0 }, 'Europe/Berlin')).toMatchObject({
      startsAt: '2026-10-25T01:00:00.000Z',
      endsAt: '2026-10-25T02:00:00.000Z',
    });
  });

  it('resizes at the end, and never below a quarter of an hour', () => {
    const place = timed('2026-11-20T09:00:00.000Z', '2026-11-20T09:30:00.000Z');
    const shorter = movePlace(place, { edge: 'end', minutes: -15, days: 0 }, 'UTC');
    expect(shorter).toMatchObject({ startsAt: place.startsAt, endsAt: '2026-11-20T09:15:00.000Z' });
    expect(shorter && movePlace(shorter, { edge: 'end', minutes: -15, days: 0 }, 'UTC')).toBeNull();
  });

  it('moves and resizes whole days by dates', () => {
    const place = whole('2026-02-27', '2026-03-01');
    expect(movePlace(place, day, 'UTC')).toMatchObject({ startsOn: '2026-02-28', endsOn: '2026-03-02' });
    expect(movePlace(place, { ...day, edge: 'end' }, 'UTC')).toMatchObject({
      startsOn: '2026-02-27',
      endsOn: '2026-03-02',
    });
    expect(
      movePlace(whole('2026-03-01', '2026-03-02'), { edge: 'end', minutes: 0, days: -1 }, 'UTC'),
    ).toBeNull();
    expect(movePlace(place, { edge: 'both', minutes: 15, days: 0 }, 'UTC')).toBeNull();
  });
});
