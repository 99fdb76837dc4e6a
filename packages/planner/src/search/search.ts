import { type Chunks, Schedule } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import { delayCosts, insertionOrders } from './construct.ts';
import { type Insertion, type InsertionCosts } from './insertion.ts';
import type { Random } from './random.ts';
import { computeIdeals, displacementPrice, listTasksAround, withPredecessors } from './surroundings.ts';
import { placeTogether } from './window-search.ts';

/** How often a task may push others out in one step. */
const MAX_BUMPS = 6;
/**
 * The annealing temperature is this factor times the median loss of the first `SAMPLE` steps that made the
 * plan worse.
 */
const SAMPLE = 60;
const FIRST_HEAT = 0.08;
/**
 * How often the tasks of a stretch of time are placed together, the least and most of them, and the cost of
 * that in simple steps.
 */
const TOGETHER = 0.3;
const FEWEST_TOGETHER = 6;
const MAX_TOGETHER = 16;
const TOGETHER_EFFORT = 10;
/** How often a recreation reserves a stretch. */
const RESERVE = 0.3;

/**
 * Large-neighbourhood search. It removes a few tasks and inserts them in another order, or gives one task its
 * ideal place and finds new ones for the tasks that it pushes out. Worse plans are accepted now and then,
 * less often as time runs out (simulated annealing).
 */
export class Search {
  readonly schedule: Schedule;
  readonly insertion: Insertion;
  readonly #model: SlotModel;
  readonly #random: Random;
  /** By insertion order, the rank of each task in it. */
  readonly #ranks: readonly Int32Array[];
  /** The cost and the start of each task if it were the only one. */
  readonly #idealCost: Float64Array;
  readonly #idealStart: Int32Array;
  /**
   * By task, an estimate of the cost per slot of pushing it out. `#prices` is that estimate, scaled, and
   * infinite for pinned tasks.
   */
  readonly #displacement: Float64Array;
  readonly #prices: Float64Array;
  readonly #pinned: Uint8Array;
  readonly #waiting: Uint8Array;
  /** By task, what a minute's delay costs all direct and indirect followers. */
  readonly #following: Float64Array;
  #haste = 0;
  readonly #tolls: Float64Array;
  readonly #tolled: number[] = [];
  #favoured = -1;
  readonly #deltas: number[] = [];
  #heat = 0;
  #best: readonly Chunks[];
  #bestTotal: number;

