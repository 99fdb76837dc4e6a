import { type Kysely, sql } from 'kysely';

/** How often something was attempted in a window of time, over all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A crash of the database may forget the counts.
    create unlogged table request_counts (
      key text not null,
      ends_at timestamptz not null,
      count integer not null,
      constraint request_counts_key primary key (key)
    );
    create index request_counts_ended on request_counts (ends_at);
  `.execute(db);
}
