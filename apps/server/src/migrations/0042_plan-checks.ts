import { type Kysely, sql } from 'kysely';

/** When a user's plan is looked at next, to bring it up to date automatically. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plan_checks (
      user_id uuid not null references users on delete cascade,
      check_at timestamptz not null,
      -- The first change that it is about. Further ones delay it only so far.
      noted_at timestamptz not null,
      -- What the last proposal was made for. The same is not proposed twice.
      proposed_for text not null default '',
      constraint plan_checks_key primary key (user_id)
    );
    create index plan_checks_due on plan_checks (check_at);
  `.execute(db);
}
