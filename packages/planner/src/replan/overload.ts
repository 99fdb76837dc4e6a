import { Schedule } from '../model/schedule.ts';
import { getSlotStart } from '../model/slot-grid.ts';
import type { SlotModel } from '../model/slot-model.ts';

/**
 * Where a proof may end: at hard due dates, at soft ones (hard ones included), or at the end of the horizon.
 */
export type Deadlines = 'hard' | 'horizon' | 'soft';

/**
 * A proof that not everything can be done in time: between two instants these tasks need more time than there
 * is. It holds for every plan, even one that cuts the tasks into single slots.
 */
export interface Overload {
  readonly deadlines: Deadlines;
  readonly from: string;
  readonly to: string;
  readonly neededMinutes: number;
  /** Free minutes in the hours of these tasks, without meetings and pinned blocks. */
  readonly freeMinutes: number;
  /** The tasks that have to be between the two instants, by due date. */
  readonly tasks: readonly { readonly task: string; readonly minutes: number }[];
}

/** When a task has to be done, in slots, for work that may be cut into single slots. */
export interface TaskWindow {
  readonly index: number;
  readonly release: number;
  readonly due: number;
  /** The task's own dates, without those that follow from dependencies. */
  readonly ownRelease: number;
  readonly ownDue: number;
  /** `ownDue` is a soft due date. */
  readonly isSoft: boolean;
  readonly slots: number;
  readonly hours: number;
}

/** With more sets of hours than this, only each set alone and all together are checked. */
const MAX_SETS = 4;

/**
 * The proof with the earliest end and the largest excess. Null if work cut into single slots can meet all
 * deadlines (exact if all tasks use the same hours). Releases and due dates are propagated along dependencies
 * first: a task has to end before its followers must begin. The span begins and ends at dates that were set,
 * if such a proof exists.
 */
export function findOverload(model: SlotModel, deadlines: Deadlines): Overload | null {
  const free = toFreePrefixSums(model);
  const windows = listTaskWindows(model, deadlines, free);
  if (windows.length === 0) return null;
  const mayEnd: Record<Deadlines, (window: TaskWindow) => boolean> = {
    hard: () => true,
    horizon: ({ due }) => due === model.slotCount,
    soft: ({ isSoft }) => isSoft,
  };
  const isEnd = mayEnd[deadlines];
  // A date that was set is more useful to the reader than one that follows from dependencies. But with
  // several sets of hours, or if a task is due before it may begin, only a derived date may give a proof.
  const best =
    tightest(
      model,
      windows,
      ({ ownRelease }) => ownRelease,
      (window) => isEnd(window) && window.due === window.ownDue,
      true,
    ) ?? tightest(model, windows, ({ release }) => release, isEnd, false);
  if (best === null) return null;
  const { from, to, set } = best;
  const tasks = windows
    .filter((one) => set.includes(one.hours) && one.release >= from && one.due <= to)
    .sort((a, b) => a.due - b.due);
  // Leave out sets of hours that none of these tasks may use.
  const sums = toUnionPrefixSums(model, [...new Set(tasks.map(({ hours }) => hours))]);
  const { slotMinutes } = model;
  return {
    deadlines,
    from: getSlotStart(model, from),
    to: getSlotStart(model, to),
    neededMinutes: tasks.reduce((sum, { slots }) => sum + slots, 0) * slotMinutes,
    freeMinutes: Math.max(0, sums[to]! - sums[Math.min(from, to)]!) * slotMinutes,
    tasks: tasks.map(({ index, slots }) => ({
      task: model.tasks[index]!.task.id,
      minutes: slots * slotMinutes,
    })),
  };
}

interface OverloadSpan {
  readonly from: number;
  readonly to: number;
  readonly set: readonly number[];
  readonly excess: number;
}

/**
 * Picks the allowed span that ends first, then the one with the largest excess, then the one that
 * begins last.
 */
function tightest(
  model: SlotModel,
  windows: readonly TaskWindow[],
  getBegin: (window: TaskWindow) => number,
  mayEnd: (window: TaskWindow) => boolean,
  inOrder: boolean,
): OverloadSpan | null {
  const begins = [...new Set(windows.map(getBegin))].sort((a, b) => b - a);
  const ends = new Set(windows.filter(mayEnd).map(({ due }) => due));
  const byDue = windows.toSorted((a, b) => a.due - b.due);
  let best: OverloadSpan | null = null;
  for (const set of listHourSets(model, windows)) {
    const sums = toUnionPrefixSums(model, set);
    const inside = byDue.filter(({ hours }) => set.includes(hours));
    for (const from of begins) {
      let needed = 0;
      for (let at = 0; at < inside.length; at++) {
        const { due, release, slots } = inside[at]!;
        // An earlier end was found already.
        if (best !== null && due > best.to) break;
        if (release >= from) needed += slots;
        if (inside[at + 1]?.due === due || !ends.has(due) || (inOrder && from >= due)) continue;
        const excess = needed - Math.max(0, sums[due]! - sums[Math.min(from, due)]!);
        if (excess > 0 && (best === null || due < best.to || excess > best.excess))
          best = { from, to: due, set, excess };
      }
    }
  }
  return best;
}

