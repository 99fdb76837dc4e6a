import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { TaskFields } from '../model/task-fields.ts';
import { replaceDependencies } from './dependencies.ts';
import { type StoredTask, toColumns } from './fields.ts';

export async function insertTask(
  db: Db,
  scope: Scope,
  id: string,
  fields: TaskFields,
  now: Date,
): Promise<StoredTask> {
  const row = await db
    .insertInto('tasks')
    .values({
      user_id: scope.userId,
      id,
      ...toColumns(fields),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (fields.dependsOn.length > 0) await replaceDependencies(db, scope, id, fields.dependsOn);
  return { ...row, depends_on: [...new Set(fields.dependsOn.map((other) => other.toLowerCase()))].sort() };
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
