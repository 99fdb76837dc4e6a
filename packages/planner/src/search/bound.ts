import type { Instance } from '../format/format.ts';
import { Schedule } from '../model/schedule.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import { Budget } from './budget.ts';
import type { PlanOptions } from './plan-options.ts';
import { SlotPrices } from './slot-prices.ts';
import { computeStartPrices } from './start-prices.ts';
import { SubProblem } from './sub-problem.ts';

/** A gap is measured relative to at least one point, as a bound of zero would be no scale. */
const MIN_SCALE = 144_000;
const DEFAULT_STEPS = 1;
/** Numbers in the table of one task, 8 bytes each. */
const MAX_CELLS_AT_ONCE = 6_000_000;

export interface BoundOptions extends Pick<PlanOptions, 'budgetMs' | 'clock' | 'iterations' | 'signal'> {
  /** The cost of a known plan. It limits how far the bound can rise. */
  readonly cost?: number;
  /** Called for each better bound. */
  readonly onProgress?: (bound: number) => void;
}

/**
 * A proven lower bound: no plan of the instance costs less. The first step gives a bound at once, and more
 * time makes it tighter. It is a Lagrangian relaxation: see `SlotPrices`.
 *
 * @throws {TypeError} for a `budgetMs` without `clock`.
 */
export function bound(instance: Instance, options: BoundOptions = {}): number {
  const { onProgress, cost, ...limits } = options;
  const budget = new Budget(
    options.budgetMs === undefined ? { ...limits, iterations: options.iterations ?? DEFAULT_STEPS } : limits,
  );
  const model = toModel(instance);
  const problem = toWholeProblem(model);
  // The tables do not fit into memory. Zero is always a valid bound because no term is negative.
  if (problem.largestTable > MAX_CELLS_AT_ONCE) return 0;
  const prices = computePrices(model, problem);
  let best = -Infinity;
  // The empty plan is a plan too, so its cost is an upper bound.
  const upper = (cost ?? new Schedule(model).total) - problem.around;
  do {
    const goesOn = prices.step(upper);
    budget.spend(1);
    const found = prices.proven + problem.around;
    if (found > best) {
      best = found;
      onProgress?.(best);
    }
    if (!goesOn) break;
  } while (budget.progress < 1);
  return best;
}

/** All tasks of the model that have work to place, on an empty plan. */
export function toWholeProblem(model: SlotModel): SubProblem {
  const tasks = model.tasks.filter((task) => task.slots > 0).map((task) => task.index);
  return new SubProblem(new Schedule(model), tasks);
}

export function computePrices(model: SlotModel, problem: SubProblem): SlotPrices {
  const worth = computeStartPrices(model);
  return new SlotPrices(problem, (slot) => worth[slot]!);
}

/** The most by which a plan can be worse than the best one: `0.03` for three per cent. */
export function getGap(cost: number, bound: number): number {
  return Math.max(0, cost - bound) / Math.max(bound, MIN_SCALE);
}
