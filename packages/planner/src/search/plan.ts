import { MINUTE } from '@dayloom/time';
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

/** More places than these are no fix but a new plan. */
const MOST_TOUCHED = 16;
/** Between two restarts from the best plan, as a part of the whole search. */
const RESTART_EVERY = 0.2;

export interface PlanResult extends Omit<PlanScore, 'violations'> {
  readonly plan: Plan;
  readonly iterations: number;
  /** No plan of this instance costs less; null where no bound was worked out in the time there was. */
  readonly bound: number | null;
}

/**
 * Plans the instance's tasks: every hard constraint holds, and the objective is as low as time allows. Never
 * worse than the instance's previous plan where that one is feasible.
 *
 * First passes through time and task-by-task insertions give complete plans; then slot prices and a beam search
 * solve what is small enough, often to a proof; what time is left goes to a large-neighbourhood search.
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
    // A bug of ours: better no plan than one that breaks a promise.
    throw new Error(
      `The plan breaks ${violations.map(({ constraint, task }) => `${constraint} (${task})`).join(', ')}`,
    );
  }
  return { plan, ...score, iterations: budget.spent, bound };
}

/** Searches on from the schedule until the budget is used up; leaves the best plan in it. */
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

/** Where the plan differs from the one it began with, and where the caller says that something changed. */
function touchedSlots(schedule: Schedule, { start, around = [] }: PlanOptions): number[] {
  const { model } = schedule;
  const found = new Set<number>();
  const add = (slot: number | undefined): void => {
    if (slot !== undefined && slot >= 0 && slot < model.slotCount) found.add(slot);
  };
  for (const instant of around)
    add(Math.floor((Date.parse(instant) - model.startMs) / (model.slotMinutes * MINUTE)));
  if (start) {
    const before = chunksByTask(model, start.blocks);
    for (const { index } of model.tasks) {
      const [old, now] = [before.get(index) ?? [], schedule.getChunks(index)];
      if (old.length === now.length && old.every((slot, at) => slot === now[at])) continue;
      add(now[0]);
      add(old[0]);
    }
  }
  return [...found].slice(0, MOST_TOUCHED);
}
