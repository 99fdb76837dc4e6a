import type { AgentCall } from '@dayloom/contracts';
import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { isExpired, isUndoable, type StoredCall } from '../model/agent.ts';
import { listCallRows, purgeCalls } from '../store/calls.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
const RUNNING_MS = 15 * 60_000;

/** What agents did, the latest first. */
export async function listCalls(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  scope: Scope,
  filter: { readonly limit: number; readonly isChange: boolean },
): Promise<AgentCall[]> {
  const now = clock();
  return (await listCallRows(db, scope, filter)).map((call) => toAgentCall(call, now));
}

export function toAgentCall(call: StoredCall, now: Date): AgentCall {
  const { id, agent, tool, input, outcome, state, createdAt } = call;
  return {
    _id: id,
    agent: { kind: agent.kind, name: agent.name },
    tool,
    input,
    outcome,
    state: isExpired(call, now) ? 'expired' : state,
    isUndoable: isUndoable(call),
    createdAt: createdAt.toISOString(),
  };
}

export async function purgeLog({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime();
  await purgeCalls(db, {
    kept: new Date(now - KEPT_DAYS * DAY_MS),
    running: new Date(now - RUNNING_MS),
  });
}
