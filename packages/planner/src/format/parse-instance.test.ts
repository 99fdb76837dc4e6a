import { describe, expect, it } from 'vitest';
import { at, task, week } from '../../fixtures/week.ts';
import { InvalidInstance, parseInstance } from '../index.ts';

const whole = week({
  tasks: [task('a', { due: at(3, '12:00') }), task('b', { after: ['a'], prefer: [['09:00', '24:00']] })],
  busy: [{ start: at(2, '09:00'), end: at(2, '10:00'), before: 5 }],
  locked: [{ task: 'a', start: at(2, '10:00'), end: at(2, '10:30') }],
  previous: [{ task: 'gone', start: at(1, '10:00'), end: at(1, '11:00') }],
});

const evening = { hours: 'work', start: at(3, '18:00'), end: at(3, '19:00') };

/** An instance in which every field may be changed to an invalid value. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tests write what the types forbid
type Loose = Record<string, any>;

/** A copy of a valid instance with one field changed. */
function withBrokenInput(change: (copy: Loose) => void): unknown {
  const copy = structuredClone(whole) as unknown as Loose;
  change(copy);
  return copy;
}

describe('parseInstance', () => {
  it('returns the document without unknown fields', () => {
    expect(parseInstance(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
    expect(parseInstance({ ...whole, comment: 'x' })).toEqual(whole);
    expect(parseInstance({ ...whole, opened: [evening] })).toEqual({ ...whole, opened: [evening] });
    const overrides = { work: { '2026-03-04': [], '2026-03-07': [['10:00', '12:00']] } };
    expect(parseInstance({ ...whole, overrides })).toEqual({ ...whole, overrides });
  });

  it.each<[string, (copy: Loose) => void]>([
    [
      'opened[0].hours: no set of hours is called "play"',
      (copy) => (copy.opened = [{ ...evening, hours: 'play' }]),
    ],
    [
      'opened[0]: does not end after it starts',
      (copy) => (copy.opened = [{ ...evening, end: evening.start }]),
    ],
    ['overrides.play: no set of hours has this name', (copy) => (copy.overrides = { play: {} })],
    [
      'overrides.work.2026-02-30: is not a date (YYYY-MM-DD)',
      (copy) => (copy.overrides = { work: { '2026-02-30': [] } }),
    ],
    ['format: expected one of "schedbench/1", found "x"', (copy) => (copy.format = 'x')],
    ['slotMinutes: expected one of 5, 10, 15, 20, 30, found 7', (copy) => (copy.slotMinutes = 7)],
    ['zone: unknown time zone "Mars/Base"', (copy) => (copy.zone = 'Mars/Base')],
    [
      'start: expected a UTC instant on a whole minute like "2026-03-02T08:00:00Z", found "2026-02-30T08:00:00Z"',
      (copy) => (copy.start = '2026-02-30T08:00:00Z'),
    ],
    ['end: is not after start', (copy) => (copy.end = copy.start)],
    ['end: is not a multiple of 30 minutes after start', (copy) => (copy.end = '2026-03-09T08:10:00Z')],
    [
      'end: gives 1402512 slots, more than 106000: plan fewer days, or on a coarser grid',
      (copy) => (copy.end = '2106-03-02T08:00:00Z'),
    ],
    [
      'tasks: 7000 on 35088 slots are more than can be planned at once: plan fewer days, or on a coarser grid',
      (copy) => {
        copy.end = '2028-03-02T08:00:00Z';
        copy.tasks = Array.from({ length: 7000 }, (_, number) => task(`t${number}`));
        copy.locked = [];
      },
    ],
    [
      'hours: 4000 on 35088 slots are more than can be planned at once: plan fewer days, or on a coarser grid',
      (copy) => {
        copy.end = '2028-03-02T08:00:00Z';
        for (let number = 1; number < 4000; number++) copy.hours[`h${number}`] = {};
      },
    ],
    [
      'weights: a plan could cost more than 2^53, and would not be exact',
      (copy) => (copy.weights.unplanned = 2 ** 48),
    ],
    ['hours.work.someday: is not a day (mon..sun)', (copy) => (copy.hours.work.someday = [])],
    [
      'hours.work.mon[0]: starts at 12:00, not before its end 09:00',
      (copy) => (copy.hours.work.mon[0] = ['12:00', '09:00']),
    ],
    [
      'hours.work.mon[0][1]: expected a time like "17:30", found "25:00"',
      (copy) => (copy.hours.work.mon[0] = ['12:00', '25:00']),
    ],
    ['busy[0]: ends before it starts', (copy) => (copy.busy[0].end = '2026-03-02T08:00:00Z')],
    ['busy[0].before: expected a whole number of at least 0, found -5', (copy) => (copy.busy[0].before = -5)],
    ['tasks: expected a list, found nothing', (copy) => delete copy.tasks],
    ['tasks[1].id: "a" is also the id of tasks[0]', (copy) => (copy.tasks[1].id = 'a')],
    ['tasks[0].minutes: 45 is not a multiple of 30', (copy) => (copy.tasks[0].minutes = 45)],
    ['tasks[0].minChunk: 90 is more than maxChunk 60', (copy) => (copy.tasks[0].minChunk = 90)],
    [
      'tasks[0].minChunk: 90 is more than minutes 60',
      (copy) => Object.assign(copy.tasks[0], { minChunk: 90, maxChunk: 90 }),
    ],
    ['tasks[0].priority: expected one of 1, 2, 3, 4, found 5', (copy) => (copy.tasks[0].priority = 5)],
    ['tasks[0].hours: no set of hours is called "play"', (copy) => (copy.tasks[0].hours = 'play')],
    [
      'tasks[0].hours: no set of hours is called "constructor"',
      (copy) => (copy.tasks[0].hours = 'constructor'),
    ],
    ['tasks[1].after[0]: no task is called "z"', (copy) => (copy.tasks[1].after = ['z'])],
    ['tasks[0].after: "a" waits for itself through other tasks', (copy) => (copy.tasks[0].after = ['b'])],
    [
      'locked[0].start: 2026-03-02T10:10:00Z is not on the grid of 30 minutes',
      (copy) => (copy.locked[0].start = '2026-03-02T10:10:00Z'),
    ],
    ['locked[0].task: no task is called "z"', (copy) => (copy.locked[0].task = 'z')],
    [
      'locked[0]: lies outside the horizon',
      (copy) => Object.assign(copy.locked[0], { start: at(1, '10:00'), end: at(1, '10:30') }),
    ],
    ['locked[0]: locks more minutes than task "a" has', (copy) => (copy.locked[0].end = at(2, '11:30'))],
    ['locked[1]: overlaps locked[0]', (copy) => copy.locked.push(copy.locked[0])],
    [
      'previous[0].end: 2026-03-01T11:10:00Z is not on the grid of 30 minutes',
      (copy) => (copy.previous[0].end = '2026-03-01T11:10:00Z'),
    ],
    [
      'weights.priority.3: expected a whole number of at least 0, found nothing',
      (copy) => delete copy.weights.priority[3],
    ],
    ['weights.late: expected a whole number of at least 0, found 0.5', (copy) => (copy.weights.late = 0.5)],
  ])('says: %s', (message, change) => {
    expect(() => parseInstance(withBrokenInput(change))).toThrow(
      expect.objectContaining({ name: 'InvalidInstance', message }),
    );
  });

  it.each([null, undefined, 1, 'x', []])('rejects %j', (value) => {
    expect(() => parseInstance(value)).toThrow(InvalidInstance);
  });
});
