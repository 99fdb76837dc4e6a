import { MINUTE_MS } from '@dayloom/time';
import type { Instance, Task } from '../format/format.ts';
import type { HoursModel } from './hours-mask.ts';
import { type SlotGrid, toSlots } from './slot-grid.ts';

/** A task in slots. Costs are in the objective's integer units. */
export interface TaskModel {
  readonly index: number;
  readonly task: Task;
  /** The weight of its priority. */
  readonly weight: number;
  /** Equal numbers mean equal categories. */
  readonly category: number;
  /** Index in `SlotModel.hours`. */
  readonly hours: number;
  /** Slots left to place: all of its minutes except the locked ones. */
  readonly slots: number;
  readonly minChunk: number;
  readonly maxChunk: number;
  /** First slot that starts at or after `notBefore`. */
  readonly releaseSlot: number;
  /** Minutes from the start of the horizon to the release. */
  readonly releaseMinute: number;
  /** Blocks have to end at or before this slot (a hard due date); the slot count if there is none. */
  readonly latestEnd: number;
  /** Minutes from the start of the horizon; null without a due date, 0 if the date has passed. */
  readonly dueMinute: number | null;
  readonly hard: boolean;
  readonly lockedBlocks: readonly { readonly start: number; readonly end: number }[];
  /** End of the last locked block; 0 without one. */
  readonly lockedEnd: number;
  readonly predecessors: readonly number[];
  readonly successors: readonly number[];
  /** 1 where the slot is outside the preferred times; null without preferences. */
  readonly disliked: Uint8Array | null;
  /** Slots of the previous plan that can be kept, ascending, and the cost of leaving each one. */
  readonly keepSlots: Int32Array;
  readonly keepCosts: Float64Array;
  readonly keepTotal: number;
  /** Cost per slot and minute after release. */
  readonly flowRate: number;
  /** Cost per minute after a soft due date; 0 otherwise. */
  readonly lateRate: number;
  readonly dislikeCost: number;
}

export interface TaskSurroundings {
  readonly grid: SlotGrid;
  readonly busy: Uint8Array;
  readonly locked: Int32Array;
  readonly hours: readonly HoursModel[];
  readonly taskIndex: ReadonlyMap<string, number>;
  readonly dislikedBy: (prefer: Task['prefer']) => Uint8Array;
}

export function buildTasks(instance: Instance, around: TaskSurroundings): TaskModel[] {
  const { grid, taskIndex } = around;
  const categories = new Map<string, number>();
  const hoursIndex = new Map(around.hours.map((set, index) => [set.name, index]));
  const successors = instance.tasks.map((): number[] => []);
  const predecessors = instance.tasks.map((task, index) => {
    const list = [...new Set(task.after)].map((id) => taskIndex.get(id) ?? -1);
    for (const before of list) successors[before]?.push(index);
    return list;
  });
  const locks = instance.tasks.map((): { start: number; end: number }[] => []);
  for (const block of instance.locked) locks[taskIndex.get(block.task) ?? -1]?.push(toSlots(grid, block));
  const previous = instance.tasks.map((): number[] => []);
  for (const block of instance.previous ?? []) {
    const { start, end } = toSlots(grid, block);
    const list = previous[taskIndex.get(block.task) ?? -1] ?? [];
    for (let slot = Math.max(0, start); slot < Math.min(end, grid.slotCount); slot++) list.push(slot);
  }
  return instance.tasks.map((task, index) => {
    if (!categories.has(task.category)) categories.set(task.category, categories.size);
    const { slotMinutes, slotCount, startMs } = grid;
    const toMinute = (instant: string): number => (Date.parse(instant) - startMs) / MINUTE_MS;
    const weight = instance.weights.priority[task.priority];
    const release = task.notBefore === null ? 0 : Math.max(0, toMinute(task.notBefore));
    const due = task.due === null ? null : toMinute(task.due);
    const hard = due !== null && task.dueKind === 'hard';
    const lockedBlocks = locks[index] ?? [];
    const lockedSlots = lockedBlocks.reduce((sum, block) => sum + block.end - block.start, 0);
    const slots = task.minutes / slotMinutes - lockedSlots;
    const hours = hoursIndex.get(task.hours) ?? 0;
    const releaseSlot = Math.min(slotCount, Math.ceil(release / slotMinutes));
    const latestEnd = hard ? Math.min(slotCount, Math.max(0, Math.floor(due / slotMinutes))) : slotCount;
    const open = around.hours[hours]?.open;
    const canKeepSlot = (slot: number): boolean =>
      open?.[slot] === 1 &&
      around.busy[slot] === 0 &&
      around.locked[slot] === -1 &&
      slot >= releaseSlot &&
      slot < latestEnd;
    return {
      index,
      task,
      weight,
      category: categories.get(task.category) ?? 0,
      hours,
      slots,
      minChunk: Math.min(task.minChunk / slotMinutes, slots),
      maxChunk: task.maxChunk / slotMinutes,
      releaseSlot,
      releaseMinute: release,
      latestEnd,
      dueMinute: due === null ? null : Math.max(0, due),
      hard,
      lockedBlocks,
      lockedEnd: lockedBlocks.reduce((end, block) => Math.max(end, block.end), 0),
      predecessors: predecessors[index] ?? [],
      successors: successors[index] ?? [],
      disliked: task.prefer.length === 0 ? null : around.dislikedBy(task.prefer),
      ...keepCosts(instance, (previous[index] ?? []).filter(canKeepSlot)),
      flowRate: weight * instance.weights.flow * slotMinutes,
      lateRate: due !== null && !hard ? weight * instance.weights.late : 0,
      dislikeCost: instance.weights.prefer * slotMinutes,
    };
  });
}

/** Previous blocks of a task may overlap; then leaving the shared slot costs once per block. */
function keepCosts(
  { weights, slotMinutes }: Instance,
  slots: readonly number[],
): { keepSlots: Int32Array; keepCosts: Float64Array; keepTotal: number } {
  const costs = new Map<number, number>();
  for (const slot of slots) {
    const near = slot * slotMinutes < weights.nearMinutes ? weights.near : 1;
    costs.set(slot, (costs.get(slot) ?? 0) + weights.move * slotMinutes * near);
  }
  const keepSlots = Int32Array.from(costs.keys()).sort();
  const amounts = Float64Array.from(keepSlots, (slot) => costs.get(slot) ?? 0);
  return { keepSlots, keepCosts: amounts, keepTotal: amounts.reduce((sum, cost) => sum + cost, 0) };
}
