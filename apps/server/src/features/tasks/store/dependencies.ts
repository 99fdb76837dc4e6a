import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { AppError, brokenConstraint } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';

/** Replaces the dependencies of a task. Throws on unknown tasks and on cycles. */
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
  // Two simultaneous changes could be valid separately and form a cycle together, so each user's changes are
  // serialised.
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
    'The tasks would wait for each other. Remove one of the dependencies.',
    {
      fields: { dependsOn: 'makes a circle' },
    },
  );
}
