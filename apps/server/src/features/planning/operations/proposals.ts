import { randomUUID } from 'node:crypto';
import type { AtRisk, Proposal } from '@dayloom/contracts';
import { withoutBuffers } from '@dayloom/planner';
import type { ComputeOptions } from '#platform/compute.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notify, notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { type StoredBlock, toWorkId } from '../model/block.ts';
import type { StoredProposal } from '../model/proposal.ts';
import { type AcceptedPart, applyDecisions, findOutdatedBlock } from '../rules/accepted-part.ts';
import { buildInstance, openMinutes } from '../rules/build-instance.ts';
import { withDependents } from '../rules/dependency-limits.ts';
import { keepLaterRisks, listAtRisk, splitRisks, toDiff } from '../rules/proposal.ts';
import { daysUntil, getHorizon, type Snapshot } from '../rules/snapshot.ts';
import type { Solution, SolveProgress, SolveRequest } from '../rules/solve.ts';
import { getBuffer, listDayBoundTasks } from '../rules/task-inputs.ts';
import { toTitles } from '../rules/task-titles.ts';
import { getPlanState } from '../store/plans.ts';
import {
  findProposal,
  markAccepted,
  markRejected,
  markSuperseded,
  saveProposal,
} from '../store/proposals.ts';
import { readPlan, toProposal } from './read-plan.ts';
import { type Accepted, replaceKind } from './replace-blocks.ts';
import { runLatest, runLatestOrPartial } from './searches.ts';
import { listMovable, loadSnapshot, SOLVER } from './snapshot.ts';

/**
 * Search time when the compute thread is idle, and when many searches compete for it. A first complete plan
 * is found within milliseconds. An ordinary week is proven optimal in a quarter of a second, which ends the
 * search; the rest is for weeks that are too full for a proof.
 */
const SEARCH_MS = { alone: 1_500, least: 400, first: 10 } as const;

async function solveInThread(
  platform: Pick<Platform, 'compute'>,
  snapshot: Snapshot,
  { effort = 'full', ...options }: ComputeOptions & { effort?: 'first' | 'full' } = {},
): Promise<Omit<Solution, 'atRisk'> & { atRisk: AtRisk[]; notPlannedYet: number }> {
  const built = buildInstance(snapshot);
  const { instance } = built;
  const budgetMs =
    effort === 'first'
      ? SEARCH_MS.first
      : Math.max(SEARCH_MS.least, SEARCH_MS.alone / (1 + platform.compute.underWay));
  const request: SolveRequest = {
    instance,
    titles: toTitles(snapshot.tasks),
    forTheirDay: listDayBoundTasks(snapshot.tasks),
    mostWorkMinutes: snapshot.scheduling.mostWorkMinutes,
    isFirst: effort === 'first',
    budgetMs,
  };
  const solution = await platform.compute.run<Solution>(SOLVER, 'solve', request, options);
  const blocks = withoutBuffers(solution.blocks, (task) => {
    const buffer = getBuffer(snapshot, task);
    return { buffer, open: buffer > 0 ? openMinutes(snapshot, task) : 0 };
  });
  const [due, later] = splitRisks(solution.atRisk, instance);
  return {
    ...solution,
    blocks,
    atRisk: listAtRisk(due, snapshot, built),
    notPlannedYet: later.length,
  };
}

/**
 * Computes a plan and stores it as the user's only open proposal. Nothing is moved before it is accepted.
 * Progress is sent to the user's open pages.
 */
export async function proposePlan(
  platform: DbContext & Pick<Platform, 'compute' | 'log'>,
  scope: Scope,
  {
    horizonDays,
    effort = 'full',
    improves,
    gone,
    isKept = () => true,
    alongside,
  }: {
    horizonDays?: number | undefined;
    effort?: 'first' | 'full';
    /** The id of the proposal that is shown meanwhile. */
    improves?: string | undefined;
    gone?: AbortSignal;
    /** Whether a proposal with these changes is worth storing. */
    isKept?: (proposal: Pick<StoredProposal, 'changes'>) => boolean;
    /** What happens in the transaction that stores it. */
    alongside?: (tx: Tx, proposal: Proposal) => Promise<void>;
  } = {},
): Promise<Proposal> {
  const [snapshot, { revision, at_risk: risksBefore }] = await Promise.all([
    loadSnapshot(platform, scope, ({ scheduling }) => horizonDays ?? scheduling.horizonDays),
    getPlanState(platform.db, scope),
  ]);
  const onProgress = ({ improvements }: SolveProgress) => {
    notify(platform.db, scope, { type: 'plan.progress', improvements }).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'The planning progress could not be sent'),
    );
  };
  const solution = await runLatest(scope, gone, (signal) =>
    solveInThread(platform, snapshot, { signal, onProgress, effort }),
  );
  const { blocks, changes, stayed } = toDiff(listMovable(snapshot), solution, snapshot.tasks);
  const horizon = getHorizon(snapshot);
  const proposal: StoredProposal = {
    id: randomUUID(),
    state: 'pending',
    baseRevision: revision,
    startsAt: new Date(horizon.start),
    endsAt: new Date(horizon.end),
    blocks,
    changes,
    stayed,
    atRisk: [...solution.atRisk, ...keepLaterRisks(risksBefore, changes, snapshot)],
    notPlannedYet: solution.notPlannedYet,
    cost: solution.cost,
    bound: solution.bound === null ? null : Math.floor(solution.bound),
    createdAt: snapshot.now,
  };
  const made = toProposal(proposal);
  if (!isKept(proposal)) return made;
  await platform.db.transaction().execute(async (tx) => {
    if (improves) await markSuperseded(tx, scope, improves);
    await saveProposal(tx, scope, proposal);
    await alongside?.(tx, made);
    await notifyChanged(tx, scope, 'plan');
  });
  return made;
}

