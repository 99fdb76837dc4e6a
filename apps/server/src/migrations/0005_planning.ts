import { type Kysely, sql } from 'kysely';

/** The plan, its blocks, and proposals to change it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      user_id uuid primary key references users on delete cascade,
      revision integer not null,
      planned_at timestamptz,
      at_risk jsonb not null default '[]'
    );

    create table proposals (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      state text not null constraint proposals_state check (state in ('pending', 'accepted', 'rejected', 'superseded')),
      base_revision integer not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      blocks jsonb not null,
      changes jsonb not null,
      stayed integer not null,
      at_risk jsonb not null,
      cost bigint not null,
      created_at timestamptz not null,
      decided_at timestamptz,
      constraint proposals_key primary key (user_id, id)
    );
    create unique index proposals_one_pending on proposals (user_id) where state = 'pending';

    create table blocks (
      user_id uuid not null,
      id uuid not null,
      task_id uuid not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      is_pinned boolean not null,
      state text not null constraint blocks_state check (state in ('planned', 'done')),
      is_last_chance boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint blocks_key primary key (user_id, id),
      constraint blocks_task foreign key (user_id, task_id) references tasks on delete cascade,
      constraint blocks_order check (starts_at < ends_at),
      -- Two pinned blocks can't be in the same time: neither may give way.
      constraint blocks_pinned_apart exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
        where (is_pinned and state = 'planned')
    );
    create index blocks_range on blocks (user_id, ends_at);
    create index blocks_task_index on blocks (user_id, task_id);
  `.execute(db);
}
