import { lateCost, NO_CHUNKS, ownCost, type Schedule } from '../model/schedule.ts';
import type { TaskModel } from '../model/task-model.ts';

/**
 * The slots that any of the tasks may use, in chronological order, as positions 0..count-1. Loops over
 * positions skip nights and weekends.
 */
export interface Positions {
  readonly count: number;
  readonly slots: Int32Array;
  /** By slot, the first position at or after it. Extends one slot beyond the horizon. */
  readonly from: Int32Array;
}

/** The slots that a task may lie between, and whether it must be placed completely. */
export interface Bounds {
  readonly earliest: number;
  readonly latest: number;
  readonly mustComplete: boolean;
}

function isWhole(task: TaskModel): boolean {
  return task.minChunk === task.slots && task.slots <= task.maxChunk;
}

/** Entries per position in the table of a task. */
export function getWidth(task: TaskModel): number {
  return isWhole(task) ? 2 : task.slots + 1;
}

/** Memory for the tables of one task, reused for the next one. */
export class Room {
  readonly free: Int32Array;
  readonly own: Float64Array;
  readonly lateAfter: Float64Array;
  readonly endedAt: Int32Array;
  #cells = new Float64Array(0);

  constructor({ count }: Positions) {
    this.free = new Int32Array(count + 1);
    this.own = new Float64Array(count + 1);
    this.lateAfter = new Float64Array(count + 1);
    this.endedAt = new Int32Array(count + 1);
  }

  cells(length: number): Float64Array {
    if (this.#cells.length < length) this.#cells = new Float64Array(length);
    return this.#cells.subarray(0, length);
  }
}

/**
 * For one task: the least cost of placing its remaining units from a position on, when each slot has a price
 * in addition. Unplaced units cost what the objective charges. An exact dynamic programme backwards through
 * time that ignores all other tasks, except through the prices.
 *
 * Remaining work is counted in `unit`s: slots, or the whole task where it cannot be split. `at(p, k)` is
 * `values[p * width + k]`.
 */
export class PlaceValues {
  readonly task: TaskModel;
  readonly unit: number;
  /** Number of units to place. */
  readonly units: number;
  readonly width: number;
  readonly minUnits: number;
  readonly maxUnits: number;
  readonly values: Float64Array;
  /** By number of units, the cost of never placing them. */
  readonly unplaced: Float64Array;
  /** By position, the number of free slots in a row from there on that the task may use. */
  readonly free: Int32Array;
  /** By position, the task's own cost summed over all earlier positions. */
  readonly own: Float64Array;
  /** By position, the cost of ending late if the task ends with it. */
  readonly lateAfter: Float64Array;
  /**
   * By last position, the first one at which the task counts as ended. Pinned blocks may end later than the
   * movable ones.
   */
  readonly endedAt: Int32Array;
  /** Order prices by position: the cost of beginning there, and the credit for having ended there. */
  onStart: Float64Array | null = null;
  onEnd: Float64Array | null = null;
  /** Cost of the first chunk, and of each further one. */
  readonly firstSplit: number;
  readonly split: number;
  readonly #positions: Positions;

  /** `room`: memory to reuse when tasks are handled one after the other. */
  constructor(schedule: Schedule, positions: Positions, task: TaskModel, bounds: Bounds, room?: Room) {
    const { model, owner } = schedule;
    const { count, slots, from } = positions;
    this.task = task;
    this.#positions = positions;
    const whole = isWhole(task);
    this.unit = whole ? task.slots : 1;
    this.units = whole ? 1 : task.slots;
    this.width = getWidth(task);
    this.minUnits = whole ? 1 : task.minChunk;
    this.maxUnits = whole ? 1 : task.maxChunk;
    this.split = model.weights.split;
    this.firstSplit = task.lockedBlocks.length > 0 ? this.split : 0;
    this.values = room ? room.cells((count + 1) * this.width) : new Float64Array((count + 1) * this.width);
    if (room) this.values.fill(0);
    this.unplaced = new Float64Array(this.width);
    const nothing = task.keepTotal + this.split * Math.max(0, task.lockedBlocks.length - 1);
    const none = ownCost(model, task, NO_CHUNKS) - nothing;
    const perSlot =
      task.weight * model.weights.unplanned * model.slotMinutes +
      task.flowRate * Math.max(0, model.horizonMinutes - task.releaseMinute);
    for (let left = 1; left <= this.units; left++) {
      this.unplaced[left] = bounds.mustComplete ? Infinity : none - perSlot * (task.slots - left * this.unit);
    }
    this.free = room ? room.free.fill(0) : new Int32Array(count + 1);
    this.own = room ? room.own : new Float64Array(count + 1);
    this.lateAfter = room ? room.lateAfter : new Float64Array(count + 1);
    this.endedAt = room ? room.endedAt : new Int32Array(count + 1);
    const { runs } = model.hours[task.hours]!;
    for (let run = 0; run < runs.length; run += 2) {
      const start = Math.max(runs[run]!, bounds.earliest);
      let end = Math.min(runs[run + 1]!, bounds.latest);
      for (let slot = end - 1; slot >= start; slot--) {
        if (owner[slot] !== -1) end = slot;
        else this.free[from[slot]!] = end - slot;
      }
    }
    let keep = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      const waiting = slot * model.slotMinutes - task.releaseMinute;
      let cost = waiting > 0 ? task.flowRate * waiting : 0;
      if (task.disliked !== null && task.disliked[slot] === 1) cost += task.dislikeCost;
      while (keep < task.keepSlots.length && task.keepSlots[keep]! < slot) keep++;
      if (task.keepSlots[keep] === slot) cost -= task.keepCosts[keep]!;
      this.own[at + 1] = this.own[at]! + cost;
      this.lateAfter[at] = lateCost(model, task, slot + 1);
      this.endedAt[at] = from[Math.max(slot + 1, task.lockedEnd)]!;
    }
  }

