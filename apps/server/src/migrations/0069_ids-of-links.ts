import { type Kysely, sql } from 'kysely';

/** Links have an id by which their owner lists and revokes them: nobody can open a link by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table links add column id uuid not null default gen_random_uuid();
    drop index links_user;
    create unique index links_user on links (user_id, id);
  `.execute(db);
}
