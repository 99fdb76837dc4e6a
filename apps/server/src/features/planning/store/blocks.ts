import type { Block } from '@dayloom/contracts';
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import { type JsonRow, readInBatch, toInstant } from '#platform/batched-statements.ts';
import { type Db, toInsertBatches } from '#platform/db.ts';
import { AppError, brokenConstraint } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';

interface BlockTable {
  user_id: string;
  id: string;
  task_id: string;
  occurrence_on: string | null;
  starts_at: ColumnType<Date, Date | string, Date | string>;
  ends_at: ColumnType<Date, Date | string, Date | string>;
  is_pinned: boolean;
  state: Block['state'];
  is_last_chance: boolean;
  is_unplanned: ColumnType<boolean, boolean | undefined>;
  planned_until: ColumnType<Date | null, string | null | undefined, string | null>;
  version: number;
  created_at: Date;
  updated_at: Date;
}

declare module '#platform/db.ts' {
  interface Tables {
    blocks: BlockTable;
  }
}

function toBlock(row: Pick<Selectable<BlockTable>, (typeof COLUMNS)[number]>): StoredBlock {
  return {
    id: row.id,
    taskId: row.task_id,
    occurrenceOn: row.occurrence_on,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    isPinned: row.is_pinned,
    state: row.state,
    isLastChance: row.is_last_chance,
    ...(row.is_unplanned && { isUnplanned: true }),
    ...(row.planned_until && { plannedUntil: row.planned_until.toISOString() }),
    version: row.version,
  };
}

const COLUMNS = [
  'id',
  'task_id',
  'occurrence_on',
  'starts_at',
  'ends_at',
  'is_pinned',
  'state',
  'is_last_chance',
  'is_unplanned',
  'planned_until',
  'version',
] as const;

/** Blocks that end after `from`. */
export async function listBlocks(db: Db, scope: Scope, from: Date): Promise<StoredBlock[]> {
  const rows = await readInBatch<JsonRow<Parameters<typeof toBlock>[0]>>(
    db,
    sql`
      select ${sql.raw(COLUMNS.join(', '))} from blocks
      where user_id = ${scope.userId} and ends_at > ${from} order by starts_at, id`,
  );
  return rows.map(({ starts_at, ends_at, planned_until, ...row }) =>
    toBlock({
      ...row,
      starts_at: toInstant(starts_at),
      ends_at: toInstant(ends_at),
      planned_until: planned_until === null ? null : toInstant(planned_until),
    }),
  );
}

/** SQL: whether work is planned in the range. */
export const selectHasPlanned = ({ userId }: Scope, from: Date, to: Date): RawBuilder<boolean> => sql`exists (
  select from blocks
  where user_id = ${userId} and state = 'planned' and ends_at > ${from} and starts_at < ${to})`;

/** What the planner needs: all future blocks and all finished ones. */
export async function listBlocksForPlanning(db: Db, scope: Scope, now: Date): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where((eb) => eb.or([eb('ends_at', '>', now), eb('state', '=', 'done')]))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(toBlock);
}

export async function findBlock(db: Db, scope: Scope, id: string): Promise<StoredBlock | null> {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toBlock(row) : null;
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
  return rows.map(toBlock);
}

/** Whether work on a task was confirmed; of one that repeats, only work without an occurrence counts. */
export async function hasFinishedBlock(db: Db, scope: Scope, taskId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', taskId)
    .where('state', '=', 'done')
    .where('occurrence_on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a task itself, not a later occurrence, has planned time, also if it has passed. */
export async function hasPlannedTime(db: Db, scope: Scope, taskId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', taskId)
    .where('occurrence_on', 'is', null)
    // Work without a plan is planned time too if it came before what was planned.
    .where((eb) => eb.or([eb('is_unplanned', '=', false), eb('planned_until', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** All past and future blocks of a task. */
export async function listAllBlocksOfTask(db: Db, scope: Scope, taskId: string): Promise<StoredBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', taskId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(toBlock);
}

/** Planned and pinned blocks that overlap any of the given ones. */
export async function listPinnedBlocksAt(
  db: Db,
  scope: Scope,
  places: readonly Pick<StoredBlock, 'startsAt' | 'endsAt'>[],
): Promise<StoredBlock[]> {
  if (places.length === 0) return [];
  const starts = places.map(({ startsAt }) => startsAt);
  const ends = places.map(({ endsAt }) => endsAt);
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('is_pinned', '=', true)
    .where('state', '=', 'planned')
    .where(
      sql<boolean>`exists (
        select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as place (starts_at, ends_at)
        where blocks.starts_at < place.ends_at and place.starts_at < blocks.ends_at
      )`,
    )
    .execute();
  return rows.map(toBlock);
}

/** Deletes blocks and returns them; ids that no longer exist are ignored. */
export async function deleteBlocks(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredBlock[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom('blocks')
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .returningAll()
    .execute();
  return rows.map(toBlock);
}

export async function insertBlocks(
  db: Db,
  scope: Scope,
  blocks: readonly StoredBlock[],
  now: Date,
): Promise<void> {
  try {
    for (const batch of toInsertBatches(blocks)) {
      const rows = batch.map((block) => ({
        user_id: scope.userId,
        id: block.id,
        task_id: block.taskId,
        occurrence_on: block.occurrenceOn ?? null,
        starts_at: block.startsAt,
        ends_at: block.endsAt,
        is_pinned: block.isPinned,
        state: block.state,
        is_last_chance: block.isLastChance,
        is_unplanned: block.isUnplanned ?? false,
        planned_until: block.plannedUntil ?? null,
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
        'Another pinned block is already at this time. Unpin or move it first.',
        { cause: error },
      );
    }
    if (constraint === 'blocks_task')
      throw new AppError('not_found', 'The task was not found.', { cause: error });
    throw error;
  }
}
