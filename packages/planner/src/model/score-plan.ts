import type { Block, Instance, Plan } from '../format/format.ts';
import { toSlots } from './slot-grid.ts';
import { type SlotModel, toModel } from './slot-model.ts';
import type { TaskModel } from './task-model.ts';
import { scoreTask, TERM_NAMES, type Terms, zeroTerms } from './task-terms.ts';

export interface RiskyTask {
  readonly task: string;
  /** Minutes that are not planned. */
  readonly shortMinutes: number;
  /**
   * Minutes after its soft due date; a task that is not completely planned counts as ending with the horizon.
   */
  readonly lateMinutes: number;
}

export type HardConstraint = 'H0' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'H7' | 'H8' | 'H9' | 'H10';

/** A violated hard constraint; H0: the plan belongs to another instance. */
export interface Violation {
  readonly constraint: HardConstraint;
  readonly task: string;
  readonly block: Block | null;
}

export interface PlanScore {
  readonly violations: readonly Violation[];
  readonly cost: number;
  readonly terms: Readonly<Terms>;
  readonly atRisk: readonly RiskyTask[];
  readonly movedBlocks: number;
  readonly keepableBlocks: number;
  readonly plannedMinutes: number;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly task: number;
  readonly movable: boolean;
}

/**
 * Checks a plan against H1-H10 and scores it, from the plan's blocks alone. It shares the slot model with the
 * search but none of its incremental costs. Blocks that violate H1 are ignored in all other checks.
 */
export function scorePlan(instance: Instance, plan: Plan): PlanScore {
  const model = toModel(instance);
  const violations: Violation[] = [];
  if (plan.instance !== instance.id) violations.push({ constraint: 'H0', task: '', block: null });
  const movable = model.tasks.map((): Placed[] => []);
  const all: Placed[] = [];
  for (const block of plan.blocks) {
    const broken = (constraint: HardConstraint): void => {
      violations.push({ constraint, task: block.task, block });
    };
    const task = model.tasks[model.taskIndex.get(block.task) ?? -1];
    const { start, end } = toSlots(model, block);
    const onGrid = Number.isInteger(start) && Number.isInteger(end);
    if (!task || !onGrid || start < 0 || start >= end || end > model.slotCount) {
      broken('H1');
      continue;
    }
    const placed = { start, end, task: task.index, movable: true };
    movable[task.index]?.push(placed);
    all.push(placed);
    for (const constraint of brokenByBlock(model, task, start, end)) broken(constraint);
  }
  for (const task of model.tasks) {
    for (const { start, end } of task.lockedBlocks)
      all.push({ start, end, task: task.index, movable: false });
  }
  const switches = checkNeighbours(model, all, violations);
  checkTasks(model, movable, violations);
  return { violations, ...scoreBlocks(model, movable, switches) };
}

/** The constraints that a block violates regardless of other blocks. */
function brokenByBlock(model: SlotModel, task: TaskModel, start: number, end: number): HardConstraint[] {
  const broken: HardConstraint[] = [];
  if (model.busy.subarray(start, end).includes(1)) broken.push('H3');
  if (model.hours[task.hours]?.open.subarray(start, end).includes(0)) broken.push('H4');
  if (start < task.releaseSlot) broken.push('H5');
  if (end > task.latestEnd) broken.push('H6');
  if (end - start < task.minChunk || end - start > task.maxChunk) broken.push('H7');
  return broken;
}

/** Checks H2 and H8, and returns the number of switches of category between adjacent blocks. */
function checkNeighbours(model: SlotModel, all: Placed[], violations: Violation[]): number {
  all.sort((a, b) => a.start - b.start || a.end - b.end);
  let switches = 0;
  let reached = 0;
  for (const [at, block] of all.entries()) {
    const task = model.tasks[block.task]!;
    if (block.start < reached) violations.push({ constraint: 'H2', task: task.task.id, block: null });
    reached = Math.max(reached, block.end);
    const before = all[at - 1];
    if (before?.end !== block.start) continue;
    if (before.task === block.task) {
      if (before.movable || block.movable)
        violations.push({ constraint: 'H8', task: task.task.id, block: null });
    } else if (model.tasks[before.task]!.category !== task.category) switches++;
  }
  return switches;
}

/** Checks H9 and H10. */
function checkTasks(model: SlotModel, movable: readonly Placed[][], violations: Violation[]): void {
  const placed = movable.map((blocks) => blocks.reduce((sum, block) => sum + block.end - block.start, 0));
  for (const { index, task, slots, predecessors } of model.tasks) {
    if (placed[index]! > slots) violations.push({ constraint: 'H9', task: task.id, block: null });
    const blocks = movable[index]!;
    if (blocks.length === 0) continue;
    const first = Math.min(...blocks.map((block) => block.start));
    for (const before of predecessors) {
      const end = Math.max(model.tasks[before]!.lockedEnd, ...movable[before]!.map((block) => block.end));
      if (placed[before]! < model.tasks[before]!.slots || first < end) {
        violations.push({ constraint: 'H10', task: task.id, block: null });
      }
    }
  }
}

function scoreBlocks(
  model: SlotModel,
  movable: readonly Placed[][],
  switches: number,
): Omit<PlanScore, 'violations'> {
  const terms = zeroTerms();
  terms.switch = switches * model.weights.switch;
  const atRisk: RiskyTask[] = [];
  let plannedMinutes = 0;
  for (const task of model.tasks) {
    const chunks = movable[task.index]!.flatMap(({ start, end }) => [start, end]);
    const { terms: own, shortMinutes, lateMinutes } = scoreTask(model, task, chunks);
    for (const name of TERM_NAMES) terms[name] += own[name];
    plannedMinutes += task.task.minutes - shortMinutes;
    if (shortMinutes > 0 || lateMinutes > 0) atRisk.push({ task: task.task.id, shortMinutes, lateMinutes });
  }
  const cost = TERM_NAMES.reduce((sum, name) => sum + terms[name], 0);
  return { cost, terms, atRisk, plannedMinutes, ...countMoves(model, movable) };
}

function countMoves(
  model: SlotModel,
  movable: readonly Placed[][],
): { movedBlocks: number; keepableBlocks: number } {
  const keepable = new Map<number, ReadonlySet<number>>();
  let keepableBlocks = 0;
  let movedBlocks = 0;
  for (const block of model.instance.previous ?? []) {
    const task = model.tasks[model.taskIndex.get(block.task) ?? -1];
    if (!task) continue;
    const slots = keepable.get(task.index) ?? new Set(task.keepSlots);
    keepable.set(task.index, slots);
    const { start, end } = toSlots(model, block);
    let whole = true;
    for (let slot = start; slot < end && whole; slot++) whole = slots.has(slot);
    if (!whole) continue;
    keepableBlocks++;
    if (!movable[task.index]!.some((placed) => placed.start === start && placed.end === end)) movedBlocks++;
  }
  return { movedBlocks, keepableBlocks };
}
