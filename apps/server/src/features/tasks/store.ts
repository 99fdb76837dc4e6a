import type { Task } from '@dayloom/contracts';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import { AppError, brokenConstraint } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

type Instant = ColumnType<Date, Date | string, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;

interface TaskTable {
  user_id: string;
  id: string;
  title: string;
  notes: string;
  subtasks: ColumnType<Task['subtasks'], string, string>;
  status: Task['status'];
  duration_minutes: number;
  due_on: string | null;
  due_at: OptionalInstant;
  due_kind: Task['dueKind'];
  priority: number;
  project: string | null;
  hours: Task['hours'];
  start_after: OptionalInstant;
  is_splittable: boolean;
  min_chunk_minutes: number;
  max_chunk_minutes: number;
  buffer_minutes: number;
  recurrence_rule: string | null;
  is_automatic: boolean;
  is_someday: boolean;
  version: ColumnType<number, never, number>;
  created_at: Instant;
  updated_at: Instant;
  completed_at: OptionalInstant;
  deleted_at: OptionalInstant;
}

declare module '../../platform/db.ts' {
  interface Tables {
    tasks: TaskTable;
    task_dependencies: { user_id: string; task_id: string; depends_on_id: string };
  }
}

/** A task as stored, with what it depends on. */
export type StoredTask = Selectable<TaskTable> & { depends_on: string[] };

/** What people and the planner decide about a task; JSON-safe, so that the journal can keep it. */
export type TaskFields = Pick<
  Task,
  | 'title'
  | 'notes'
  | 'subtasks'
  | 'status'
  | 'durationMinutes'
  | 'dueOn'
  | 'dueAt'
  | 'dueKind'
  | 'priority'
  | 'project'
  | 'hours'
  | 'startAfter'
  | 'isSplittable'
  | 'minChunkMinutes'
  | 'maxChunkMinutes'
  | 'bufferMinutes'
  | 'recurrenceRule'
  | 'dependsOn'
  | 'isAutomatic'
  | 'isSomeday'
  | 'completedAt'
>;

