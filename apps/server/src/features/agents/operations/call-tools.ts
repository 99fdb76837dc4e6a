import { randomUUID } from 'node:crypto';
import type { ToolCall } from '@dayloom/language/dialogue-data';
import { MINUTE_MS } from '@dayloom/time';
import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import { countTokenChanges } from '#features/api-tokens/operations.ts';
import type { CallResults } from '#features/assistant/model/call-results.ts';
import { getTool, runOrDraftForAgent } from '#features/assistant/operations/run-calls.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { withCause } from '#platform/scope.ts';
import type { StoredCall } from '../model/agent.ts';
import { caps } from '../model/caps.ts';
import { refuseChanges, refuseGuests } from '../rules/caps.ts';
import { countGuests } from '../rules/count-guests.ts';
import { countCalls, insertCall, lockCaps, saveCall } from '../store/calls.ts';
import type { Agent, AgentsPlatform } from './platform.ts';

const MAX_INPUT = 1_000;
const MAX_OUTCOME = 2_000;

export interface AgentRequest {
  /** What the log says was called. */
  readonly name: string;
  readonly calls: readonly ToolCall[];
}

/** The outcome of a request, with the id by which it is committed or undone. */
export interface AgentAnswer extends CallResults {
  readonly id: string;
  readonly timeZone: string;
  readonly expiresAt: Date | null;
}

/**
 * Runs what an agent asks for: reads and single private changes at once, everything else as a proposal that waits for
 * `commitProposal`. What it did is logged either way.
 */
export async function callTools(
  platform: DbContext & Pick<AgentsPlatform, 'journal' | 'tools'>,
  agent: Agent,
  { name, calls }: AgentRequest,
): Promise<AgentAnswer> {
  const { db, clock } = platform;
  const timeZone = await getDisplayTimeZone(platform, agent.scope);
  const call: StoredCall = {
    id: randomUUID(),
    agent,
    tool: name,
    input: shorten(JSON.stringify(calls.length === 1 ? calls[0]?.input : calls), MAX_INPUT),
    outcome: '',
    state: 'running',
    actions: [],
    cards: [],
    commandIds: [],
    changes: 0,
    guests: 0,
    createdAt: clock(),
    expiresAt: null,
  };
  const answer = (results: CallResults, expiresAt: Date | null = null): AgentAnswer => ({
    ...results,
    id: call.id,
    timeZone,
    expiresAt,
  });
  const fail = async (problem: string): Promise<AgentAnswer> => {
    await insertCall(db, agent.scope, { ...call, state: 'failed', outcome: shorten(problem, MAX_OUTCOME) });
    return answer(toFailure(problem));
  };

  let isReserved = false;
  let results: CallResults;
  try {
    for (const { tool } of calls) checkScope(agent, getTool(platform, tool).scope);
    results = await runOrDraftForAgent(
      platform,
      { scope: withCause(agent.scope, call.id), timeZone },
      calls,
      async (changes) => {
        if (changes === 0) return null;
        const refusal = await reserve(platform, agent, { ...call, changes });
        isReserved = refusal === null;
        return refusal ?? countAgainstToken(platform, agent, changes);
      },
    );
  } catch (error) {
    const problem = describeProblem(error);
    if (isReserved) await saveCall(db, agent.scope, call.id, { ...call, state: 'failed', outcome: problem });
    else await fail(problem);
    if (error instanceof AppError && error.status < 500) return answer(toFailure(problem));
    throw error;
  }

  if (results.state === 'waiting') {
    const expiresAt = new Date(clock().getTime() + caps.proposalMinutes * MINUTE_MS);
    const proposal = { ...withResults(call, results), changes: results.actions.length, expiresAt };
    const refusal = await propose(platform, agent, { ...proposal, guests: countGuests(results.previews) });
    return refusal === null ? answer(results, expiresAt) : fail(refusal);
  }
  if (results.problem !== null && !isReserved) return fail(results.problem);
  const done = withResults(call, results);
  if (isReserved) await saveCall(db, agent.scope, call.id, done);
  else await insertCall(db, agent.scope, done);
  return answer(results);
}

/** Throws unless the agent may do what needs this permission. */
export function checkScope(agent: Agent, needed: Agent['scopes'][number]): void {
  if (agent.scopes.includes(needed)) return;
  throw new AppError('forbidden', `This needs the permission ${needed}, which ${agent.name} does not have.`);
}

export function withResults(call: StoredCall, results: CallResults): StoredCall {
  const { state, actions, cards, commandIds, problem } = results;
  const outcome = state === 'failed' ? (problem ?? '') : actions.map(({ summary }) => summary).join('; ');
  return { ...call, state, actions, cards, commandIds, outcome: shorten(outcome, MAX_OUTCOME) };
}

/** Counts changes against the token's own limit, which REST calls count against, too. */
export async function countAgainstToken(
  platform: DbContext,
  agent: Agent,
  changes: number,
): Promise<string | null> {
  if (agent.kind !== 'token') return null;
  try {
    await countTokenChanges(platform, agent, changes);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

export const describeProblem = (error: unknown): string =>
  error instanceof AppError && error.status < 500 ? error.message : 'Something went wrong on our side.';

export function toFailure(problem: string): CallResults {
  return { state: 'failed', actions: [], cards: [], commandIds: [], outputs: [], previews: [], problem };
}

/** Logs changes that begin now, unless a cap forbids them. */
function reserve({ db, clock }: DbContext, agent: Agent, call: StoredCall): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockCaps(tx, agent.scope);
    const refusal = refuseChanges(await countCalls(tx, agent.scope, agent, clock()), agent, call.changes);
    if (refusal === null) await insertCall(tx, agent.scope, call);
    return refusal;
  });
}

/** Keeps a proposal, unless it could not be committed anyway. */
function propose({ db, clock }: DbContext, agent: Agent, call: StoredCall): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await lockCaps(tx, agent.scope);
    const counts = await countCalls(tx, agent.scope, agent, clock());
    const isFull = counts.waiting >= caps.waiting;
    const refusal = isFull
      ? `${caps.waiting} proposals wait already. Commit or discard some first.`
      : (refuseChanges(counts, agent, call.changes) ?? refuseGuests(counts, call.guests));
    if (refusal === null) await insertCall(tx, agent.scope, call);
    return refusal;
  });
}

const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
