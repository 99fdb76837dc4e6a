import { MINUTE_MS } from '@dayloom/time';
import type { Block, Instance, Plan, Task } from '../format/format.ts';
import { diffPlans, type PlanDiff } from '../model/diff-plans.ts';
import { type HardConstraint, type PlanScore, scorePlan } from '../model/score-plan.ts';
import { getSlotStart } from '../model/slot-grid.ts';
import { toModel } from '../model/slot-model.ts';
import { TERM_NAMES, type Terms } from '../model/task-terms.ts';
import { plan as computePlan } from '../search/plan.ts';
import type { PlanOptions } from '../search/plan-options.ts';
import { beforeBlocks, confine } from './confine.ts';

/** A choice that the plan must follow. */
export type ForcedChoice =
  /**
   * The task has a block here. The start is rounded to the grid; the block may overlap a meeting or be
   * outside the hours.
   */
  | { readonly kind: 'at'; readonly task: string; readonly start: string; readonly minutes?: number }
  /** All planned work of the task is between two instants ('on Tuesday'). */
  | { readonly kind: 'within'; readonly task: string; readonly from: string; readonly to: string }
  /** The task is not planned at all. */
  | { readonly kind: 'without'; readonly task: string };

export interface WhatIf {
  /** The best plan found with the choice made. Its blocks include the forced one. */
  readonly plan: Plan;
  readonly cost: number;
  /** Difference of the objective to the current plan, in units; positive is worse. */
  readonly price: number;
  /** The terms that differ. */
  readonly terms: Readonly<Partial<Terms>>;
  readonly diff: PlanDiff;
  readonly atRisk: PlanScore['atRisk'];
  /**
   * Hard constraints that the choice itself violates: `H3` a meeting, `H4` outside the hours, `H6` past a
   * hard due date.
   */
  readonly breaks: readonly HardConstraint[];
}

/**
 * The cost of a choice: plans again with the choice forced, starting from the current plan, and returns the
 * difference.
 *
 * @param plan A feasible plan of the instance.
 * @throws {RangeError} for an unknown task, or a place that is outside the horizon or on a pinned block.
 */
export function whatIf(
  instance: Instance,
  plan: Plan,
  choice: ForcedChoice,
  options: PlanOptions = {},
): WhatIf {
  const task = instance.tasks.find(({ id }) => id === choice.task);
  if (!task) throw new RangeError(`there is no task '${choice.task}'`);
  const forced = forcedBlock(instance, task, choice);
  const kept = plan.blocks.filter((block) => forced === null || !overlaps(block, forced));
  const planned = (asked: Instance): { plan: Plan } & PlanScore => {
    return withForced(computePlan(asked, { ...options, start: { blocks: kept } }).plan.blocks);
  };
  const withForced = (others: readonly Block[]): { plan: Plan } & PlanScore => {
    const blocks = [...others, ...(forced ? [forced] : [])].sort((a, b) => a.start.localeCompare(b.start));
    const result: Plan = { format: 'schedplan/1', instance: instance.id, blocks };
    return { plan: result, ...scorePlan(instance, result) };
  };
  let found = planned(forced ? pinned(instance, forced, true) : limited(instance, task, choice));
  if (forced && found.violations.some(({ constraint }) => constraint === 'H10')) {
    // The search may leave out predecessors of a pinned block because that is cheaper. The current plan does
    // not.
    const asItIs = withForced(kept);
    // Otherwise the predecessors cannot be done before it. The choice violates H10; that is not a reason to
    // leave it out.
    found = asItIs.violations.length === 0 ? asItIs : planned(pinned(instance, forced, false));
  }
  const { plan: result, violations, ...after } = found;
  const before = scorePlan(instance, plan);
  const terms: Partial<Terms> = {};
  for (const name of TERM_NAMES) {
    const difference = after.terms[name] - before.terms[name];
    if (difference !== 0) terms[name] = difference;
  }
  return {
    plan: result,
    cost: after.cost,
    price: after.cost - before.cost,
    terms,
    diff: diffPlans(plan, result),
    atRisk: after.atRisk,
    // A remainder shorter than `minChunk` is allowed next to the forced block once that block is pinned.
    breaks: [
      ...new Set(
        violations
          .filter(({ constraint, block }) => constraint !== 'H7' || block === forced)
          .map(({ constraint }) => constraint),
      ),
    ],
  };
}

function overlaps(a: Block, b: Block): boolean {
  return Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end);
}

function forcedBlock(instance: Instance, task: Task, choice: ForcedChoice): Block | null {
  if (choice.kind !== 'at') return null;
  const model = toModel(instance);
  const { slots } = model.tasks[model.taskIndex.get(task.id)!]!;
  const wanted =
    choice.minutes === undefined
      ? Math.min(slots, task.maxChunk / model.slotMinutes)
      : Math.round(choice.minutes / model.slotMinutes);
  const length = Math.max(1, Math.min(wanted, slots));
  const start = Math.round((Date.parse(choice.start) - model.startMs) / (model.slotMinutes * MINUTE_MS));
  if (slots === 0) throw new RangeError(`all of '${task.id}' is pinned already`);
  if (start < 0 || start + length > model.slotCount)
    throw new RangeError(`${choice.start} is outside the horizon`);
  for (let slot = start; slot < start + length; slot++) {
    const holder = model.tasks[model.locked[slot]!];
    if (holder) throw new RangeError(`'${holder.task.id}' is pinned at ${getSlotStart(model, slot)}`);
  }
  return { task: task.id, start: getSlotStart(model, start), end: getSlotStart(model, start + length) };
}

/** With the block pinned. `inOrder`: its predecessors stay before it, as for a movable block. */
function pinned(instance: Instance, forced: Block, inOrder: boolean): Instance {
  const asked = inOrder ? confine(instance, beforeBlocks(instance, [forced])) : instance;
  return { ...asked, locked: [...instance.locked, forced] };
}

function limited(instance: Instance, task: Task, choice: ForcedChoice): Instance {
  if (choice.kind === 'within') return confine(instance, [choice]);
  // Released at the end of the horizon: neither the task nor its followers fit.
  return replaced(instance, { ...task, notBefore: instance.end });
}

function replaced(instance: Instance, task: Task): Instance {
  return { ...instance, tasks: instance.tasks.map((one) => (one.id === task.id ? task : one)) };
}