export interface AcceptedProposal extends Accepted {
  /** What has become the plan. */
  readonly accepted: Proposal;
  /** What the planner would change next after a partial acceptance; it is a new proposal. */
  readonly proposal: Proposal | null;
}

/**
 * Makes a proposal the plan. With exceptions, all other changes are applied as shown, and the excepted blocks
 * stay where they are. An acceptance counts even if the client has disconnected; then the search for the plan
 * around it is cut short.
 */
export async function acceptProposal(
  platform: DbContext & Pick<Platform, 'compute' | 'journal'>,
  scope: Scope,
  id: string,
  {
    except = [],
    gone,
    alongside,
  }: {
    except?: readonly string[];
    gone?: AbortSignal;
    /** What happens in the same transaction. */
    alongside?: (tx: Tx, commandId: string) => Promise<void>;
  } = {},
): Promise<AcceptedProposal> {
  const proposal = await findProposal(platform.db, scope, id);
  if (!proposal) throw notFound('The proposal');
  const outdated = (why = 'The plan has changed since this proposal. Plan again.') =>
    new AppError('proposal_outdated', why);
  if (proposal.state !== 'pending' && proposal.state !== 'superseded') throw outdated();

  const snapshot = await loadSnapshot(platform, scope, (context) => daysUntil(proposal.endsAt, context));
  const rejected = new Set(except);
  const part = applyDecisions(proposal, listMovable(snapshot), rejected);
  const known = new Set(snapshot.tasks.map((task) => task.id));
  const isKnown = (block: StoredBlock) => known.has(toWorkId(block));
  // A task that was deleted or finished meanwhile needs no time.
  const insert = part.blocks.filter(isKnown);
  const why = findOutdatedBlock(insert, snapshot);
  if (why) throw outdated(why);
  const remove = new Set([...listMovable(snapshot), ...insert].map((block) => block.id));
  const next =
    rejected.size > 0
      ? await runLatestOrPartial(scope, gone, (signal) =>
          solveAround(platform, snapshot, part, remove, signal),
        )
      : null;
  const isSettled = !next || next.changes.length === 0;

  const { commandId, followUp } = await platform.db.transaction().execute(async (tx) => {
    const { revision } = await getPlanState(tx, scope, true);
    if (revision !== proposal.baseRevision) throw outdated();
    if (!(await markAccepted(tx, scope, id, snapshot.now))) throw outdated();
    const { commandId } = await platform.journal.runIn(tx, scope, replaceKind, {
      remove: [...remove],
      insert,
      atRisk: next && isSettled ? next.atRisk : proposal.atRisk,
      plannedAt: snapshot.now.toISOString(),
      summary: `Planned ${proposal.changes.filter((change) => !rejected.has(change.id)).length} changes`,
    });
    await alongside?.(tx, commandId);
    if (isSettled) return { commandId, followUp: null };
    const followUp: StoredProposal = {
      ...proposal,
      ...next,
      id: randomUUID(),
      state: 'pending',
      baseRevision: (await getPlanState(tx, scope)).revision,
      createdAt: snapshot.now,
    };
    await saveProposal(tx, scope, followUp);
    return { commandId, followUp };
  });
  const { plan } = await readPlan(platform, scope);
  return {
    plan,
    commandId,
    accepted: toProposal({ ...proposal, state: 'accepted' }),
    proposal: followUp && toProposal(followUp),
  };
}

/**
 * Plans around a partial acceptance: accepted blocks stay where they were shown, and rejected ones are not
 * moved.
 */
async function solveAround(
  platform: Pick<Platform, 'compute'>,
  snapshot: Snapshot,
  part: AcceptedPart,
  replaced: ReadonlySet<string>,
  signal: AbortSignal,
) {
  // Tasks that depend on a left-out task must not be planned without it.
  const left = withDependents(part.leftTasks, snapshot.tasks);
  const isLeftOut = (work: string) => left.has(work);
  // Only for this search: these blocks do not count as pinned by the user afterwards.
  const held = part.blocks.filter(
    (block) => !block.isPinned && (part.held.has(block.id) || isLeftOut(toWorkId(block))),
  );
  const heldIds = new Set(held.map((block) => block.id));
  const narrowed: Snapshot = {
    ...snapshot,
    tasks: snapshot.tasks.map((task) => (isLeftOut(task.id) ? { ...task, is_automatic: false } : task)),
    blocks: [
      ...snapshot.blocks.filter((block) => !replaced.has(block.id)),
      ...part.blocks.map((block) => (heldIds.has(block.id) ? { ...block, isPinned: true } : block)),
    ],
  };
  const solution = await solveInThread(platform, narrowed, { signal });
  const { blocks, changes, stayed } = toDiff(listMovable(narrowed), solution, snapshot.tasks);
  return {
    blocks: [...blocks, ...held],
    changes,
    stayed: stayed + held.length,
    atRisk: solution.atRisk,
    notPlannedYet: solution.notPlannedYet,
    cost: solution.cost,
    bound: solution.bound === null ? null : Math.floor(solution.bound),
  };
}

export async function rejectProposal({ db, clock }: DbContext, scope: Scope, id: string): Promise<void> {
  if (!(await markRejected(db, scope, id, clock()))) throw notFound('The open proposal');
  await notifyChanged(db, scope, 'plan');
}
