import { describe, expect, it } from 'vitest';
import { getOpenMinutes, type TaskInput, toDueInstant, toPlannerTask } from './task-input.ts';

const input = (change: Partial<TaskInput> = {}): TaskInput => ({
  id: 'report',
  minutes: 100,
  settledMinutes: 0,
  lockedMinutes: 0,
  priority: 3,
  category: '',
  hours: 'work',
  notBefore: null,
  due: null,
  dueKind: 'soft',
  isSplittable: false,
  minChunk: 30,
  maxChunk: 120,
  buffer: 0,
  after: [],
  prefer: [],
  ...change,
});

describe('a task of the planner, from its input', () => {
  it('is rounded up to the grid, and in one piece unless it may be split', () => {
    expect(toPlannerTask(input(), 15)).toMatchObject({ minutes: 105, minChunk: 105, maxChunk: 105 });
    expect(toPlannerTask(input({ isSplittable: true, maxChunk: 50 }), 15)).toMatchObject({
      minutes: 105,
      minChunk: 30,
      maxChunk: 60,
    });
  });

  it('includes the buffer in each chunk, and moves the deadline by as much', () => {
    const due = '2026-11-18T17:00:30Z';
    expect(
      toPlannerTask(input({ minutes: 120, isSplittable: true, maxChunk: 60, buffer: 10, due }), 15),
    ).toMatchObject({ minutes: 150, minChunk: 45, maxChunk: 75, due: '2026-11-18T17:15:00Z' });
  });

  it('leaves out settled work, and is null if nothing is left', () => {
    expect(toPlannerTask(input({ minutes: 120, settledMinutes: 60, lockedMinutes: 30 }), 15)).toMatchObject({
      minutes: 90,
      minChunk: 60,
    });
    expect(toPlannerTask(input({ minutes: 60, settledMinutes: 90, lockedMinutes: 90 }), 15)).toMatchObject({
      minutes: 90,
    });
    expect(toPlannerTask(input({ minutes: 60, settledMinutes: 60 }), 15)).toBeNull();
    expect(getOpenMinutes({ minutes: 100, settledMinutes: 20 }, 30)).toBe(90);
  });

  it('is due at the end of work on its date, in local time', () => {
    const hours = {
      mon: [
        ['09:00', '12:00'],
        ['13:00', '17:30'],
      ],
    } as const;
    // The clock goes back on 25 October 2026.
    expect(toDueInstant('2026-10-19', 'Europe/Berlin', hours)).toBe('2026-10-19T15:30:00Z');
    expect(toDueInstant('2026-10-26', 'Europe/Berlin', hours)).toBe('2026-10-26T16:30:00Z');
    expect(toDueInstant('2026-10-27', 'Europe/Berlin', hours)).toBe('2026-10-27T16:00:00Z');
    expect(toDueInstant('tomorrow', 'Europe/Berlin', hours)).toBeNull();
    const overrides = { '2026-10-19': [['09:00', '20:00']], '2026-10-26': [] } as const;
    expect(toDueInstant('2026-10-19', 'Europe/Berlin', hours, overrides)).toBe('2026-10-19T18:00:00Z');
    expect(toDueInstant('2026-10-26', 'Europe/Berlin', hours, overrides)).toBe('2026-10-26T16:00:00Z');
  });
});