  constructor(schedule: Schedule, insertion: Insertion, random: Random) {
    const { model } = schedule;
    const count = model.tasks.length;
    this.schedule = schedule;
    this.insertion = insertion;
    this.#model = model;
    this.#random = random;
    this.#ranks = insertionOrders(model).map((order) => {
      const ranks = new Int32Array(count);
      for (const [rank, task] of order.entries()) ranks[task] = rank;
      return ranks;
    });
    const ideals = computeIdeals(model, insertion);
    this.#idealCost = ideals.costs;
    this.#idealStart = ideals.starts;
    this.#displacement = Float64Array.from(model.tasks, displacementPrice);
    this.#prices = new Float64Array(count);
    this.#pinned = new Uint8Array(count);
    this.#waiting = new Uint8Array(count);
    this.#following = delayCosts(model);
    this.#tolls = new Float64Array(model.slotCount);
    this.#best = schedule.snapshot();
    this.#bestTotal = schedule.total;
  }

  get bestTotal(): number {
    return this.#bestTotal;
  }

  get best(): readonly Chunks[] {
    return this.#best;
  }

  /** The cost of the last step in simple steps. */
  effort = 1;

  /**
   * Makes one change and keeps or reverts it. `progress` runs from 0 to 1. Returns whether it found a new
   * best plan.
   */
  step(progress: number): boolean {
    const { schedule } = this;
    const before = schedule.total;
    schedule.begin();
    this.effort = 1;
    this.#change();
    const delta = schedule.total - before;
    if (schedule.total < this.#bestTotal) {
      this.#best = schedule.snapshot();
      this.#bestTotal = schedule.total;
      return true;
    }
    if (delta > 0 && !this.#acceptsWorse(delta, progress)) schedule.rollback();
    return false;
  }

  restoreBest(): void {
    this.schedule.restore(this.#best);
  }

  #acceptsWorse(delta: number, progress: number): boolean {
    if (this.#deltas.length < SAMPLE) {
      this.#deltas.push(delta);
      if (this.#deltas.length === SAMPLE)
        this.#heat = this.#deltas.toSorted((a, b) => a - b)[SAMPLE >> 1]! * FIRST_HEAT;
      return false;
    }
    const heat = this.#heat * (1 - progress) ** 2;
    return delta < -heat * Math.log(this.#random.next() + 1e-12);
  }

  #change(): void {
    const random = this.#random;
    const target = this.#pickUnhappy();
    if (random.next() < TOGETHER) {
      this.#together(target);
      return;
    }
    const createDice = random.next();
    if (createDice < 0.2) this.#recreate([target], [target], MAX_BUMPS);
    else if (createDice < 0.45) this.#recreate(this.#around(target, this.#findStart(target)), [], 0);
    else if (createDice < 0.78) this.#recreate(this.#around(target, this.#idealStart[target]!), [target], 0);
    else if (createDice < 0.95) this.#recreate(this.#some(target), [], random.next() < 0.5 ? 2 : 0);
    else this.#rescue();
  }

  /**
   * Places everything around these slots together again, keeping only improvements. Returns the cost in
   * simple steps.
   */
  polish(slots: readonly number[]): number {
    for (const slot of slots) this.#togetherAround(slot, null);
    if (this.schedule.total < this.#bestTotal) {
      this.#best = this.schedule.snapshot();
      this.#bestTotal = this.schedule.total;
    }
    return slots.length * TOGETHER_EFFORT;
  }

  /**
   * Places the tasks of a stretch of time together: around the target, or around its ideal place with the
   * target included.
   */
  #together(target: number): void {
    const moves = this.#random.next() < 0.3;
    this.effort = TOGETHER_EFFORT;
    this.#togetherAround(moves ? this.#idealStart[target]! : this.#findStart(target), moves ? target : null);
  }

  #togetherAround(center: number, target: number | null): void {
    const random = this.#random;
    const { schedule } = this;
    const { owner } = schedule;
    const size = FEWEST_TOGETHER + random.below(MAX_TOGETHER - FEWEST_TOGETHER);
    const found = new Set<number>();
    const back = random.below(size);
    let from = Math.min(center, owner.length - 1);
    for (; from >= 0 && found.size < back; from--) if (this.#isMovable(owner[from]!)) found.add(owner[from]!);
    let to = Math.max(0, center);
    for (; to < owner.length && found.size < size; to++)
      if (this.#isMovable(owner[to]!)) found.add(owner[to]!);
    from = Math.max(0, from + 1);
    if (target !== null) found.add(target);
    for (const task of found) {
      const chunks = schedule.getChunks(task);
      if (chunks.length === 0) continue;
      from = Math.min(from, chunks[0]!);
      to = Math.max(to, chunks.at(-1)!);
    }
    placeTogether(schedule, [...found], from, to, { width: 4 + random.below(12), steps: 15 });
  }

  #isMovable(task: number): boolean {
    return task >= 0 && this.schedule.isPlaced(task);
  }

  /** Makes room for an incomplete task and all its predecessors before any other task. */
  #rescue(): void {
    const random = this.#random;
    const incomplete = this.#pickIncomplete();
    const target = incomplete < 0 ? this.#pickUnhappy() : incomplete;
    const group = withPredecessors(this.#model, target);
    const { latestEnd, dueMinute } = this.#model.tasks[target]!;
    const end = Math.min(
      latestEnd,
      dueMinute === null ? latestEnd : Math.ceil(dueMinute / this.#model.slotMinutes),
    );
    // Most or all tasks before its end are removed.
    const spared = random.next() * 0.3;
    const found = new Set(group);
    for (let slot = end - 1; slot >= 0 && found.size < group.length + 12; slot--) {
      const task = this.schedule.owner[slot]!;
      if (task >= 0 && !found.has(task) && this.schedule.isPlaced(task) && random.next() >= spared)
        found.add(task);
    }
    this.#recreate([...found], group, random.next() < 0.5 ? 3 : 0);
  }

  /** Picks from a few random tasks the one whose cost is furthest above its ideal. */
  #pickUnhappy(): number {
    const count = this.#model.tasks.length;
    let picked = this.#random.below(count);
    for (let tries = this.#random.below(4); tries > 0; tries--) {
      const other = this.#random.below(count);
      if (this.#regret(other) > this.#regret(picked)) picked = other;
    }
    return picked;
  }

  #regret(task: number): number {
    return this.schedule.getCost(task) - this.#idealCost[task]!;
  }

  #findStart(task: number): number {
    return this.schedule.getChunks(task)[0] ?? this.#idealStart[task]!;
  }

  #around(target: number, center: number): number[] {
    return listTasksAround(this.schedule, target, center, 2 + this.#random.below(6));
  }

  #some(target: number): number[] {
    const found = new Set([target]);
    for (let more = 1 + this.#random.below(4); more > 0; more--)
      found.add(this.#random.below(this.#model.tasks.length));
    for (const next of this.#model.tasks[target]!.successors) found.add(next);
    for (const before of this.#model.tasks[target]!.predecessors) found.add(before);
    return [...found];
  }

  /**
   * Removes the tasks and inserts them one by one, those of `first` first. Tasks may push others out `bumps`
   * times in all.
   */
  #recreate(tasks: readonly number[], first: readonly number[], bumps: number): void {
    const { schedule } = this;
    const queue = this.#ordered(tasks, first);
    const random = this.#random;
    if (tasks.length > 1 && random.next() < RESERVE) this.#reserve(tasks);
    this.#haste = first.length > 1 ? 30 * random.next() ** 2 : Math.max(0, 3 * random.next() - 1);
    for (const task of queue) {
      schedule.remove(task);
      this.#waiting[task] = 1;
    }
    let bumpsLeft = bumps;
    const pinned: number[] = [];
    let extras = 2;
    while (queue.length > 0 || extras > 0) {
      if (queue.length === 0) {
        extras--;
        const extra = this.#pickIncomplete();
        if (extra < 0 || this.#pinned[extra] === 1) continue;
        schedule.remove(extra);
        queue.push(extra);
      }
      const task = this.#takeReady(queue);
      this.#waiting[task] = 0;
      const pushes = bumpsLeft > 0 && (first.includes(task) || this.#random.next() < 0.6);
      if (pushes) bumpsLeft--;
      this.#insert(task, queue, pushes);
      this.#pinned[task] = 1;
      pinned.push(task);
    }
    for (const task of pinned) this.#pinned[task] = 0;
    for (const slot of this.#tolled) this.#tolls[slot] = 0;
    this.#tolled.length = 0;
  }

  #insert(task: number, queue: number[], pushes: boolean): void {
    const { schedule, insertion } = this;
    const costs: InsertionCosts = {
      prices: pushes ? this.#slotPrices() : null,
      tolls: this.#tolled.length > 0 && task !== this.#favoured ? this.#tolls : null,
      haste: this.#haste * this.#following[task]!,
    };
    let chunks = insertion.search(schedule, task, costs);
    if (pushes && chunks.length > 0) {
      for (let at = 0; at < chunks.length; at += 2) {
        for (let slot = chunks[at]!; slot < chunks[at + 1]!; slot++) {
          const holder = schedule.owner[slot]!;
          if (holder >= 0) this.#eject(holder, queue);
        }
      }
    }
    schedule.place(task, chunks);
    if (schedule.isComplete(task)) return;
    // Its followers have to be removed too. Without them, the task may end later.
    let alone = true;
    for (const next of this.#model.tasks[task]!.successors) {
      if (!schedule.isPlaced(next)) continue;
      this.#ejectWithFollowers(next, queue);
      alone = false;
    }
    if (alone && !pushes) return;
    schedule.remove(task);
    chunks = insertion.search(schedule, task, { ...costs, prices: null });
    schedule.place(task, chunks);
  }

  /** Reserves the place of one of the removed tasks, or a part of it, for one of them. */
  #reserve(tasks: readonly number[]): void {
    const random = this.#random;
    const chunks = this.schedule.getChunks(tasks[random.below(tasks.length)]!);
    this.#favoured = tasks[random.below(tasks.length)]!;
    if (chunks.length === 0) return;
    const at = 2 * random.below(chunks.length / 2);
    const start = Math.max(0, chunks[at]! - random.below(4));
    const end = Math.min(this.#tolls.length, chunks[at + 1]! + random.below(4));
    const toll = this.#displacement[this.#favoured]! * 4 * random.next();
    for (let slot = start; slot < end; slot++) {
      this.#tolls[slot] = toll;
      this.#tolled.push(slot);
    }
  }

  #eject(task: number, queue: number[]): void {
    this.schedule.remove(task);
    if (this.#waiting[task] === 1) return;
    this.#waiting[task] = 1;
    queue.push(task);
  }

  #ejectWithFollowers(task: number, queue: number[]): void {
    this.#eject(task, queue);
    for (const next of this.#model.tasks[task]!.successors) {
      if (this.schedule.isPlaced(next)) this.#ejectWithFollowers(next, queue);
    }
  }

  #pickIncomplete(): number {
    if (this.schedule.incomplete === 0) return -1;
    const count = this.#model.tasks.length;
    const offset = this.#random.below(count);
    for (let step = 0; step < count; step++) {
      const task = (offset + step) % count;
      if (!this.schedule.isComplete(task) && this.schedule.earliestStart(task) >= 0) return task;
    }
    return -1;
  }

  /** Removes from the queue the first task that depends on none of the others. */
  #takeReady(queue: number[]): number {
    const at = queue.findIndex((task) =>
      this.#model.tasks[task]!.predecessors.every((before) => this.#waiting[before] === 0),
    );
    return queue.splice(Math.max(0, at), 1)[0]!;
  }

  #ordered(tasks: readonly number[], first: readonly number[]): number[] {
    const kind = this.#random.below(this.#ranks.length + 2);
    const ranks = this.#ranks[kind];
    const noise = this.#model.tasks.length * 0.15;
    const keys = new Map(
      tasks.map((task) => [
        task,
        first.includes(task)
          ? first.indexOf(task) - first.length - 1
          : ranks
            ? ranks[task]! + this.#random.next() * noise
            : this.#random.next(),
      ]),
    );
    return tasks.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
  }

  /** Prices for pushing tasks out, scaled at random because no estimate is right for every week. */
  #slotPrices(): Float64Array {
    const scale = 4 * this.#random.next() ** 3;
    for (let task = 0; task < this.#prices.length; task++) {
      this.#prices[task] = this.#pinned[task] === 1 ? Infinity : this.#displacement[task]! * scale;
    }
    return this.#prices;
  }
}
