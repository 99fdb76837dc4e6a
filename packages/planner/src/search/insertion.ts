import { type Chunks, lateCost, NO_CHUNKS, type Schedule } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';

/** Costs beyond the task's own, so that a place can serve the whole plan. */
export interface InsertionCosts {
  /**
   * By task index, the price per slot of pushing that task out; infinity means never. Null: taken slots stay
   * taken.
   */
  readonly prices: Float64Array | null;
  /** By slot, an additional cost: a stretch reserved for other tasks. */
  readonly tolls: Float64Array | null;
  /** Cost per minute until the task's end, on behalf of its followers. */
  readonly haste: number;
}

/** Cells of the tables, 24 bytes each. */
const MAX_CELLS = 2_500_000;
/** Slots between two checks within a run whether anything better is still possible. */
const LOOK_EVERY = 64;

const NO_COSTS: InsertionCosts = { prices: null, tolls: null, haste: 0 };

/**
 * Finds the best place of one task while everything else stays: an exact dynamic programme over the free
 * slots.
 *
 * Position `i` is the i-th usable slot between the task's earliest start and latest end. `ended[i][k]` is the
 * least cost of k placed slots whose last chunk ends right after position i. `opened[i][k]` is the least cost
 * of k slots placed before a chunk that starts at position i, with the gap between the two that H8 requires.
 *
 * The search follows the open runs and stops at the first one from which nothing can be cheaper than the best
 * found: costs only grow with time, except where the task keeps slots of the previous plan.
 */
export class Insertion {
  readonly #model: SlotModel;
  /** What each slot saves because the task had it in the previous plan; all zero between searches. */
  readonly #keep: Float64Array;
  #slots = new Int32Array(1024);
  /** Sum of the costs of the positions before i. */
  #sums = new Float64Array(1025);
  #ended = new Float64Array(0);
  #opened = new Float64Array(0);
  #lengths = new Int32Array(0);
  #origins = new Int32Array(0);

  constructor(model: SlotModel) {
    this.#model = model;
    this.#keep = new Float64Array(model.slotCount);
  }

  /**
   * The best chunks for a task that is not placed, complete if possible. None if it has to wait or nothing
   * fits.
   */
  search(schedule: Schedule, index: number, costs: InsertionCosts = NO_COSTS): Chunks {
    const from = schedule.earliestStart(index);
    if (from < 0) return NO_CHUNKS;
    return this.searchWithin(schedule, index, from, schedule.latestEnd(index), costs);
  }

  /** `search` between two slots. The caller is responsible for dependencies and the deadline. */
  searchWithin(
    schedule: Schedule,
    index: number,
    from: number,
    to: number,
    costs: InsertionCosts = NO_COSTS,
  ): Chunks {
    const task = this.#model.tasks[index]!;
    if (task.slots === 0 || from >= to) return NO_CHUNKS;
    for (let at = 0; at < task.keepSlots.length; at++) this.#keep[task.keepSlots[at]!] = task.keepCosts[at]!;
    const onlyWhole = task.slots < 2 * task.minChunk && task.slots <= task.maxChunk;
    let chunks = onlyWhole
      ? this.#oneChunk(schedule, task, from, to, costs)
      : this.#manyChunks(schedule, task, from, to, costs, false);
    if (chunks.length === 0 && (!onlyWhole || task.minChunk < task.slots)) {
      chunks = this.#manyChunks(schedule, task, from, to, costs, true);
    }
    for (let at = 0; at < task.keepSlots.length; at++) this.#keep[task.keepSlots[at]!] = 0;
    return chunks;
  }

