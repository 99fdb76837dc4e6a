import { randomUUID } from 'node:crypto';
import type { Proposal } from '@dayloom/contracts';
import type { Platform } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { Scope } from '../../../platform/scope.ts';
import { withoutBuffers } from '../rules/buffers.ts';
import { atRiskOf, diffOf } from '../rules/proposal.ts';
import { bufferOf, horizonOf, instanceOf, openMinutes, type Snapshot } from '../rules/snapshot.ts';
import type { Solution, SolveRequest } from '../rules/solve.ts';
import { findPlan } from '../store/plans.ts';
import { decideProposal, findProposal, type StoredProposal, saveProposal } from '../store/proposals.ts';
import { proposalOf, readPlan } from './read-plan.ts';
import { type Accepted, replaceKind } from './replace-blocks.ts';
import { loadSnapshot, movableOf, SOLVER, titlesOf } from './snapshot.ts';

const DAY_MS = 86_400_000;

async function solveBeside(platform: Platform, snapshot: Snapshot): Promise<Solution> {
  const instance = instanceOf(snapshot);
  const request: SolveRequest = { instance, titles: titlesOf(snapshot.tasks) };
  const solution = await platform.compute.run<Solution>(SOLVER, 'solve', request);
  const blocks = withoutBuffers(solution.blocks, (task) => {
    const buffer = bufferOf(snapshot, task);
    return { buffer, open: buffer > 0 ? openMinutes(snapshot, task) : 0 };
  });
  return { ...solution, blocks };
}

/** Works a plan out and keeps it as the user's one open proposal. Nothing moves before it is accepted. */
export async function proposePlan(platform: Platform, scope: Scope, horizonDays?: number): Promise<Proposal> {
  const [snapshot, { revision }] = await Promise.all([
    loadSnapshot(platform, scope, (usual) => horizonDays ?? usual),
    findPlan(platform.db, scope),
  ]);
  const solution = await solveBeside(platform, snapshot);
  const { blocks, changes, stayed } = diffOf(movableOf(snapshot), solution, titlesOf(snapshot.tasks));
  const horizon = horizonOf(snapshot);
  const proposal: StoredProposal = {
    id: randomUUID(),
    state: 'pending',
    baseRevision: revision,
    startsAt: new Date(horizon.start),
    endsAt: new Date(horizon.end),
    blocks,
    changes,
    stayed,
    atRisk: atRiskOf(solution.atRisk, snapshot.tasks),
    cost: solution.cost,
    createdAt: snapshot.now,
  };
  await saveProposal(platform.db, scope, proposal);
  await notifyChanged(platform.db, scope, 'plan');
  return proposalOf(proposal);
}

/** Makes a proposal the plan. With exceptions, those stay as they are and the rest is solved again. */
export async function acceptProposal(
  platform: Platform,
  scope: Scope,
  id: string,
  except: readonly string[],
): Promise<Accepted> {
  const proposal = await findProposal(platform.db, scope, id);
  if (!proposal) throw notFound('The proposal');
  const outdated = () =>
    new AppError('proposal_outdated', 'The plan has changed since this was worked out. Plan again.');
  if (proposal.state !== 'pending') throw outdated();

  const horizonDays = Math.max(
    1,
    Math.round((proposal.endsAt.getTime() - proposal.startsAt.getTime()) / DAY_MS),
  );
  const snapshot = await loadSnapshot(platform, scope, () => horizonDays);
  const outcome =
    except.length === 0
      ? { ...proposal, pins: [] }
      : await solveWithout(platform, snapshot, proposal, except);
  const known = new Set(snapshot.tasks.map((task) => task.id));
  // A task that was deleted or finished meanwhile needs no time any more.
  const insert = [...outcome.blocks, ...outcome.pins].filter((block) => known.has(block.taskId));
  const remove = [...movableOf(snapshot).map((block) => block.id), ...outcome.pins.map((block) => block.id)];

  const { commandId } = await platform.db.transaction().execute(async (tx) => {
    const { revision } = await findPlan(tx, scope, true);
    if (revision !== proposal.baseRevision) throw outdated();
    if (!(await decideProposal(tx, scope, id, 'accepted', snapshot.now))) throw outdated();
    return platform.journal.runIn(tx, scope, replaceKind, {
      remove: [...new Set(remove)],
      insert,
      atRisk: outcome.atRisk,
      plannedAt: snapshot.now.toISOString(),
      summary: `Planned ${proposal.changes.length - except.length} changes`,
    });
  });
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

/** The rejected moves become pins, rejected additions stay out, and the rest is solved again. */
async function solveWithout(
  platform: Platform,
  snapshot: Snapshot,
  proposal: StoredProposal,
  except: readonly string[],
) {
  const rejected = proposal.changes.filter((change) => except.includes(change.id));
  const movable = movableOf(snapshot);
  const pins = rejected.flatMap(({ taskId, from }) => {
    const block = movable.find(
      (candidate) => candidate.taskId === taskId && candidate.startsAt === from?.startsAt,
    );
    return block ? [{ ...block, isPinned: true, version: block.version + 1 }] : [];
  });
  const pinned = new Set(pins.map((block) => block.id));
  const left = new Set(rejected.flatMap(({ kind, taskId }) => (kind === 'added' ? [taskId] : [])));
  const narrowed: Snapshot = {
    ...snapshot,
    tasks: snapshot.tasks.filter((task) => !left.has(task.id)),
    blocks: [...snapshot.blocks.filter((block) => !pinned.has(block.id)), ...pins],
  };
  const solution = await solveBeside(platform, narrowed);
  const { blocks } = diffOf(movableOf(narrowed), solution, titlesOf(snapshot.tasks));
  // What was rejected as an addition keeps the blocks it had.
  const untouched = movable.filter((block) => left.has(block.taskId) && !pinned.has(block.id));
  return { blocks: [...blocks, ...untouched], pins, atRisk: atRiskOf(solution.atRisk, snapshot.tasks) };
}

export async function rejectProposal({ db, clock }: Platform, scope: Scope, id: string): Promise<void> {
  if (!(await decideProposal(db, scope, id, 'rejected', clock()))) throw notFound('The open proposal');
  await notifyChanged(db, scope, 'plan');
}
