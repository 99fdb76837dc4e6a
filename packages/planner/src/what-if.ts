import { diffPlans, type PlanDiff } from './diff-plans.ts';
import { type Block, formatInstant, type Instance, type Plan, type Task } from './format.ts';
import { type PlanOptions, plan as planAnew } from './plan.ts';
import { type HardConstraint, type PlanScore, scorePlan } from './score-plan.ts';
import { instantOfSlot } from './slot-grid.ts';
import { modelOf } from './slot-model.ts';
import { TERM_NAMES, type Terms } from './task-terms.ts';

const MINUTE = 60_000;

/** A choice that is made for the planner. */
export type Choice =
  /** The task has a block here. The start is taken to the grid; it may lie on a meeting or outside the hours. */
  | { readonly kind: 'at'; readonly task: string; readonly start: string; readonly minutes?: number }
  /** All of what is planned of the task lies between two instants ('on Tuesday'). */
  | { readonly kind: 'within'; readonly task: string; readonly from: string; readonly to: string }
  /** The task is not planned at all. */
  | { readonly kind: 'without'; readonly task: string };

export interface WhatIf {
  /** The best plan found with the choice made. Its blocks include the forced one. */
  readonly plan: Plan;
  readonly cost: number;
  /** Difference of the objective to the plan as it is, in units; positive is worse. */
  readonly price: number;
  /** The terms that differ. */
  readonly terms: Readonly<Partial<Terms>>;
  readonly diff: PlanDiff;
  readonly atRisk: PlanScore['atRisk'];
  /** Hard constraints that the choice itself breaks: `H3` a meeting, `H4` outside the hours, `H6` past a hard due date. */
  readonly breaks: readonly HardConstraint[];
}

/**
 * What a choice would cost: plans again with it forced, starting from the plan there is, and gives the difference.
 *
 * @param plan A feasible plan of the instance.
 * @throws {RangeError} for an unknown task, or a place that is outside the horizon or on a pinned block.
 */
export function whatIf(instance: Instance, plan: Plan, choice: Choice, options: PlanOptions = {}): WhatIf {
  const task = instance.tasks.find(({ id }) => id === choice.task);
  if (!task) throw new RangeError(`there is no task '${choice.task}'`);
  const forced = forcedBlock(instance, task, choice);
  const asked = forced ? pinned(instance, forced) : limited(instance, task, choice);
  const kept = plan.blocks.filter((block) => forced === null || !overlaps(block, forced));
  const found = planAnew(asked, { ...options, start: { blocks: kept } });
  const blocks = [...found.plan.blocks, ...(forced ? [forced] : [])].sort((a, b) =>
    a.start.localeCompare(b.start),
  );
  const result: Plan = { format: 'schedplan/1', instance: instance.id, blocks };
  const before = scorePlan(instance, plan);
  const { violations, ...after } = scorePlan(instance, result);
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
    breaks: [...new Set(violations.map(({ constraint }) => constraint))],
  };
}

function overlaps(a: Block, b: Block): boolean {
  return Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end);
}

function forcedBlock(instance: Instance, task: Task, choice: Choice): Block | null {
  if (choice.kind !== 'at') return null;
  const model = modelOf(instance);
  const { slots } = model.tasks[model.taskIndex.get(task.id)!]!;
  const wanted =
    choice.minutes === undefined
      ? Math.min(slots, task.maxChunk / model.slotMinutes)
      : Math.round(choice.minutes / model.slotMinutes);
  const length = Math.max(1, Math.min(wanted, slots));
  const start = Math.round((Date.parse(choice.start) - model.startMs) / (model.slotMinutes * MINUTE));
  if (slots === 0) throw new RangeError(`all of '${task.id}' is pinned already`);
  if (start < 0 || start + length > model.slotCount)
    throw new RangeError(`${choice.start} is outside the horizon`);
  for (let slot = start; slot < start + length; slot++) {
    const holder = model.tasks[model.locked[slot]!];
    if (holder) throw new RangeError(`'${holder.task.id}' is pinned at ${instantOfSlot(model, slot)}`);
  }
  return { task: task.id, start: instantOfSlot(model, start), end: instantOfSlot(model, start + length) };
}

/** The rest of the task keeps its smallest chunk where enough is left for one. */
function pinned(instance: Instance, forced: Block): Instance {
  return { ...instance, locked: [...instance.locked, forced] };
}

function limited(instance: Instance, task: Task, choice: Choice): Instance {
  if (choice.kind !== 'within') {
    // Outside of every horizon: it finds no place, and what waits for it finds none either.
    return replaced(instance, { ...task, notBefore: instance.end });
  }
  const from = Math.max(Date.parse(choice.from), Date.parse(task.notBefore ?? choice.from));
  const to = Math.min(
    Date.parse(choice.to),
    task.dueKind === 'hard' && task.due !== null ? Date.parse(task.due) : Infinity,
  );
  return replaced(instance, {
    ...task,
    notBefore: formatInstant(from),
    due: formatInstant(to),
    dueKind: 'hard',
  });
}

function replaced(instance: Instance, task: Task): Instance {
  return { ...instance, tasks: instance.tasks.map((one) => (one.id === task.id ? task : one)) };
}
