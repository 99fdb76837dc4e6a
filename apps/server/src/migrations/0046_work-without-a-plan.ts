import { type Kysely, sql } from 'kysely';

/** Which finished blocks are work that was recorded for a time without a plan; finished tasks by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table blocks add column is_unplanned boolean not null default false;
    create index tasks_finished on tasks (user_id, completed_at) where status = 'done' and deleted_at is null;
  `.execute(db);
}
