import type { AtRisk, Block, PlanChange, Proposal } from '@dayloom/contracts';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { AppError, brokenConstraint } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

/** A block as stored; JSON-safe, so that the journal and proposals can keep it. */
export interface StoredBlock {
  readonly id: string;
  readonly taskId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isPinned: boolean;
  readonly state: Block['state'];
  readonly isLastChance: boolean;
  readonly version: number;
}

interface ProposalTable {
  user_id: string;
  id: string;
  state: Proposal['state'];
  base_revision: number;
  starts_at: Date;
  ends_at: Date;
  blocks: ColumnType<StoredBlock[], string, string>;
  changes: ColumnType<PlanChange[], string, string>;
  stayed: number;
  at_risk: ColumnType<AtRisk[], string, string>;
  cost: ColumnType<string, number, number>;
  created_at: Date;
  decided_at: Date | null;
}

interface BlockTable {
  user_id: string;
  id: string;
  task_id: string;
  starts_at: ColumnType<Date, Date | string, Date | string>;
  ends_at: ColumnType<Date, Date | string, Date | string>;
  is_pinned: boolean;
  state: Block['state'];
  is_last_chance: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
}

declare module '../../platform/db.ts' {
  interface Tables {
    plans: {
      user_id: string;
      revision: number;
      planned_at: Date | null;
      at_risk: ColumnType<AtRisk[], string, string>;
    };
    proposals: ProposalTable;
    blocks: BlockTable;
  }
}

export interface PlanRow {
  readonly revision: number;
  readonly planned_at: Date | null;
  readonly at_risk: AtRisk[];
}

export async function findPlan(db: Db, scope: Scope, forChange = false): Promise<PlanRow> {
  const query = db
    .selectFrom('plans')
    .select(['revision', 'planned_at', 'at_risk'])
    .where('user_id', '=', scope.userId);
  const row = await (forChange ? query.forUpdate() : query).executeTakeFirst();
  return row ?? { revision: 0, planned_at: null, at_risk: [] };
}

/** Counts the revision up; a user's first plan makes the row. */
export async function advancePlan(
  db: Db,
  scope: Scope,
  change: { plannedAt?: Date; atRisk?: readonly AtRisk[] },
): Promise<void> {
  const columns = {
    ...(change.plannedAt && { planned_at: change.plannedAt }),
    ...(change.atRisk && { at_risk: JSON.stringify(change.atRisk) }),
  };
  await db
    .insertInto('plans')
    .values({ user_id: scope.userId, revision: 1, planned_at: null, at_risk: '[]', ...columns })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ revision: sql`plans.revision + 1`, ...columns }),
    )
    .execute();
}

function blockOf(row: Selectable<BlockTable>): StoredBlock {
  return {
    id: row.id,
    taskId: row.task_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    isPinned: row.is_pinned,
    state: row.state,
    isLastChance: row.is_last_chance,
    version: row.version,
  };
}

/** Blocks that end after `from`, and the finished ones of the given tasks whenever they were. */
export async function listBlocks(db: Db, scope: Scope, from: Date): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(blockOf);
}

/** What the planner needs: all that lies ahead, and all finished work. */
export async function listBlocksForPlanning(db: Db, scope: Scope, now: Date): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where((eb) => eb.or([eb('ends_at', '>', now), eb('state', '=', 'done')]))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(blockOf);
}

export async function findBlock(db: Db, scope: Scope, id: string): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? blockOf(row) : null;
}

export async function listBlocksOfTasks(
  db: Db,
  scope: Scope,
  taskIds: readonly string[],
  endingAfter: Date,
): Promise<StoredBlock[]> {
  if (taskIds.length === 0) return [];
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', sql<string>`any(${taskIds as string[]}::uuid[])`)
    .where('state', '=', 'planned')
    .where('ends_at', '>', endingAfter)
    .orderBy('starts_at')
    .execute();
  return rows.map(blockOf);
}

