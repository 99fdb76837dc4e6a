import { type Kysely, sql } from 'kysely';

/** The session that every device asks about, until its user has said how it went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table focus_timers add column question jsonb`.execute(db);
}
