import { type Kysely, sql } from 'kysely';

/** Times a week on any days: the named days of the rule only count how often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tasks add column has_flexible_days boolean not null default false`.execute(db);
}
