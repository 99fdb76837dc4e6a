import type { SlotModel } from './slot-model.ts';
import type { TaskModel } from './task-model.ts';

/** A task's movable blocks in slots, `start, end, start, end, ...`, ascending. Immutable. */
export type Chunks = readonly number[];

export const NO_CHUNKS: Chunks = [];

/** Number of slots in the chunks. */
export function slotsIn(chunks: Chunks): number {
  let sum = 0;
  for (let at = 0; at < chunks.length; at += 2) sum += chunks[at + 1]! - chunks[at]!;
  return sum;
}

/** A task's own part of the objective (all terms but `switch`) with its movable blocks at `chunks`. */
export function ownCost(model: SlotModel, task: TaskModel, chunks: Chunks): number {
  const { slotMinutes, horizonMinutes, weights } = model;
  let placed = 0;
  let cost = task.keepTotal;
  let keep = 0;
  for (let at = 0; at < chunks.length; at += 2) {
    const end = chunks[at + 1]!;
    for (let slot = chunks[at]!; slot < end; slot++) {
      cost += task.flowRate * Math.max(0, slot * slotMinutes - task.releaseMinute);
      if (task.disliked !== null && task.disliked[slot] === 1) cost += task.dislikeCost;
      while (keep < task.keepSlots.length && task.keepSlots[keep]! < slot) keep++;
      if (task.keepSlots[keep] === slot) cost -= task.keepCosts[keep]!;
    }
    placed += end - chunks[at]!;
  }
  const blocks = chunks.length / 2 + task.lockedBlocks.length;
  if (blocks > 1) cost += weights.split * (blocks - 1);
  const missing = task.slots - placed;
  if (missing > 0) {
    cost += task.weight * weights.unplanned * missing * slotMinutes;
    cost += task.flowRate * missing * Math.max(0, horizonMinutes - task.releaseMinute);
    if (task.hard) cost += task.weight * weights.hardMiss;
  }
  return cost + lateCost(model, task, missing > 0 ? model.slotCount : (chunks.at(-1) ?? 0));
}

/** Cost of being late if the last movable block ends at slot `end`. */
export function lateCost({ slotMinutes }: SlotModel, task: TaskModel, end: number): number {
  if (task.lateRate === 0 || task.dueMinute === null) return 0;
  return task.lateRate * Math.max(0, Math.max(end, task.lockedEnd) * slotMinutes - task.dueMinute);
}

/**
 * A plan under construction whose cost is updated with every change. `rollback` reverts the changes since
 * `begin`. Its time, and that of `commit`, depends on the number of changed tasks and not on the size of the
 * plan.
 */
export class Schedule {
  readonly model: SlotModel;
  /** Index of the task in each slot (locked blocks included), -1 where nothing is planned. */
  readonly owner: Int32Array;
  /** Value of the whole objective. */
  total = 0;
  /** Number of tasks that are not completely planned. */
  incomplete = 0;
  readonly #chunks: Chunks[];
  readonly #costs: Float64Array;
  readonly #placed: Int32Array;
  readonly #touched = new Map<number, Chunks>();

  constructor(model: SlotModel) {
    this.model = model;
    this.owner = model.locked.slice();
    this.#chunks = model.tasks.map(() => NO_CHUNKS);
    this.#costs = Float64Array.from(model.tasks, (task) => ownCost(model, task, NO_CHUNKS));
    this.#placed = new Int32Array(model.tasks.length);
    this.incomplete = model.tasks.filter((task) => task.slots > 0).length;
    this.total = this.#costs.reduce((sum, cost) => sum + cost, 0);
    for (let slot = 1; slot < model.slotCount; slot++) {
      this.total += this.switchCost(this.owner[slot - 1]!, this.owner[slot]!);
    }
  }

  getChunks(task: number): Chunks {
    return this.#chunks[task]!;
  }

  /** The task's current part of the objective. */
  getCost(task: number): number {
    return this.#costs[task]!;
  }

