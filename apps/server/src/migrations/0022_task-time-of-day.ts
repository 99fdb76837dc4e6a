import { type Kysely, sql } from 'kysely';

/** The preferred part of the day of a task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tasks add column time_of_day text
      constraint tasks_time_of_day check (time_of_day in ('morning', 'afternoon', 'evening', 'night'))
  `.execute(db);
}
