import { NO_CHUNKS, ownCost, type Schedule } from '../model/schedule.ts';
import type { TaskModel } from '../model/task-model.ts';
import { type Bounds, getWidth, PlaceValues, type Positions, Room } from './place-values.ts';

/**
 * Some tasks to be placed anew between two slots while everything else stays: the whole instance, or the tasks of a
 * window of time. The tasks have to be taken out of the schedule before.
 */
export class SubProblem {
  readonly schedule: Schedule;
  readonly positions: Positions;
  /** Numbers in all tables of all tasks: 8 bytes each. */
  readonly cells: number;
  /** Units of the largest task, and numbers in its table. */
  readonly mostUnits: number;
  readonly largestTable: number;
  /** How many tasks. */
  readonly size: number;
  /** Which of the tasks wait for which, by their numbers in `values`. */
  readonly pairs: readonly OrderedPair[];
  /** Cost of all tasks that no choice changes. */
  readonly fixed: number;
  /** `schedule.total` as it is without the tasks, less what they cost unplaced: add a solution's cost to get its plan's. */
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

  /** What each task costs from each position on; one per task, so that predecessors come before followers. */
  get values(): readonly PlaceValues[] {
    this.keepValues();
    return this.#values ?? [];
  }

  /** Makes all of `values` now; `eachValues` uses them then. */
  keepValues(): void {
    this.#values ??= this.#tasks.map((task, at) => this.#valuesOf(task, at));
  }

  /** The same one after the other in the same memory, for when there is not enough for all: keep none of them. */
  *eachValues(): Iterable<PlaceValues> {
    if (this.#values !== null) {
      yield* this.#values;
      return;
    }
    const room = new Room(this.positions);
    for (const [at, task] of this.#tasks.entries()) yield this.#valuesOf(task, at, room);
  }

  #valuesOf(task: number, at: number, room?: Room): PlaceValues {
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

/** The slot by which the task could be done if it had every free slot to itself; the horizon's end if it can not. */
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
  // Per set of hours the widest bounds of the tasks that keep to it.
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
