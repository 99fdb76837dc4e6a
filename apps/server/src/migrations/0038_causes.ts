import { type Kysely, sql } from 'kysely';

/** Which message or agent's call a change was made for, and in which zone a message was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The turn of the assistant or the call of an agent; null for people. It finds what a process that died had done.
    alter table commands add column cause uuid;
    -- So that a draft is applied in the zone in which it was read.
    alter table chat_turns add column time_zone text;
  `.execute(db);
}
