import { type Kysely, sql } from 'kysely';

/** What the sample week of a user consists of, so that all of it can be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sample_weeks (
      user_id uuid not null constraint sample_weeks_user references users on delete cascade,
      -- No foreign keys: the user may delete the calendar and the tasks one by one.
      calendar_id uuid not null,
      task_ids uuid[] not null,
      -- Local date on which it was added; its events and deadlines are on the days after.
      starts_on date not null,
      constraint sample_weeks_key primary key (user_id)
    );
  `.execute(db);
}
