import { describe, expect, it } from 'vitest';
import { anInstance, aTask } from '../../test/fixtures.ts';
import { meetingOf, taskChangeOf } from './repairs.ts';
import type { PlanningData } from './worker/questions.ts';

const task = aTask({ title: 'Report', durationMinutes: 120, dueOn: '2026-11-18', minChunkMinutes: 30 });
const data: PlanningData = {
  instance: anInstance({ zone: 'America/New_York' }),
  tasks: [{ taskId: task._id, title: 'Report', bufferMinutes: 15, settledMinutes: 0, lockedMinutes: 0 }],
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

describe('what a repair changes in a task', () => {
  it('takes the buffer off what the planner gives', () => {
    expect(taskChangeOf({ kind: 'split', task: id, minChunk: 45 }, task, data)).toEqual({
      isSplittable: true,
      minChunkMinutes: 30,
      maxChunkMinutes: 120,
    });
    const timed = { ...task, dueOn: null, dueAt: '2026-11-18T17:00:00Z' };
    const due = '2026-11-19T17:15:00Z';
    expect(taskChangeOf({ kind: 'move-deadline', task: id, due, dueKind: 'soft' }, timed, data)).toEqual({
      dueAt: '2026-11-19T17:00:00.000Z',
    });
  });

  it('keeps a deadline that is a date one, and late enough: the day at home whose work ends no earlier', () => {
    // Five in the afternoon in New York is 22:00 UTC.
    const moved = (due: string) =>
      taskChangeOf({ kind: 'move-deadline', task: id, due, dueKind: 'hard' }, task, data);
    expect(moved('2026-11-19T22:15:00Z')).toEqual({ dueOn: '2026-11-19', dueAt: null });
    expect(moved('2026-11-19T22:30:00Z')).toEqual({ dueOn: '2026-11-20', dueAt: null });
    expect(moved('2026-11-20T03:15:00Z')).toEqual({ dueOn: '2026-11-20', dueAt: null });
  });

  it('shortens what there is, and drops to Someday', () => {
    expect(taskChangeOf({ kind: 'shorten', task: id, minutes: 90, byMinutes: 45 }, task, data)).toEqual({
      durationMinutes: 75,
    });
    expect(taskChangeOf({ kind: 'drop', task: id }, task, data)).toEqual({ isSomeday: true });
  });

  it('knows a meeting by its whole minutes', () => {
    const event = { start: '2026-11-18T10:00:00Z', end: '2026-11-18T11:00:00Z' };
    const found = meetingOf({ kind: 'move-meeting', event, to: event }, data);
    expect(found?.title).toBe('Workshop');
  });
});
