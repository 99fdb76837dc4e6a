import type { Block } from '@dayloom/contracts';

/** A block as stored; JSON-safe, so that the journal and proposals can keep it. */
export interface StoredBlock {
  readonly id: string;
  readonly taskId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isPinned: boolean;
  readonly state: Block['state'];
  readonly isLastChance: boolean;
  readonly version: number;
}