  #oneChunk(schedule: Schedule, task: TaskModel, from: number, to: number, costs: InsertionCosts): Chunks {
    const { owner } = schedule;
    const { runs } = this.#model.hours[task.hours]!;
    const { slotMinutes } = this.#model;
    const { prices, tolls, haste } = costs;
    const { flowRate, releaseMinute, disliked, dislikeCost, slots: need } = task;
    const keep = task.keepTotal > 0 ? this.#keep : null;
    this.#reserve(to - from, 0);
    const sums = this.#sums;
    let best = Infinity;
    let bestStart = -1;
    let keepLeft = task.keepTotal;
    for (let run = firstRun(runs, from); run < runs.length && runs[run]! < to; run += 2) {
      const start = Math.max(runs[run]!, from);
      const end = Math.min(runs[run + 1]!, to);
      if (this.#least(task, start, need, haste) - keepLeft >= best) break;
      let free = 0;
      for (let slot = start; slot < end; slot++) {
        if (keep !== null) keepLeft -= keep[slot]!;
        const holder = owner[slot]!;
        if (holder >= 0 && (prices === null || prices[holder] === Infinity)) {
          free = 0;
          continue;
        }
        const waiting = slot * slotMinutes - releaseMinute;
        let cost = waiting > 0 ? flowRate * waiting : 0;
        if (holder >= 0) cost += prices![holder]!;
        if (disliked !== null && disliked[slot] === 1) cost += dislikeCost;
        if (keep !== null) cost -= keep[slot]!;
        if (tolls !== null) cost += tolls[slot]!;
        const at = slot - from;
        if (free === 0) {
          if (keep === null && best < Infinity && this.#least(task, slot, need, haste) >= best) break;
          sums[at] = 0;
        }
        sums[at + 1] = sums[at]! + cost;
        free++;
        if (free < need) continue;
        if (best < Infinity && slot % LOOK_EVERY === 0) {
          // A later start has all its slots later.
          const later = this.#least(task, slot + 1 - need, need, haste);
          if (later - task.keepTotal >= best) break;
        }
        const first = slot + 1 - need;
        const total =
          sums[at + 1]! -
          sums[first - from]! +
          this.#startCost(schedule, task, first) +
          this.#endCost(schedule, task, slot + 1) +
          this.#ending(task, slot + 1, haste);
        if (total < best) {
          best = total;
          bestStart = first;
        }
      }
    }
    return bestStart < 0 ? NO_CHUNKS : [bestStart, bestStart + need];
  }

  #manyChunks(
    schedule: Schedule,
    task: TaskModel,
    from: number,
    to: number,
    costs: InsertionCosts,
    partly: boolean,
  ): Chunks {
    const { owner } = schedule;
    const { runs, usable } = this.#model.hours[task.hours]!;
    const { slots: need, minChunk, maxChunk } = task;
    const room = Math.min(to - from, usable);
    if (!partly && need > room) return NO_CHUNKS;
    const width = Math.min(need, room) + 1;
    if (room * width > MAX_CELLS) return this.#firstFit(schedule, task, from, to, partly);
    const split = this.#model.weights.split;
    this.#reserve(room, width);
    const slots = this.#slots;
    const sums = this.#sums;
    const ended = this.#ended;
    const opened = this.#opened;
    const lengths = this.#lengths;
    const origins = this.#origins;
    // By k: the least cost of k slots in chunks that end early enough for another chunk, and the position
    // where they end.
    const before = new Float64Array(width).fill(Infinity);
    const beforeAt = new Int32Array(width).fill(-1);
    before[0] = 0;
    let merged = 0;
    let count = 0;
    let best = Infinity;
    let bestAt = -1;
    const bestPartly = new Float64Array(width).fill(Infinity);
    const bestPartlyAt = new Int32Array(width).fill(-1);
    let keepLeft = task.keepTotal;
    const mergeTo = (limit: number): void => {
      for (; merged < limit; merged++) {
        for (let k = minChunk; k < width; k++) {
          const cost = ended[merged * width + k]!;
          if (cost < before[k]!) {
            before[k] = cost;
            beforeAt[k] = merged;
          }
        }
      }
    };
    for (let run = firstRun(runs, from); run < runs.length && runs[run]! < to; run += 2) {
      const start = Math.max(runs[run]!, from);
      const end = Math.min(runs[run + 1]!, to);
      mergeTo(count);
      if (best < Infinity) {
        let least = Infinity;
        for (let k = 0; k < need; k++)
          least = Math.min(least, before[k]! + this.#least(task, start, need - k, costs.haste));
        if (least - keepLeft >= best) break;
      }
      let stretch = 0;
      for (let slot = start; slot < end; slot++) {
        keepLeft -= this.#keep[slot]!;
        const cost = this.#slotCost(task, owner, slot, costs);
        if (cost === Infinity) {
          stretch = 0;
          continue;
        }
        if (best < Infinity && slot % LOOK_EVERY === 0 && this.#leastFrom(task, slot, before, costs) >= best)
          break;
        const at = count++;
        slots[at] = slot;
        sums[at + 1] = sums[at]! + cost;
        stretch++;
        // A chunk may start here if the last one ended at least one slot earlier.
        mergeTo(stretch > 1 ? at - 1 : at);
        const row = at * width;
        const entry = this.#startCost(schedule, task, slot) - sums[at]! + split;
        for (let k = 0; k < width; k++) {
          opened[row + k] = before[k]! + entry;
          origins[row + k] = beforeAt[k]!;
        }
        const exit = this.#endCost(schedule, task, slot + 1) + sums[at + 1]!;
        ended.fill(Infinity, row, row + width);
        if (exit === Infinity) continue;
        const longest = Math.min(maxChunk, stretch);
        for (let k = minChunk; k < width; k++) {
          // The rest must be zero or enough for another chunk, unless the task may be placed in part.
          if (!partly && k < need && need - k < minChunk) continue;
          let least = Infinity;
          let length = 0;
          const most = Math.min(longest, k);
          for (let l = minChunk, p = row - (l - 1) * width + k - l; l <= most; l++, p -= width + 1) {
            const value = opened[p]!;
            if (value < least) {
              least = value;
              length = l;
            }
          }
          if (least === Infinity) continue;
          const total = least + exit;
          ended[row + k] = total;
          lengths[row + k] = length;
          if (k === need) {
            const finished = total + this.#ending(task, slot + 1, costs.haste);
            if (finished < best) {
              best = finished;
              bestAt = at;
            }
          } else if (total < bestPartly[k]!) {
            bestPartly[k] = total;
            bestPartlyAt[k] = at;
          }
        }
      }
    }
    if (bestAt >= 0) return this.#trace(bestAt, need, width);
    if (!partly) return NO_CHUNKS;
    return this.#bestPart(task, width, bestPartly, bestPartlyAt);
  }

  /**
   * For tasks too large for the tables: chunk after chunk, each as long as possible, at the first free place.
   */
  #firstFit(schedule: Schedule, task: TaskModel, from: number, to: number, partly: boolean): Chunks {
    const { owner } = schedule;
    const { runs } = this.#model.hours[task.hours]!;
    const chunks: number[] = [];
    let left = task.slots;
    for (let run = firstRun(runs, from); run < runs.length && runs[run]! < to && left > 0; run += 2) {
      const end = Math.min(runs[run + 1]!, to);
      for (let slot = Math.max(runs[run]!, from); slot < end && left > 0; ) {
        let length = 0;
        while (length < Math.min(left, task.maxChunk) && slot + length < end && owner[slot + length] === -1)
          length++;
        if (length < left && left - length < task.minChunk) length = left - task.minChunk;
        const touches = owner[slot - 1] === task.index || owner[slot + length] === task.index;
        if (length < task.minChunk || touches) {
          slot++;
          continue;
        }
        chunks.push(slot, slot + length);
        left -= length;
        // The next chunk may not touch this one.
        slot += length + 1;
      }
    }
    return left > 0 && !partly ? NO_CHUNKS : chunks;
  }

  /** If the task does not fit whole: how much of it is worth planning. */
  #bestPart(task: TaskModel, width: number, costs: Float64Array, ends: Int32Array): Chunks {
    const { weights, slotMinutes, horizonMinutes } = this.#model;
    const missing =
      task.weight * weights.unplanned * slotMinutes +
      task.flowRate * Math.max(0, horizonMinutes - task.releaseMinute);
    // The first chunk is not a split unless the task has locked blocks.
    const firstSplit = task.lockedBlocks.length === 0 ? weights.split : 0;
    let best = 0;
    let bestSlots = 0;
    for (let k = 1; k < width; k++) {
      const gain = costs[k]! - firstSplit - k * missing;
      if (gain < best) {
        best = gain;
        bestSlots = k;
      }
    }
    return bestSlots === 0 ? NO_CHUNKS : this.#trace(ends[bestSlots]!, bestSlots, width);
  }