export function fieldsOf(row: StoredTask): TaskFields {
  return {
    title: row.title,
    notes: row.notes,
    subtasks: row.subtasks,
    status: row.status,
    durationMinutes: row.duration_minutes,
    dueOn: row.due_on,
    dueAt: row.due_at?.toISOString() ?? null,
    dueKind: row.due_kind,
    priority: row.priority,
    project: row.project,
    hours: row.hours,
    startAfter: row.start_after?.toISOString() ?? null,
    isSplittable: row.is_splittable,
    minChunkMinutes: row.min_chunk_minutes,
    maxChunkMinutes: row.max_chunk_minutes,
    bufferMinutes: row.buffer_minutes,
    recurrenceRule: row.recurrence_rule,
    dependsOn: row.depends_on,
    isAutomatic: row.is_automatic,
    isSomeday: row.is_someday,
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

function columnsOf(fields: Omit<TaskFields, 'dependsOn'>) {
  return {
    title: fields.title,
    notes: fields.notes,
    subtasks: JSON.stringify(fields.subtasks),
    status: fields.status,
    duration_minutes: fields.durationMinutes,
    due_on: fields.dueOn,
    due_at: fields.dueAt,
    due_kind: fields.dueKind,
    priority: fields.priority,
    project: fields.project,
    hours: fields.hours,
    start_after: fields.startAfter,
    is_splittable: fields.isSplittable,
    min_chunk_minutes: fields.minChunkMinutes,
    max_chunk_minutes: fields.maxChunkMinutes,
    buffer_minutes: fields.bufferMinutes,
    recurrence_rule: fields.recurrenceRule,
    is_automatic: fields.isAutomatic,
    is_someday: fields.isSomeday,
    completed_at: fields.completedAt,
  };
}

const dependencies = sql<string[]>`coalesce((
  select array_agg(d.depends_on_id::text order by d.depends_on_id)
  from task_dependencies d where d.user_id = tasks.user_id and d.task_id = tasks.id
), '{}')`.as('depends_on');

function liveTasks(db: Db, scope: Scope) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .select(dependencies)
    .where('tasks.user_id', '=', scope.userId)
    .where('tasks.deleted_at', 'is', null);
}

/**
 * `forChange` locks the row until the transaction ends, but not against blocks that refer to it: whoever
 * accepts a plan holds the plan already and would wait for the task while we wait for the plan.
 */
export function findTask(
  db: Db,
  scope: Scope,
  id: string,
  forChange = false,
): Promise<StoredTask | undefined> {
  const query = liveTasks(db, scope).where('tasks.id', '=', id);
  return (forChange ? query.forNoKeyUpdate('tasks') : query).executeTakeFirst();
}

/** Also finds deleted tasks: for restoring, and to notice that an id was used before. */
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

export function listTasksByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredTask[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return liveTasks(db, scope)
    .where('tasks.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute();
}

export interface TaskFilter {
  readonly status?: Task['status'];
  readonly isSomeday?: boolean;
  readonly isInbox?: boolean;
  readonly project?: string | undefined;
  readonly priority?: number | undefined;
  readonly words?: string | undefined;
  /** Tasks due on or before the date, or whose id is listed. */
  readonly dueBy?: { readonly date: string; readonly endsAt: Date; readonly orIds: readonly string[] };
  readonly ids?: readonly string[];
}

export interface TaskPage {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
}

/** Newest first; `limit + 1` rows tell the caller whether there is a next page. */
export function listTasks(db: Db, scope: Scope, filter: TaskFilter, page: TaskPage): Promise<StoredTask[]> {
  let query = liveTasks(db, scope);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.isSomeday !== undefined) query = query.where('is_someday', '=', filter.isSomeday);
  if (filter.isInbox)
    query = query.where('project', 'is', null).where('due_on', 'is', null).where('due_at', 'is', null);
  if (filter.project !== undefined)
    query = query.where(sql`lower(project)`, '=', filter.project.toLowerCase());
  if (filter.priority !== undefined) query = query.where('priority', '=', filter.priority);
  if (filter.words) {
    const pattern = `%${filter.words.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) => eb.or([eb('title', 'ilike', pattern), eb('notes', 'ilike', pattern)]));
  }
  if (filter.dueBy) {
    const { date, endsAt, orIds } = filter.dueBy;
    query = query.where((eb) =>
      eb.or([
        eb('due_on', '<=', date),
        eb('due_at', '<', endsAt),
        eb('tasks.id', '=', sql<string>`any(${orIds as string[]}::uuid[])`),
      ]),
    );
  }
  if (filter.ids) query = query.where('tasks.id', '=', sql<string>`any(${filter.ids as string[]}::uuid[])`);
  if (page.after) {
    const { createdAt, id } = page.after;
    query = query.where(sql<boolean>`(tasks.created_at, tasks.id) < (${createdAt}, ${id}::uuid)`);
  }
  return query
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export interface TaskCountBasis {
  readonly date: string;
  readonly endsAt: Date;
  readonly plannedToday: readonly string[];
  readonly atRisk: readonly string[];
}

export async function countTasks(db: Db, scope: Scope, basis: TaskCountBasis) {
  const planned = sql`any(${basis.plannedToday}::uuid[])`;
  const risky = sql`any(${basis.atRisk}::uuid[])`;
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const open = sql`status = 'open' and not is_someday`;
  return db
    .selectFrom('tasks')
    .select([
      sql<number>`count(*)::int`.as('all'),
      count(sql`${open} and project is null and due_on is null and due_at is null`).as('inbox'),
      count(sql`${open} and (due_on <= ${basis.date} or due_at < ${basis.endsAt} or id = ${planned})`).as(
        'today',
      ),
      count(open).as('upcoming'),
      count(sql`${open} and id = ${risky}`).as('at-risk'),
      count(sql`status = 'open' and is_someday`).as('someday'),
      count(sql`status = 'done'`).as('done'),
    ])
    .where('user_id', '=', scope.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function insertTask(
  db: Db,
  scope: Scope,
  id: string,
  fields: TaskFields,
  now: Date,
): Promise<void> {
  await db
    .insertInto('tasks')
    .values({
      user_id: scope.userId,
      id,
      ...columnsOf(fields),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await replaceDependencies(db, scope, id, fields.dependsOn);
}

export async function updateTask(
  db: Db,
  scope: Scope,
  id: string,
  fields: TaskFields,
  now: Date,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set((eb) => ({ ...columnsOf(fields), version: eb('version', '+', 1), updated_at: now }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Soft delete and restore; false when the task is not in the state to begin with. */
export async function setTaskDeleted(
  db: Db,
  scope: Scope,
  id: string,
  isDeleted: boolean,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('tasks')
    .set((eb) => ({ deleted_at: isDeleted ? now : null, version: eb('version', '+', 1), updated_at: now }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Replaces what the task waits for. Refuses unknown tasks and circles. */
export async function replaceDependencies(
  db: Db,
  scope: Scope,
  id: string,
  dependsOn: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('task_dependencies')
    .where('user_id', '=', scope.userId)
    .where('task_id', '=', id)
    .execute();
  if (dependsOn.length === 0) return;
  // Two changes at once could each be fine and close a circle together: one at a time for each user.
  await sql`select pg_advisory_xact_lock(hashtext('task-dependencies'), hashtext(${scope.userId}))`.execute(
    db,
  );
  try {
    await db
      .insertInto('task_dependencies')
      .values(
        [...new Set(dependsOn)].map((other) => ({
          user_id: scope.userId,
          task_id: id,
          depends_on_id: other,
        })),
      )
      .execute();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'task_dependencies_on') {
      throw new AppError('unprocessable', 'A task that it depends on does not exist.', {
        fields: { dependsOn: 'unknown task' },
      });
    }
    if (constraint === 'task_dependencies_self') throw circle();
    throw error;
  }
  const { rows } = await sql<{ id: string }>`
    with recursive upstream(id) as (
      select depends_on_id from task_dependencies where user_id = ${scope.userId} and task_id = ${id}
      union
      select d.depends_on_id from task_dependencies d join upstream u on d.task_id = u.id where d.user_id = ${scope.userId}
    )
    select id from upstream where id = ${id}
  `.execute(db);
  if (rows.length > 0) throw circle();
}

function circle(): AppError {
  return new AppError(
    'unprocessable',
    'The tasks would wait for each other. Take one of the dependencies out.',
    {
      fields: { dependsOn: 'makes a circle' },
    },
  );
}

/** Removes for good what was deleted before `before`. Runs for all users, from a job. */
export async function purgeDeletedTasks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tasks').where('deleted_at', '<', before).execute();
}
