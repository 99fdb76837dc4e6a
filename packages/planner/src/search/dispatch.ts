import type { Chunks, Schedule } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';

/** The weights of a pass through time when it chooses the next task. */
export interface DispatchStyle {
  /** How early a due date counts, in mean task lengths of spare time. */
  readonly foresight: number;
  /** The weight of a hard due date, as a multiple of a soft one. */
  readonly hardness: number;
  /** The share of its followers' urgency that a task inherits, 0 to 1. */
  readonly following: number;
  /** How much a switch, a split and a disliked time of day count in a choice, 0 to 1. */
  readonly comfort: number;
}

/**
 * No style is best for every week. Each of these was the best for some group of benchmark instances, the
 * first for most.
 */
export const DISPATCH_STYLES: readonly DispatchStyle[] = [
  { foresight: 3, hardness: 4, following: 1, comfort: 0 },
  { foresight: 1, hardness: 1, following: 1, comfort: 0 },
  { foresight: 3, hardness: 4, following: 1, comfort: 1 },
  { foresight: 10, hardness: 1, following: 1, comfort: 1 },
  { foresight: 3, hardness: 4, following: 0, comfort: 0 },
  { foresight: 1, hardness: 4, following: 1, comfort: 0.3 },
  { foresight: 30, hardness: 1, following: 1, comfort: 1 },
  { foresight: 10, hardness: 4, following: 1, comfort: 0.3 },
  { foresight: 1, hardness: 4, following: 0, comfort: 0 },
  { foresight: 2, hardness: 10, following: 0.5, comfort: 0.5 },
  { foresight: 5, hardness: 2, following: 0.5, comfort: 0 },
  { foresight: 30, hardness: 4, following: 1, comfort: 1 },
];

/**
 * One pass through time ('apparent tardiness cost'): each free slot goes to the task that loses most by
 * waiting, if it fits before the next event. Takes milliseconds for a thousand tasks. Unlike insertion task
 * by task, it sees all tasks that compete for an hour at once. Tasks that it cannot complete are left out.
 * Changes the schedule, which must have no movable blocks.
 */
export function dispatch(schedule: Schedule, style: DispatchStyle): void {
  const { model } = schedule;
  const chunks = new Pass(model, style).run();
  for (const task of model.order) {
    if (chunks[task]!.length > 0 && schedule.earliestStart(task) >= 0) schedule.place(task, chunks[task]!);
  }
}

class Pass {
  readonly #model: SlotModel;
  readonly #style: DispatchStyle;
  /**
   * By set of hours and slot: the end of the free run around the slot (0: none), and the number of usable
   * slots before it.
   */
  readonly #runEnd: readonly Int32Array[];
  readonly #usable: readonly Int32Array[];
  readonly #left: Int32Array;
  readonly #due: Float64Array;
  readonly #hard: Uint8Array;
  /** Cost per slot and minute of waiting: always, and in addition after the due date. */
  readonly #waiting: Float64Array;
  readonly #urgency: Float64Array;
  readonly #reach: number;
  readonly #hours: Int32Array;
  readonly #shortest: Int32Array;

