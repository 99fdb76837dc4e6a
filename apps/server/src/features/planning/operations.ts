import { randomUUID } from 'node:crypto';
import type { AtRisk, Block, Explanation, Plan, Proposal, Task } from '@dayloom/contracts';
import type { Platform } from '../../platform/context.ts';
import type { Db } from '../../platform/db.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { CommandKind } from '../../platform/journal.ts';
import { notifyChanged } from '../../platform/notify.ts';
import type { Scope } from '../../platform/scope.ts';
import { getTimeRules } from '../account/operations.ts';
import { listBusyIntervals } from '../calendar/operations/events.ts';
import {
  listPlannableTasks,
  listTasksOf,
  type PlannableTask,
  type TaskPlacements,
} from '../tasks/operations.ts';
import { atRiskOf, diffOf } from './rules/proposal.ts';
import { formatInstant, horizonOf, instanceOf, isFixed, type Snapshot } from './rules/snapshot.ts';
import type { ExplainedPlace, ExplainRequest, Solution, SolveRequest } from './rules/solve.ts';
import {
  advancePlan,
  decideProposal,
  deleteBlocks,
  findBlock,
  findPendingProposal,
  findPlan,
  findProposal,
  insertBlocks,
  listBlocks,
  listBlocksForPlanning,
  listBlocksOfTasks,
  listPlannedTaskIds,
  type StoredBlock,
  type StoredProposal,
  saveProposal,
} from './store.ts';

const SOLVER = new URL('./rules/solve.ts', import.meta.url);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HISTORY_DAYS = 90;
const DEFAULT_HORIZON_DAYS = 7;
/** To explain a block the planner looks this far at most. */
const EXPLAIN_DAYS = 56;

// --- the one command ------------------------------------------------------------------------------------

/** Takes blocks out and puts others in. Its own inverse, with the blocks and the risks from before. */
interface ReplacePayload {
  readonly remove: readonly string[];
  readonly insert: readonly StoredBlock[];
  readonly atRisk?: readonly AtRisk[];
  readonly plannedAt?: string;
  readonly summary: string;
}

const replaceKind: CommandKind<ReplacePayload, void> = {
  kind: 'plan.replace',
  async apply(tx, scope, { remove, insert, atRisk, plannedAt, summary }, now) {
    const { at_risk: riskBefore } = await findPlan(tx, scope, true);
    const removed = await deleteBlocks(tx, scope, remove);
    await insertBlocks(tx, scope, insert, now);
    await advancePlan(tx, scope, {
      ...(atRisk && { atRisk }),
      ...(plannedAt && { plannedAt: new Date(plannedAt) }),
    });
    await notifyChanged(tx, scope, 'plan', 'tasks');
    const inverse: ReplacePayload = {
      remove: insert.map((block) => block.id),
      insert: removed,
      ...(atRisk && { atRisk: riskBefore }),
      summary: `Took back: ${summary}`,
    };
    return { result: undefined, inverse: { kind: 'plan.replace', payload: inverse }, summary };
  },
};

export const planningCommands = [replaceKind];

// --- reading --------------------------------------------------------------------------------------------

export interface CurrentPlan {
  readonly plan: Plan;
  readonly proposal: Proposal | null;
  readonly atRisk: readonly AtRisk[];
}

export async function readPlan(platform: Platform, scope: Scope): Promise<CurrentPlan> {
  const { db, clock } = platform;
  const now = clock();
  const [row, blocks, pending] = await Promise.all([
    findPlan(db, scope),
    listBlocks(db, scope, new Date(now.getTime() - HISTORY_DAYS * DAY_MS)),
    findPendingProposal(db, scope),
  ]);
  const tasks = await listTasksOf(db, scope, [
    ...new Set([...blocks.map((block) => block.taskId), ...row.at_risk.map((risk) => risk.taskId)]),
  ]);
  const open = new Set(tasks.filter((task) => task.status === 'open').map((task) => task.id));
  return {
    plan: {
      revision: row.revision,
      plannedAt: row.planned_at?.toISOString() ?? null,
      blocks: shownBlocks(blocks, tasks, now),
    },
    proposal: pending && pending.baseRevision === row.revision ? proposalOf(pending) : null,
    atRisk: row.at_risk.filter((risk) => open.has(risk.taskId)),
  };
}

