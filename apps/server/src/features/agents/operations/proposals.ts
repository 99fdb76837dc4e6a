import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import type { CallResults } from '#features/assistant/model/call-results.ts';
import { getTool, runDraftForAgent } from '#features/assistant/operations/run-calls.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { type Scope, withCause } from '#platform/scope.ts';
import { isExpired, isUndoable, type StoredCall } from '../model/agent.ts';
import { refuseChanges, refuseGuests } from '../rules/caps.ts';
import { countGuests } from '../rules/count-guests.ts';
import { changeCallState, countCalls, findCall, lockCaps, saveCall } from '../store/calls.ts';
import {
  type AgentAnswer,
  checkScope,
  countAgainstToken,
  describeProblem,
  toFailure,
  withResults,
} from './call-tools.ts';
import type { Agent, AgentsPlatform } from './platform.ts';

/** Carries out what the same agent has proposed, once. */
export async function commitProposal(
  platform: DbContext & Pick<AgentsPlatform, 'journal' | 'tools'>,
  agent: Agent,
  id: string,
): Promise<AgentAnswer> {
  const { db, clock } = platform;
  const call = await claimProposal(platform, agent, id);
  let refusal: string | null = null;
  const timeZone = await getDisplayTimeZone(platform, agent.scope);
  let results: CallResults;
  try {
    results = await runDraftForAgent(
      platform,
      { scope: withCause(agent.scope, id), timeZone },
      call.actions,
      // The claim has checked the other caps already.
      async () => {
        refusal = await countAgainstToken(platform, agent, call.changes);
        return refusal;
      },
    );
  } catch (error) {
    const outcome = describeProblem(error);
    await saveCall(db, agent.scope, id, { ...call, state: 'failed', outcome });
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    results = toFailure(outcome);
    return { ...results, id, timeZone, expiresAt: null };
  }
  if (refusal !== null) {
    await changeCallState(db, agent.scope, id, { from: 'running', to: 'waiting', now: clock() });
    throw new AppError('rate_limited', refusal);
  }
  const guests = results.isDraftedAgain ? countGuests(results.previews) : call.guests;
  await saveCall(db, agent.scope, id, { ...withResults(call, results), guests });
  const expiresAt = results.state === 'waiting' ? call.expiresAt : null;
  return { ...results, id, timeZone, expiresAt };
}

/** Drops what the same agent has proposed. */
export async function discardProposal({ db, clock }: DbContext, agent: Agent, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await getOwnProposal(tx, agent, id, clock());
    const isMoved = await changeCallState(tx, agent.scope, id, {
      from: 'waiting',
      to: 'discarded',
      now: clock(),
    });
    if (!isMoved) throw new AppError('version_conflict', ALREADY_DECIDED);
  });
}

/** Takes a proposal for this request alone, if the caps allow it. */
function claimProposal(
  platform: DbContext & Pick<AgentsPlatform, 'tools'>,
  agent: Agent,
  id: string,
): Promise<StoredCall> {
  const { db, clock } = platform;
  return db.transaction().execute(async (tx) => {
    await lockCaps(tx, agent.scope);
    const call = await getOwnProposal(tx, agent, id, clock());
    for (const { tool } of call.actions) checkScope(agent, getTool(platform, tool).scope);
    const counts = await countCalls(tx, agent.scope, agent, clock());
    const refusal = refuseChanges(counts, agent, call.changes) ?? refuseGuests(counts, call.guests);
    if (refusal !== null) throw new AppError('rate_limited', refusal);
    const isMoved = await changeCallState(tx, agent.scope, id, {
      from: 'waiting',
      to: 'running',
      now: clock(),
    });
    if (!isMoved) throw new AppError('version_conflict', ALREADY_DECIDED);
    return call;
  });
}

const ALREADY_DECIDED = 'This proposal was committed or discarded already. Nothing was done twice.';

/** A proposal of another agent or user does not exist for the caller. */
async function getOwnProposal(tx: Tx, agent: Agent, id: string, now: Date): Promise<StoredCall> {
  const call = await findCall(tx, agent.scope, id);
  if (!call || !isBy(call, agent) || call.expiresAt === null) throw notFound('The proposal');
  if (call.state !== 'waiting') throw new AppError('version_conflict', ALREADY_DECIDED);
  if (isExpired(call, now))
    throw new AppError('version_conflict', 'This proposal has expired. Propose the changes again.');
  return call;
}

const isBy = (call: StoredCall, { kind, id }: Agent): boolean =>
  call.agent.kind === kind && call.agent.id === id;

/** `kept`: what somebody has changed since, in words. */
type UndoneCall = StoredCall & { readonly kept: readonly string[] };

/** Undoes everything that a call of the same agent changed, after it was synced as well. */
export async function undoOwnCall(
  platform: DbContext & Pick<AgentsPlatform, 'journal' | 'tools'>,
  agent: Agent,
  id: string,
): Promise<UndoneCall> {
  const call = await findCall(platform.db, agent.scope, id);
  if (!call || !isBy(call, agent)) throw notFound('The change');
  for (const { tool } of call.actions) checkScope(agent, getTool(platform, tool).scope);
  return undo(platform, agent.scope, call);
}

/** Undoes everything that a call of any agent changed, because the user wants it. */
export async function undoCall(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
): Promise<UndoneCall> {
  const call = await findCall(platform.db, scope, id);
  if (!call) throw notFound('The change');
  return undo(platform, scope, call);
}

async function undo(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  call: StoredCall,
): Promise<UndoneCall> {
  const { db, clock, journal } = platform;
  const { id } = call;
  if (call.state === 'undone') throw new AppError('already_undone', 'This was already undone.');
  if (!isUndoable(call)) throw new AppError('version_conflict', 'There is nothing to undo.');
  if (!(await changeCallState(db, scope, id, { from: 'done', to: 'running', now: clock() })))
    throw new AppError('version_conflict', 'This is already being undone.');
  let kept: readonly string[];
  try {
    const undone = await journal.undoAll(scope, call.commandIds);
    kept = undone.flatMap(({ notice }) => notice ?? []);
  } catch (error) {
    const isOver = error instanceof AppError && error.code === 'already_undone';
    await changeCallState(db, scope, id, { from: 'running', to: isOver ? 'undone' : 'done', now: clock() });
    throw error;
  }
  await changeCallState(db, scope, id, { from: 'running', to: 'undone', now: clock() });
  return { ...call, state: 'undone', kept };
}
