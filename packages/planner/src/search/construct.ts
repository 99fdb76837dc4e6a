import type { Block } from '../format/format.ts';
import { chunksByTask } from '../model/plan-blocks.ts';
import { type Chunks, type Schedule, slotsIn } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import type { BudgetPart } from './budget.ts';
import { DISPATCH_STYLES, dispatch } from './dispatch.ts';
import type { Insertion } from './insertion.ts';

/**
 * Orders in which to insert all tasks, each before what depends on it. None is best for every week: deadlines
 * first where time is short, weight per minute where it is not.
 */
export function insertionOrders(model: SlotModel): number[][] {
  const due = dueSlots(model);
  const perSlot = (task: TaskModel): number => -task.weight / Math.max(1, task.slots);
  const span = model.slotCount;
  return [
    orderBy(model, (task) => due[task.index]! + perSlot(task) / 1000),
    orderBy(model, (task) => -task.weight * 10 * span + due[task.index]!),
    orderBy(model, perSlot),
    // Hard deadlines first: missing one costs more than anything but leaving work out.
    orderBy(model, (task) => (task.hard ? -span : 0) * 10 + perSlot(task)),
    orderBy(model, (task) => (due[task.index]! - 2 * task.slots) / task.weight),
  ];
}

/** Soft and hard due slots, pulled forward so that what depends on a task still has time to follow. */
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

/** What a minute's delay of each task costs all that wait for it, directly or not. */
export function delayCosts(model: SlotModel): Float64Array {
  const costs = new Float64Array(model.tasks.length);
  for (const index of model.order.toReversed()) {
    for (const next of model.tasks[index]!.successors) {
      const { flowRate, slots, lateRate, hard, weight } = model.tasks[next]!;
      // A hard due date has no price per minute; it weighs at least as much as a soft one.
      const deadline = hard ? weight * model.weights.late : lateRate;
      costs[index]! += flowRate * slots + deadline + costs[next]!;
    }
  }
  return costs;
}

/** Ascending by key, where a task is at least as urgent as whatever depends on it. */
function orderBy(model: SlotModel, key: (task: TaskModel) => number): number[] {
  const keys = Float64Array.from(model.tasks, key);
  for (const index of model.order.toReversed()) {
    for (const next of model.tasks[index]!.successors) keys[index] = Math.min(keys[index]!, keys[next]!);
  }
  // A stable sort of a dependency order: equal keys stay in dependency order.
  return model.order.toSorted((a, b) => keys[a]! - keys[b]!);
}

/** Inserts every task that is not complete yet, each where it is best at its turn. */
export function insertAll(schedule: Schedule, insertion: Insertion, order: readonly number[]): void {
  const delays = delayCosts(schedule.model);
  for (const index of order) {
    if (schedule.isPlaced(index)) continue;
    const costs = { prices: null, tolls: null, haste: delays[index]! };
    schedule.place(index, insertion.search(schedule, index, costs));
  }
}

/**
 * Puts the blocks of an earlier plan back, task by task, where a task's blocks are all still allowed. The result
 * costs no more than that plan where it is feasible as a whole.
 */
function keepBlocks(schedule: Schedule, blocks: readonly Block[]): void {
  const { model } = schedule;
  const previous = chunksByTask(model, blocks);
  for (const index of model.order) {
    const chunks = previous.get(index);
    if (chunks && isAllowed(schedule, model.tasks[index]!, chunks)) schedule.place(index, chunks);
  }
}

/** Whether the task's movable blocks may lie at `chunks` beside everything else (H1-H10). */
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

/** Tasks from which on insertion one by one is no match for a pass through time. */
const MANY = 100;

/** Leaves the best of several quick plans in a schedule; the first one is made whatever the budget. */
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
      // Nothing placed beforehand: insertion alone, in that order.
      ...orders.map(() => () => {}),
    ];
    // The best of both kinds soon; where there is much to place, a pass through time is both better and faster.
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
    // One that is given was good before; the others are for those who have nothing yet.
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
