import { taskPoints } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CarriedTask, FinishedEstimates, FinishedTask, OpenWork, WorkBlock } from './model.ts';

/** Minutes of confirmed work on tasks themselves, not on later occurrences. */
const selectTaskWork = (scope: Scope, condition = sql`true`): RawBuilder<unknown> => sql`(
  select task_id, sum(date_part('epoch', ends_at - starts_at)) / 60 as worked_minutes
  from blocks where user_id = ${scope.userId} and occurrence_on is null and state = 'done' and ${condition}
  group by task_id
) as work`;

/** Raising the estimate during the work does not make it a good one. */
const ESTIMATE = sql`coalesce(first_estimate_minutes, duration_minutes)`;

const POINTS = sql`
  case when was_planned then ${taskPoints.planned}::int else ${taskPoints.unplanned}::int end
  + case when abs(work.worked_minutes - ${ESTIMATE}) <= ${taskPoints.estimateShare}::float8 * ${ESTIMATE}
      then ${taskPoints.goodEstimate}::int else 0 end`;

/** Computed from the tasks as they are, so that undo, redo and deletion never make them wrong. */
export async function sumPoints(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${POINTS}), 0)::int as total
    from tasks left join ${selectTaskWork(scope)} on work.task_id = tasks.id
    where user_id = ${scope.userId} and status = 'done' and deleted_at is null`.execute(db);
  return rows[0]?.total ?? 0;
}

const FACTOR = sql`percentile_cont(0.5) within group (order by share)`;

export interface Week {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly lastStartsAt: Date;
}

export interface FinishedWork {
  /** Points of tasks that were finished in a week, and in the one before. */
  readonly thisWeek: number;
  readonly lastWeek: number;
  readonly estimates: readonly FinishedEstimates[];
  /** The factor over all projects; null with fewer tasks. */
  readonly overall: Omit<FinishedEstimates, 'project'> | null;
}

/**
 * What finished tasks say: their points, and by project how their work compares with their estimates, from
 * `leastTasks` of them on. In one statement, because it is most of what the dashboard costs.
 */
export async function sumFinished(
  db: Db,
  scope: Scope,
  { startsAt, endsAt, lastStartsAt }: Week,
  { estimatesSince, leastTasks }: { readonly estimatesSince: Date; readonly leastTasks: number },
): Promise<FinishedWork> {
  const since = lastStartsAt < estimatesSince ? lastStartsAt : estimatesSince;
  const { rows } = await sql<{
    thisWeek: number;
    lastWeek: number;
    estimates: FinishedEstimates[] | null;
    overall: Omit<FinishedEstimates, 'project'> | null;
  }>`
    with recent as materialized (
      select id, project, completed_at, duration_minutes, first_estimate_minutes, was_planned from tasks
      where user_id = ${scope.userId} and status = 'done' and deleted_at is null and completed_at >= ${since}
    ), finished as materialized (
      select project, completed_at, ${ESTIMATE} as estimated_minutes, worked_minutes, ${POINTS} as points
      from recent left join ${selectTaskWork(scope, sql`task_id in (select id from recent)`)} on work.task_id = recent.id
    ), worked as (
      select project, worked_minutes / estimated_minutes as share
      from finished where completed_at >= ${estimatesSince} and worked_minutes > 0
    )
    select
      coalesce(sum(points) filter (where completed_at >= ${startsAt} and completed_at < ${endsAt}), 0)::int
        as "thisWeek",
      coalesce(sum(points) filter (where completed_at >= ${lastStartsAt} and completed_at < ${startsAt}), 0)::int
        as "lastWeek",
      (select json_agg(by_project) from (
        select project, count(*)::int as tasks, ${FACTOR} as factor from worked
        group by project having count(*) >= ${leastTasks}
        order by count(*) desc, project
      ) as by_project) as estimates,
      (select row_to_json(of_all) from (
        select count(*)::int as tasks, ${FACTOR} as factor from worked having count(*) >= ${leastTasks}
      ) as of_all) as overall
    from finished`.execute(db);
  const [found] = rows;
  return {
    thisWeek: found?.thisWeek ?? 0,
    lastWeek: found?.lastWeek ?? 0,
    estimates: found?.estimates ?? [],
    overall: found?.overall ?? null,
  };
}

/**
 * Whether the time of a block counts as work: it was confirmed, or its task was completed after it (the rule of
 * `isFinished` in the plan) and no work was recorded in between, which would have made up for it.
 */
const IS_DONE = sql<boolean>`(blocks.state = 'done' or (
  tasks.status = 'done' and blocks.ends_at <= tasks.completed_at and not exists (
    select from blocks later where later.user_id = tasks.user_id and later.task_id = tasks.id and (
      (later.state = 'done' and later.starts_at >= blocks.ends_at)
      or (later.ends_at <= tasks.completed_at
        and later.occurrence_on > coalesce(blocks.occurrence_on, '-infinity'))))))`;

/** Blocks that overlap a range, without those that a finished task no longer needs. */
export async function listWork(
  db: Db,
  scope: Scope,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<WorkBlock[]> {
  // One value instead of hundreds of rows: reading dates is most of what a long history costs.
  const { rows } = await sql<{ work: [number, number, number, boolean, boolean, string | null][] | null }>`
    select json_agg(json_build_array(
      (extract(epoch from starts_at) * 1000)::bigint, (extract(epoch from ends_at) * 1000)::bigint,
      (extract(epoch from coalesce(planned_until, ends_at)) * 1000)::bigint, ${IS_DONE}, is_unplanned, project)) as work
    from blocks join tasks on tasks.user_id = blocks.user_id and tasks.id = blocks.task_id
    where blocks.user_id = ${scope.userId} and ends_at > ${from} and starts_at < ${to} and tasks.deleted_at is null
      and (blocks.state = 'done' or tasks.status = 'open' or ends_at <= ${now})`.execute(db);
  return (rows[0]?.work ?? []).map(([start, end, plannedEnd, isDone, isUnplanned, project]) => ({
    start,
    end,
    plannedEnd,
    isDone,
    isUnplanned,
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

/** The first tasks that were finished in a range. */
export async function listFirstFinished(
  db: Db,
  scope: Scope,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('tasks')
    .select(['id', 'title'])
    .where('user_id', '=', scope.userId)
    .where('status', '=', 'done')
    .where('deleted_at', 'is', null)
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .orderBy('completed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
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

/** Open tasks with blocks that passed unfinished since then, and with blocks ahead that are too short for the rest. */
export async function listPartlyPlanned(
  db: Db,
  scope: Scope,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<string[]> {
  const isAhead = sql`blocks.state = 'planned' and ends_at > ${now}`;
  const { rows } = await sql<{ id: string }>`
    select tasks.id from blocks join tasks on tasks.user_id = blocks.user_id and tasks.id = blocks.task_id
    where blocks.user_id = ${scope.userId} and blocks.occurrence_on is null
      and tasks.status = 'open' and tasks.deleted_at is null and not tasks.is_someday
    group by tasks.id, duration_minutes
    having bool_or(blocks.state = 'planned' and ends_at <= ${now} and ends_at > ${since})
      and duration_minutes * interval '1 minute'
        - coalesce(sum(ends_at - starts_at) filter (where blocks.state = 'done'), interval '0')
        > sum(ends_at - starts_at) filter (where ${isAhead})`.execute(db);
  return rows.map(({ id }) => id);
}

/** The first tasks that were finished in a range, with their work. */
export async function listFinishedTasks(
  db: Db,
  scope: Scope,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<FinishedTask[]> {
  const { rows } = await sql<FinishedTask>`
    select id, title, project, ${ESTIMATE} as "estimatedMinutes",
      round(coalesce(work.worked_minutes, 0))::int as "workedMinutes"
    from tasks left join ${selectTaskWork(scope)} on work.task_id = tasks.id
    where user_id = ${scope.userId} and status = 'done' and deleted_at is null
      and completed_at >= ${from} and completed_at < ${to}
    order by completed_at, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Open tasks with planned blocks of a range that passed unfinished. What was worked on them since then is no longer
 * missed. `plannedAt` is null where the blocks ahead are too short for what remains.
 */
export async function listCarriedOver(
  db: Db,
  scope: Scope,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<CarriedTask[]> {
  const isAhead = sql`state = 'planned' and ends_at > ${now}`;
  const { rows } = await sql<CarriedTask>`
    select id, title, project, round(minutes)::int as "missedMinutes", planned_at as "plannedAt"
    from (
      select tasks.id, title, project,
        case when own_missed = 0 or own_ahead >= duration_minutes - worked then planned_at end as planned_at,
        least(own_missed, greatest(duration_minutes - worked, 0)) + later_missed as minutes
      from tasks join (
        select task_id,
          coalesce(sum(length) filter (where is_missed and occurrence_on is null), 0) as own_missed,
          coalesce(sum(length) filter (where is_missed and occurrence_on is not null), 0) as later_missed,
          coalesce(sum(length) filter (where state = 'done' and occurrence_on is null), 0) as worked,
          coalesce(sum(length) filter (where ${isAhead} and occurrence_on is null), 0) as own_ahead,
          min(starts_at) filter (where ${isAhead}) as planned_at
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
