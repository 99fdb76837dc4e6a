import type { Task } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTask } from './fields.ts';
import { liveTasks } from './find.ts';

export interface TaskFilter {
  readonly status?: Task['status'];
  readonly isSomeday?: boolean;
  readonly isInbox?: boolean;
  readonly project?: string | undefined;
  readonly priority?: number | undefined;
  readonly words?: string | undefined;
  /** Tasks due on or before the date, or with one of the ids. */
  readonly dueBy?: { readonly date: string; readonly endsAt: Date; readonly orIds: readonly string[] };
  readonly ids?: readonly string[];
}

export interface TaskPage {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
}

/** Newest first. `limit + 1` rows are returned, so that the caller can detect a next page. */
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
