import type { Block } from '../format/format.ts';
import { chunksByTask } from '../model/plan-blocks.ts';
import { type Chunks, type Schedule, slotsIn } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import type { BudgetPart } from './budget.ts';
import { DISPATCH_STYLES, dispatch } from './dispatch.ts';
import type { Insertion } from './insertion.ts';

/**
 * Orders in which to insert all tasks; each task comes before its followers. None is best for every week:
 * deadlines first works where time is short, weight per minute where it is not.
 */
export function insertionOrders(model: SlotModel): number[][] {
  const due = dueSlots(model);
  const perSlot = (task: TaskModel): number => -task.weight / Math.max(1, task.slots);
  const span = model.slotCount;
  return [
    orderBy(model, (task) => due[task.index]! + perSlot(task) / 1000),
    orderBy(model, (task) => -task.weight * 10 * span + due[task.index]!),
    orderBy(model, perSlot),
    // Hard deadlines first: missing one costs more than anything except leaving work out.
    orderBy(model, (task) => (task.hard ? -span : 0) * 10 + perSlot(task)),
    orderBy(model, (task) => (due[task.index]! - 2 * task.slots) / task.weight),
  ];
}

/** Soft and hard due slots, moved forward so that the followers of a task have time after it. */
function dueSlots(model: SlotModel): Float64Array {
  const due = Float64Array.from(model.tasks, (task) =>
    task.dueMinute === null ? 2 * model.slotCount : task.dueMinute / model.slotMinutes,
  );
  for (const index of model.order.toReversed()) {
    for (const next of model.tasks[index]!.successors) {
      due[index] = Math.min(due[index]!, due[next]! - model.tasks[next]!.slots);
    }
  }
  return due;
}

/** By task, what a minute's delay costs all direct and indirect followers. */
export function delayCosts(model: SlotModel): Float64Array {
  const costs = new Float64Array(model.tasks.length);
  for (const index of model.order.toReversed()) {
    for (const next of model.tasks[index]!.successors) {
      const { flowRate, slots, lateRate, hard, weight } = model.tasks[next]!;
      // A hard due date has no price per minute; count at least that of a soft one.
      const deadline = hard ? weight * model.weights.late : lateRate;
      costs[index]! += flowRate * slots + deadline + costs[next]!;
    }
  }
  return costs;
}

/** Ascending by key, where a task is at least as urgent as its followers. */
function orderBy(model: SlotModel, key: (task: TaskModel) => number): number[] {
  const keys = Float64Array.from(model.tasks, key);
  for (const index of model.order.toReversed()) {
    for (const next of model.tasks[index]!.successors) keys[index] = Math.min(keys[index]!, keys[next]!);
  }
  // The sort is stable, so equal keys stay in dependency order.
  return model.order.toSorted((a, b) => keys[a]! - keys[b]!);
}

/** Inserts every task that is not complete yet, each at its best place at that moment. */
export function insertAll(schedule: Schedule, insertion: Insertion, order: readonly number[]): void {
  const delays = delayCosts(schedule.model);
  for (const index of order) {
    if (schedule.isPlaced(index)) continue;
    const costs = { prices: null, tolls: null, haste: delays[index]! };
    schedule.place(index, insertion.search(schedule, index, costs));
  }
}

/**
 * Restores the blocks of an earlier plan task by task, for tasks whose blocks are all still allowed. If that
 * plan is feasible as a whole, the result costs no more than it.
 */
function keepBlocks(schedule: Schedule, blocks: readonly Block[]): void {
  const { model } = schedule;
  const previous = chunksByTask(model, blocks);
  for (const index of model.order) {
    const chunks = previous.get(index);
    if (chunks && isAllowed(schedule, model.tasks[index]!, chunks)) schedule.place(index, chunks);
  }
}

/** Whether the task's movable blocks may be at `chunks`, given everything else (H1-H10). */
export function isAllowed(schedule: Schedule, task: TaskModel, chunks: Chunks): boolean {
  const { model, owner } = schedule;
  const earliest = schedule.earliestStart(task.index);
  const latest = schedule.latestEnd(task.index);
  const open = model.hours[task.hours]!.open;
  if (earliest < 0 || slotsIn(chunks) > task.slots) return false;
  for (let at = 0; at < chunks.length; at += 2) {
    const start = chunks[at]!;
    const end = chunks[at + 1]!;
    if (start < earliest || end > latest) return false;
    if (end - start < task.minChunk || end - start > task.maxChunk) return false;
    if (at > 0 && chunks[at - 1]! >= start) return false;
    if (owner[start - 1] === task.index || owner[end] === task.index) return false;
    for (let slot = start; slot < end; slot++) {
      if (open[slot] === 0 || model.busy[slot] === 1 || owner[slot] !== -1) return false;
    }
  }
  return true;
}

/** Number of tasks from which a pass through time beats inserting tasks one by one. */
const MANY = 100;

/** Leaves the best of several quick plans in the schedule. The first one is made even without budget. */
export class Construction {
  readonly #schedule: Schedule;
  readonly #insertion: Insertion;
  #best: readonly Chunks[] | null = null;
  #bestTotal = Infinity;

  readonly #start: readonly Block[] | null;

  constructor(schedule: Schedule, insertion: Insertion, start: readonly Block[] | null) {
    this.#schedule = schedule;
    this.#insertion = insertion;
    this.#start = start;
  }

  run(budget: BudgetPart, report: (cost: number) => void): void {
    const schedule = this.#schedule;
    const { model } = schedule;
    const orders = insertionOrders(model);
    const attempts: (() => void)[] = [
      ...DISPATCH_STYLES.map((style) => () => dispatch(schedule, style)),
      // Insertion alone, in the given order.
      ...orders.map(() => () => {}),
    ];
    // Try the best of both kinds early. With many tasks, a pass through time is both better and faster.
    const sequence =
      model.tasks.length > MANY
        ? [...attempts.keys()]
        : [0, attempts.length - 5, 1, attempts.length - 1, ...attempts.keys()];
    for (const blocks of [this.#start, model.instance.previous]) {
      if (blocks === null) continue;
      for (const task of model.tasks) schedule.remove(task.index);
      keepBlocks(schedule, blocks);
      this.#consider(report);
      insertAll(schedule, this.#insertion, orders[0]!);
      this.#consider(report);
    }
    // With many tasks and a given plan, the other attempts are skipped: the given plan was good before.
    if (this.#start !== null && this.#best !== null && model.tasks.length > MANY) {
      schedule.restore(this.#best);
      return;
    }
    const made = new Set<number>();
    for (const at of sequence) {
      if (made.has(at)) continue;
      if (this.#best !== null && budget.progress() >= 1) break;
      made.add(at);
      for (const task of model.tasks) schedule.remove(task.index);
      attempts[at]!();
      insertAll(schedule, this.#insertion, orders[Math.max(0, at - DISPATCH_STYLES.length)]!);
      budget.spend(Math.ceil(model.tasks.length / 20));
      this.#consider(report);
    }
    if (this.#best !== null) schedule.restore(this.#best);
  }

  #consider(report: (cost: number) => void): void {
    if (this.#schedule.total >= this.#bestTotal) return;
    this.#bestTotal = this.#schedule.total;
    this.#best = this.#schedule.snapshot();
    report(this.#bestTotal);
  }
}
