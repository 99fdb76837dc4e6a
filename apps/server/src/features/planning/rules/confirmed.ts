import type { TaskChange } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { StoredTask } from '#features/tasks/model/stored-task.ts';
import type { StoredBlock } from '../model/block.ts';

export function getMinutes(block: Pick<StoredBlock, 'startsAt' | 'endsAt'>): number {
  return Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS);
}

/** The confirmed work of a task: the length of its finished blocks. */
export function confirmedMinutes(blocks: readonly StoredBlock[]): number {
  return blocks.filter((block) => block.state === 'done').reduce((sum, block) => sum + getMinutes(block), 0);
}

type FinishableTask = Pick<StoredTask, 'status' | 'duration_minutes' | 'exception_dates'>;

/**
 * What changes in a task because of one of its blocks; null if nothing. A task is completed when the confirmed
 * work of its occurrence reaches its duration, and is open again when that is reverted. A task that was
 * completed early stays completed. `dueOccurrence` is the later occurrence that is to be done in place of the
 * task's own, which was missed. Any other later occurrence that is finished leaves the series.
 */
export function decideTaskChange(
  task: FinishableTask,
  blocks: readonly StoredBlock[],
  changed: StoredBlock,
  dueOccurrence: string | null,
): Pick<TaskChange, 'status' | 'exceptionDates'> | null {
  const { occurrenceOn = null } = changed;
  const same = blocks.filter((block) => (block.occurrenceOn ?? null) === occurrenceOn);
  const before = confirmedMinutes(same);
  const after = confirmedMinutes([...same.filter((block) => block.id !== changed.id), changed]);
  const isEnough = after >= task.duration_minutes;
  const isFinished = after > before && isEnough;
  const isReverted = before >= task.duration_minutes && !isEnough;
  if (task.status === 'done') return isReverted ? { status: 'open' } : null;
  if (occurrenceOn === null) return isFinished ? { status: 'done' } : null;
  const others = task.exception_dates.filter((date) => date !== occurrenceOn);
  const exceptionDates = [...others, occurrenceOn].sort();
  if (isFinished) return { exceptionDates, ...(occurrenceOn === dueOccurrence && { status: 'done' }) };
  return isReverted ? { exceptionDates: others } : null;
}

/**
 * When a task is completed during a block, the part until now counts as work, and the rest becomes free; that it was
 * planned stays known.
 */
export function endedBy(block: StoredBlock, now: Date): StoredBlock[] {
  const end = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  if (Date.parse(block.startsAt) >= end) return [];
  const isEarly = end < Date.parse(block.endsAt);
  return [
    {
      ...block,
      endsAt: new Date(end).toISOString(),
      state: 'done',
      ...(isEarly && { plannedUntil: block.plannedUntil ?? block.endsAt }),
      version: block.version + 1,
    },
  ];
}
