import type { TaskChange } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { StoredTask } from '#features/tasks/model/stored-task.ts';
import type { StoredBlock } from '../model/block.ts';

export function getMinutes(block: Pick<StoredBlock, 'startsAt' | 'endsAt'>): number {
  return Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS);
}

/** The confirmed work of a task: the length of its finished blocks. */
export function sumConfirmedMinutes(blocks: readonly StoredBlock[]): number {
  return blocks.filter((block) => block.state === 'done').reduce((sum, block) => sum + getMinutes(block), 0);
}

/** The minutes that a block had in the plan, also when it ended before that. */
const plannedMinutes = ({ startsAt, endsAt, plannedUntil }: StoredBlock) =>
  getMinutes({ startsAt, endsAt: plannedUntil ?? endsAt });

type FinishableTask = Pick<StoredTask, 'status' | 'duration_minutes' | 'exception_dates'>;

/**
 * What changes in a task because of one of its blocks; null if nothing. A task is completed when the confirmed
 * work of its occurrence reaches its duration, and is open again when that is reverted. A task that was
 * completed early stays completed. `dueOccurrence` is the later occurrence that is to be done in place of the
 * task's own, which was missed. Any other later occurrence that is finished leaves the series.
 *
 * The changed block counts as it was planned: work that was finished sooner is all of it.
 */
export function decideTaskChange(
  task: FinishableTask,
  blocks: readonly StoredBlock[],
  changed: StoredBlock,
  dueOccurrence: string | null,
): Pick<TaskChange, 'status' | 'exceptionDates'> | null {
  const { occurrenceOn = null } = changed;
  const same = blocks.filter((block) => (block.occurrenceOn ?? null) === occurrenceOn);
  const others = sumConfirmedMinutes(same.filter(({ id }) => id !== changed.id));
  const own = same.find(({ id }) => id === changed.id);
  const before = others + (own?.state === 'done' ? plannedMinutes(own) : 0);
  const after = others + (changed.state === 'done' ? plannedMinutes(changed) : 0);
  const isEnough = after >= task.duration_minutes;
  const isFinished = after > before && isEnough;
  const isReverted = before >= task.duration_minutes && !isEnough;
  if (task.status === 'done') return isReverted ? { status: 'open' } : null;
  if (occurrenceOn === null) return isFinished ? { status: 'done' } : null;
  const otherDates = task.exception_dates.filter((date) => date !== occurrenceOn);
  const exceptionDates = [...otherDates, occurrenceOn].sort();
  if (isFinished) return { exceptionDates, ...(occurrenceOn === dueOccurrence && { status: 'done' }) };
  return isReverted ? { exceptionDates: otherDates } : null;
}

/**
 * When a task is completed during a block, the part until now counts as work, and the rest becomes free. The planned end
 * is kept.
 */
export function truncateAt(block: StoredBlock, now: Date): StoredBlock[] {
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

/**
 * A block whose work was finished at an instant within it: the part until then counts as work, and the rest becomes free.
 * It has at least a minute.
 */
export function finishBlockAt(block: StoredBlock, instant: Date): StoredBlock {
  if (Date.parse(block.startsAt) > instant.getTime()) return block;
  const least = new Date(Date.parse(block.startsAt) + MINUTE_MS);
  const [ended = block] = truncateAt(block, instant > least ? instant : least);
  return Date.parse(ended.endsAt) < Date.parse(block.endsAt) ? { ...ended, version: block.version } : block;
}

/** Reopens a block, with its planned time. */
export function reopenBlock({ plannedUntil, ...block }: StoredBlock): StoredBlock {
  return plannedUntil ? { ...block, endsAt: plannedUntil } : block;
}

/**
 * The new estimate of a task after one of its blocks was finished or reopened: unused time of the block is subtracted.
 * Null if it stays.
 */
export function decideEstimate(
  task: Pick<StoredTask, 'duration_minutes' | 'first_estimate_minutes'>,
  before: StoredBlock,
  after: StoredBlock,
): number | null {
  const saved = getMinutes(before) - getMinutes(after);
  if (after.state === 'done') return saved > 0 ? Math.max(1, task.duration_minutes - saved) : null;
  const first = task.first_estimate_minutes ?? task.duration_minutes;
  const restored = Math.min(first, task.duration_minutes - saved);
  return restored > task.duration_minutes ? restored : null;
}
