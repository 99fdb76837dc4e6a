import { HOUR_MS } from '@dayloom/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRequest, toChange } from '../../fixtures/random-change.ts';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { at, task, toNotes, week } from '../../fixtures/week.ts';
import {
  type Block,
  type Instance,
  type PlannedInstance,
  parseInstance,
  plan,
  replan,
  scorePlan,
} from '../index.ts';

const steps = { iterations: 60 };

describe('replan after any change', () => {
  it('keeps every hard constraint over several changes, and reports the cost', () => {
    fc.assert(
      fc.property(
        randomInstance(8),
        fc.array(randomRequest, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 0, 2, 24),
        (instance, whims, freezeHours) => {
          let now: PlannedInstance = { instance, plan: plan(instance, steps).plan };
          for (const input of whims) {
            const change = toChange(now, input);
            if (change === null) continue;
            const next = findAnswer(() => replan(now, change, { ...steps, freezeHours }));
            expect(next !== null).toBe(change.kind !== 'block-moved' || isAllowedPlace(now, change.to));
            if (next === null) continue;
            expect(parseInstance(structuredClone(next.instance))).toEqual(next.instance);
            const { violations, ...score } = scorePlan(next.instance, next.plan);
            expect(violations).toEqual([]);
            expect(next.result).toMatchObject(score);
            expect(next.result.plan).toEqual(next.plan);
            expect(next.result.bound ?? 0).toBeLessThanOrEqual(score.cost);
            now = next;
          }
        },
      ),
      runs(150),
    );
  });

  it('is never worse than keeping every block that may stay', () => {
    fc.assert(
      fc.property(randomInstance(8), randomRequest, (instance, input) => {
        const now = { instance, plan: plan(instance, steps).plan };
        const change = toChange(now, input);
        if (change === null || (change.kind === 'block-moved' && !isAllowedPlace(now, change.to))) return;
        const next = replan(now, change, steps);
        const pinned = change.kind === 'block-moved' ? change.from : null;
        const kept = { ...now.plan, blocks: now.plan.blocks.filter((block) => block !== pinned) };
        const { violations, cost } = scorePlan(next.instance, kept);
        expect(next.result.cost).toBeLessThanOrEqual(violations.length === 0 ? cost : Infinity);
      }),
      runs(60),
    );
  });

  it('keeps frozen blocks that a new event does not overlap', () => {
    fc.assert(
      fc.property(
        randomInstance(8),
        randomRequest,
        fc.integer({ min: 1, max: 48 }),
        (given, input, freezeHours) => {
          // If chunks may have any size, no remainder is too small.
          const tasks = given.tasks.map((one) => ({ ...one, minChunk: given.slotMinutes, after: [] }));
          const instance = { ...given, tasks };
          const now = { instance, plan: plan(instance, steps).plan };
          const change = toChange(now, { ...input, kind: 'event-set', odd: 1 });
          if (change?.kind !== 'event-set') return;
          const { plan: next } = replan(now, change, { ...steps, freezeHours });
          const limit = Date.parse(instance.start) + freezeHours * HOUR_MS;
          const { before, after } = instance.buffers;
          const from = Date.parse(change.event.start) - (change.event.before ?? before) * 60_000;
          const to = Date.parse(change.event.end) + (change.event.after ?? after) * 60_000;
          const frozen = now.plan.blocks.filter(
            (block) =>
              Date.parse(block.start) < limit &&
              (from >= to || Date.parse(block.end) <= from || Date.parse(block.start) >= to),
          );
          for (const block of frozen) expect(next.blocks).toContainEqual(block);
        },
      ),
      runs(60),
    );
  });
});

/** A deadline on one of the days of the week. */
function dueOn(number: number): string {
  return at(2 + (number % 5), '17:00');
}

/** Null for an impossible change. */
function findAnswer<Answer>(ask: () => Answer): Answer | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Inside the horizon, and on no other pinned block. */
function isAllowedPlace({ instance }: PlannedInstance, to: Block): boolean {
  const [from, end] = [Date.parse(to.start), Date.parse(to.end)];
  return (
    from >= Date.parse(instance.start) &&
    end <= Date.parse(instance.end) &&
    instance.locked.every((block) => Date.parse(block.end) <= from || end <= Date.parse(block.start))
  );
}

