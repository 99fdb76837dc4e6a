import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, week } from '../../fixtures/week.ts';
import {
  DEFAULT_WEIGHTS,
  describeAlternative,
  describeMerit,
  describePlace,
  explain,
  type Instance,
  type Plan,
  plan,
  type Wording,
} from '../index.ts';

const wording: Wording = { getName: (id) => id, formatTime: (instant) => instant.slice(5, 16) };

/** The description of a task's block in a given plan. */
function described(instance: Instance, blocks: Plan['blocks'], id: string) {
  const block = blocks.find((one) => one.task === id)!;
  const { earlier, merits } = explain(instance, { format: 'schedplan/1', instance: 'week', blocks }, block);
  return {
    earlier: earlier.map(
      (place) => `${place.start.slice(8, 16)}-${place.end.slice(11, 16)} ${describePlace(place, wording)}`,
    ),
    merits: merits.map((merit) => describeMerit(merit, wording)),
  };
}

describe('explain', () => {
  it('lists meetings, gaps that are too short, and other tasks', () => {
    const busy = [{ start: at(2, '09:30'), end: at(2, '11:00') }];
    const tasks = [task('talk', { minutes: 90, due: at(2, '17:00') }), task('mail', { priority: 1 })];
    const blocks = [
      { task: 'mail', start: at(2, '11:00'), end: at(2, '12:00') },
      { task: 'talk', start: at(2, '13:00'), end: at(2, '14:30') },
    ];
    expect(described(week({ busy, tasks }), blocks, 'talk')).toEqual({
      earlier: [
        '02T09:00-09:30 Only 30 min free, 1 h 30 needed.',
        '02T09:30-11:00 Something is in the calendar.',
        "02T11:00-12:00 Taken by 'mail'.",
      ],
      merits: ['First place that fits.', 'Done 2 h 30 before the deadline.'],
    });
  });

  it('names the task that an earlier place would make late', () => {
    const due = at(2, '10:00');
    const tasks = [task('urgent', { due, priority: 1 }), task('calm', { minutes: 60 })];
    const blocks = [
      { task: 'urgent', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'calm', start: at(2, '10:00'), end: at(2, '11:00') },
    ];
    expect(described(week({ tasks }), blocks, 'calm').earlier).toEqual([
      "02T09:00-10:00 Taken by 'urgent', which would then be 1 h late.",
    ]);
  });

  it('lists release, dependencies, pins and closed hours', () => {
    const tasks = [
      task('a', { notBefore: at(3, '09:00') }),
      task('b', { after: ['a'], due: at(3, '11:00'), dueKind: 'hard' }),
      task('early'),
      task('pin'),
      task('late', { notBefore: at(3, '13:00') }),
    ];
    const locked = [{ task: 'pin', start: at(3, '13:00'), end: at(3, '14:00') }];
    const instance = week({ tasks, locked });
    const blocks = [
      { task: 'early', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'a', start: at(3, '09:00'), end: at(3, '10:00') },
      { task: 'b', start: at(3, '10:00'), end: at(3, '11:00') },
      { task: 'late', start: at(3, '14:00'), end: at(3, '15:00') },
    ];
    expect(described(instance, blocks, 'early')).toEqual({
      earlier: ['02T08:00-09:00 Outside the hours for this task.'],
      merits: ['First place that fits.'],
    });
    expect(described(instance, blocks, 'a').earlier).toEqual(['02T08:00-09:00 Not before 03-03T09:00.']);
    expect(described(instance, blocks, 'b')).toEqual({
      earlier: ["02T08:00-10:00 Waits for 'a'."],
      merits: [
        'First place that fits.',
        'Done just in time.',
        'The last possible time.',
        "Next to similar work: 'a'.",
      ],
    });
    expect(described(instance, blocks, 'late').earlier).toEqual([
      '02T08:00-13:00 Not before 03-03T13:00.',
      "03T13:00-14:00 'pin' is pinned here.",
    ]);
  });

  it('gives the cost of a free place, and marks one that is as good', () => {
    const tasks = [task('run', { prefer: [['13:00', '15:00']], priority: 4 })];
    const blocks = [{ task: 'run', start: at(2, '13:00'), end: at(2, '14:00') }];
    expect(described(week({ tasks }), blocks, 'run')).toEqual({
      earlier: ['02T09:00-12:00 Free, but at a time of day you do not prefer.'],
      merits: ['At a time of day you prefer.'],
    });
    expect(described(week({ tasks: [task('run')] }), blocks, 'run').earlier).toEqual([
      '02T09:00-12:00 Free now, and better.',
    ]);
    const early = [task('run', { prefer: [['13:00', '17:00']], notBefore: at(2, '15:00') })];
    const late = [{ task: 'run', start: at(2, '16:00'), end: at(2, '17:00') }];
    const weights = { ...DEFAULT_WEIGHTS, flow: 0 };
    expect(described(week({ tasks: early, weights }), late, 'run').earlier.at(-1)).toBe(
      '02T15:00-16:00 Free, and just as good.',
    );
  });

  it('adds the room of the block itself to the gap before it', () => {
    const tasks = [task('call', { category: 'talk' }), task('read', { priority: 4 })];
    const blocks = [
      { task: 'call', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'read', start: at(2, '10:30'), end: at(2, '11:30') },
    ];
    const { earlier, merits } = described(week({ tasks }), blocks, 'read');
    expect(earlier.at(-1)).toBe(
      '02T10:00-10:30 Free, but it would mean more switching between kinds of work.',
    );
    expect(merits).toEqual([]);
  });

  it('calls work done only at its last block', () => {
    const pieces = { minutes: 120, minChunk: 60, maxChunk: 60, due: at(3, '12:00') };
    const blocks = [
      { task: 'book', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'book', start: at(2, '11:00'), end: at(2, '12:00') },
    ];
    const listMerits = (instance: Instance, planned: Plan['blocks']) =>
      planned.map((block) =>
        explain(instance, { format: 'schedplan/1', instance: 'week', blocks: planned }, block).merits.map(
          (merit) => describeMerit(merit, wording),
        ),
      );
    expect(listMerits(week({ tasks: [task('book', pieces)] }), blocks)).toEqual([
      ['First place that fits.', 'Ends 1 day 2 h before the deadline.'],
      ['Done 1 day before the deadline.'],
    ]);
    const longer = week({ tasks: [task('book', { ...pieces, minutes: 180, due: at(2, '12:00') })] });
    expect(listMerits(longer, blocks).map((merits) => merits.at(-1))).toEqual([
      'Ends 2 h before the deadline.',
      'Ends just before the deadline.',
    ]);
    const pinned = week({
      tasks: [task('book', { ...pieces, minutes: 180 })],
      locked: [{ task: 'book', start: at(3, '13:00'), end: at(3, '14:00') }],
    });
    expect(listMerits(pinned, blocks).at(-1)).toEqual(['Ends 1 day before the deadline.']);
  });

  it('claims that nothing earlier was better only if that is true', () => {
    const tasks = [task('mail', { due: at(2, '10:00') })];
    const late = [{ task: 'mail', start: at(2, '11:00'), end: at(2, '12:00') }];
    expect(described(week({ tasks }), late, 'mail').merits).toEqual(['2 h after the deadline.']);
    const busy = [{ start: at(2, '09:00'), end: at(2, '11:00') }];
    expect(described(week({ tasks, busy }), late, 'mail').merits).toContain(
      '2 h after the deadline: nothing earlier was better.',
    );
  });

  it('does not count parts of the task itself as other work', () => {
    // Eight days of half-hour gaps between an hour of other work and half an hour of the same task.
    const days = [2, 3, 4, 5, 6, 9, 10, 11];
    const tasks = [
      ...days.map((day) => task(`fill${day}`, { minutes: 60, category: 'x' })),
      task('book', { minutes: 120 * days.length, minChunk: 30, maxChunk: 120 }),
    ];
    const busy = days.map((day) => ({ start: at(day, '10:30'), end: at(day, '17:00') }));
    const blocks = [
      ...days.flatMap((day) => [
        { task: `fill${day}`, start: at(day, '09:00'), end: at(day, '10:00') },
        { task: 'book', start: at(day, '10:00'), end: at(day, '10:30') },
      ]),
      { task: 'book', start: at(12, '09:00'), end: at(12, '11:00') },
    ];
    const instance = week({ tasks, busy, end: at(16, '08:00') });
    const { earlier } = explain(
      instance,
      { format: 'schedplan/1', instance: 'week', blocks },
      blocks.at(-1)!,
    );
    expect(describePlace(earlier[0]!, wording)).toBe(
      '5 h 30 in the calendar, 1 h of other work, 30 min of this task; nothing is free.',
    );
  });

  it('finds free places next to other parts of the task', () => {
    const pieces = { minutes: 120, minChunk: 60, maxChunk: 60 };
    const blocks = [
      { task: 'book', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'book', start: at(3, '09:00'), end: at(3, '10:00') },
    ];
    const busy = [
      { start: at(2, '13:00'), end: at(2, '17:00') },
      { start: at(3, '10:00'), end: at(6, '17:00') },
    ];
    const instance = week({ tasks: [task('book', pieces)], busy });
    const { alternatives } = explain(
      instance,
      { format: 'schedplan/1', instance: 'week', blocks },
      blocks[1]!,
    );
    expect(alternatives.map(({ start }) => start)).toEqual([at(2, '10:30')]);
  });

  it('describes the displaced task once, and does not call unplanned work late', () => {
    const busy = [3, 4, 5, 6].map((day) => ({ start: at(day, '09:00'), end: at(day, '17:00') }));
    const tasks = [
      task('talk', { minutes: 120, due: at(2, '12:00') }),
      task('read', { minutes: 120, priority: 4 }),
      task('walk', { minutes: 90, minChunk: 30 }),
    ];
    const blocks = [
      { task: 'talk', start: at(2, '09:00'), end: at(2, '11:00') },
      { task: 'walk', start: at(2, '11:00'), end: at(2, '12:00') },
      { task: 'read', start: at(2, '14:00'), end: at(2, '16:00') },
    ];
    const describeAll = (planned: Instance) => {
      const described = explain(planned, { format: 'schedplan/1', instance: 'week', blocks }, blocks[2]!);
      const taking = described.alternatives.find(({ displaced }) => displaced === 'talk')!;
      return describeAlternative(taking, described, wording);
    };
    expect(describeAll(week({ tasks, busy }))).toBe(
      "Waits 5 h less, but takes the place of 'talk' and makes it 3 h late.",
    );
    const full = [
      ...busy,
      { start: at(2, '12:00'), end: at(2, '14:00') },
      { start: at(2, '15:30'), end: at(2, '17:00') },
    ];
    const short = [task('talk', { minutes: 120, due: at(2, '12:00') }), task('read'), tasks[2]!];
    const shorter = blocks.with(2, { task: 'read', start: at(2, '14:30'), end: at(2, '15:30') });
    const described = explain(
      week({ tasks: short, busy: full }),
      { format: 'schedplan/1', instance: 'week', blocks: shorter },
      shorter[2]!,
    );
    expect(described.alternatives.map((one) => describeAlternative(one, described, wording))).toContain(
      "Waits 5 h 30 less, but takes the place of 'talk' and leaves 2 h of it unplanned.",
    );
  });

  it('leaves a gap between categories if that is better', () => {
    const tasks = [task('call', { category: 'talk' }), task('read', { priority: 4 })];
    const blocks = [
      { task: 'call', start: at(2, '09:00'), end: at(2, '10:00') },
      { task: 'read', start: at(2, '13:00'), end: at(2, '14:00') },
    ];
    const { alternatives } = explain(
      week({ tasks }),
      { format: 'schedplan/1', instance: 'week', blocks },
      blocks[1]!,
    );
    expect(alternatives[0]).toMatchObject({
      start: at(2, '10:30'),
      effect: { terms: { flow: expect.any(Number) } },
    });
  });

  it('counts the places that it leaves out', () => {
    // Each day has a free place that the task does not like, and one taken by other work, from morning to
    // evening.
    const days = [2, 3, 4, 5, 6];
    const others = days.flatMap((day) =>
      ['09:00', '11:00', '14:00'].map((time) => ({ day, time, id: `o${day}${time.slice(0, 2)}` })),
    );
    const tasks = [
      task('run', { prefer: [['16:00', '17:00']], priority: 4 }),
      ...others.map(({ id }) => task(id, { priority: 1 })),
    ];
    const blocks = others.map(({ day, time, id }) => ({
      task: id,
      start: at(day, time),
      end: at(day, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}:00`),
    }));
    const own = { task: 'run', start: at(6, '16:00'), end: at(6, '17:00') };
    const found = explain(
      week({ tasks }),
      { format: 'schedplan/1', instance: 'week', blocks: [...blocks, own] },
      own,
    );
    expect(found.earlier).toHaveLength(8);
    const [more] = found.earlier.filter(({ reason }) => reason.kind === 'more');
    if (more?.reason.kind !== 'more') throw new Error('The explanation leaves out the remaining places.');
    expect(describePlace(more, wording)).toBe(`And ${more.reason.places} more like these.`);
    // Every place is listed, part of a full stretch, or counted.
    const summed = found.earlier.filter(({ reason }) => reason.kind === 'full').length;
    expect(more.reason.places + 7 - summed).toBeLessThanOrEqual(found.placesTried);
    expect(more.reason.places).toBeGreaterThan(1);
    expect(Date.parse(more.start)).toBeGreaterThanOrEqual(Date.parse(found.earlier[3]!.end));
    expect(Date.parse(more.end)).toBeLessThanOrEqual(Date.parse(found.earlier[5]!.start));
  });

  it('sums up days that were full', () => {
    const busy = [2, 3, 4].flatMap((day) =>
      ['09:00', '10:00', '11:00', '13:00', '14:30', '16:00'].map((time) => ({
        start: at(day, time),
        end: at(day, `${time.slice(0, 3)}${time.endsWith('00') ? '30' : '59'}`),
      })),
    );
    const blocks = [{ task: 'think', start: at(5, '09:00'), end: at(5, '12:00') }];
    const { earlier } = described(week({ busy, tasks: [task('think', { minutes: 180 })] }), blocks, 'think');
    expect(earlier.slice(0, 2)).toEqual([
      '02T09:00-17:00 3 h in the calendar; longest gap 1 h, 3 h needed.',
      '03T09:00-17:00 3 h in the calendar; longest gap 1 h, 3 h needed.',
    ]);
    expect(earlier.length).toBeLessThanOrEqual(8);
  });

  it('refuses a block that is not in the plan', () => {
    const instance = week({ tasks: [task('a')] });
    const { plan: found } = plan(instance, { iterations: 0 });
    expect(() => explain(instance, found, { task: 'a', start: at(4, '09:00'), end: at(4, '10:00') })).toThrow(
      RangeError,
    );
    expect(() => explain(instance, found, { task: 'z', start: at(2, '09:00'), end: at(2, '10:00') })).toThrow(
      RangeError,
    );
  });

  it('lists a few earlier places in order for every block of any plan, without repetition', () => {
    fc.assert(
      fc.property(randomInstance(), (instance) => {
        const { plan: found } = plan(instance, { iterations: 20 });
        for (const block of found.blocks) {
          const { earlier, merits } = explain(instance, found, block);
          expect(earlier.length).toBeLessThanOrEqual(8);
          const edges = earlier.flatMap(({ start, end }) => [Date.parse(start), Date.parse(end)]);
          expect(edges).toEqual(edges.toSorted((a, b) => a - b));
          expect(edges.every((edge) => edge <= Date.parse(block.start))).toBe(true);
          for (const place of earlier) expect(describePlace(place, wording)).toMatch(/^[A-Z'0-9].*\.$/);
          for (const merit of merits) expect(describeMerit(merit, wording)).toMatch(/\.$/);
        }
      }),
      runs(60),
    );
  });
});
