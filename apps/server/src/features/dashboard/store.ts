import { taskPoints } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CarriedTask, FinishedEstimate, FinishedTask, OpenWork, WorkBlock } from './model.ts';

/** Of tasks themselves, not of later occurrences: when their first block began, and minutes of confirmed work. */
const workOfTasks = (scope: Scope): RawBuilder<unknown> => sql`(
  select task_id, min(starts_at) as began_at,
    (sum(extract(epoch from ends_at - starts_at)) filter (where state = 'done') / 60)::float8 as worked_minutes
  from blocks where user_id = ${scope.userId} and occurrence_on is null group by task_id
) as work`;

export interface Points {
  readonly total: number;
  /** Of tasks that were finished in a week, and in the one before. */
  readonly thisWeek: number;
  readonly lastWeek: number;
}

export interface Week {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly lastStartsAt: Date;
}

/** Computed from the tasks as they are, so that undo, redo and deletion never make them wrong. */
export async function sumPoints(
  db: Db,
  scope: Scope,
  { startsAt, endsAt, lastStartsAt }: Week,
): Promise<Points> {
  const { rows } = await sql<Points>`
    select coalesce(sum(points), 0)::int as total,
      coalesce(sum(points) filter (where completed_at >= ${startsAt} and completed_at < ${endsAt}), 0)::int as "thisWeek",
      coalesce(sum(points) filter (
        where completed_at >= ${lastStartsAt} and completed_at < ${startsAt}), 0)::int as "lastWeek"
    from (
      select completed_at,
        case when work.began_at <= completed_at then ${taskPoints.planned}::int else ${taskPoints.unplanned}::int end
        + case when abs(work.worked_minutes - duration_minutes) <= ${taskPoints.estimateShare}::float8 * duration_minutes
            then ${taskPoints.goodEstimate}::int else 0 end as points
      from tasks left join ${workOfTasks(scope)} on work.task_id = tasks.id
      where user_id = ${scope.userId} and status = 'done' and deleted_at is null
    ) as finished`.execute(db);
  return rows[0] ?? { total: 0, thisWeek: 0, lastWeek: 0 };
}

/** Blocks that overlap a range, without those that a finished task no longer needs. */
export async function listWork(
  db: Db,
  scope: Scope,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<WorkBlock[]> {
  const rows = await db
    .selectFrom('blocks')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.user_id', '=', 'blocks.user_id').onRef('tasks.id', '=', 'blocks.task_id'),
    )
    .select(['blocks.starts_at', 'blocks.ends_at', 'blocks.state', 'blocks.is_unplanned', 'tasks.project'])
    .where('blocks.user_id', '=', scope.userId)
    .where('blocks.ends_at', '>', from)
    .where('blocks.starts_at', '<', to)
    .where('tasks.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('blocks.state', '=', 'done'),
        eb('tasks.status', '=', 'open'),
        eb('blocks.ends_at', '<=', now),
      ]),
    )
    .execute();
  return rows.map(({ starts_at, ends_at, state, is_unplanned, project }) => ({
    start: starts_at.getTime(),
    end: ends_at.getTime(),
    isDone: state === 'done',
    isUnplanned: is_unplanned,
    project,
  }));
}

/** When tasks were finished in a range. */
export async function listFinished(
  db: Db,
  scope: Scope,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('completed_at')
    .where('user_id', '=', scope.userId)
    .where('status', '=', 'done')
    .where('deleted_at', 'is', null)
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .execute();
  return rows.flatMap(({ completed_at }) => completed_at?.getTime() ?? []);
}

/** Tasks finished since then whose work is known. */
export async function listEstimates(db: Db, scope: Scope, since: Date): Promise<FinishedEstimate[]> {
  const { rows } = await sql<FinishedEstimate>`
    select project, duration_minutes as "estimatedMinutes", work.worked_minutes as "workedMinutes"
    from tasks join ${workOfTasks(scope)} on work.task_id = tasks.id
    where user_id = ${scope.userId} and status = 'done' and deleted_at is null
      and completed_at >= ${since} and work.worked_minutes > 0`.execute(db);
  return rows;
}

export async function sumOpenWork(db: Db, scope: Scope): Promise<OpenWork[]> {
  return db
    .selectFrom('tasks')
    .select([
      'project',
      sql<number>`count(*)::int`.as('tasks'),
      sql<number>`sum(duration_minutes)::int`.as('minutes'),
    ])
    .where('user_id', '=', scope.userId)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .groupBy('project')
    .execute();
}

/** The first tasks that were finished in a range, with their work. */
export async function listFinishedTasks(
  db: Db,
  scope: Scope,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<FinishedTask[]> {
  const { rows } = await sql<FinishedTask>`
    select id, title, project, duration_minutes as "estimatedMinutes",
      round(coalesce(work.worked_minutes, 0))::int as "workedMinutes"
    from tasks left join ${workOfTasks(scope)} on work.task_id = tasks.id
    where user_id = ${scope.userId} and status = 'done' and deleted_at is null
      and completed_at >= ${from} and completed_at < ${to}
    order by completed_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Open tasks with planned blocks of a range that passed unfinished. What was worked on them since then is no longer
 * missed.
 */
export async function listCarriedOver(
  db: Db,
  scope: Scope,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<CarriedTask[]> {
  const { rows } = await sql<CarriedTask>`
    select id, title, project, round(minutes)::int as "missedMinutes", planned_at as "plannedAt"
    from (
      select tasks.id, title, project, planned_at,
        least(own_missed, greatest(duration_minutes - worked, 0)) + later_missed as minutes
      from tasks join (
        select task_id,
          coalesce(sum(length) filter (where is_missed and occurrence_on is null), 0) as own_missed,
          coalesce(sum(length) filter (where is_missed and occurrence_on is not null), 0) as later_missed,
          coalesce(sum(length) filter (where state = 'done' and occurrence_on is null), 0) as worked,
          min(starts_at) filter (where state = 'planned' and ends_at > ${now}) as planned_at
        from (
          select *, extract(epoch from ends_at - starts_at) / 60 as length,
            state = 'planned' and starts_at >= ${from} and starts_at < ${to} and ends_at <= ${now} as is_missed
          from blocks
          where user_id = ${scope.userId} and task_id in (
            select task_id from blocks
            where user_id = ${scope.userId} and state = 'planned' and starts_at >= ${from} and starts_at < ${to}
              and ends_at > ${from} and ends_at <= ${now})
        ) as measured
        group by task_id
      ) as work on work.task_id = tasks.id
      where user_id = ${scope.userId} and status = 'open' and deleted_at is null
    ) as carried
    where minutes >= 1
    order by minutes desc, id`.execute(db);
  return rows;
}
