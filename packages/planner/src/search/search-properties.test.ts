import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCheapestCost, shortenInstance } from '../../fixtures/all-plans.ts';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { bound, getGap, plan, scorePlan } from '../index.ts';
import { toPlan } from '../model/plan-blocks.ts';
import { Schedule } from '../model/schedule.ts';
import { toModel } from '../model/slot-model.ts';
import { beamSearch } from './beam-search.ts';
import { computePrices, toWholeProblem } from './bound.ts';
import { DISPATCH_STYLES, dispatch } from './dispatch.ts';

describe('bound', () => {
  it('is never above a plan, and never falls', () => {
    fc.assert(
      fc.property(randomInstance(10), fc.integer({ min: 1, max: 60 }), fc.nat(), (instance, steps, seed) => {
        const heard: number[] = [];
        const { cost } = plan(instance, { iterations: 100, seed });
        const proven = bound(instance, { iterations: steps, onProgress: (value) => heard.push(value) });
        expect(proven).toBeLessThanOrEqual(cost);
        expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b));
        expect(heard.at(-1)).toBe(proven);
        expect(bound(instance, { iterations: steps, cost })).toBeLessThanOrEqual(cost);
      }),
      runs(80),
    );
  });

  it('is not above any plan of a small instance', () => {
    fc.assert(
      fc.property(randomInstance(3), (instance) => {
        const tiny = shortenInstance(instance, 5);
        expect(bound(tiny, { iterations: 100 })).toBeLessThanOrEqual(computeCheapestCost(tiny));
      }),
      runs(40),
    );
  });

  it('measures small gaps against one point, and requires a clock for a time budget', () => {
    expect([getGap(110, 100), getGap(144_000, 0), getGap(300_000, 200_000), getGap(5, 9)]).toEqual([
      10 / 144_000,
      1,
      0.5,
      0,
    ]);
    const [instance] = fc.sample(randomInstance(3), { numRuns: 1, seed: 1 });
    expect(() => bound(instance!, { budgetMs: 5 })).toThrow(TypeError);
    let now = 0;
    bound(instance!, { budgetMs: 5, clock: () => now++ });
    expect(now).toBeGreaterThan(0);
  });
});

describe('beamSearch', () => {
  it('claims a proof only for the best plan, at any width and prices', () => {
    fc.assert(
      fc.property(
        randomInstance(3),
        fc.constantFrom(1, 3, 10, 1000),
        fc.nat(20),
        (instance, width, priceSteps) => {
          const tiny = shortenInstance(instance, 5);
          const model = toModel(tiny);
          const problem = toWholeProblem(model);
          problem.keepValues();
          const prices = computePrices(model, problem);
          const limit = new Schedule(model).total - problem.around;
          for (let step = 0; step < priceSteps && prices.step(limit); step++);
          const result = beamSearch(problem, prices.apply(), width, limit + 1);
          const best = computeCheapestCost(tiny);
          const found = result.chunks === null ? Infinity : result.cost + problem.around;
          expect(found).toBeGreaterThanOrEqual(best);
          expect(result.proven ? found : best).toBe(best);
        },
      ),
      runs(60),
    );
  });
});

describe('dispatch', () => {
  it('violates nothing in any style, and places tasks completely or not at all', () => {
    fc.assert(
      fc.property(randomInstance(10), (instance) => {
        const model = toModel(instance);
        for (const style of DISPATCH_STYLES) {
          const schedule = new Schedule(model);
          dispatch(schedule, style);
          const made = toPlan(model, schedule.snapshot());
          const { violations, cost } = scorePlan(instance, made);
          expect(violations).toEqual([]);
          expect(schedule.total).toBe(cost);
          for (const { task } of made.blocks)
            expect(schedule.isComplete(model.taskIndex.get(task)!)).toBe(true);
        }
      }),
      runs(120),
    );
  });
});

describe('a plan to start from', () => {
  it('never leads to a worse one', () => {
    fc.assert(
      fc.property(randomInstance(8), fc.nat(), fc.constantFrom(0, 1, 40), (instance, seed, iterations) => {
        const { plan: start, cost } = plan({ ...instance, previous: null }, { iterations: 60, seed });
        const before = scorePlan(instance, start).cost;
        expect(plan(instance, { iterations, start }).cost).toBeLessThanOrEqual(before);
        expect(plan({ ...instance, previous: null }, { iterations, start }).cost).toBeLessThanOrEqual(cost);
      }),
      runs(80),
    );
  });

  it('may be invalid', () => {
    fc.assert(
      fc.property(randomInstance(8), randomInstance(8), (instance, other) => {
        const blocks = [...(other.previous ?? []), ...plan(other, { iterations: 0 }).plan.blocks];
        const result = plan(instance, { iterations: 0, start: { blocks } });
        expect(scorePlan(instance, result.plan).violations).toEqual([]);
      }),
      runs(80),
    );
  });
});