  #trace(at: number, placed: number, width: number): Chunks {
    const chunks: number[] = [];
    let end = at;
    let left = placed;
    while (left > 0) {
      const length = this.#lengths[end * width + left]!;
      const start = end - length + 1;
      chunks.unshift(this.#slots[start]!, this.#slots[end]! + 1);
      left -= length;
      end = this.#origins[start * width + left]!;
    }
    return chunks;
  }

  #slotCost(task: TaskModel, owner: Int32Array, slot: number, { prices, tolls }: InsertionCosts): number {
    const holder = owner[slot]!;
    let cost =
      task.flowRate * Math.max(0, slot * this.#model.slotMinutes - task.releaseMinute) - this.#keep[slot]!;
    if (holder >= 0) {
      if (prices === null) return Infinity;
      cost += prices[holder]!;
    }
    if (task.disliked !== null && task.disliked[slot] === 1) cost += task.dislikeCost;
    return tolls === null ? cost : cost + tolls[slot]!;
  }

  /** Lower bound of the cost of `count` slots from `slot` on. */
  #least(task: TaskModel, slot: number, count: number, haste: number): number {
    const waiting = Math.max(0, slot * this.#model.slotMinutes - task.releaseMinute);
    return task.flowRate * waiting * count + this.#ending(task, slot + 1, haste);
  }

