import type { Block } from '@dayloom/contracts';

/** A block as stored. It is JSON-safe, so the journal and proposals can contain it. */
export interface StoredBlock {
  readonly id: string;
  readonly taskId: string;
  /** The date of the later occurrence that this is for; null for the task's own. Absent in older commands. */
  readonly occurrenceOn?: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isPinned: boolean;
  readonly state: Block['state'];
  readonly isLastChance: boolean;
  /** Work that was recorded for a time without a plan. Absent in most blocks and in older commands. */
  readonly isUnplanned?: boolean;
  /** Until when it was planned, if its work was finished or, without a plan, done earlier. Absent in most blocks. */
  readonly plannedUntil?: string;
  readonly version: number;
}

interface CompletableTask {
  readonly status: 'open' | 'done';
  readonly completed_at: Date | null;
}

/**
 * Whether a block needs no new time: it was confirmed, or the task was completed after it. Of a task that repeats,
 * only the last date that was planned by then is completed; earlier ones were missed. `others`: the task's blocks.
 * The dashboard's store has the same rule in SQL.
 */
export function isFinished(
  block: StoredBlock,
  { status, completed_at: completedAt }: CompletableTask,
  others: readonly StoredBlock[],
): boolean {
  if (block.state === 'done') return true;
  if (status !== 'done' || completedAt === null) return false;
  const isBefore = ({ endsAt }: StoredBlock) => Date.parse(endsAt) <= completedAt.getTime();
  const date = block.occurrenceOn ?? '';
  return isBefore(block) && !others.some((other) => isBefore(other) && (other.occurrenceOn ?? '') > date);
}

/** The planner's id for the work of a block: the task's own, or that of a later occurrence. */
export function toWorkId({ taskId, occurrenceOn }: Pick<StoredBlock, 'taskId' | 'occurrenceOn'>): string {
  return occurrenceOn ? `${taskId}#${occurrenceOn}` : taskId;
}

export function parseWorkId(id: string): { taskId: string; occurrenceOn: string | null } {
  const [taskId = id, occurrenceOn = null] = id.split('#');
  return { taskId, occurrenceOn };
}