  /** Fills the table. `prices`: by position, the sum of the prices of all earlier slots. */
  fill(prices: Float64Array): void {
    if (this.units === 1) this.#fillWhole(prices);
    else this.#fillChunks(prices);
  }

  #fillWhole(prices: Float64Array): void {
    const { values, own, free, unit, firstSplit } = this;
    const { count } = this.#positions;
    let best = this.unplaced[1]!;
    values[2 * count + 1] = best;
    for (let at = count - 1; at >= 0; at--) {
      if (free[at]! >= unit) {
        const end = at + unit;
        const cost =
          own[end]! -
          own[at]! +
          prices[end]! -
          prices[at]! +
          this.#starting(at) +
          this.#ending(end - 1) +
          firstSplit;
        if (cost < best) best = cost;
      }
      values[2 * at + 1] = best;
    }
  }

  #fillChunks(prices: Float64Array): void {
    const { width, values, own, free, units, minUnits, maxUnits, split, firstSplit } = this;
    const { slots, from, count } = this.#positions;
    values.set(this.unplaced, count * width);
    for (let at = count - 1; at >= 0; at--) {
      const row = at * width;
      values.copyWithin(row, row + width, row + 2 * width);
      const longest = Math.min(free[at]!, maxUnits, units);
      for (let length = minUnits; length <= longest; length++) {
        const end = at + length;
        const cost = own[end]! - own[at]! + prices[end]! - prices[at]!;
        const first = firstSplit + this.#starting(at);
        const last = cost + this.#ending(end - 1) + (length < units ? split : first);
        if (last < values[row + length]!) values[row + length] = last;
        if (length === units) break;
        // The next chunk may not touch this one.
        const next = from[slots[at]! + length + 1]! * width - length;
        for (let left = length + 1; left < units; left++) {
          const value = cost + split + values[next + left]!;
          if (value < values[row + left]!) values[row + left] = value;
        }
        const value = cost + first + values[next + units]!;
        if (value < values[row + units]!) values[row + units] = value;
      }
    }
  }

  #starting(at: number): number {
    return this.onStart === null ? 0 : this.onStart[at]!;
  }

  #ending(last: number): number {
    return this.lateAfter[last]! - (this.onEnd === null ? 0 : this.onEnd[this.endedAt[last]!]!);
  }

  /**
   * Follows the cheapest way to place the whole task and adds one to `usage` for each position in it. Returns
   * the position where the task begins and the one from which it counts as ended; the number of positions if
   * never.
   */
  use(prices: Float64Array, usage: Int32Array): { start: number; ended: number } {
    const { width, values, own, free, units, unit, minUnits, maxUnits } = this;
    const { slots, from, count } = this.#positions;
    let left = units;
    let start = count;
    let ended = count;
    for (let at = 0; at < count && left > 0; ) {
      const value = values[at * width + left]!;
      if (value === values[(at + 1) * width + left]!) {
        at++;
        continue;
      }
      const extra = left < units ? this.split : this.firstSplit + this.#starting(at);
      const longest = Math.min(Math.floor(free[at]! / unit), maxUnits, left);
      for (let length = minUnits; ; length++) {
        const end = at + length * unit;
        const next = from[slots[at]! + length * unit + 1]!;
        const rest = length === left ? this.#ending(end - 1) : values[next * width + left - length]!;
        const cost = own[end]! - own[at]! + prices[end]! - prices[at]! + extra + rest;
        // Sums in a different order differ in the last digits. If no length matches exactly, the longest is
        // used.
        if (length < longest && Math.abs(cost - value) > 1e-9 * Math.abs(value) + 1e-6) continue;
        for (let position = at; position < end; position++) usage[position]!++;
        if (left === units) start = at;
        left -= length;
        if (left === 0) ended = this.endedAt[end - 1]!;
        at = next;
        break;
      }
    }
    return { start, ended };
  }
}
