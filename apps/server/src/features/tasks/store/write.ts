import { sql } from 'kysely';
import { insertRow, writeInBatch } from '#platform/batched-statements.ts';
import { type Db, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTask } from '../model/stored-task.ts';
import type { TaskFields } from '../model/task-fields.ts';
import { replaceDependencies } from './dependencies.ts';
import { toColumns } from './fields.ts';

const toNewRow = (scope: Scope, id: string, fields: TaskFields, now: Date) => ({
  user_id: scope.userId,
  id,
  ...toColumns(fields),
  created_at: now,
  updated_at: now,
  deleted_at: null,
});

export async function insertTask(
  db: Db,
  scope: Scope,
  id: string,
  fields: TaskFields,
  now: Date,
): Promise<StoredTask> {
  const values = toNewRow(scope, id, fields, now);
  const row = await db
    .insertInto('tasks')
    .values(values)
    // Named, so that the statement is prepared: with `*`, a migration could break it in a transaction.
    .returning([...(Object.keys(values) as (keyof typeof values)[]), 'version'])
    .executeTakeFirstOrThrow();
  if (fields.dependsOn.length > 0) await replaceDependencies(db, scope, id, fields.dependsOn);
  return { ...row, depends_on: [...new Set(fields.dependsOn.map((other) => other.toLowerCase()))].sort() };
}

/**
 * Adds a task that depends on no other, in one statement with what is written at the same time. The row is known
 * without reading it.
 */
export async function joinTask(
  db: Db,
  scope: Scope,
  id: string,
  fields: TaskFields,
  now: Date,
): Promise<StoredTask> {
  const values = toNewRow(scope, id, fields, now);
  await writeInBatch(db, [insertRow('tasks', values)], sql`null`);
  return {
    ...values,
    id: id.toLowerCase(),
    subtasks: fields.subtasks,
    exception_dates: [...values.exception_dates],
    due_at: toInstant(fields.dueAt),
    start_after: toInstant(fields.startAfter),
    completed_at: toInstant(fields.completedAt),
    version: FIRST_VERSION,
    depends_on: [],
  };
}

/** The column's default. */
const FIRST_VERSION = 1;

const toInstant = (text: string | null) => (text === null ? null : new Date(text));

/** A state of a task: every change increments its version. */
export interface TaskVersion {
  readonly id: string;
  readonly version: number;
}

export async function insertTasks(
  db: Db,
  scope: Scope,
  tasks: readonly { readonly id: string; readonly fields: TaskFields }[],
  now: Date,
): Promise<TaskVersion[]> {
  const made: TaskVersion[] = [];
  for (const batch of toInsertBatches(tasks)) {
    const rows = batch.map(({ id, fields }) => toNewRow(scope, id, fields, now));
    made.push(...(await db.insertInto('tasks').values(rows).returning(['id', 'version']).execute()));
  }
  for (const { id, fields } of tasks)
    if (fields.dependsOn.length > 0) await replaceDependencies(db, scope, id, fields.dependsOn);
  return made;
}

/** Soft-deletes those of the tasks that still have their version. Says which, and how many others still exist. */
export async function deleteUnchanged(
  db: Db,
  scope: Scope,
  tasks: readonly TaskVersion[],
  now: Date,
): Promise<{ readonly deleted: readonly string[]; readonly changed: number }> {
  const ids = tasks.map(({ id }) => id);
  const versions = tasks.map(({ version }) => version);
  const { rows } = await sql<{ id: string }>`
    update tasks set deleted_at = ${now}, updated_at = ${now}, version = tasks.version + 1
    from unnest(${ids}::uuid[], ${versions}::int[]) as made (id, version)
    where tasks.user_id = ${scope.userId} and tasks.id = made.id and tasks.version = made.version
      and tasks.deleted_at is null
    returning tasks.id`.execute(db);
  const left = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { deleted: rows.map(({ id }) => id), changed: Number(left.count) };
}

/** Restores those of the tasks that are deleted. */
export async function restoreTasks(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<TaskVersion[]> {
  return db
    .updateTable('tasks')
    .set((eb) => ({ deleted_at: null, version: eb('version', '+', 1), updated_at: now }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is not', null)
    .returning(['id', 'version'])
    .execute();
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
    .set((eb) => ({ ...toColumns(fields), version: eb('version', '+', 1), updated_at: now }))
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

/** Soft delete and restore; false when the task is missing or already in that state. */
export async function setTaskDeleted(
  db: Db,
  scope: Scope,
  id: string,
  { isDeleted, now }: { isDeleted: boolean; now: Date },
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

/** Permanently deletes tasks that were deleted before `before`. Runs for all users, from a job. */
export async function purgeDeletedTasks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tasks').where('deleted_at', '<', before).execute();
}
