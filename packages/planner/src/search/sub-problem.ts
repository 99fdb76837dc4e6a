import { NO_CHUNKS, ownCost, type Schedule } from '../model/schedule.ts';
import type { TaskModel } from '../model/task-model.ts';
import { type Bounds, getWidth, PlaceValues, type Positions, Room } from './place-values.ts';

/**
 * Tasks to be placed again between two slots while everything else stays: the whole instance, or the tasks in
 * a window of time. The tasks must be removed from the schedule first.
 */
export class SubProblem {
  readonly schedule: Schedule;
  readonly positions: Positions;
  /** Numbers in the tables of all tasks, 8 bytes each. */
  readonly cells: number;
  /** Units of the largest task, and the numbers in its table. */
  readonly mostUnits: number;
  readonly largestTable: number;
  /** Number of tasks. */
  readonly size: number;
  /** The dependencies among the tasks, by their index in `values`. */
  readonly pairs: readonly OrderedPair[];
  /** The part of the tasks' cost that no placement changes. */
  readonly fixed: number;
  /**
   * `schedule.total` without the tasks, less the cost of leaving them unplaced. Add a solution's cost to get
   * its plan's.
   */
  readonly around: number;
  readonly #tasks: readonly number[];
  readonly #bounds: readonly Bounds[];
  #values: readonly PlaceValues[] | null = null;

  constructor(schedule: Schedule, tasks: readonly number[], from = 0, to = schedule.model.slotCount) {
    const { model } = schedule;
    this.schedule = schedule;
    const included = new Set(tasks);
    const sorted = tasks.length < 2 ? tasks : toOrder(schedule, included);
    this.#tasks = sorted;
    this.size = sorted.length;
    this.#bounds = toBounds(schedule, sorted, included, from, to);
    this.positions = toPositions(schedule, sorted, this.#bounds);
    const number = new Map(sorted.map((task, at) => [task, at]));
    this.pairs = sorted.flatMap((task, after) =>
      model.tasks[task]!.predecessors.flatMap((index) => {
        const before = number.get(index);
        return before === undefined ? [] : [{ before, after }];
      }),
    );
    const widths = sorted.reduce((sum, task) => sum + getWidth(model.tasks[task]!), 0);
    this.cells = (this.positions.count + 1) * widths;
    const widest = sorted.reduce((most, task) => Math.max(most, getWidth(model.tasks[task]!)), 1);
    this.mostUnits = widest - 1;
    this.largestTable = (this.positions.count + 1) * widest;
    let fixed = 0;
    let around = schedule.total;
    for (const index of sorted) {
      const task = model.tasks[index]!;
      fixed += task.keepTotal + model.weights.split * Math.max(0, task.lockedBlocks.length - 1);
      around -= ownCost(model, task, NO_CHUNKS);
    }
    this.fixed = fixed;
    this.around = around;
  }

  /** The cost table of each task, predecessors before followers. */
  get values(): readonly PlaceValues[] {
    this.keepValues();
    return this.#values ?? [];
  }

  /** Computes all of `values` now, so that `eachValues` uses them. */
  keepValues(): void {
    this.#values ??= this.#tasks.map((task, at) => this.#computeValues(task, at));
  }

  /**
   * `values` one after the other in the same memory, for when all do not fit. Do not keep a reference to any
   * of them.
   */
  *eachValues(): Iterable<PlaceValues> {
    if (this.#values !== null) {
      yield* this.#values;
      return;
    }
    const room = new Room(this.positions);
    for (const [at, task] of this.#tasks.entries()) yield this.#computeValues(task, at, room);
  }

  #computeValues(task: number, at: number, room?: Room): PlaceValues {
    return new PlaceValues(
      this.schedule,
      this.positions,
      this.schedule.model.tasks[task]!,
      this.#bounds[at]!,
      room,
    );
  }
}

export interface OrderedPair {
  readonly before: number;
  readonly after: number;
}

function toOrder({ model }: Schedule, included: ReadonlySet<number>): number[] {
  const sorted = [...included];
  return sorted.sort((a, b) => model.rank[a]! - model.rank[b]!);
}

function toBounds(
  schedule: Schedule,
  sorted: readonly number[],
  included: ReadonlySet<number>,
  from: number,
  to: number,
): Bounds[] {
  const { model } = schedule;
  const ends = new Map<number, number>();
  return sorted.map((index) => {
    const task = model.tasks[index]!;
    let earliest = Math.max(from, task.releaseSlot);
    for (const before of task.predecessors) {
      if (included.has(before)) earliest = Math.max(earliest, ends.get(before)!);
      else if (!schedule.isComplete(before)) earliest = model.slotCount;
      else earliest = Math.max(earliest, schedule.getEnd(before));
    }
    const latest = Math.min(to, schedule.latestEnd(index));
    ends.set(index, Math.max(task.lockedEnd, earliestEnd(schedule, task, earliest, latest)));
    const mustComplete = task.successors.some((next) => !included.has(next) && schedule.isPlaced(next));
    return { earliest, latest, mustComplete };
  });
}

/**
 * The slot by which the task could be done if no other task used the free slots; the end of the horizon if it
 * cannot.
 */
function earliestEnd(schedule: Schedule, task: TaskModel, earliest: number, latest: number): number {
  const { model, owner } = schedule;
  const { runs } = model.hours[task.hours]!;
  let left = task.slots;
  for (let run = 0; run < runs.length && left > 0; run += 2) {
    const end = Math.min(runs[run + 1]!, latest);
    for (let slot = Math.max(runs[run]!, earliest); slot < end; slot++) {
      if (owner[slot] === -1 && --left === 0) return slot + 1;
    }
  }
  return left > 0 ? model.slotCount : 0;
}

function toPositions(schedule: Schedule, sorted: readonly number[], bounds: readonly Bounds[]): Positions {
  const { model, owner } = schedule;
  // By set of hours, the widest bounds of its tasks.
  const widest = new Map<number, [number, number]>();
  for (const [at, index] of sorted.entries()) {
    const { hours } = model.tasks[index]!;
    const { earliest, latest } = bounds[at]!;
    const known = widest.get(hours);
    if (known) {
      known[0] = Math.min(known[0], earliest);
      known[1] = Math.max(known[1], latest);
    } else widest.set(hours, [earliest, latest]);
  }
  const used = new Uint8Array(model.slotCount);
  for (const [hours, [earliest, latest]] of widest) {
    const { runs } = model.hours[hours]!;
    for (let run = 0; run < runs.length; run += 2) {
      const end = Math.min(runs[run + 1]!, latest);
      for (let slot = Math.max(runs[run]!, earliest); slot < end; slot++)
        if (owner[slot] === -1) used[slot] = 1;
    }
  }
  const from = new Int32Array(model.slotCount + 2);
  let count = 0;
  for (let slot = 0; slot < model.slotCount; slot++) {
    from[slot] = count;
    if (used[slot] === 1) count++;
  }
  from.fill(count, model.slotCount);
  const slots = new Int32Array(count);
  for (let slot = 0; slot < model.slotCount; slot++) if (used[slot] === 1) slots[from[slot]!] = slot;
  return { count, slots, from };
}
