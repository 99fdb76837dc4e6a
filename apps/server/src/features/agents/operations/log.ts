import type { AgentCall } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { isExpired, isUndoable, type StoredCall } from '../model/agent.ts';
import { listAbandonedCalls, listCallRows, purgeCalls, saveCall } from '../store/calls.ts';

const KEPT_DAYS = 90;
const RUNNING_MS = 15 * MINUTE_MS;

/** What agents did, the latest first. */
export async function listCalls(
  { db, clock }: DbContext,
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

export async function purgeLog({ db, clock, journal }: DbContext & Pick<Platform, 'journal'>): Promise<void> {
  const now = clock().getTime();
  await purgeCalls(db, new Date(now - KEPT_DAYS * DAY_MS));
  for (const { scope, call, ranAt } of await listAbandonedCalls(db, new Date(now - RUNNING_MS)))
    await saveCall(db, scope, call.id, asLost(call, await journal.listCausedBy(scope, call.id, ranAt)));
}

/** The outcome of a call whose process has died. The changes that it made by then stay, and can be undone. */
function asLost(
  call: StoredCall,
  made: readonly { id: string; kind: string; summary: string }[],
): StoredCall {
  const actions = made.map(({ kind, summary }) => ({
    tool: kind,
    input: {},
    summary,
    state: 'done' as const,
  }));
  const done = made.length === 0 ? '' : ` Done until then: ${made.map(({ summary }) => summary).join('; ')}`;
  return {
    ...call,
    state: made.length === 0 ? 'failed' : 'done',
    outcome: `The server stopped in the middle of this.${done}`,
    actions,
    cards: [],
    commandIds: made.map(({ id }) => id),
  };
}
