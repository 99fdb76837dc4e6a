import { describe, expect, it } from 'vitest';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import { bound, plan, scorePlan } from '../index.ts';

const steps = { iterations: 300 };

describe('a week', () => {
  it('starts with the most important task as soon as work begins', () => {
    const {
      plan: found,
      cost,
      terms,
    } = plan(week({ tasks: [task('tidy', { priority: 4 }), task('pitch', { priority: 1 })] }), steps);
    expect(toNotes(found.blocks)).toEqual(['pitch 02 09:00-10:00', 'tidy 02 10:00-11:00']);
    expect(cost).toBe(Object.values(terms).reduce((sum, term) => sum + term, 0));
  });

  it('moves only the task that a meeting overlaps', () => {
    const tasks = [task('review'), task('write', { minutes: 120 }), task('mail', { priority: 4 })];
    const before = plan(week({ tasks }), steps).plan;
    expect(toNotes(before.blocks)).toEqual([
      'review 02 09:00-10:00',
      'write 02 10:00-12:00',
      'mail 02 13:00-14:00',
    ]);
    const busy = [{ start: at(2, '09:30'), end: at(2, '10:00') }];
    const after = plan(week({ tasks, busy, previous: before.blocks }), steps);
    expect(toNotes(after.plan.blocks)).toEqual([
      'write 02 10:00-12:00',
      'mail 02 13:00-14:00',
      'review 02 14:00-15:00',
    ]);
    // A block that a meeting now overlaps cannot be kept, so its move is not counted.
    expect(after).toMatchObject({ movedBlocks: 0, keepableBlocks: 2 });
  });

  it('releases a task once if its release is during its predecessor', () => {
    const follow = { after: ['outline'], notBefore: at(2, '09:15'), priority: 1 } as const;
    const tasks = [task('outline', { priority: 1 }), task('draft', follow), task('slides', follow)];
    const { plan: found } = plan(week({ tasks }), steps);
    expect(toNotes(found.blocks)).toEqual([
      'outline 02 09:00-10:00',
      'draft 02 10:00-11:00',
      'slides 02 11:00-12:00',
    ]);
  });

  it('keeps the buffers of a meeting free', () => {
    const busy = [{ start: at(2, '09:30'), end: at(2, '10:00'), after: 15 }];
    const { plan: found } = plan(
      week({ tasks: [task('write')], busy, buffers: { before: 10, after: 0 } }),
      steps,
    );
    expect(toNotes(found.blocks)).toEqual(['write 02 10:30-11:30']);
  });

  it('puts a hard deadline before a more important task', () => {
    const tasks = [
      task('vision', { minutes: 180, priority: 1 }),
      task('filing', { minutes: 120, priority: 4, due: at(2, '11:30'), dueKind: 'hard' }),
    ];
    const { plan: found, atRisk } = plan(week({ tasks }), steps);
    expect(toNotes(found.blocks)).toEqual(['filing 02 09:00-11:00', 'vision 02 13:00-16:00']);
    expect(atRisk).toEqual([]);
  });

  it('lets the less important of two soft deadlines slip, and reports it', () => {
    const due = at(2, '12:00');
    const tasks = [
      task('a', { minutes: 180, priority: 1, due }),
      task('b', { minutes: 120, priority: 4, due }),
    ];
    const { atRisk } = plan(week({ tasks }), steps);
    expect(atRisk).toEqual([{ task: 'b', shortMinutes: 0, lateMinutes: 180 }]);
  });

  it('leaves out the least important work if not everything fits', () => {
    const tasks = [1, 2, 3, 4].map((priority) =>
      task(`p${priority}`, { minutes: 600, minChunk: 60, maxChunk: 240, priority: priority as 1 }),
    );
    const { atRisk, plannedMinutes } = plan(week({ tasks }), steps);
    expect(plannedMinutes).toBe(5 * 7 * 60);
    expect(atRisk).toEqual([{ task: 'p4', shortMinutes: 300, lateMinutes: 0 }]);
  });

  it('keeps dependencies in order, and starts early enough for the last deadline', () => {
    const tasks = [
      task('ship', { after: ['test'], due: at(2, '12:00'), dueKind: 'hard' }),
      task('test', { after: ['build'], priority: 4 }),
      task('build', { priority: 4 }),
      task('other', { priority: 1 }),
    ];
    const { plan: found, atRisk } = plan(week({ tasks }), steps);
    expect(toNotes(found.blocks)).toEqual([
      'build 02 09:00-10:00',
      'test 02 10:00-11:00',
      'ship 02 11:00-12:00',
      'other 02 13:00-14:00',
    ]);
    expect(atRisk).toEqual([]);
  });

  it('splits a task into allowed chunks with gaps between them', () => {
    const tasks = [task('read', { minutes: 240, minChunk: 60, maxChunk: 120 })];
    const { plan: found, terms } = plan(week({ tasks }), steps);
    expect(toNotes(found.blocks)).toEqual(['read 02 09:00-11:00', 'read 02 13:00-15:00']);
    expect(terms.split).toBe(216_000);
  });

  it('never touches a locked block and finishes around it', () => {
    const locked = [{ task: 'read', start: at(2, '10:00'), end: at(2, '11:00') }];
    const tasks = [task('read', { minutes: 120, minChunk: 60, maxChunk: 120 })];
    const { plan: found } = plan(week({ tasks, locked }), steps);
    expect(toNotes(found.blocks)).toEqual(['read 02 13:00-14:00']);
  });

  it('works in local hours on both sides of a clock change', () => {
    const hours = { sunday: { sun: [['01:00', '04:00']] as const } };
    const parts = {
      zone: 'America/New_York',
      hours,
      tasks: [task('watch', { minutes: 120, hours: 'sunday' })],
    };
    // On 8 March 2026 the time from 02:00 to 03:00 does not exist: 01:00-04:00 lasts two hours.
    const spring = plan(
      week({ ...parts, start: '2026-03-07T12:00:00Z', end: '2026-03-14T12:00:00Z' }),
      steps,
    );
    expect(toNotes(spring.plan.blocks)).toEqual(['watch 08 06:00-08:00']);
    // On 1 November 2026 the time from 01:00 to 02:00 occurs twice: the window lasts four hours.
    const tasks = [task('watch', { minutes: 240, hours: 'sunday' })];
    const autumn = plan(
      week({ ...parts, tasks, start: '2026-10-31T12:00:00Z', end: '2026-11-07T12:00:00Z' }),
      steps,
    );
    expect(toNotes(autumn.plan.blocks)).toEqual(['watch 01 05:00-09:00']);
  });

  it('plans nothing without tasks or without time', () => {
    expect(plan(week(), steps).plan.blocks).toEqual([]);
    const { plan: found, atRisk } = plan(week({ tasks: [task('a')], hours: { work: {} } }), steps);
    expect(found.blocks).toEqual([]);
    expect(atRisk).toEqual([{ task: 'a', shortMinutes: 60, lateMinutes: 0 }]);
  });
});