/** By set of hours, the number of free slots before each slot. */
export function toFreePrefixSums(model: SlotModel): Int32Array[] {
  return model.hours.map((_, set) => toUnionPrefixSums(model, [set]));
}

/** The number of slots before each slot in which work in any of the sets of hours can be done. */
export function toUnionPrefixSums(model: SlotModel, sets: readonly number[]): Int32Array {
  const used = new Uint8Array(model.slotCount);
  for (const set of sets) {
    const { runs } = model.hours[set]!;
    for (let run = 0; run < runs.length; run += 2) used.fill(1, runs[run], runs[run + 1]);
  }
  const sums = new Int32Array(model.slotCount + 1);
  for (let slot = 0; slot < model.slotCount; slot++) sums[slot + 1] = sums[slot]! + used[slot]!;
  return sums;
}

/** Every combination of the sets of hours in use, if there are few. */
export function listHourSets(model: SlotModel, windows: readonly TaskWindow[]): number[][] {
  const used = [...new Set(windows.map(({ hours }) => hours))];
  if (used.length > MAX_SETS) return [...used.map((set) => [set]), used];
  return Array.from({ length: 2 ** used.length - 1 }, (_, mask) =>
    used.filter((_set, at) => ((mask + 1) >> at) & 1),
  );
}

export function listTaskWindows(
  model: SlotModel,
  deadlines: Deadlines,
  free: readonly Int32Array[],
): TaskWindow[] {
  const { tasks, order, slotCount, slotMinutes } = model;
  const open = new Schedule(model);
  const release = Int32Array.from(tasks, (task) =>
    Math.max(task.releaseSlot, lockedEndBefore(model, task.index)),
  );
  const due = Int32Array.from(tasks, (task) => {
    if (task.hard) return task.latestEnd;
    if (deadlines === 'soft' && task.dueMinute !== null)
      return Math.min(slotCount, Math.floor(task.dueMinute / slotMinutes));
    return deadlines === 'hard' ? -1 : slotCount;
  });
  const [ownRelease, ownDue] = [release.slice(), due.slice()];
  for (const index of order) {
    const { successors, slots, hours } = tasks[index]!;
    if (open.isComplete(index)) continue;
    const end = slotAfter(free[hours]!, release[index]!, slots);
    for (const next of successors) release[next] = Math.max(release[next]!, end);
  }
  for (const index of order.toReversed()) {
    const { slots, hours, predecessors } = tasks[index]!;
    if (due[index]! < 0 || slots === 0) continue;
    const start = slotBefore(free[hours]!, due[index]!, slots);
    for (const before of predecessors) due[before] = due[before]! < 0 ? start : Math.min(due[before]!, start);
  }
  return (
    tasks
      // Overdue tasks need no proof.
      .filter((task) => task.slots > 0 && (task.hard ? due[task.index]! >= 0 : due[task.index]! > 0))
      .map(({ index, slots, hours }) => ({
        index,
        slots,
        hours,
        release: Math.min(release[index]!, slotCount),
        due: Math.max(0, due[index]!),
        ownRelease: Math.min(ownRelease[index]!, slotCount),
        ownDue: ownDue[index]!,
        isSoft: deadlines === 'soft' && !tasks[index]!.hard && tasks[index]!.dueMinute !== null,
      }))
  );
}

function lockedEndBefore(model: SlotModel, index: number): number {
  return model.tasks[index]!.predecessors.reduce(
    (end, before) => Math.max(end, model.tasks[before]!.lockedEnd),
    0,
  );
}

/** The slot by which `count` free slots have passed since `from`. */
function slotAfter(sums: Int32Array, from: number, count: number): number {
  let slot = Math.min(from, sums.length - 1);
  const goal = sums[slot]! + count;
  while (slot < sums.length - 1 && sums[slot]! < goal) slot++;
  return slot;
}

/** The last slot from which `count` free slots are left until `to`; 0 if there are fewer. */
function slotBefore(sums: Int32Array, to: number, count: number): number {
  let slot = Math.min(to, sums.length - 1);
  const goal = sums[slot]! - count;
  while (slot > 0 && sums[slot]! > goal) slot--;
  return slot;
}
