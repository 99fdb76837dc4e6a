import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Proofs of work that were used, until they have expired anyway.
    create table used_proofs (
      id text not null,
      expires_at timestamptz not null,
      constraint used_proofs_key primary key (id)
    );
    create index used_proofs_expiry on used_proofs (expires_at);
  `.execute(db);
}
