import type { Task } from '@dayloom/contracts';
import { describe, expect, it } from 'vitest';
import { provisionalTask } from './quick-add.ts';
import {
  applyChange,
  isContained,
  listConflictingFields,
  rebaseFollowingEdit,
  revertBase,
  type TaskEdit,
} from './task-changes.ts';

const now = new Date('2026-11-26T09:00:00Z');
const task: Task = {
  ...provisionalTask({ _id: 'a', title: 'Report', dueOn: '2026-11-30' }, now),
  version: 3,
};
const theirs = (change: Partial<Task>): Task => ({ ...task, ...change, version: 4 });
const editing = (change: TaskEdit['change']): TaskEdit => ({ task, change });

describe('a task that was changed elsewhere', () => {
  it.each<[string, TaskEdit['change'], Partial<Task>, string[]]>([
    ['in another field', { title: 'Mine' }, { notes: 'Theirs' }, []],
    ['in the same field', { title: 'Mine' }, { title: 'Theirs' }, ['title']],
    ['to the same value', { title: 'Same' }, { title: 'Same' }, []],
    [
      'with a deadline of the other kind',
      { dueOn: '2026-12-01' },
      { dueOn: null, dueAt: '2026-12-02T10:00:00Z' },
      ['dueOn', 'dueAt'],
    ],
    ['while it is completed here', { status: 'done' }, { title: 'Theirs', priority: 1 }, []],
    ['in one of several fields', { title: 'Mine', priority: 1 }, { priority: 2 }, ['priority']],
  ])('%s', (_name, change, other, conflicts) => {
    expect(listConflictingFields(editing(change), theirs(other))).toEqual(conflicts);
  });

  it('needs no change when it has what was wanted', () => {
    expect(isContained(editing({ status: 'done' }), theirs({ status: 'done', title: 'Theirs' }))).toBe(true);
    expect(isContained(editing({ status: 'done', title: 'Mine' }), theirs({ status: 'done' }))).toBe(false);
  });
});

it('a date takes the place of an instant', () => {
  const due = { ...task, dueOn: null, dueAt: '2026-12-02T10:00:00Z' };
  expect(applyChange(due, { dueOn: '2026-12-01' }, now)).toMatchObject({ dueOn: '2026-12-01', dueAt: null });
  expect(applyChange(task, { status: 'done' }, now).completedAt).toBe(now.toISOString());
});

describe('an edit on top of another one', () => {
  const second: TaskEdit = { task: { ...task, title: 'First' }, change: { title: 'Second' } };

  it('continues on the version that the server made of the first', () => {
    expect(rebaseFollowingEdit(second, theirs({ title: 'First' })).task.version).toBe(4);
  });

  it('keeps its old version when somebody else changed the same meanwhile', () => {
    expect(rebaseFollowingEdit(second, theirs({ title: 'Theirs' })).task.version).toBe(3);
  });

  it('is on top of the task before when the first is withdrawn', () => {
    const without = revertBase(second, editing({ title: 'First' }));
    expect(without).toMatchObject({ task: { title: 'Report' }, change: { title: 'Second' } });
  });
});
