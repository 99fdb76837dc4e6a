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
  readonly version: number;
}

/** The planner's id for the work of a block: the task's own, or that of a later occurrence. */
export function toWorkId({ taskId, occurrenceOn }: Pick<StoredBlock, 'taskId' | 'occurrenceOn'>): string {
  return occurrenceOn ? `${taskId}#${occurrenceOn}` : taskId;
}

export function parseWorkId(id: string): { taskId: string; occurrenceOn: string | null } {
  const [taskId = id, occurrenceOn = null] = id.split('#');
  return { taskId, occurrenceOn };
}
