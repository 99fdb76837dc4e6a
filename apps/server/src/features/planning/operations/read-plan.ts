import type { AtRisk, Block, Plan, Proposal } from '@dayloom/contracts';
import { getGap } from '@dayloom/planner';
import { DAY_MS } from '@dayloom/time';
import type { StoredTask } from '#features/tasks/model/stored-task.ts';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { isFinished, type StoredBlock, toWorkId } from '../model/block.ts';
import type { StoredProposal } from '../model/proposal.ts';
import { listBlocks } from '../store/blocks.ts';
import { getPlanState } from '../store/plans.ts';
import { findPendingProposal } from '../store/proposals.ts';

const HISTORY_DAYS = 90;

export interface CurrentPlan {
  readonly plan: Plan;
  readonly proposal: Proposal | null;
  readonly atRisk: readonly AtRisk[];
}

export async function readPlan(platform: DbContext, scope: Scope): Promise<CurrentPlan> {
  const { db, clock } = platform;
  const now = clock();
  const [row, blocks, pending] = await Promise.all([
    getPlanState(db, scope),
    listBlocks(db, scope, new Date(now.getTime() - HISTORY_DAYS * DAY_MS)),
    findPendingProposal(db, scope),
  ]);
  const tasks = await listExistingTasks(db, scope, [
    ...new Set([...blocks.map((block) => block.taskId), ...row.at_risk.map((risk) => risk.taskId)]),
  ]);
  const open = new Set(tasks.filter((task) => task.status === 'open').map((task) => task.id));
  return {
    plan: {
      revision: row.revision,
      plannedAt: row.planned_at?.toISOString() ?? null,
      blocks: listVisibleBlocks(blocks, tasks, now),
    },
    proposal: pending && pending.baseRevision === row.revision ? toProposal(pending) : null,
    atRisk: row.at_risk.filter((risk) => open.has(risk.taskId)).map(withOccurrence),
  };
}

/** Planned blocks in a range with their titles, for mirrors. */
export async function listPlannedBlocks(
  db: Db,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: string; title: string; startsAt: Date; endsAt: Date }[]> {
  const blocks = await listBlocks(db, scope, from);
  const tasks = await listExistingTasks(db, scope, [...new Set(blocks.map((block) => block.taskId))]);
  return listVisibleBlocks(blocks, tasks, from)
    .filter((block) => block.state === 'planned' && Date.parse(block.startsAt) < to.getTime())
    .map(({ _id, title, startsAt, endsAt }) => ({
      id: _id,
      title,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    }));
}

/** Hides blocks of deleted tasks, and future blocks of finished tasks: their time is no longer needed. */
export function listVisibleBlocks(
  blocks: readonly StoredBlock[],
  tasks: readonly StoredTask[],
  now: Date,
): Block[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const shown = blocks.filter((block) => {
    const task = byId.get(block.taskId);
    const isAhead = block.state === 'planned' && Date.parse(block.endsAt) > now.getTime();
    return task !== undefined && !(task.status === 'done' && isAhead);
  });
  const byTask = Map.groupBy(shown, ({ taskId }) => taskId);
  const counts = new Map<string, number>();
  for (const block of shown) counts.set(toWorkId(block), (counts.get(toWorkId(block)) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return shown.map((block) => {
    const task = byId.get(block.taskId) as StoredTask;
    const work = toWorkId(block);
    const chunk = (numbers.get(work) ?? 0) + 1;
    numbers.set(work, chunk);
    return {
      _id: block.id,
      taskId: block.taskId,
      title: task.title,
      project: task.project,
      priority: task.priority,
      startsAt: block.startsAt,
      endsAt: block.endsAt,
      isPinned: block.isPinned,
      state: block.state,
      isFinished: isFinished(block, task, byTask.get(block.taskId) ?? []),
      occurrenceOn: block.occurrenceOn ?? null,
      chunk,
      chunkCount: counts.get(work) ?? 1,
      isLastChance: block.isLastChance,
      version: block.version,
    };
  });
}

export function toProposal(stored: StoredProposal): Proposal {
  return {
    _id: stored.id,
    state: stored.state === 'superseded' ? 'rejected' : stored.state,
    baseRevision: stored.baseRevision,
    createdAt: stored.createdAt.toISOString(),
    changes: stored.changes.map(withOccurrence),
    stayed: stored.stayed,
    atRisk: stored.atRisk.map(withOccurrence),
    notPlannedYet: stored.notPlannedYet,
    cost: stored.cost,
    bound: stored.bound,
    gap: stored.bound === null ? null : getGap(stored.cost, stored.bound),
    horizon: { startsAt: stored.startsAt.toISOString(), endsAt: stored.endsAt.toISOString() },
  };
}

/** Stored before the field existed, it is absent. */
function withOccurrence<Stored extends { occurrenceOn: string | null }>(stored: Stored): Stored {
  return { ...stored, occurrenceOn: stored.occurrenceOn ?? null };
}
