import { describe, expect, it } from 'vitest';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import { closeGaps, type Instance, type Plan, plan, scorePlan } from '../index.ts';

const block = (id: string, start: string, end: string) => ({
  task: id,
  start: at(2, start),
  end: at(2, end),
});

const toPlan = (...blocks: readonly ReturnType<typeof block>[]): Plan => ({
  format: 'schedplan/1',
  instance: 'week',
  blocks,
});

const fine = (parts: Partial<Instance> = {}) =>
  week({
    slotMinutes: 5,
    tasks: [
      task('call', { minutes: 20, category: 'home' }),
      task('report', { category: 'work' }),
      task('notes', { minutes: 30, category: 'work' }),
    ],
    ...parts,
  });

const spaced = toPlan(
  block('call', '09:00', '09:20'),
  block('report', '09:25', '10:25'),
  block('notes', '10:25', '10:55'),
);

describe('gaps of a few minutes', () => {
  it('are left by the search where the category changes', () => {
    const found = plan(fine(), { iterations: 500, seed: 1 });
    const notes = toNotes(closeGaps(fine(), found.plan).blocks);
    expect(toNotes(found.plan.blocks)).not.toEqual(notes);
    expect(new Set(notes.slice(1).map((note) => note.split(/[ -]/)[2]))).toEqual(
      new Set(notes.slice(0, -1).map((note) => note.split('-')[1])),
    );
  });

  it('are closed, and what follows moves up too', () => {
    const closed = closeGaps(fine(), spaced);
    expect(toNotes(closed.blocks)).toEqual([
      'call 02 09:00-09:20',
      'report 02 09:20-10:20',
      'notes 02 10:20-10:50',
    ]);
    expect(scorePlan(fine(), closed).violations).toEqual([]);
  });

  it.each<[string, Partial<Instance>]>([
    ['busy time', { busy: [{ start: at(2, '09:20'), end: at(2, '09:25') }] }],
    [
      'the buffer of a meeting',
      {
        buffers: { before: 0, after: 5 },
        busy: [{ start: at(2, '09:05'), end: at(2, '09:20') }],
      },
    ],
    [
      'a release',
      {
        tasks: [
          task('call', { minutes: 20 }),
          task('report', { notBefore: at(2, '09:25') }),
          task('notes', { minutes: 30 }),
        ],
      },
    ],
    [
      'a preferred time of day',
      {
        tasks: [
          task('call', { minutes: 20 }),
          task('report', { prefer: [['09:25', '17:00']] }),
          task('notes', { minutes: 30 }),
        ],
      },
    ],
    ['the previous plan', { previous: spaced.blocks }],
  ])('stay for %s', (_reason, parts) => {
    expect(closeGaps(fine(parts), spaced)).toBe(spaced);
  });

  it('stay between two chunks of a task, which would be one, and where a person could use them', () => {
    const chunks = fine({ tasks: [task('report', { minutes: 60, minChunk: 20, maxChunk: 40 })] });
    const twice = toPlan(block('report', '09:00', '09:20'), block('report', '09:25', '10:05'));
    expect(closeGaps(chunks, twice)).toBe(twice);
    const wide = toPlan(block('call', '09:00', '09:20'), block('report', '09:35', '10:35'));
    expect(closeGaps(fine(), wide)).toBe(wide);
  });

  it('are closed after a pinned block', () => {
    const instance = fine({ locked: [block('call', '09:00', '09:20')] });
    const closed = closeGaps(instance, toPlan(block('report', '09:25', '10:25')));
    expect(toNotes(closed.blocks)).toEqual(['report 02 09:20-10:20']);
  });
});
