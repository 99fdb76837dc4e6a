import { sql } from 'kysely';
import { streamRows } from '#platform/cursor.ts';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ExportedTable } from '../model/exported-tables.ts';
import type { ExportedTask } from '../model/task-markdown.ts';

/** All reads see the database at the same moment. */
export function inSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => work(tx));
}

/** The user's rows of a table as JSON texts, without the secret columns. */
export async function* streamJsonRows(
  tx: Tx,
  scope: Scope,
  { name, owner, order, omit }: ExportedTable,
): AsyncGenerator<string> {
  const query = sql<{ json: string }>`
    select (to_jsonb(t) - ${omit}::text[])::text as json
    from ${sql.table(name)} t where t.${sql.ref(owner)} = ${scope.userId} order by t.${sql.ref(order)}`;
  for await (const { json } of streamRows(tx, query)) yield json;
}

/** The user's tasks, with the open ones first, by project. */
export async function* streamTasks(tx: Tx, scope: Scope): AsyncGenerator<ExportedTask> {
  const query = sql<{ task: ExportedTask }>`
    select to_jsonb(t) as task from tasks t where t.user_id = ${scope.userId}
    order by t.deleted_at is not null, t.status = 'done', t.is_someday, t.project nulls first, t.priority, t.created_at`;
  for await (const { task } of streamRows(tx, query)) yield task;
}
