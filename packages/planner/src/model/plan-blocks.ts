import type { Block, Plan } from '../format/format.ts';
import { type Chunks, Schedule } from './schedule.ts';
import { getSlotStart, toSlots } from './slot-grid.ts';
import type { SlotModel } from './slot-model.ts';

/** The blocks of a plan, sorted by start. */
export function toPlan(model: SlotModel, chunks: readonly Chunks[]): Plan {
  const blocks: (Block & { slot: number })[] = [];
  for (const { index, task } of model.tasks) {
    const list = chunks[index] ?? [];
    for (let at = 0; at < list.length; at += 2) {
      const slot = list[at]!;
      blocks.push({
        slot,
        task: task.id,
        start: getSlotStart(model, slot),
        end: getSlotStart(model, list[at + 1]!),
      });
    }
  }
  blocks.sort((a, b) => a.slot - b.slot);
  return {
    format: 'schedplan/1',
    instance: model.instance.id,
    blocks: blocks.map(({ task, start, end }) => ({ task, start, end })),
  };
}

/** The movable blocks of each task in slots, in chronological order. Blocks of unknown tasks are ignored. */
export function chunksByTask(model: SlotModel, blocks: readonly Block[]): Map<number, number[]> {
  const found = new Map<number, { start: number; end: number }[]>();
  for (const block of blocks) {
    const index = model.taskIndex.get(block.task);
    if (index === undefined) continue;
    const list = found.get(index);
    if (list) list.push(toSlots(model, block));
    else found.set(index, [toSlots(model, block)]);
  }
  return new Map(
    Array.from(found, ([index, list]) => [
      index,
      list.sort((a, b) => a.start - b.start).flatMap(({ start, end }) => [start, end]),
    ]),
  );
}

/** A schedule with a plan's blocks placed. The plan must be feasible. */
export function toSchedule(model: SlotModel, blocks: readonly Block[]): Schedule {
  const schedule = new Schedule(model);
  for (const [index, chunks] of chunksByTask(model, blocks)) schedule.place(index, chunks);
  return schedule;
}
