import { insertAll, insertionOrders, keepPrevious } from './construct.ts';
import type { Instance, Plan } from './format.ts';
import { Insertion } from './insertion.ts';
import { planOf } from './plan-blocks.ts';
import { Random } from './random.ts';
import { type Chunks, Schedule } from './schedule.ts';
import { type PlanScore, scorePlan } from './score-plan.ts';
import { Search } from './search.ts';
import { modelOf, type SlotModel } from './slot-model.ts';

/** Steps of the search where neither steps nor time are given. */
const DEFAULT_ITERATIONS = 2000;
/** Between two restarts from the best plan, as a part of the whole search. */
const RESTART_EVERY = 0.2;

export interface PlanProgress {
  /** Objective of the best plan so far. */
  readonly cost: number;
  readonly iterations: number;
}

export interface PlanOptions {
  /** Steps of the search. The same number and seed give the same plan. */
  readonly iterations?: number;
  /** Time for the whole call in milliseconds, as `clock` tells it. A first complete plan is always made. */
  readonly budgetMs?: number;
  /** Milliseconds from any origin, `performance.now` for one. Needed for `budgetMs`: the planner owns no clock. */
  readonly clock?: () => number;
  readonly seed?: number;
  /** An `AbortSignal`; aborting returns the best plan so far. */
  readonly signal?: { readonly aborted: boolean };
  /** Called for the first plan and for each better one. */
  readonly onProgress?: (progress: PlanProgress) => void;
}

export interface PlanResult extends Omit<PlanScore, 'violations'> {
  readonly plan: Plan;
  readonly iterations: number;
}

/**
 * Plans the instance's tasks: every hard constraint holds, and the objective is as low as time allows. Never
 * worse than the instance's previous plan where that one is feasible.
 *
 * @throws {TypeError} for a `budgetMs` without `clock`.
 */
export function plan(instance: Instance, options: PlanOptions = {}): PlanResult {
  const budget = startBudget(options);
  const model = modelOf(instance);
  const insertion = new Insertion(model);
  const first = bestStart(model, insertion, () => budget(0) >= 1);
  options.onProgress?.({ cost: first.total, iterations: 0 });
  let iterations = 0;
  let best: readonly Chunks[] = first.snapshot();
  if (model.tasks.some((task) => task.slots > 0)) {
    const search = new Search(first, insertion, new Random(options.seed ?? 1));
    let restartAt = RESTART_EVERY;
    for (let progress = budget(0); progress < 1; progress = budget(iterations)) {
      if (progress >= restartAt) {
        search.restoreBest();
        restartAt += RESTART_EVERY;
      }
      iterations++;
      if (search.step(progress)) options.onProgress?.({ cost: search.bestTotal, iterations });
    }
    best = search.best;
  }
  const plan = planOf(model, best);
  const { violations, ...score } = scorePlan(instance, plan);
  if (violations.length > 0) {
    // A bug of ours: better no plan than one that breaks a promise.
    throw new Error(
      `The plan breaks ${violations.map(({ constraint, task }) => `${constraint} (${task})`).join(', ')}`,
    );
  }
  return { plan, ...score, iterations };
}

/** How much of the work is done after so many iterations, 1 when it is time to stop. */
function startBudget(options: PlanOptions): (iterations: number) => number {
  const { budgetMs, clock, signal } = options;
  const most = options.iterations ?? (budgetMs === undefined ? DEFAULT_ITERATIONS : Infinity);
  if (budgetMs === undefined)
    return (iterations) => (signal?.aborted ? 1 : most === 0 ? 1 : iterations / most);
  if (!clock) throw new TypeError('budgetMs needs a clock');
  const startedAt = clock();
  return (iterations) => {
    if (signal?.aborted || most === 0) return 1;
    return Math.max(iterations / most, (clock() - startedAt) / budgetMs);
  };
}

/** The best of several greedy plans; after the first one only as long as there is time. */
function bestStart(model: SlotModel, insertion: Insertion, outOfTime: () => boolean): Schedule {
  const orders = insertionOrders(model);
  const schedule = new Schedule(model);
  let best: readonly Chunks[] | null = null;
  let bestTotal = Infinity;
  const consider = (): void => {
    if (schedule.total < bestTotal) {
      bestTotal = schedule.total;
      best = schedule.snapshot();
    }
  };
  if (model.instance.previous !== null) {
    keepPrevious(schedule);
    consider();
    insertAll(schedule, insertion, orders[0]!);
    consider();
  }
  for (const order of orders) {
    if (best !== null && outOfTime()) break;
    for (const task of model.tasks) schedule.remove(task.index);
    insertAll(schedule, insertion, order);
    consider();
  }
  if (best !== null) schedule.restore(best);
  return schedule;
}
