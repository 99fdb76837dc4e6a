import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../scripts/shared-dir.ts';
import { randomInstance } from '../fixtures/random-instance.ts';
import { type Instance, type Plan, parseInstance, plan, scorePlan } from './index.ts';

/** `PLANNER_RUNS=5000` for a long night. */
const numRuns = Number(process.env.PLANNER_RUNS ?? 400);

interface Scorer {
  score(instance: Instance, plan: Plan): { ok: boolean; errors: string[]; cost: number };
}

const scorerFile = sharedPath('planner', 'score.mjs');
const scorer = scorerFile ? ((await import(scorerFile)) as Scorer) : null;
if (!scorer) console.info('No conformance data: plans are checked by our own scorer only.');

describe('on any instance', () => {
  it('keeps every hard constraint and counts as the reference does', () => {
    fc.assert(
      fc.property(randomInstance(), fc.nat(), (instance, seed) => {
        expect(parseInstance(structuredClone(instance))).toBeTruthy();
        const result = plan(instance, { iterations: 60, seed });
        const { violations, ...own } = scorePlan(instance, result.plan);
        expect(violations).toEqual([]);
        expect(result).toMatchObject(own);
        expect(scorer?.score(instance, result.plan) ?? { errors: [], ...own }).toMatchObject({
          errors: [],
          ...own,
        });
      }),
      { numRuns },
    );
  });

  it('sees the same faults in a spoilt plan as the reference', () => {
    fc.assert(
      fc.property(
        randomInstance(8),
        fc.array(
          fc.tuple(
            fc.nat(7),
            fc.integer({ min: -3, max: 420 }),
            fc.integer({ min: -1, max: 9 }),
            fc.integer({ min: 0, max: 9 }),
          ),
        ),
        (instance, changes) => {
          const step = instance.slotMinutes * 60_000;
          const start = Date.parse(instance.start);
          const spoilt: Plan = {
            format: 'schedplan/1',
            instance: instance.id,
            blocks: changes.map(([task, slot, length, shift]) => ({
              task: `t${task}`,
              start: new Date(start + slot * step + (shift === 9 ? 60_000 : 0)).toISOString(),
              end: new Date(start + (slot + length) * step).toISOString(),
            })),
          };
          const own = scorePlan(instance, spoilt);
          const faults = new Set(own.violations.map(({ constraint }) => constraint));
          const reference = scorer?.score(instance, spoilt);
          const theirs = reference?.errors.map((error) => error.split(':')[0]) ?? [...faults];
          expect(faults).toEqual(new Set(theirs));
          expect(reference?.ok ? own.cost : 0).toBe(reference?.ok ? reference.cost : 0);
        },
      ),
      { numRuns },
    );
  });

  it('never proves more than is true', () => {
    fc.assert(
      fc.property(randomInstance(10), fc.nat(), (instance, seed) => {
        const long = plan(instance, { iterations: 3000, seed });
        const short = plan(instance, { iterations: 30, seed: seed + 1 });
        for (const { bound } of [long, short])
          expect(bound ?? 0).toBeLessThanOrEqual(Math.min(long.cost, short.cost));
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });

  it('finds the best plan there is where all plans can be tried', () => {
    fc.assert(
      fc.property(randomInstance(3), (instance) => {
        const tiny = shortened(instance, 6);
        const best = cheapestOfAll(tiny);
        const found = plan(tiny, { iterations: 2000 });
        expect(found.cost).toBe(best);
        expect(found.bound).toBeLessThanOrEqual(best);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  });

  it('is never worse than the previous plan where that is feasible', () => {
    fc.assert(
      fc.property(randomInstance(8), (instance) => {
        const earlier = plan(instance, { iterations: 20 }).plan;
        const again: Instance = { ...instance, previous: earlier.blocks };
        const before = scorePlan(again, earlier);
        expect(plan(again, { iterations: 0 }).cost).toBeLessThanOrEqual(before.cost);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

/** The instance's first slots, open all day, with nothing pinned. */
function shortened(instance: Instance, slots: number): Instance {
  const end = new Date(Date.parse(instance.start) + slots * instance.slotMinutes * 60_000).toISOString();
  const day = [['00:00', '24:00']] as const;
  const open = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };
  const hours = Object.fromEntries(Object.keys(instance.hours).map((name) => [name, open]));
  return { ...instance, end, hours, locked: [] };
}

/** The least cost of all assignments of slots to tasks that break nothing. */
function cheapestOfAll(instance: Instance): number {
  const step = instance.slotMinutes * 60_000;
  const start = Date.parse(instance.start);
  const count = (Date.parse(instance.end) - start) / step;
  const owners: number[] = [];
  let best = Infinity;
  const visit = (): void => {
    if (owners.length < count) {
      for (let owner = -1; owner < instance.tasks.length; owner++) {
        owners.push(owner);
        visit();
        owners.pop();
      }
      return;
    }
    const blocks: { task: string; start: string; end: string }[] = [];
    for (const [slot, owner] of owners.entries()) {
      if (owner < 0) continue;
      const end = new Date(start + (slot + 1) * step).toISOString();
      if (owners[slot - 1] === owner) blocks[blocks.length - 1]!.end = end;
      else
        blocks.push({
          task: instance.tasks[owner]!.id,
          start: new Date(start + slot * step).toISOString(),
          end,
        });
    }
    const { violations, cost } = scorePlan(instance, {
      format: 'schedplan/1',
      instance: instance.id,
      blocks,
    });
    if (violations.length === 0) best = Math.min(best, cost);
  };
  visit();
  return best;
}
