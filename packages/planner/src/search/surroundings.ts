import { Schedule } from '../model/schedule.ts';
import type { SlotModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';
import type { Insertion } from './insertion.ts';

/** The cost and the start of each task if it were the only one. */
export function computeIdeals(
  model: SlotModel,
  insertion: Insertion,
): { costs: Float64Array; starts: Int32Array } {
  const costs = new Float64Array(model.tasks.length);
  const starts = new Int32Array(model.tasks.length);
  const empty = new Schedule(model);
  for (const { index, releaseSlot, latestEnd } of model.tasks) {
    const chunks = insertion.searchWithin(empty, index, releaseSlot, latestEnd);
    empty.place(index, chunks);
    costs[index] = empty.getCost(index);
    starts[index] = chunks[0] ?? releaseSlot;
    empty.remove(index);
  }
  return { costs, starts };
}

/**
 * An estimate, per slot, of what it costs a task to make room: a day's delay, and more if it has a deadline.
 */
export function displacementPrice({ flowRate, lateRate, slots, hard }: TaskModel): number {
  const price = flowRate * 1440 + (lateRate * 240) / Math.max(1, slots);
  return hard ? 3 * price : price;
}

/** A task and those whose movable blocks are nearest to a slot, `count` in all. */
export function listTasksAround(schedule: Schedule, target: number, center: number, count: number): number[] {
  const { owner } = schedule;
  const found = new Set([target]);
  for (let step = 0; step < owner.length && found.size < count; step++) {
    for (const slot of [center - step, center + step]) {
      const task = slot >= 0 && slot < owner.length ? owner[slot]! : -1;
      if (task >= 0 && schedule.isPlaced(task)) found.add(task);
    }
  }
  return [...found];
}

/** A task and all its direct and indirect predecessors, in topological order. */
export function withPredecessors(model: SlotModel, target: number): number[] {
  const found = new Set<number>();
  const visit = (task: number): void => {
    if (found.has(task)) return;
    for (const before of model.tasks[task]!.predecessors) visit(before);
    found.add(task);
  };
  visit(target);
  return [...found];
}
