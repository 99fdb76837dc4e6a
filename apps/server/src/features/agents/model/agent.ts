import type { AgentCallState, AgentKind, ChatCard, TokenScope } from '@dayloom/contracts';
import type { KeptAction } from '#features/assistant/model/call-results.ts';

/** A connected app, or a program with an API token. */
export interface AgentFacts {
  readonly kind: AgentKind;
  /** The id of the connected app or of the API token. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly changesPerDay: number;
}

/** A call as stored: an entry of the log, a proposal, and what can be undone. */
export interface StoredCall {
  readonly id: string;
  readonly agent: Pick<AgentFacts, 'kind' | 'id' | 'name'>;
  readonly tool: string;
  readonly input: string;
  readonly outcome: string;
  /** Proposals expire by their time, so the state says `waiting` even then. */
  readonly state: Exclude<AgentCallState, 'expired'>;
  readonly actions: readonly KeptAction[];
  readonly cards: readonly ChatCard[];
  readonly commandIds: readonly string[];
  readonly changes: number;
  readonly guests: number;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export const isExpired = ({ state, expiresAt }: StoredCall, now: Date): boolean =>
  state === 'waiting' && expiresAt !== null && expiresAt <= now;

export const isUndoable = ({ state, commandIds }: StoredCall): boolean =>
  state === 'done' && commandIds.length > 0;
