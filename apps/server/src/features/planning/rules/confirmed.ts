import { MINUTE_MS } from '@dayloom/time';
import type { PlannableTask } from '#features/tasks/operations/plannable-tasks.ts';
import type { StoredBlock } from '../model/block.ts';

export function getMinutes(block: Pick<StoredBlock, 'startsAt' | 'endsAt'>): number {
  return Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS);
}

/** The confirmed work of a task: the length of its finished blocks. */
export function confirmedMinutes(blocks: readonly StoredBlock[]): number {
  return blocks.filter((block) => block.state === 'done').reduce((sum, block) => sum + getMinutes(block), 0);
}

/**
 * The status of a task after one block changed: completed when its confirmed work reaches its duration, and
 * open again when that is reverted. A task that was completed early stays completed.
 */
export function decideStatus(
  task: Pick<PlannableTask, 'status' | 'duration_minutes'>,
  blocks: readonly StoredBlock[],
  changed: StoredBlock,
): PlannableTask['status'] {
  const before = confirmedMinutes(blocks);
  const after = confirmedMinutes([...blocks.filter((block) => block.id !== changed.id), changed]);
  const isEnough = after >= task.duration_minutes;
  if (task.status === 'open') return after > before && isEnough ? 'done' : 'open';
  return before >= task.duration_minutes && !isEnough ? 'open' : 'done';
}

/** When a task is completed during a block, the part until now counts as work, and the rest becomes free. */
export function endedBy(block: StoredBlock, now: Date): StoredBlock[] {
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  if (Date.parse(block.startsAt) >= end) return [];
  return [{ ...block, endsAt: new Date(end).toISOString(), state: 'done', version: block.version + 1 }];
}
