import type { AtRisk, PlanChange, Proposal } from '@dayloom/contracts';
import type { StoredBlock } from './block.ts';

export interface NewProposal {
  readonly id: string;
  readonly baseRevision: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly blocks: readonly StoredBlock[];
  readonly changes: readonly PlanChange[];
  readonly stayed: number;
  readonly atRisk: readonly AtRisk[];
  readonly notPlannedYet: number;
  readonly cost: number;
  /** No plan costs less. Null for proposals from before bounds were stored. */
  readonly bound: number | null;
  readonly createdAt: Date;
}

export interface StoredProposal extends NewProposal {
  /** Superseded: a first plan that a better one replaced. */
  readonly state: Proposal['state'] | 'superseded';
}
