import type { Block, Instance, Plan } from '../format/format.ts';
import { getSlotStart, toSlots } from '../model/slot-grid.ts';
import { type SlotModel, toModel } from '../model/slot-model.ts';
import type { TaskModel } from '../model/task-model.ts';

/** Nobody can use a shorter gap, and a block after one starts at an odd time. */
const MIN_GAP_MINUTES = 15;

interface Placed {
  readonly block: Block;
  readonly task: TaskModel | undefined;
  readonly isMovable: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Moves blocks up to the block before them where only a few minutes are between the two. The objective counts a
 * switch of category only where blocks touch, so a plan on a fine grid leaves such gaps. Blocks that are where
 * the previous plan has them stay, and so does every block that could not start earlier.
 */
export function closeGaps(instance: Instance, plan: Plan): Plan {
  const model = toModel(instance);
  const kept = new Set(instance.previous?.map(toKey));
  const place = (block: Block, isMovable: boolean): Placed => ({
    block,
    task: model.tasks[model.taskIndex.get(block.task) ?? -1],
    isMovable: isMovable && !kept.has(toKey(block)),
    ...toSlots(model, block),
  });
  const all = [
    ...plan.blocks.map((block) => place(block, true)),
    ...instance.locked.map((block) => place(block, false)),
  ].sort((a, b) => a.start - b.start);
  const moved = new Map<Block, Block>();
  let before: { readonly task: string; readonly end: number } | null = null;
  for (const { block, task, isMovable, start, end } of all) {
    const shift: number =
      before && task && isMovable && before.task !== block.task && canStart(model, task, before.end, start)
        ? start - before.end
        : 0;
    if (shift > 0)
      moved.set(block, {
        task: block.task,
        start: getSlotStart(model, start - shift),
        end: getSlotStart(model, end - shift),
      });
    before = { task: block.task, end: end - shift };
  }
  return moved.size === 0 ? plan : { ...plan, blocks: plan.blocks.map((block) => moved.get(block) ?? block) };
}

const toKey = ({ task, start, end }: Block) => `${task} ${start} ${end}`;

/** Whether a block of the task that begins at `until` may begin at `from`, where the block before it ends. */
function canStart(model: SlotModel, task: TaskModel, from: number, until: number): boolean {
  if ((until - from) * model.slotMinutes >= MIN_GAP_MINUTES || from < task.releaseSlot) return false;
  const open = model.hours[task.hours]?.open;
  for (let slot = from; slot < until; slot++) {
    if (model.busy[slot] === 1 || open?.[slot] !== 1 || task.disliked?.[slot] === 1) return false;
  }
  return true;
}