  isComplete(task: number): boolean {
    return this.#placed[task] === this.model.tasks[task]!.slots;
  }

  isPlaced(task: number): boolean {
    return this.#placed[task]! > 0;
  }

  /** End of a task's last block, locked ones included; 0 without blocks. */
  getEnd(task: number): number {
    return Math.max(this.model.tasks[task]!.lockedEnd, this.#chunks[task]!.at(-1) ?? 0);
  }

  /** First slot at which the task may start, or -1 while a task it depends on is not completely planned. */
  earliestStart(task: number): number {
    const { releaseSlot, predecessors } = this.model.tasks[task]!;
    let start = releaseSlot;
    for (const before of predecessors) {
      if (!this.isComplete(before)) return -1;
      start = Math.max(start, this.getEnd(before));
    }
    return start;
  }

  /**
   * Slot by which the task has to end: its hard due date, or the earliest start of the tasks that depend on
   * it.
   */
  latestEnd(task: number): number {
    const { latestEnd, successors } = this.model.tasks[task]!;
    let end = latestEnd;
    for (const next of successors) end = Math.min(end, this.#chunks[next]![0] ?? end);
    return end;
  }

  /** Cost of a switch between two adjacent tasks, given by index; -1 is not a task. */
  switchCost(left: number, right: number): number {
    if (left < 0 || right < 0) return 0;
    const { tasks, weights } = this.model;
    return tasks[left]!.category === tasks[right]!.category ? 0 : weights.switch;
  }

  /** Replaces the task's movable blocks and updates the cost. The caller guarantees H1-H10. */
  place(task: number, chunks: Chunks): void {
    if (!this.#touched.has(task)) this.#touched.set(task, this.#chunks[task]!);
    this.#put(task, chunks);
  }

  remove(task: number): void {
    this.place(task, NO_CHUNKS);
  }

  begin(): void {
    this.#touched.clear();
  }

  /** Reverts every change since `begin`. */
  rollback(): void {
    // Remove everything first: a restored block may overlap one placed since.
    for (const task of this.#touched.keys()) this.#put(task, NO_CHUNKS);
    for (const [task, chunks] of this.#touched) this.#put(task, chunks);
    this.#touched.clear();
  }

  snapshot(): readonly Chunks[] {
    return this.#chunks.slice();
  }

  restore(snapshot: readonly Chunks[]): void {
    for (const task of snapshot.keys()) if (this.#chunks[task] !== snapshot[task]) this.remove(task);
    for (const [task, chunks] of snapshot.entries())
      if (this.#chunks[task] !== chunks) this.place(task, chunks);
  }

  #put(task: number, chunks: Chunks): void {
    this.total -= this.#edges(task);
    const old = this.#chunks[task]!;
    for (let at = 0; at < old.length; at += 2) this.owner.fill(-1, old[at], old[at + 1]);
    for (let at = 0; at < chunks.length; at += 2) this.owner.fill(task, chunks[at], chunks[at + 1]);
    this.#chunks[task] = chunks;
    this.total += this.#edges(task) - this.#costs[task]!;
    this.#costs[task] = ownCost(this.model, this.model.tasks[task]!, chunks);
    this.total += this.#costs[task];
    if (this.isComplete(task)) this.incomplete++;
    this.#placed[task] = slotsIn(chunks);
    if (this.isComplete(task)) this.incomplete--;
  }

  /**
   * Cost of the switches at both ends of the task's movable blocks. Blocks of one task never touch, so no
   * switch counts twice.
   */
  #edges(task: number): number {
    const chunks = this.#chunks[task]!;
    let cost = 0;
    for (let at = 0; at < chunks.length; at += 2) {
      const start = chunks[at]!;
      const end = chunks[at + 1]!;
      if (start > 0) cost += this.switchCost(this.owner[start - 1]!, task);
      if (end < this.owner.length) cost += this.switchCost(task, this.owner[end]!);
    }
    return cost;
  }
}