describe('replan', () => {
  const tasks = [
    task('brief', { priority: 1 }),
    task('write', { minutes: 120, priority: 2 }),
    task('mail', { priority: 4 }),
  ];
  const first = planned({ tasks });
  const described = (next: PlannedInstance) => toNotes(next.plan.blocks);

  it('starts from the expected plan', () => {
    expect(described(first)).toEqual(['brief 02 09:00-10:00', 'write 02 10:00-12:00', 'mail 02 13:00-14:00']);
  });

  it('places a new task, and lets an urgent one displace others', () => {
    const calm = replan(first, { kind: 'task-set', task: task('tidy') }, steps);
    expect(described(calm)).toEqual([...described(first), 'tidy 02 14:00-15:00']);
    const urgent = task('call', { due: at(2, '10:00'), dueKind: 'hard', priority: 1 });
    const { plan: next, diff } = replan(first, { kind: 'task-set', task: urgent }, steps);
    expect(toNotes(next.blocks)[0]).toBe('call 02 09:00-10:00');
    expect(diff.added.map((block) => block.task)).toEqual(['call']);
    expect(diff.kept.map((block) => block.task)).toContain('write');
  });

  it('extends the block of a longer task, and moves nothing else', () => {
    const longer = task('brief', { priority: 1, minutes: 180 });
    const { plan: next, diff } = replan(first, { kind: 'task-set', task: longer }, steps);
    expect(next.blocks.map((block) => block.task)).toContain('brief');
    expect(diff.kept.map((block) => block.task)).toEqual(['write', 'mail']);
  });

  it('closes the gap of a removed task, and releases its followers', () => {
    const chained = planned({ tasks: [task('first'), task('then', { after: ['first'] })] });
    const next = replan(chained, { kind: 'task-gone', task: 'first' }, steps);
    expect(next.instance.tasks).toEqual([task('then')]);
    expect(next.plan.blocks.map((block) => block.task)).toEqual(['then']);
  });

  it('moves only the block that a meeting overlaps, and leaves it there when the meeting is gone', () => {
    const event = { start: at(2, '09:30'), end: at(2, '10:00') };
    const landed = replan(first, { kind: 'event-set', event }, steps);
    expect(landed.diff.moved.map(({ task: id }) => id)).toEqual(['brief']);
    const later = { start: at(2, '13:00'), end: at(2, '13:30') };
    const moved = replan(landed, { kind: 'event-set', event: later, was: event }, steps);
    expect(moved.instance.busy).toEqual([later]);
    expect(moved.diff.kept.map((block) => block.task)).toContain('write');
    const gone = replan(moved, { kind: 'event-gone', event: { ...later } }, steps);
    expect(gone.instance.busy).toEqual([]);
    expect(gone.diff.moved.map(({ task: id }) => id)).not.toContain('write');
  });

  it('counts blocks before now as done, and lets a running block continue', () => {
    const next = replan(first, { kind: 'time-passed', now: at(2, '10:50') }, steps);
    expect(next.instance.start).toBe(at(2, '11:00'));
    expect(next.instance.tasks.map(({ id, minutes }) => [id, minutes])).toEqual([
      ['write', 60],
      ['mail', 60],
    ]);
    expect(next.instance.locked).toEqual([{ task: 'write', start: at(2, '11:00'), end: at(2, '12:00') }]);
    expect(described(next)).toEqual(['mail 02 13:00-14:00']);
  });

  it('pins a dragged block to its place, and plans around it', () => {
    const [from] = first.plan.blocks;
    const to = { task: 'brief', start: at(2, '10:00'), end: at(2, '11:00') };
    const next = replan(first, { kind: 'block-moved', from: from!, to }, steps);
    expect(next.instance.locked).toEqual([to]);
    expect(next.plan.blocks.map((block) => block.task)).not.toContain('brief');
    expect(next.diff.kept.map((block) => block.task)).toEqual(['mail']);
  });

  it('keeps blocks that begin soon if freezeHours says so', () => {
    const urgent = task('call', { due: at(2, '10:00'), priority: 1 });
    const free = replan(first, { kind: 'task-set', task: urgent }, steps);
    expect(described(free)[0]).toBe('call 02 09:00-10:00');
    const frozen = replan(first, { kind: 'task-set', task: urgent }, { ...steps, freezeHours: 4 });
    expect(described(frozen).slice(0, 2)).toEqual(described(first).slice(0, 2));
    expect(frozen.result.bound).toBeNull();
    expect(frozen.result.cost).toBe(scorePlan(frozen.instance, frozen.plan).cost);
  });

  it('reports costs of the whole plan, frozen blocks included', () => {
    fc.assert(
      fc.property(
        randomInstance(8),
        randomRequest,
        fc.integer({ min: 1, max: 72 }),
        (instance, input, freezeHours) => {
          const now = { instance, plan: plan(instance, steps).plan };
          const change = toChange(now, input);
          if (change === null || (change.kind === 'block-moved' && !isAllowedPlace(now, change.to))) return;
          const described: { cost: number; iterations: number }[] = [];
          const onProgress = (progress: { cost: number; iterations: number }) =>
            void described.push(progress);
          const { result } = replan(now, change, { ...steps, freezeHours, onProgress });
          expect(described.at(-1)?.cost).toBe(result.cost);
          expect(described.map(({ iterations }) => iterations)).toEqual(
            described.map(({ iterations }) => iterations).toSorted((a, b) => a - b),
          );
        },
      ),
      runs(60),
    );
  });

  it('uses no more time if frozen blocks have to move after all', () => {
    // More than can be proven optimal, so the search uses its whole budget.
    const others = Array.from({ length: 60 }, (_, at) =>
      task(`t${at}`, {
        priority: ((at % 3) + 2) as 2,
        minutes: 60 + 30 * (at % 5),
        minChunk: 30,
        maxChunk: 60,
        category: `c${at % 3}`,
        due: at % 2 ? dueOn(at) : null,
      }),
    );
    const first = { priority: 1, dueKind: 'hard' } as const;
    const chain = [
      task('test', { ...first, due: at(2, '17:00') }),
      task('ship', { ...first, due: at(2, '11:00'), after: ['test'] }),
    ];
    const busyWeek = planned({ tasks: [...chain, ...others] });
    expect(described(busyWeek).slice(0, 2)).toEqual(['test 02 09:00-10:00', 'ship 02 10:00-11:00']);
    const event = { start: at(2, '09:00'), end: at(2, '09:30') };
    let now = 0;
    const clock = () => ++now;
    replan(busyWeek, { kind: 'event-set', event }, { budgetMs: 30, clock, freezeHours: 24 });
    expect(now).toBeLessThan(45);
  });

  it('moves only frozen blocks that the change makes impossible', () => {
    const chain = planned({ tasks: [task('test'), task('ship', { after: ['test'] }), task('mail')] });
    const event = { start: at(2, '09:00'), end: at(2, '09:30') };
    const next = replan(chain, { kind: 'event-set', event }, { ...steps, freezeHours: 24 });
    expect(scorePlan(next.instance, next.plan).violations).toEqual([]);
    // 'ship' cannot stay before 'test'; 'mail' can, and does.
    expect(next.diff.kept).toEqual(chain.plan.blocks.filter((block) => block.task === 'mail'));
  });

  it('moves frozen blocks that would leave too short a remainder', () => {
    const read = (minutes: number) =>
      task('read', { minutes, minChunk: 120, maxChunk: Math.min(minutes, 180) });
    const reading = planned({ tasks: [read(240), task('mail', { priority: 4 })] });
    expect(described(reading)).toEqual(['read 02 09:00-11:00', 'mail 02 11:00-12:00', 'read 02 13:00-15:00']);
    const shorter = replan(reading, { kind: 'task-set', task: read(180) }, { ...steps, freezeHours: 4 });
    expect(scorePlan(shorter.instance, shorter.plan).violations).toEqual([]);
    expect(shorter.result.atRisk).toEqual([]);
    expect(shorter.diff.kept.map((block) => block.task)).toContain('mail');
  });

  it('rejects impossible changes', () => {
    const [block] = first.plan.blocks;
    const pinned = replan(first, { kind: 'block-moved', from: block!, to: block! }, steps);
    const other = pinned.plan.blocks[0]!;
    const impossible: Parameters<typeof replan>[1][] = [
      { kind: 'task-gone', task: 'nobody' },
      { kind: 'event-gone', event: { start: at(2, '09:00'), end: at(2, '10:00') } },
      {
        kind: 'event-set',
        event: { start: at(2, '09:00'), end: at(2, '10:00') },
        was: { start: at(3, '09:00'), end: at(3, '10:00') },
      },
      { kind: 'time-passed', now: at(1, '08:00') },
      { kind: 'time-passed', now: '2027-01-01T00:00:00Z' },
      { kind: 'block-moved', from: { ...other, start: at(5, '16:00') }, to: other },
      { kind: 'block-moved', from: other, to: { ...block!, task: other.task } },
      { kind: 'block-moved', from: other, to: { ...other, start: at(1, '09:00'), end: at(1, '10:00') } },
      { kind: 'block-moved', from: other, to: { ...other, start: at(3, '09:10'), end: at(3, '10:10') } },
      { kind: 'task-set', task: task('brief', { after: ['brief'] }) },
      { kind: 'task-set', task: task('new', { hours: 'nowhere' }) },
      { kind: 'task-set', task: task('brief', { minutes: 30 }) },
    ];
    for (const change of impossible) expect(() => replan(pinned, change, steps)).toThrow(RangeError);
  });
});

function planned(parts: Partial<Instance>): PlannedInstance {
  const instance = week(parts);
  return { instance, plan: plan(instance, { iterations: 300 }).plan };
}