/** Everything that was and is planned for one task. */
export async function listAllBlocksOfTask(db: Db, scope: Scope, taskId: string): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', taskId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(blockOf);
}

export async function listPlannedTaskIds(db: Db, scope: Scope, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('blocks')
    .select('task_id')
    .distinct()
    .where('user_id', '=', scope.userId)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .execute();
  return rows.map((row) => row.task_id);
}

/** Takes blocks out and answers what they were; ids that are gone already are left out. */
export async function deleteBlocks(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredBlock[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom('blocks')
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .returningAll()
    .execute();
  return rows.map(blockOf);
}

const ROWS_PER_STATEMENT = 4_000;

export async function insertBlocks(
  db: Db,
  scope: Scope,
  blocks: readonly StoredBlock[],
  now: Date,
): Promise<void> {
  try {
    for (let start = 0; start < blocks.length; start += ROWS_PER_STATEMENT) {
      const rows = blocks.slice(start, start + ROWS_PER_STATEMENT).map((block) => ({
        user_id: scope.userId,
        id: block.id,
        task_id: block.taskId,
        starts_at: block.startsAt,
        ends_at: block.endsAt,
        is_pinned: block.isPinned,
        state: block.state,
        is_last_chance: block.isLastChance,
        version: block.version,
        created_at: now,
        updated_at: now,
      }));
      await db.insertInto('blocks').values(rows).execute();
    }
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'blocks_pinned_apart') {
      throw new AppError(
        'time_conflict',
        'Another pinned block is there already. Unpin or move that one first.',
        { cause: error },
      );
    }
    if (constraint === 'blocks_task')
      throw new AppError('not_found', 'The task was not found.', { cause: error });
    throw error;
  }
}

export interface NewProposal {
  readonly id: string;
  readonly baseRevision: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly blocks: readonly StoredBlock[];
  readonly changes: readonly PlanChange[];
  readonly stayed: number;
  readonly atRisk: readonly AtRisk[];
  readonly cost: number;
  readonly createdAt: Date;
}

export interface StoredProposal extends NewProposal {
  readonly state: Proposal['state'];
}

/** A user has one open proposal: a new one takes its place. */
export async function saveProposal(db: Db, scope: Scope, proposal: NewProposal): Promise<void> {
  const columns = {
    id: proposal.id,
    base_revision: proposal.baseRevision,
    starts_at: proposal.startsAt,
    ends_at: proposal.endsAt,
    blocks: JSON.stringify(proposal.blocks),
    changes: JSON.stringify(proposal.changes),
    stayed: proposal.stayed,
    at_risk: JSON.stringify(proposal.atRisk),
    cost: proposal.cost,
    created_at: proposal.createdAt,
  };
  await db
    .insertInto('proposals')
    .values({ user_id: scope.userId, state: 'pending', decided_at: null, ...columns })
    .onConflict((conflict) => conflict.column('user_id').where('state', '=', 'pending').doUpdateSet(columns))
    .execute();
}

function proposalOf(row: Selectable<ProposalTable>): StoredProposal {
  return {
    id: row.id,
    state: row.state,
    baseRevision: row.base_revision,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    blocks: row.blocks,
    changes: row.changes,
    stayed: row.stayed,
    atRisk: row.at_risk,
    cost: Number(row.cost),
    createdAt: row.created_at,
  };
}

export async function findPendingProposal(db: Db, scope: Scope): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row ? proposalOf(row) : null;
}

export async function findProposal(db: Db, scope: Scope, id: string): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? proposalOf(row) : null;
}

/** Answers a pending proposal; false when somebody was faster. */
export async function decideProposal(
  db: Db,
  scope: Scope,
  id: string,
  state: 'accepted' | 'rejected',
  now: Date,
): Promise<boolean> {
  const decided = await db
    .updateTable('proposals')
    .set({ state, decided_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return decided !== undefined;
}
