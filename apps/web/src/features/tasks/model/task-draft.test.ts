import { describe, expect, it } from 'vitest';
import { provisionalTask } from './quick-add.ts';
import { findProblems, mergeDrafts, type TaskDraft, toChange, toDraft } from './task-draft.ts';

const berlin = 'Europe/Berlin';
const task = {
  ...provisionalTask({ title: 'Report', durationMinutes: 90 }, new Date('2026-11-18T08:00:00Z')),
  dueAt: '2026-11-20T16:00:00.000Z',
};
const before = toDraft(task, berlin);
const change = (input: Partial<TaskDraft>) => toChange(before, { ...before, ...input }, berlin);

describe('the request', () => {
  it('is empty when nothing changed', () => {
    expect(change({})).toEqual({ change: {}, problems: {} });
  });

  it.each<[string, Partial<TaskDraft>, object]>([
    ['a trimmed title', { title: ' New ' }, { title: 'New' }],
    ['minutes of a length', { duration: '1:45' }, { durationMinutes: 105 }],
    [
      'a date without a time',
      { due: { date: '2026-11-21', time: '' } },
      { dueOn: '2026-11-21', dueAt: null },
    ],
    [
      'an instant of date and time in the zone of the viewer',
      { due: { date: '2026-11-21', time: '17:00' } },
      { dueOn: null, dueAt: '2026-11-21T16:00:00.000Z' },
    ],
    ['no deadline', { due: { date: '', time: '' } }, { dueOn: null, dueAt: null }],
    [
      'a start of day',
      { start: { date: '2026-11-21', time: '' } },
      { startAfter: '2026-11-20T23:00:00.000Z' },
    ],
    ['a project without its mark', { project: '#work ' }, { project: 'work' }],
    ['no project', { project: '' }, {}],
    [
      'chunks',
      { split: { isSplittable: true, smallest: '30', largest: '' } },
      { isSplittable: true, minChunkMinutes: 30 },
    ],
    ['a rule without its name', { recurrenceRule: 'RRULE:FREQ=DAILY' }, { recurrenceRule: 'FREQ=DAILY' }],
  ])('%s', (_name, input, expected) => {
    expect(change(input)).toEqual({ change: expected, problems: {} });
  });

  it.each<[keyof TaskDraft, Partial<TaskDraft>]>([
    ['title', { title: '  ' }],
    ['duration', { duration: 'soon' }],
    ['due', { due: { date: '', time: '17:00' } }],
    ['start', { start: { date: '', time: '17:00' } }],
    ['split', { split: { isSplittable: true, smallest: '2 h', largest: '1 h' } }],
    ['buffer', { buffer: '900' }],
  ])('a problem with %s is shown at its field', (field, input) => {
    expect(Object.keys(change(input).problems)).toEqual([field]);
  });
});

it('keeps the local time of a deadline over a clock change', () => {
  const newYork = 'America/New_York';
  const summer = toDraft({ ...task, dueAt: '2026-10-31T21:00:00.000Z' }, newYork);
  expect(summer.due).toEqual({ date: '2026-10-31', time: '17:00' });
  const winter = { ...summer, due: { date: '2026-11-02', time: '17:00' } };
  expect(toChange(summer, winter, newYork).change.dueAt).toBe('2026-11-02T22:00:00.000Z');
});

describe('two concurrent edits', () => {
  const theirs = { ...before, title: 'Theirs', priority: 1 };

  it('take over what only the other changed', () => {
    const merge = mergeDrafts(before, { ...before, notes: 'mine' }, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.taken).toEqual(['title', 'priority']);
    expect(merge.draft).toMatchObject({ title: 'Theirs', priority: 1, notes: 'mine' });
  });

  it('keep the input where both changed the same field', () => {
    const merge = mergeDrafts(before, { ...before, title: 'Mine' }, theirs);
    expect(merge.conflicts).toEqual(['title']);
    expect(merge.draft).toMatchObject({ title: 'Mine', priority: 1 });
  });

  it('do not conflict where both made the same change', () => {
    expect(mergeDrafts(before, theirs, theirs)).toEqual({ draft: theirs, conflicts: [], taken: [] });
  });
});

it("shows the server's problems at the fields", () => {
  expect(
    findProblems({ durationMinutes: 'too big', 'subtasks.0.title': 'is empty', version: 'is 3 now' }),
  ).toEqual({ problems: { duration: 'Too big', subtasks: 'Is empty' }, rest: ['version is 3 now'] });
});
