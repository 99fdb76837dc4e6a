import { randomUUID } from 'node:crypto';
import type { AtRisk, Proposal } from '@dayloom/contracts';
import { withoutBuffers } from '@dayloom/planner';
import type { ComputeOptions } from '#platform/compute.ts';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notify, notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import type { StoredProposal } from '../model/proposal.ts';
import { type AcceptedPart, findOutdatedBlock, selectPart } from '../rules/accepted-part.ts';
import { listAtRisk, toDiff } from '../rules/proposal.ts';
import {
  buildInstance,
  daysUntil,
  getBuffer,
  getHorizon,
  openMinutes,
  type Snapshot,
  toTitles,
} from '../rules/snapshot.ts';
import type { Solution, SolveProgress, SolveRequest } from '../rules/solve.ts';
import { withDependents } from '../rules/waiting.ts';
import { findPlan } from '../store/plans.ts';
import { decideProposal, findProposal, saveProposal } from '../store/proposals.ts';
import { readPlan, toProposal } from './read-plan.ts';
import { type Accepted, replaceKind } from './replace-blocks.ts';
import { runLatest, runLatestOrPartial } from './searches.ts';
import { listMovable, loadSnapshot, SOLVER } from './snapshot.ts';

/**
 * Time for a search that has the computing thread for itself, and when many want it. A first complete plan is there
 * within milliseconds, and an ordinary week is proven to be the best possible in a quarter of a second, which ends the
 * search; the rest is for weeks that are too full for a proof.
 */
const SEARCH_MS = { alone: 1_500, least: 400 } as const;

async function solveBeside(
  platform: Platform,
  snapshot: Snapshot,
  options: ComputeOptions = {},
): Promise<Omit<Solution, 'atRisk'> & { atRisk: AtRisk[] }> {
  const frame = buildInstance(snapshot);
  const { instance } = frame;
  const budgetMs = Math.max(SEARCH_MS.least, SEARCH_MS.alone / (1 + platform.compute.underWay));
  const request: SolveRequest = { instance, titles: toTitles(snapshot.tasks), budgetMs };
  const solution = await platform.compute.run<Solution>(SOLVER, 'solve', request, options);
  const blocks = withoutBuffers(solution.blocks, (task) => {
    const buffer = getBuffer(snapshot, task);
    return { buffer, open: buffer > 0 ? openMinutes(snapshot, task) : 0 };
  });
  return { ...solution, blocks, atRisk: listAtRisk(solution.atRisk, snapshot, frame) };
}

/**
 * Works a plan out and keeps it as the user's one open proposal. Nothing moves before it is accepted. Whoever listens
 * hears how far the search is.
 */
export async function proposePlan(
  platform: Platform,
  scope: Scope,
  { horizonDays, gone }: { horizonDays?: number | undefined; gone?: AbortSignal } = {},
): Promise<Proposal> {
  const [snapshot, { revision }] = await Promise.all([
    loadSnapshot(platform, scope, ({ scheduling }) => horizonDays ?? scheduling.horizonDays),
    findPlan(platform.db, scope),
  ]);
  const onProgress = ({ improvements }: SolveProgress) => {
    notify(platform.db, scope, { type: 'plan.progress', improvements }).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'How far planning is could not be told'),
    );
  };
  const solution = await runLatest(scope, gone, (signal) =>
    solveBeside(platform, snapshot, { signal, onProgress }),
  );
  const { blocks, changes, stayed } = toDiff(listMovable(snapshot), solution, toTitles(snapshot.tasks));
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
    atRisk: solution.atRisk,
    cost: solution.cost,
    bound: Math.floor(solution.bound),
    createdAt: snapshot.now,
  };
  await saveProposal(platform.db, scope, proposal);
  await notifyChanged(platform.db, scope, 'plan');
  return toProposal(proposal);
}

export interface AcceptedProposal extends Accepted {
  /** What planning around an answer in part would change next; it waits for a yes of its own. */
  readonly proposal: Proposal | null;
}