/** Blocks of deleted tasks are gone, those ahead of finished tasks too: nobody needs that time any more. */
function shownBlocks(blocks: readonly StoredBlock[], tasks: readonly PlannableTask[], now: Date): Block[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const shown = blocks.filter((block) => {
    const task = byId.get(block.taskId);
    const isAhead = block.state === 'planned' && Date.parse(block.endsAt) > now.getTime();
    return task !== undefined && !(task.status === 'done' && isAhead);
  });
  const counts = new Map<string, number>();
  for (const block of shown) counts.set(block.taskId, (counts.get(block.taskId) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return shown.map((block) => {
    const task = byId.get(block.taskId) as PlannableTask;
    const chunk = (numbers.get(block.taskId) ?? 0) + 1;
    numbers.set(block.taskId, chunk);
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
      chunk,
      chunkCount: counts.get(block.taskId) ?? 1,
      isLastChance: block.isLastChance,
      version: block.version,
    };
  });
}

function proposalOf(stored: StoredProposal): Proposal {
  return {
    _id: stored.id,
    state: stored.state,
    baseRevision: stored.baseRevision,
    createdAt: stored.createdAt.toISOString(),
    changes: [...stored.changes],
    stayed: stored.stayed,
    atRisk: [...stored.atRisk],
    cost: stored.cost,
    horizon: { startsAt: stored.startsAt.toISOString(), endsAt: stored.endsAt.toISOString() },
  };
}

// --- proposing ------------------------------------------------------------------------------------------

async function loadSnapshot(platform: Platform, scope: Scope, horizonDays: number): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const to = new Date(now.getTime() + (horizonDays + 1) * DAY_MS);
  const [rules, tasks, blocks, busy] = await Promise.all([
    getTimeRules(platform, scope),
    listPlannableTasks(db, scope),
    listBlocksForPlanning(db, scope, now),
    listBusyIntervals(db, scope, now, to),
  ]);
  return { now, timeZone: rules.home_time_zone, hours: rules.hours, tasks, blocks, busy, horizonDays };
}

function titlesOf(tasks: readonly PlannableTask[]): Record<string, string> {
  return Object.fromEntries(tasks.map((task) => [task.id, task.title]));
}

/** The blocks that a plan may take out of the horizon: planned, ahead, not pinned, of tasks it plans. */
function movableOf(snapshot: Snapshot): StoredBlock[] {
  const { end } = horizonOf(snapshot.now, snapshot.horizonDays, snapshot.timeZone);
  const open = new Set(
    snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday).map((task) => task.id),
  );
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' &&
      !isFixed(block, snapshot.now) &&
      open.has(block.taskId) &&
      Date.parse(block.startsAt) < end,
  );
}

function solveBeside(platform: Platform, snapshot: Snapshot): Promise<Solution> {
  const request: SolveRequest = { instance: instanceOf(snapshot), titles: titlesOf(snapshot.tasks) };
  return platform.compute.run<Solution>(SOLVER, 'solve', request);
}