describe('limits', () => {
  const tasks = Array.from({ length: 12 }, (_, index) =>
    task(`t${index}`, {
      minutes: 60 + 30 * (index % 4),
      priority: ((index % 4) + 1) as 1,
      due: at(2 + (index % 5), '15:00'),
    }),
  );

  // Too much work, and too tight, to be proven optimal within these limits.
  const crowded = week({
    tasks: Array.from({ length: 30 }, (_, index) =>
      task(`t${index}`, {
        minutes: 60 + 30 * (index % 5),
        minChunk: 30,
        maxChunk: 60,
        priority: ((index % 4) + 1) as 1,
        due: at(2 + (index % 5), '12:00'),
        dueKind: index % 3 === 0 ? 'hard' : 'soft',
      }),
    ),
  });

  it('gives the same plan for the same seed and iterations', () => {
    const one = plan(crowded, { iterations: 200, seed: 7 });
    expect(plan(structuredClone(crowded), { iterations: 200, seed: 7 })).toEqual(one);
    expect(one.iterations).toBeGreaterThanOrEqual(200);
  });

  it('stops early at a proven optimum', () => {
    const { iterations, bound, cost } = plan(week({ tasks }), { iterations: 100_000 });
    expect(iterations).toBeLessThan(100_000);
    expect(bound).toBe(cost);
  });

  it('stops by the given clock, and requires one', () => {
    let now = 0;
    const result = plan(crowded, { budgetMs: 1000, clock: () => (now += 1) });
    expect(result.iterations).toBeGreaterThan(0);
    expect(now).toBeGreaterThanOrEqual(1000);
    expect(now).toBeLessThan(1050);
    expect(() => plan(week({ tasks }), { budgetMs: 100 })).toThrow(TypeError);
  });

  it('gives a finite bound or none, whenever the process is paused', () => {
    for (let pauseAt = 1; pauseAt <= 20; pauseAt += 1) {
      let calls = 0;
      const clock = () => (++calls > pauseAt ? 400 + 100 * (calls - pauseAt) : 0);
      const result = plan(crowded, { budgetMs: 1_000, clock });
      expect(result.bound === null || Number.isFinite(result.bound)).toBe(true);
    }
  });

  it('stops when aborted, with the best plan so far', () => {
    const signal = { aborted: false };
    const costs: number[] = [];
    const result = plan(crowded, {
      iterations: 1e9,
      signal,
      onProgress: ({ cost, iterations }) => {
        costs.push(cost);
        signal.aborted ||= iterations > 0;
      },
    });
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(result.cost).toBe(costs.at(-1));
  });

  it('is never worse than a feasible previous plan', () => {
    const best = plan(week({ tasks }), { iterations: 3000 }).plan;
    const again = week({ tasks, previous: best.blocks });
    expect(plan(again, { iterations: 0 }).cost).toBeLessThanOrEqual(scorePlan(again, best).cost);
  });
});

describe('tasks too large for the tables', () => {
  const half = { minChunk: 30, maxChunk: 60 };

  it('plans as much as fits, and replanning is no worse', () => {
    const endless = week({ tasks: [task('endless', { minutes: 65_536 * 30, ...half }), task('mail')] });
    const first = plan(endless, { iterations: 50 });
    expect(first.plannedMinutes).toBeGreaterThan(20 * 60);
    expect(scorePlan(endless, first.plan).violations).toEqual([]);
    const again = plan(endless, { iterations: 3000, start: first.plan });
    expect(again.cost).toBeLessThanOrEqual(first.cost);
    expect(again.bound ?? 0).toBeLessThanOrEqual(again.cost);
    const whole = week({ tasks: [task('whole', { minutes: 30 * 3e13 }), task('mail')] });
    expect(toNotes(plan(whole, steps).plan.blocks)).toEqual(['mail 02 09:00-10:00']);
    expect(bound(whole)).toBeLessThanOrEqual(plan(whole, steps).cost);
  });

  it('accepts a budget of zero', () => {
    for (const limits of [{ iterations: -1 }, { iterations: 0 }, { budgetMs: 0, clock: () => 0 }]) {
      expect(plan(week({ tasks: [task('a'), task('b')] }), limits).plan.blocks).toHaveLength(2);
    }
  });
});
