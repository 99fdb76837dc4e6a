import { describe, expect, it } from 'vitest';
import { findDayNumber } from './civil-date.ts';
import { windowsOn } from './opening-hours.ts';

const week = { mon: [['09:00', '17:00']], sun: [['10:00', '12:00']] } as const;
const on = (date: string, overrides?: Parameters<typeof windowsOn>[2]) =>
  windowsOn(findDayNumber(date) ?? 0, week, overrides);

describe('the windows of a date', () => {
  it('are those of its weekday', () => {
    expect(on('2026-11-22')).toEqual([['10:00', '12:00']]);
    expect(on('2026-11-23')).toEqual([['09:00', '17:00']]);
    expect(on('2026-11-24')).toEqual([]);
  });

  it('are its own if it has any, even an empty list', () => {
    const overrides = { '2026-11-23': [], '2026-11-24': [['18:00', '24:00']] } as const;
    expect(on('2026-11-23', overrides)).toEqual([]);
    expect(on('2026-11-24', overrides)).toEqual([['18:00', '24:00']]);
    expect(on('2026-11-30', overrides)).toEqual([['09:00', '17:00']]);
  });

  it('ignore inherited properties', () => {
    expect(on('2026-11-23', Object.create({ '2026-11-23': [] }))).toEqual([['09:00', '17:00']]);
  });
});
