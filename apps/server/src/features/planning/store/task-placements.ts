import type { AtRisk } from '@dayloom/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#platform/scope.ts';

// SQL for statements of the tasks, in which `tasks` is the task's row.

/**
 * The first block that is not over, the number of such blocks of its occurrence, and the places of those of all
 * occurrences, as columns to join.
 */
export function selectPlannedTime(now: Date): RawBuilder<unknown> {
  return sql`(
    select b.id as block_id, b.starts_at as block_starts_at, b.ends_at as block_ends_at,
      (count(*) over (partition by b.occurrence_on))::int as block_count,
      jsonb_agg(jsonb_build_object('startsAt', b.starts_at, 'endsAt', b.ends_at)) over (
        order by b.starts_at rows between unbounded preceding and unbounded following
      ) as block_places
    from blocks b
    where b.user_id = tasks.user_id and b.task_id = tasks.id and b.state = 'planned' and b.ends_at > ${now}
    order by b.starts_at
    limit 1
  )`;
}

/** Whether the task has a block that overlaps `[from, to)`. */
export function isPlannedBetween(scope: Scope, from: Date, to: Date): RawBuilder<boolean> {
  return sql<boolean>`tasks.id in (
    select b.task_id from blocks b
    where b.user_id = ${scope.userId} and b.starts_at < ${to} and b.ends_at > ${from}
  )`;
}

/** Whether the plan says that the task will be late or does not fit. */
export function isAtRisk(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`tasks.id in (
    select (risk ->> 'taskId')::uuid
    from plans p cross join lateral jsonb_array_elements(p.at_risk) risk
    where p.user_id = ${scope.userId}
  )`;
}

/** The risks of the user's plan. */
export function selectRisks(scope: Scope): RawBuilder<AtRisk[] | null> {
  return sql<AtRisk[] | null>`(select p.at_risk from plans p where p.user_id = ${scope.userId})`;
}
