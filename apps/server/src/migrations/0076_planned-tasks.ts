import { type Kysely, sql } from 'kysely';

/** Whether a finished task was in the plan. Its blocks do not say so: it may be finished before them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tasks add column was_planned boolean not null default false;
    update tasks set was_planned = true where status = 'done' and exists (
      select from blocks where blocks.user_id = tasks.user_id and blocks.task_id = tasks.id
        and occurrence_on is null and starts_at <= completed_at
        and (not is_unplanned or planned_until is not null)
    );
  `.execute(db);
}
