import type { AtRisk } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import { readInBatch, toInstant } from '#platform/batched-statements.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { PlacementSql, PlannedTimeColumns } from '../model/placement-sql.ts';
import type { StoredTask } from '../model/stored-task.ts';

const dependencies = sql<string[]>`coalesce((
  select array_agg(d.depends_on_id::text order by d.depends_on_id)
  from task_dependencies d where d.user_id = tasks.user_id and d.task_id = tasks.id
), '{}')`.as('depends_on');

export function liveTasks(db: Db, scope: Scope) {
  return db
    .selectFrom('tasks')
    .selectAll('tasks')
    .select(dependencies)
    .where('tasks.user_id', '=', scope.userId)
    .where('tasks.deleted_at', 'is', null);
}

/** A task with its place in the plan. */
export type PlacedTask = StoredTask & PlannedTimeColumns;

export function placedTasks(db: Db, scope: Scope, placements: PlacementSql, now: Date) {
  const plannedTime = sql<PlannedTimeColumns>`${placements.selectPlannedTime(now)}`.as<'planned'>(
    sql`planned`,
  );
  return liveTasks(db, scope)
    .leftJoinLateral(plannedTime, (join) => join.onTrue())
    .select(['block_id', 'block_starts_at', 'block_ends_at', 'block_count', 'block_places']);
}

export function findTask(
  db: Db,
  scope: Scope,
  placements: PlacementSql,
  id: string,
  now: Date,
): Promise<(PlacedTask & { risks: AtRisk[] | null }) | undefined> {
  return placedTasks(db, scope, placements, now)
    .select(placements.selectRisks(scope).as('risks'))
    .where('tasks.id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks the row until the transaction ends, but not against blocks that refer to it (for no key update).
 * Accepting a plan locks the plan first and would otherwise wait for the task while we wait for the plan: a
 * deadlock.
 */
export function findTaskForChange(tx: Tx, scope: Scope, id: string): Promise<StoredTask | undefined> {
  return liveTasks(tx, scope).where('tasks.id', '=', id).forNoKeyUpdate('tasks').executeTakeFirst();
}

/** The ids that were used before, also by tasks that are deleted now. */
export async function listKnownTasks(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether each task is deleted. Unknown and purged tasks are absent. */
export async function listTaskStates(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, 'live' | 'deleted'>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'deleted_at'])
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, deleted_at }) => [id, deleted_at === null ? 'live' : 'deleted']));
}

/** How many of these tasks exist. */
export async function countLiveTasks(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Includes deleted tasks: for restoring, and to detect an id that was used before. */
export async function isTaskKnown(db: Db, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every open task that the planner may place or has to wait for, oldest first. */
export function listOpenTasks(db: Db, scope: Scope): Promise<StoredTask[]> {
  return liveTasks(db, scope)
    .where('tasks.status', '=', 'open')
    .orderBy('tasks.created_at')
    .orderBy('tasks.id')
    .execute();
}

export async function findLastHardDue(db: Db, scope: Scope): Promise<Date | null> {
  const [found] = await readInBatch<{ last: string | null }>(
    db,
    sql`
      select max(coalesce(due_at, due_on::timestamptz + interval '1 day')) as last from tasks
      where ${isHardAndPlanned(scope)}`,
  );
  return found?.last ? toInstant(found.last) : null;
}

const isHardAndPlanned = ({ userId }: Scope) => sql`
  user_id = ${userId} and status = 'open' and deleted_at is null and due_kind = 'hard'
  and is_automatic and not is_someday`;

/** SQL: whether `findLastHardDue` finds one. */
export const selectHasHardDue = (scope: Scope): RawBuilder<boolean> => sql`exists (
  select from tasks
  where ${isHardAndPlanned(scope)} and (due_at is not null or due_on is not null))`;

export function listTasksByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredTask[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return liveTasks(db, scope)
    .where('tasks.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute();
}

/** Tasks that were completed in the range, the earliest first. */
export function listCompletedBetween(db: Db, scope: Scope, from: Date, to: Date): Promise<StoredTask[]> {
  return liveTasks(db, scope)
    .where('tasks.status', '=', 'done')
    .where('tasks.completed_at', '>=', from)
    .where('tasks.completed_at', '<', to)
    .orderBy('tasks.completed_at')
    .execute();
}
