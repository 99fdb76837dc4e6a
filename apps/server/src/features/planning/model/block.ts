import type { Block } from '@dayloom/contracts';

/** A block as stored. It is JSON-safe, so the journal and proposals can contain it. */
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