  /**
   * Lower bound of the cost of the whole task if it does not end before `slot`. `before` has the least cost
   * of the slots already placed. The others start no earlier than a chunk that is still open can have
   * started.
   */
  #leastFrom(task: TaskModel, slot: number, before: Float64Array, { haste }: InsertionCosts): number {
    const ending = this.#ending(task, slot + 1, haste) - task.keepTotal;
    const opened = slot + 1 - task.maxChunk;
    const waiting = task.flowRate * Math.max(0, opened * this.#model.slotMinutes - task.releaseMinute);
    let least = Infinity;
    for (let k = 0; k < task.slots && k < before.length; k++)
      least = Math.min(least, before[k]! + waiting * (task.slots - k));
    return least + ending;
  }

  #ending(task: TaskModel, end: number, haste: number): number {
    return lateCost(this.#model, task, end) + haste * end * this.#model.slotMinutes;
  }

  /** Cost of the switch at a chunk's start; infinite if it would touch a locked block of the same task. */
  #startCost(schedule: Schedule, task: TaskModel, slot: number): number {
    const left = slot === 0 ? -1 : schedule.owner[slot - 1]!;
    return left === task.index ? Infinity : schedule.switchCost(left, task.index);
  }

  #endCost(schedule: Schedule, task: TaskModel, slot: number): number {
    const right = slot === schedule.owner.length ? -1 : schedule.owner[slot]!;
    return right === task.index ? Infinity : schedule.switchCost(task.index, right);
  }

  #reserve(positions: number, width: number): void {
    if (this.#slots.length < positions) {
      this.#slots = new Int32Array(positions * 2);
      this.#sums = new Float64Array(positions * 2 + 1);
    }
    const cells = positions * width;
    if (this.#ended.length < cells) {
      this.#ended = new Float64Array(cells);
      this.#opened = new Float64Array(cells);
      this.#lengths = new Int32Array(cells);
      this.#origins = new Int32Array(cells);
    }
  }
}

/** Index of the first run that ends after the slot, by bisection. */
function firstRun(runs: Int32Array, slot: number): number {
  let low = 0;
  let high = runs.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle * 2 + 1]! <= slot) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}
