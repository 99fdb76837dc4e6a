import { expect, test } from 'vitest';
import type { StoredBlock } from '../model/block.ts';
import { planWorkedBlocks } from './recorded-work.ts';

const at = (time: string): string => `2026-11-16T${time}:00.000Z`;
const block = (id: string, from: string, to: string, fields: Partial<StoredBlock> = {}): StoredBlock => ({
  id,
  taskId: 'task',
  occurrenceOn: null,
  startsAt: at(from),
  endsAt: at(to),
  isPinned: false,
  state: 'planned',
  isLastChance: false,
  version: 1,
  ...fields,
});

/** What work from one instant to another changes. New blocks are named `new`. */
const plan = (blocks: readonly StoredBlock[], from: string, to: string, isFinished = false) => {
  const { remove, insert } = planWorkedBlocks(blocks, [{ start: Date.parse(from), end: Date.parse(to) }], {
    taskId: 'task',
    isFinished,
    createId: () => 'new',
  });
  return { remove, insert };
};

test('work replaces what was planned for its time; the rest of the block keeps its pin', () => {
  const planned = block('a', '08:00', '10:00', { isPinned: true });
  expect(plan([planned, block('b', '11:00', '12:00')], at('08:30'), at('09:00'))).toEqual({
    remove: ['a'],
    insert: [
      block('new', '08:30', '09:00', { state: 'done' }),
      block('new', '09:00', '10:00', { isPinned: true, version: 2 }),
    ],
  });
  expect(plan([planned], at('08:30'), at('09:00'), true).insert).toEqual([
    block('new', '08:30', '09:00', { state: 'done', plannedUntil: at('10:00') }),
  ]);
  expect(plan([planned], at('08:30'), at('09:56')).insert).toHaveLength(1);
});

test('the pauses of a session are no work, and the rest of the plan begins after its end', () => {
  const { remove, insert } = planWorkedBlocks(
    [block('a', '08:00', '10:00'), block('b', '11:00', '12:00')],
    [
      { start: Date.parse(at('07:50')), end: Date.parse(at('08:10')) },
      { start: Date.parse(at('08:40')), end: Date.parse(at('09:00')) },
    ],
    { taskId: 'task', isFinished: false, createId: () => 'new' },
  );
  expect(remove).toEqual(['a']);
  expect(insert).toEqual([
    block('new', '07:50', '08:00', { state: 'done', isUnplanned: true }),
    block('new', '08:00', '08:10', { state: 'done' }),
    block('new', '08:40', '09:00', { state: 'done' }),
    block('new', '09:00', '10:00', { version: 2 }),
  ]);
});

test('work before all that was planned keeps until when its task was planned', () => {
  const planned = [block('b', '11:00', '12:00'), block('a', '09:00', '10:00')];
  expect(plan(planned, at('08:00'), at('08:30'), true)).toEqual({
    remove: [],
    insert: [block('new', '08:00', '08:30', { state: 'done', isUnplanned: true, plannedUntil: at('10:00') })],
  });
});

test('time that is counted already is not counted again', () => {
  const done = block('a', '08:10', '08:20', { state: 'done' });
  expect(plan([done], at('08:00'), at('08:30')).insert).toEqual([
    block('new', '08:00', '08:10', { state: 'done', isUnplanned: true }),
    block('new', '08:20', '08:30', { state: 'done', isUnplanned: true }),
  ]);
});

test('work before and after a planned block is marked as unplanned', () => {
  expect(plan([block('a', '08:00', '09:00')], at('07:30'), at('09:20')).insert).toEqual([
    block('new', '07:30', '08:00', { state: 'done', isUnplanned: true }),
    block('new', '08:00', '09:00', { state: 'done' }),
    block('new', '09:00', '09:20', { state: 'done', isUnplanned: true }),
  ]);
});

test('less than half a minute, and work that is counted already, change nothing', () => {
  const planned = block('a', '08:00', '09:00');
  const nothing = { remove: [], insert: [] };
  expect(plan([planned], '2026-11-16T08:00:05Z', '2026-11-16T08:00:20Z')).toEqual(nothing);
  expect(plan([planned, { ...planned, id: 'b', state: 'done' }], at('08:10'), at('08:20'))).toEqual(nothing);
});