/**
 * Makes a proposal the plan. With exceptions, the others happen as they were shown and those stay as they are. An
 * answer counts even if whoever gave it has gone; nobody waits for the best plan around it then.
 */
export async function acceptProposal(
  platform: Platform,
  scope: Scope,
  id: string,
  { except = [], gone }: { except?: readonly string[]; gone?: AbortSignal } = {},
): Promise<AcceptedProposal> {
  const proposal = await findProposal(platform.db, scope, id);
  if (!proposal) throw notFound('The proposal');
  const outdated = (why = 'The plan has changed since this was worked out. Plan again.') =>
    new AppError('proposal_outdated', why);
  if (proposal.state !== 'pending') throw outdated();

  const snapshot = await loadSnapshot(platform, scope, (frame) => daysUntil(proposal.endsAt, frame));
  const rejected = new Set(except);
  const part = selectPart(proposal, listMovable(snapshot), rejected);
  const known = new Set(snapshot.tasks.map((task) => task.id));
  const isKnown = (block: StoredBlock) => known.has(block.taskId);
  // A task that was deleted or finished meanwhile needs no time any more.
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
    const { revision } = await findPlan(tx, scope, true);
    if (revision !== proposal.baseRevision) throw outdated();
    if (!(await decideProposal(tx, scope, id, 'accepted', snapshot.now))) throw outdated();
    const { commandId } = await platform.journal.runIn(tx, scope, replaceKind, {
      remove: [...remove],
      insert,
      atRisk: next && isSettled ? next.atRisk : proposal.atRisk,
      plannedAt: snapshot.now.toISOString(),
      summary: `Planned ${proposal.changes.filter((change) => !rejected.has(change.id)).length} changes`,
    });
    if (isSettled) return { commandId, followUp: null };
    const followUp: StoredProposal = {
      ...proposal,
      ...next,
      id: randomUUID(),
      state: 'pending',
      baseRevision: (await findPlan(tx, scope)).revision,
      createdAt: snapshot.now,
    };
    await saveProposal(tx, scope, followUp);
    return { commandId, followUp };
  });
  const { plan } = await readPlan(platform, scope);
  return { plan, commandId, proposal: followUp && toProposal(followUp) };
}

/** Plans around an answer in part: what was taken stays where it was shown, what was rejected is left alone. */
async function solveAround(
  platform: Platform,
  snapshot: Snapshot,
  part: AcceptedPart,
  replaced: ReadonlySet<string>,
  signal: AbortSignal,
) {
  // What depends on a task that was left out must not be planned without it.
  const left = withDependents(part.leftTasks, snapshot.tasks);
  const isLeft = (taskId: string) => left.has(taskId);
  // Only for this search: neither counts as pinned by its owner afterwards.
  const held = part.blocks.filter(
    (block) => !block.isPinned && (part.held.has(block.id) || isLeft(block.taskId)),
  );
  const heldIds = new Set(held.map((block) => block.id));
  const narrowed: Snapshot = {
    ...snapshot,
    tasks: snapshot.tasks.map((task) => (isLeft(task.id) ? { ...task, is_automatic: false } : task)),
    blocks: [
      ...snapshot.blocks.filter((block) => !replaced.has(block.id)),
      ...part.blocks.map((block) => (heldIds.has(block.id) ? { ...block, isPinned: true } : block)),
    ],
  };
  const solution = await solveBeside(platform, narrowed, { signal });
  const { blocks, changes, stayed } = toDiff(listMovable(narrowed), solution, toTitles(snapshot.tasks));
  return {
    blocks: [...blocks, ...held],
    changes,
    stayed: stayed + held.length,
    atRisk: solution.atRisk,
    cost: solution.cost,
    bound: Math.floor(solution.bound),
  };
}

export async function rejectProposal({ db, clock }: Platform, scope: Scope, id: string): Promise<void> {
  if (!(await decideProposal(db, scope, id, 'rejected', clock()))) throw notFound('The open proposal');
  await notifyChanged(db, scope, 'plan');
}
