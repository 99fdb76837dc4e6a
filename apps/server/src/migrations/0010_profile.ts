import { type Kysely, sql } from 'kysely';

/** Uploaded photos, and the number of people each user referred. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column photo_name text;
    create index users_referred_by on users (referred_by) where referred_by is not null;
  `.execute(db);
}
