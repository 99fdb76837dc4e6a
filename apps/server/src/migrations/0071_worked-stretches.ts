import { type Kysely, sql } from 'kysely';

/** When a focus session was worked on, between its pauses. What is older lies where it was counted until now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table focus_timers add column worked jsonb not null default '[]';
    alter table focus_sessions add column worked tstzmultirange;
    update focus_sessions set worked = tstzmultirange(tstzrange(started_at, ended_at));
    alter table focus_sessions alter column worked set not null;
  `.execute(db);
}