/** Works a plan out and keeps it as the user's one open proposal. Nothing moves before it is accepted. */
export async function proposePlan(
  platform: Platform,
  scope: Scope,
  horizonDays = DEFAULT_HORIZON_DAYS,
): Promise<Proposal> {
  const [snapshot, { revision }] = await Promise.all([
    loadSnapshot(platform, scope, horizonDays),
    findPlan(platform.db, scope),
  ]);
  const solution = await solveBeside(platform, snapshot);
  const { blocks, changes, stayed } = diffOf(movableOf(snapshot), solution, titlesOf(snapshot.tasks));
  const horizon = horizonOf(snapshot.now, horizonDays, snapshot.timeZone);
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

export interface Accepted {
  readonly plan: Plan;
  readonly commandId: string;
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
  const snapshot = await loadSnapshot(platform, scope, horizonDays);
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

// --- blocks by hand -------------------------------------------------------------------------------------

export async function pinTask(
  platform: Platform,
  scope: Scope,
  wish: { taskId: string; startsAt: string; endsAt?: string | undefined },
): Promise<Accepted> {
  const [task] = await listTasksOf(platform.db, scope, [wish.taskId]);
  if (!task || task.status === 'done') throw notFound('The open task');
  const now = platform.clock();
  const blocks = await listBlocksOfTasks(platform.db, scope, [task.id], now);
  const minutes = Math.min(task.duration_minutes, task.max_chunk_minutes);
  const endsAt = wish.endsAt ?? new Date(Date.parse(wish.startsAt) + minutes * MINUTE_MS).toISOString();
  const block: StoredBlock = {
    id: randomUUID(),
    taskId: task.id,
    startsAt: new Date(wish.startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: true,
    state: 'planned',
    isLastChance: false,
    version: 1,
  };
  return replaceBlocks(platform, scope, {
    remove: surplus(task, blocks, block).map((other) => other.id),
    insert: [block],
    summary: `Pinned '${task.title}'`,
  });
}

/** Movable blocks that the task does not need any more once `pinned` is there, the latest first. */
function surplus(task: PlannableTask, blocks: readonly StoredBlock[], pinned: StoredBlock): StoredBlock[] {
  const length = (block: StoredBlock) => (Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS;
  const movable = blocks.filter((block) => !block.isPinned && block.id !== pinned.id);
  const fixed = blocks.filter((block) => block.isPinned && block.id !== pinned.id);
  let over =
    [...movable, ...fixed, pinned].reduce((sum, block) => sum + length(block), 0) - task.duration_minutes;
  const out: StoredBlock[] = [];
  for (const block of movable.toReversed()) {
    if (over <= 0) break;
    out.push(block);
    over -= length(block);
  }
  return out;
}

export interface BlockChange {
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly state?: Block['state'] | undefined;
  readonly version?: number | undefined;
}

/** Moving or resizing pins: what a person put somewhere stays there until they say otherwise. */
export async function changeBlock(
  platform: Platform,
  scope: Scope,
  id: string,
  change: BlockChange,
): Promise<Accepted> {
  const block = await findBlock(platform.db, scope, id);
  if (!block) throw notFound('The block');
  if (change.version !== undefined && change.version !== block.version) {
    throw new AppError('version_conflict', 'This block was changed elsewhere meanwhile. Nothing was saved.', {
      fields: { version: `is ${block.version} now` },
    });
  }
  const isMoved = change.startsAt !== undefined || change.endsAt !== undefined;
  const length = Date.parse(block.endsAt) - Date.parse(block.startsAt);
  const startsAt = change.startsAt === undefined ? Date.parse(block.startsAt) : Date.parse(change.startsAt);
  const endsAt =
    change.endsAt === undefined
      ? change.startsAt === undefined
        ? Date.parse(block.endsAt)
        : startsAt + length
      : Date.parse(change.endsAt);
  if (startsAt >= endsAt) {
    throw new AppError('invalid_request', 'The end must be after the start.', {
      fields: { endsAt: 'must be after startsAt' },
    });
  }
  const next: StoredBlock = {
    ...block,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: change.isPinned ?? (isMoved ? true : block.isPinned),
    state: change.state ?? block.state,
    version: block.version + 1,
  };
  const verb = isMoved
    ? 'Moved'
    : change.state === 'done'
      ? 'Finished'
      : change.isPinned === false
        ? 'Unpinned'
        : 'Changed';
  return replaceBlocks(platform, scope, { remove: [id], insert: [next], summary: `${verb} a block` });
}

export async function removeBlock(platform: Platform, scope: Scope, id: string): Promise<Accepted> {
  if (!(await findBlock(platform.db, scope, id))) throw notFound('The block');
  return replaceBlocks(platform, scope, {
    remove: [id],
    insert: [],
    summary: 'Took a block out of the plan',
  });
}

async function replaceBlocks(platform: Platform, scope: Scope, payload: ReplacePayload): Promise<Accepted> {
  const { commandId } = await platform.journal.run(scope, replaceKind, payload);
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

// --- explaining -----------------------------------------------------------------------------------------

export async function explainBlock(platform: Platform, scope: Scope, id: string): Promise<Explanation> {
  const block = await findBlock(platform.db, scope, id);
  if (!block) throw notFound('The block');
  const now = platform.clock();
  const place = { startsAt: block.startsAt, endsAt: block.endsAt, isChosen: true };
  const plainly = (summary: string, detail: string): Explanation => ({
    summary,
    places: [{ ...place, headline: summary, detail }],
  });
  if (block.state === 'done') return plainly('Done.', 'This work is finished.');
  if (block.isPinned)
    return plainly(
      'You put it here.',
      'It is pinned: planning leaves it where it is. Unpin it to let it move.',
    );
  if (Date.parse(block.startsAt) <= now.getTime())
    return plainly('It has begun.', 'A running block stays where it is.');

  const days = Math.ceil((Date.parse(block.endsAt) - now.getTime()) / DAY_MS) + 1;
  const snapshot = await loadSnapshot(
    platform,
    scope,
    Math.min(EXPLAIN_DAYS, Math.max(DEFAULT_HORIZON_DAYS, days)),
  );
  const instance = instanceOf(snapshot);
  const asPlanned = (instance.previous ?? []).filter((candidate) =>
    instance.tasks.some((task) => task.id === candidate.task),
  );
  const asked = {
    task: block.taskId,
    start: formatInstant(Date.parse(block.startsAt)),
    end: formatInstant(Date.parse(block.endsAt)),
  };
  const isThere = asPlanned.some(
    (candidate) =>
      candidate.task === asked.task && candidate.start === asked.start && candidate.end === asked.end,
  );
  if (!isThere) return plainly('It is off the planning grid.', 'Plan again to let it find its best place.');
  const request: ExplainRequest = {
    instance,
    blocks: asPlanned,
    block: asked,
    titles: titlesOf(snapshot.tasks),
  };
  try {
    const { summary, places } = await platform.compute.run<{ summary: string; places: ExplainedPlace[] }>(
      SOLVER,
      'explainBlock',
      request,
    );
    return {
      summary,
      places: places.map((one) => ({ ...one, startsAt: iso(one.startsAt), endsAt: iso(one.endsAt) })),
    };
  } catch (error) {
    platform.log.warn({ err: error }, 'A block could not be explained');
    return plainly('Things have changed since it was planned.', 'Plan again to see where it fits now.');
  }
}

function iso(instant: string): string {
  return new Date(instant).toISOString();
}

// --- for the list of tasks ------------------------------------------------------------------------------

/** What tasks want to know of the plan (their port). */
export function taskPlacements({ db, clock }: { db: Db; clock: Platform['clock'] }): TaskPlacements {
  return {
    async find(scope, taskIds) {
      const [{ at_risk }, blocks] = await Promise.all([
        findPlan(db, scope),
        listBlocksOfTasks(db, scope, taskIds, clock()),
      ]);
      const risks = new Map(
        at_risk.map((risk) => [
          risk.taskId,
          risk.shortMinutes > 0 ? ('unplanned' as const) : ('late' as const),
        ]),
      );
      const found = new Map<string, Pick<Task, 'planned' | 'risk'>>();
      for (const id of taskIds) found.set(id, { planned: null, risk: risks.get(id) ?? null });
      for (const block of blocks) {
        const known = found.get(block.taskId);
        const first = known?.planned ?? {
          blockId: block.id,
          startsAt: block.startsAt,
          endsAt: block.endsAt,
          blockCount: 0,
        };
        found.set(block.taskId, {
          risk: known?.risk ?? null,
          planned: { ...first, blockCount: first.blockCount + 1 },
        });
      }
      return found;
    },
    listPlanned: (scope, from, to) => listPlannedTaskIds(db, scope, from, to),
    async listAtRisk(scope) {
      return (await findPlan(db, scope)).at_risk.map((risk) => risk.taskId);
    },
  };
}