  constructor(model: SlotModel, style: DispatchStyle) {
    this.#model = model;
    this.#style = style;
    this.#runEnd = model.hours.map(({ runs }) => {
      const ends = new Int32Array(model.slotCount);
      for (let run = 0; run < runs.length; run += 2) ends.fill(runs[run + 1]!, runs[run], runs[run + 1]);
      return ends;
    });
    this.#usable = this.#runEnd.map((ends) => {
      const sums = new Int32Array(model.slotCount + 1);
      for (let slot = 0; slot < model.slotCount; slot++)
        sums[slot + 1] = sums[slot]! + (ends[slot]! > 0 ? 1 : 0);
      return sums;
    });
    const { tasks, weights, slotMinutes } = model;
    this.#left = Int32Array.from(tasks, (task) => task.slots);
    this.#due = Float64Array.from(tasks, ({ dueMinute }) =>
      dueMinute === null ? Infinity : dueMinute / slotMinutes,
    );
    this.#hard = Uint8Array.from(tasks, (task) => (task.hard ? 1 : 0));
    this.#waiting = Float64Array.from(tasks, (task) => task.flowRate);
    this.#urgency = Float64Array.from(tasks, (task) => {
      const rate = task.hard ? style.hardness * task.weight * weights.late : task.lateRate;
      return rate / Math.max(1, task.slots);
    });
    this.#hours = Int32Array.from(tasks, (task) => task.hours);
    this.#shortest = Int32Array.from(tasks, (task) => task.minChunk);
    const total = tasks.reduce((sum, task) => sum + task.slots, 0);
    this.#reach = style.foresight * Math.max(1, total / Math.max(1, tasks.length));
    this.#inherit();
  }

  /** A task is at least as urgent, and as costly to delay, as its followers. */
  #inherit(): void {
    const { tasks, order } = this.#model;
    for (const index of order.toReversed()) {
      const task = tasks[index]!;
      for (const next of task.successors) {
        const slots = Math.max(1, task.slots);
        const after = tasks[next]!.slots;
        const due = this.#due[next]! - after;
        if (due < this.#due[index]!) {
          this.#due[index] = due;
          this.#urgency[index] = Math.max(this.#urgency[index]!, (this.#urgency[next]! * after) / slots);
          if (this.#hard[next] === 1) this.#hard[index] = 1;
        }
        const shared = this.#style.following * after;
        const mean = (this.#waiting[index]! * slots + this.#waiting[next]! * shared) / (slots + shared);
        this.#waiting[index] = Math.max(this.#waiting[index]!, mean);
      }
    }
  }

  run(): readonly Chunks[] {
    const { tasks, slotCount, locked } = this.#model;
    const left = this.#left;
    const chunks: number[][] = tasks.map(() => []);
    const waitsFor = Int32Array.from(
      tasks,
      (task) => task.predecessors.filter((before) => left[before]! > 0).length,
    );
    const release = Int32Array.from(tasks, (task) =>
      task.predecessors.reduce(
        (start, before) => Math.max(start, tasks[before]!.lockedEnd),
        task.releaseSlot,
      ),
    );
    const coming = tasks
      .filter((task) => task.slots > 0)
      .sort((a, b) => release[a.index]! - release[b.index]!);
    const open = new Int32Array(tasks.length);
    let count = 0;
    const openUp = (task: number): void => {
      if (waitsFor[task] === 0 && left[task]! > 0) open[count++] = task;
    };
    let next = 0;
    let neighbour = -1;
    for (let slot = 0; slot < slotCount; ) {
      if (locked[slot]! >= 0 || this.#isClosed(slot)) {
        neighbour = locked[slot]!;
        slot++;
        continue;
      }
      for (; next < coming.length && release[coming[next]!.index]! <= slot; next++)
        openUp(coming[next]!.index);
      const at = this.#choose(open, count, slot, neighbour);
      if (at < 0) {
        neighbour = -1;
        slot++;
        continue;
      }
      const index = open[at]!;
      const chosen = tasks[index]!;
      const length = this.#chunkAt(chosen, slot);
      chunks[index]!.push(slot, slot + length);
      left[index]! -= length;
      neighbour = index;
      const startedAt = slot;
      slot += length;
      if (left[index] !== 0) continue;
      open[at] = open[--count]!;
      for (const after of chosen.successors) {
        waitsFor[after]!--;
        // Tasks released during the chunk become available later, with all others of their release slot.
        if (release[after]! <= startedAt) openUp(after);
      }
    }
    return chunks.map((list, task) => (left[task] === 0 ? list : []));
  }

  #isClosed(slot: number): boolean {
    for (const ends of this.#runEnd) if (ends[slot]! > 0) return false;
    return true;
  }

  /** The index in `open` of the task that loses most without the slot; -1 if no task can use it. */
  #choose(open: Int32Array, count: number, slot: number, neighbour: number): number {
    const left = this.#left;
    const due = this.#due;
    const waiting = this.#waiting;
    const urgency = this.#urgency;
    const reach = this.#reach;
    const { comfort } = this.#style;
    const usable = this.#usable;
    const listHours = this.#hours;
    const shortest = this.#shortest;
    const { tasks } = this.#model;
    let longestRun = 0;
    for (const ends of this.#runEnd) longestRun = Math.max(longestRun, ends[slot]! - slot);
    let most = -Infinity;
    let chosen = -1;
    for (let at = 0; at < count; at++) {
      const index = open[at]!;
      const urgent = urgency[index]!;
      let loss = waiting[index]!;
      // Upper bound of the loss: skip tasks that cannot win.
      if (loss + 3 * urgent <= most || shortest[index]! > longestRun || neighbour === index) continue;
      const dueSlot = due[index]!;
      if (dueSlot !== Infinity) {
        const sums = usable[listHours[index]!]!;
        const spare =
          (dueSlot > slot ? sums[Math.min(Math.floor(dueSlot), sums.length - 1)]! - sums[slot]! : 0) -
          left[index]!;
        // A hard due date without spare time has priority; one that cannot be met any more counts less.
        if (spare > 0) loss += urgent * Math.exp(-spare / reach);
        else if (this.#hard[index] === 0) loss += urgent;
        else loss += urgent * (spare === 0 ? 3 : 0.5);
      }
      if (loss <= most) continue;
      const task = tasks[index]!;
      const length = this.#chunkAt(task, slot);
      if (length === 0) continue;
      if (comfort > 0) loss -= this.#discomfort(task, slot, length, neighbour);
      if (loss > most) {
        most = loss;
        chosen = at;
      }
    }
    return chosen;
  }

  /**
   * The longest chunk of the task that may start at the slot and leaves enough for another one; 0 if none.
   */
  #chunkAt(task: TaskModel, slot: number): number {
    const left = this.#left[task.index]!;
    const end = Math.min(this.#runEnd[task.hours]![slot]!, task.latestEnd);
    let length = Math.min(left, task.maxChunk, end - slot);
    if (length < left && left - length < task.minChunk) length = left - task.minChunk;
    if (length < task.minChunk) return 0;
    // The chunk may not touch a pinned block of the same task.
    return this.#model.locked[slot + length] === task.index ? 0 : length;
  }

  /** What the place costs the task in addition to time, per slot and minute. */
  #discomfort(task: TaskModel, slot: number, length: number, neighbour: number): number {
    const { comfort } = this.#style;
    const { tasks, weights, slotMinutes } = this.#model;
    const share = comfort / (length * slotMinutes * 8);
    let cost = 0;
    if (neighbour >= 0 && tasks[neighbour]!.category !== task.category) cost += weights.switch * share;
    if (length < this.#left[task.index]!) cost += weights.split * share;
    if (task.disliked !== null && task.disliked[slot] === 1)
      cost += (comfort * weights.prefer) / (4 * slotMinutes);
    return cost;
  }
}
