import { getZone, MINUTE_MS } from '@dayloom/time';
import { getOverrides, type Instance, type Weights } from '../format/format.ts';
import { dislikedMask, type HoursModel, hoursMask, openRuns } from './hours-mask.ts';
import { type SlotGrid, toSlots } from './slot-grid.ts';
import { buildTasks, type TaskModel } from './task-model.ts';

/**
 * An instance on its grid, as typed arrays: everything that does not change during the search. Slot `k` is
 * `[start + k*slotMinutes, start + (k+1)*slotMinutes)`.
 */
export interface SlotModel extends SlotGrid {
  readonly instance: Instance;
  readonly weights: Weights;
  readonly horizonMinutes: number;
  /** 1 where a buffered busy event touches the slot. */
  readonly busy: Uint8Array;
  /** Index of the task whose locked block covers the slot, or -1. */
  readonly locked: Int32Array;
  readonly hours: readonly HoursModel[];
  readonly tasks: readonly TaskModel[];
  readonly taskIndex: ReadonlyMap<string, number>;
  /** Tasks in topological order: each comes after all tasks it depends on. */
  readonly order: readonly number[];
  /** By task, its index in `order`. */
  readonly rank: Int32Array;
}

const models = new WeakMap<Instance, SlotModel>();

/** The model of an instance, cached per object: explaining block after block must not rebuild it. */
export function toModel(instance: Instance): SlotModel {
  let model = models.get(instance);
  if (!model) {
    model = buildModel(instance);
    models.set(instance, model);
  }
  return model;
}

function buildModel(instance: Instance): SlotModel {
  const zone = getZone(instance.zone);
  const startMs = Date.parse(instance.start);
  const { slotMinutes } = instance;
  const horizonMinutes = (Date.parse(instance.end) - startMs) / MINUTE_MS;
  const grid: SlotGrid = { startMs, slotMinutes, slotCount: horizonMinutes / slotMinutes };
  const busy = busyMask(instance, grid);
  const taskIndex = new Map(instance.tasks.map((task, index) => [task.id, index]));
  const locked = new Int32Array(grid.slotCount).fill(-1);
  for (const block of instance.locked) {
    const { start, end } = toSlots(grid, block);
    locked.fill(taskIndex.get(block.task) ?? -1, start, end);
  }
  const hours = Object.entries(instance.hours).map(([name, week]): HoursModel => {
    const opened = instance.opened?.filter((one) => one.hours === name);
    const open = hoursMask(grid, zone, week, opened, getOverrides(instance, name));
    const runs = openRuns(open, busy, locked);
    return {
      name,
      open,
      runs,
      usable: runs.reduce((sum, edge, at) => sum + (at % 2 === 0 ? -edge : edge), 0),
    };
  });
  const disliked = new Map<string, Uint8Array>();
  const dislikedBy = (prefer: Instance['tasks'][number]['prefer']): Uint8Array => {
    const key = prefer.join(' ');
    let mask = disliked.get(key);
    if (!mask) disliked.set(key, (mask = dislikedMask(grid, zone, prefer)));
    return mask;
  };
  const tasks = buildTasks(instance, { grid, busy, locked, hours, taskIndex, dislikedBy });
  const order = dependencyOrder(tasks);
  const rank = new Int32Array(tasks.length);
  for (const [at, task] of order.entries()) rank[task] = at;
  return {
    ...grid,
    instance,
    weights: instance.weights,
    horizonMinutes,
    busy,
    locked,
    hours,
    tasks,
    taskIndex,
    order,
    rank,
  };
}

function busyMask(instance: Instance, { startMs, slotMinutes, slotCount }: SlotGrid): Uint8Array {
  const mask = new Uint8Array(slotCount);
  for (const event of instance.busy) {
    const from = (Date.parse(event.start) - startMs) / MINUTE_MS - (event.before ?? instance.buffers.before);
    const to = (Date.parse(event.end) - startMs) / MINUTE_MS + (event.after ?? instance.buffers.after);
    // An event without duration blocks nothing.
    if (from >= to) continue;
    mask.fill(1, Math.max(0, Math.floor(from / slotMinutes)), Math.max(0, Math.ceil(to / slotMinutes)));
  }
  return mask;
}

function dependencyOrder(tasks: readonly TaskModel[]): number[] {
  const missing = tasks.map((task) => task.predecessors.length);
  const order = tasks.filter((task) => task.predecessors.length === 0).map((task) => task.index);
  // `order` grows during the loop: a task is appended after the last task it depends on.
  for (const index of order) {
    for (const next of tasks[index]?.successors ?? []) {
      missing[next] = (missing[next] ?? 0) - 1;
      if (missing[next] === 0) order.push(next);
    }
  }
  return order;
}
