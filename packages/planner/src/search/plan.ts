import { MINUTE_MS } from '@dayloom/time';
import type { Instance, Plan } from '../format/format.ts';
import { chunksByTask, toPlan } from '../model/plan-blocks.ts';
import { Schedule } from '../model/schedule.ts';
import { type PlanScore, scorePlan } from '../model/score-plan.ts';
import { toModel } from '../model/slot-model.ts';
import { Budget } from './budget.ts';
import { Construction } from './construct.ts';
import { solveExactly } from './exact.ts';
import { Insertion } from './insertion.ts';
import type { PlanOptions } from './plan-options.ts';
import { Random } from './random.ts';
import { Search } from './search.ts';

/** With more changed places than this, the plan is searched as a whole. */
const MAX_TOUCHED = 16;
/** Share of the search between two restarts from the best plan. */
const RESTART_EVERY = 0.2;

export interface PlanResult extends Omit<PlanScore, 'violations'> {
  readonly plan: Plan;
  readonly iterations: number;
  /** No plan of this instance costs less. Null if no bound was computed in the available time. */
  readonly bound: number | null;
}

/**
 * Plans the instance's tasks: every hard constraint holds, and the objective is as low as time allows. Never
 * worse than the instance's previous plan if that one is feasible.
 *
 * Passes through time and insertions task by task give the first complete plans. Then slot prices and a beam
 * search solve what is small enough, often to a proof. A large-neighbourhood search uses the remaining time.
 *
 * @throws {TypeError} for a `budgetMs` without `clock`.
 */
export function plan(instance: Instance, options: PlanOptions = {}): PlanResult {
  const budget = new Budget(options);
  const model = toModel(instance);
  const insertion = new Insertion(model);
  const schedule = new Schedule(model);
  const report = (cost: number): void => options.onProgress?.({ cost, iterations: budget.spent });
  new Construction(schedule, insertion, options.start?.blocks ?? null).run(budget.part(0.2), report);
  let bound: number | null = null;
  if (model.tasks.some((task) => task.slots > 0)) {
    bound = solveExactly(schedule, budget.part(0.6), report);
    if (bound === null || bound < schedule.total) improve(schedule, insertion, budget, options, report);
  } else bound = schedule.total;
  const plan = toPlan(model, schedule.snapshot());
  const { violations, ...score } = scorePlan(instance, plan);
  if (violations.length > 0) {
    // A bug in the planner: return no plan rather than an infeasible one.
    throw new Error(
      `The plan breaks ${violations.map(({ constraint, task }) => `${constraint} (${task})`).join(', ')}`,
    );
  }
  return { plan, ...score, iterations: budget.spent, bound };
}

/** Continues the search from the schedule until the budget is used up, and leaves the best plan in it. */
function improve(
  schedule: Schedule,
  insertion: Insertion,
  budget: Budget,
  options: PlanOptions,
  report: (cost: number) => void,
): void {
  const touched = touchedSlots(schedule, options);
  if (touched.length === 0 && budget.progress >= 1) return;
  const search = new Search(schedule, insertion, new Random(options.seed ?? 1));
  if (touched.length > 0) {
    budget.spend(search.polish(touched));
    report(search.bestTotal);
  }
  const start = budget.progress;
  let restartAt = RESTART_EVERY;
  for (let progress = 0; progress < 1; ) {
    if (progress >= restartAt) {
      search.restoreBest();
      restartAt += RESTART_EVERY;
    }
    if (search.step(progress)) report(search.bestTotal);
    budget.spend(search.effort);
    progress = (budget.progress - start) / (1 - start);
  }
  search.restoreBest();
}

/** Slots where the plan differs from the one it started with, and slots of `around`. */
function touchedSlots(schedule: Schedule, { start, around = [] }: PlanOptions): number[] {
  const { model } = schedule;
  const found = new Set<number>();
  const add = (slot: number | undefined): void => {
    if (slot !== undefined && slot >= 0 && slot < model.slotCount) found.add(slot);
  };
  for (const instant of around)
    add(Math.floor((Date.parse(instant) - model.startMs) / (model.slotMinutes * MINUTE_MS)));
  if (start) {
    const before = chunksByTask(model, start.blocks);
    for (const { index } of model.tasks) {
      const [old, now] = [before.get(index) ?? [], schedule.getChunks(index)];
      if (old.length === now.length && old.every((slot, at) => slot === now[at])) continue;
      add(now[0]);
      add(old[0]);
    }
  }
  return [...found].slice(0, MAX_TOUCHED);
}
