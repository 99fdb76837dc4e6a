import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../scripts/shared-dir.ts';
import { computeCheapestCost, shortenInstance } from '../../fixtures/all-plans.ts';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { type Instance, type Plan, parseInstance, plan, scorePlan } from '../index.ts';

interface Scorer {
  score(instance: Instance, plan: Plan): { ok: boolean; errors: string[]; cost: number };
}

const scorerFile = sharedPath('planner', 'score.mjs');
const scorer = scorerFile ? ((await import(scorerFile)) as Scorer) : null;
if (!scorer) console.info('No conformance data: plans are checked by our own scorer only.');

describe('plan on any instance', () => {
  it('keeps every hard constraint and agrees with the reference score', () => {
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
      runs(300),
    );
  });

  it('finds the same violations in a corrupted plan as the reference', () => {
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
      runs(300),
    );
  });

  it('gives no bound above the cost', () => {
    fc.assert(
      fc.property(randomInstance(10), fc.nat(), (instance, seed) => {
        const long = plan(instance, { iterations: 3000, seed });
        const short = plan(instance, { iterations: 30, seed: seed + 1 });
        for (const { bound } of [long, short])
          expect(bound ?? 0).toBeLessThanOrEqual(Math.min(long.cost, short.cost));
      }),
      runs(60),
    );
  });

  it('finds the best plan of a small instance', () => {
    fc.assert(
      fc.property(randomInstance(3), (instance) => {
        const tiny = shortenInstance(instance, 6);
        const best = computeCheapestCost(tiny);
        const found = plan(tiny, { iterations: 2000 });
        expect(found.cost).toBe(best);
        expect(found.bound).toBeLessThanOrEqual(best);
      }),
      runs(40),
    );
  });

  it('is never worse than a feasible previous plan on the same instance', () => {
    fc.assert(
      fc.property(randomInstance(8), (instance) => {
        const earlier = plan(instance, { iterations: 20 }).plan;
        const again: Instance = { ...instance, previous: earlier.blocks };
        const before = scorePlan(again, earlier);
        expect(plan(again, { iterations: 0 }).cost).toBeLessThanOrEqual(before.cost);
      }),
      runs(60),
    );
  });
});
