import { MORNING_HOURS } from '@dayloom/contracts';
import { describe, expect, it } from 'vitest';
import { anInstance, aTask } from '#test/fixtures.ts';
import type { PlanningData } from '../worker/questions.ts';
import { addOpening, findMeeting, toDisplayedFix, toTaskChange } from './fixes.ts';

const task = aTask({ title: 'Report', durationMinutes: 120, dueOn: '2026-11-18', minChunkMinutes: 30 });
const data: PlanningData = {
  instance: anInstance({ zone: 'America/New_York' }),
  tasks: [
    {
      taskId: task._id,
      title: 'Report',
      bufferMinutes: 15,
      settledMinutes: 0,
      lockedMinutes: 0,
      dependents: { after: [task._id], notBefore: null },
    },
  ],
  mostWorkMinutes: null,
  meetings: [
    {
      eventId: crypto.randomUUID(),
      recurrenceId: null,
      title: 'Workshop',
      startsAt: '2026-11-18T10:00:20.000Z',
      endsAt: '2026-11-18T10:59:40.000Z',
    },
  ],
};
const id = task._id;

describe('the changes that a fix makes to a task', () => {
  it("subtracts the buffer from the planner's minutes", () => {
    expect(toTaskChange({ kind: 'split', task: id, minChunk: 45 }, task, data)).toEqual({
      isSplittable: true,
      minChunkMinutes: 30,
      maxChunkMinutes: 120,
    });
    const timed = { ...task, dueOn: null, dueAt: '2026-11-18T17:00:00Z' };
    const due = '2026-11-19T17:15:00Z';
    expect(toTaskChange({ kind: 'move-deadline', task: id, due, dueKind: 'soft' }, timed, data)).toEqual({
      dueAt: '2026-11-19T17:00:00.000Z',
    });
  });

  it("is shown with the task's own duration, without its buffer", () => {
    expect(toDisplayedFix({ kind: 'split', task: id, minChunk: 45 }, data)).toMatchObject({ minChunk: 30 });
    const due = '2026-11-19T17:15:00Z';
    expect(toDisplayedFix({ kind: 'move-deadline', task: id, due, dueKind: 'soft' }, data)).toMatchObject({
      due: '2026-11-19T17:00:00.000Z',
    });
    const drop = { kind: 'drop', task: id } as const;
    expect(toDisplayedFix(drop, data)).toBe(drop);
  });

  it('keeps a deadline by date: the first day at home whose work ends no earlier', () => {
    // 17:00 in New York is 22:00 UTC.
    const moved = (due: string) =>
      toTaskChange({ kind: 'move-deadline', task: id, due, dueKind: 'hard' }, task, data);
    expect(moved('2026-11-19T22:15:00Z')).toEqual({ dueOn: '2026-11-19', dueAt: null });
    expect(moved('2026-11-19T22:30:00Z')).toEqual({ dueOn: '2026-11-20', dueAt: null });
    expect(moved('2026-11-20T03:15:00Z')).toEqual({ dueOn: '2026-11-20', dueAt: null });
  });

  it('shortens the duration, and moves to Someday', () => {
    expect(toTaskChange({ kind: 'shorten', task: id, minutes: 90, byMinutes: 45 }, task, data)).toEqual({
      durationMinutes: 75,
    });
    expect(toTaskChange({ kind: 'drop', task: id }, task, data)).toEqual({ isSomeday: true });
  });

  it('finds a meeting by its whole minutes', () => {
    const event = { start: '2026-11-18T10:00:00Z', end: '2026-11-18T11:00:00Z' };
    const found = findMeeting({ kind: 'move-meeting', event, to: event }, data);
    expect(found?.title).toBe('Workshop');
  });
});

describe('extended hours', () => {
  const opening = (start: string, end: string) => ({ hours: 'work', start, end });

  it('are joined with the hours before them, and keep the personal hours', () => {
    const own = { ...data, instance: { ...data.instance, overrides: { personal: { '2026-11-18': [] } } } };
    // 17:00 to 19:00 in New York.
    expect(addOpening(opening('2026-11-18T22:00:00Z', '2026-11-19T00:00:00Z'), own)).toEqual([
      { date: '2026-11-18', work: [['09:00', '19:00']], personal: [] },
    ]);
    expect(addOpening(opening('2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z'), data)).toEqual([
      {
        date: '2026-11-18',
        work: [
          ['07:00', '08:00'],
          ['09:00', '17:00'],
        ],
        personal: null,
      },
    ]);
  });

  it('are personal hours if they are those for the morning before work', () => {
    const { instance } = data;
    const hours = { ...instance.hours, [MORNING_HOURS]: { wed: [['07:00', '09:00']] as const } };
    const own = { ...data, instance: { ...instance, hours } };
    const morning = { ...opening('2026-11-18T11:00:00Z', '2026-11-18T12:00:00Z'), hours: MORNING_HOURS };
    expect(addOpening(morning, own)).toEqual([
      { date: '2026-11-18', work: null, personal: [['06:00', '07:00']] },
    ]);
  });

  it('affect two dates over midnight, and one until midnight', () => {
    const late = { work: { '2026-11-18': [['18:00', '22:00']] as const } };
    const own = { ...data, instance: { ...data.instance, overrides: late } };
    expect(addOpening(opening('2026-11-19T03:00:00Z', '2026-11-19T06:30:00Z'), own)).toEqual([
      { date: '2026-11-18', work: [['18:00', '24:00']], personal: null },
      {
        date: '2026-11-19',
        work: [
          ['00:00', '01:30'],
          ['09:00', '17:00'],
        ],
        personal: null,
      },
    ]);
    expect(addOpening(opening('2026-11-19T03:00:00Z', '2026-11-19T05:00:00Z'), own)).toMatchObject([
      { work: [['18:00', '24:00']] },
    ]);
  });

  it('follow the clock of their own day through a clock change', () => {
    // The night of 1 November: 1:00 to 2:00 occurs twice.
    expect(addOpening(opening('2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z'), data)).toMatchObject([
      {
        date: '2026-11-01',
        work: [
          ['01:00', '02:00'],
          ['09:00', '17:00'],
        ],
      },
    ]);
  });
});
