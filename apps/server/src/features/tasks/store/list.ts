import type { Task } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { PlacementSql } from '../model/placement-sql.ts';
import { type PlacedTask, placedTasks } from './find.ts';

export interface Day {
  readonly date: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface TaskFilter {
  readonly status?: Task['status'];
  readonly isSomeday?: boolean;
  readonly isInbox?: boolean;
  readonly project?: string | undefined;
  readonly priority?: number | undefined;
  readonly words?: string | undefined;
  /** Tasks due on this day or before, or planned on it. */
  readonly today?: Day;
  readonly isAtRisk?: boolean;
}

export interface TaskPage {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly id: string } | null;
}

/** Newest first. `limit + 1` rows are returned, so that the caller can detect a next page. */
export function listTasks(
  db: Db,
  scope: Scope,
  placements: PlacementSql,
  filter: TaskFilter,
  page: TaskPage,
  now: Date,
): Promise<PlacedTask[]> {
  let query = placedTasks(db, scope, placements, now);
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
  if (filter.today) query = query.where(isForDay(scope, placements, filter.today));
  if (filter.isAtRisk) query = query.where(placements.isAtRisk(scope));
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

function isForDay(scope: Scope, placements: PlacementSql, { date, startsAt, endsAt }: Day) {
  const isPlanned = placements.isPlannedBetween(scope, startsAt, endsAt);
  return sql<boolean>`(tasks.due_on <= ${date} or tasks.due_at < ${endsAt} or ${isPlanned})`;
}

/** The number of tasks in each view, and the risks of the plan. */
export async function countTasks(db: Db, scope: Scope, placements: PlacementSql, day: Day) {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const open = sql`status = 'open' and not is_someday`;
  return db
    .selectFrom('tasks')
    .select([
      sql<number>`count(*)::int`.as('all'),
      count(sql`${open} and project is null and due_on is null and due_at is null`).as('inbox'),
      count(sql`${open} and ${isForDay(scope, placements, day)}`).as('today'),
      count(open).as('upcoming'),
      count(sql`${open} and ${placements.isAtRisk(scope)}`).as('at-risk'),
      count(sql`status = 'open' and is_someday`).as('someday'),
      count(sql`status = 'done'`).as('done'),
      placements.selectRisks(scope).as('risks'),
    ])
    .where('user_id', '=', scope.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}
