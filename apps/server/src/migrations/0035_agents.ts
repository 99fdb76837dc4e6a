import { type Kysely, sql } from 'kysely';

/** Apps that act for users through MCP, and a log of what agents did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connected_apps (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- The OAuth client and the grant at the embedded identity provider.
      client_id text not null,
      grant_id text not null,
      name text not null,
      redirect_host text not null,
      scopes text[] not null,
      connected_at timestamptz not null,
      last_used_at timestamptz,
      minute_began_at timestamptz,
      minute_requests integer not null default 0,
      constraint connected_apps_key primary key (user_id, id),
      constraint connected_apps_client unique (user_id, client_id)
    );
    create unique index connected_apps_grant on connected_apps (grant_id);

    create table agent_calls (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      agent_kind text not null constraint agent_calls_kind check (agent_kind in ('app', 'token')),
      -- Of a connected app or an API token. The log outlives both.
      agent_id uuid not null,
      agent_name text not null,
      tool text not null,
      input text not null,
      outcome text not null,
      state text not null constraint agent_calls_state check (state in (
        'running', 'done', 'waiting', 'failed', 'discarded', 'undone'
      )),
      actions jsonb not null default '[]',
      cards jsonb not null default '[]',
      -- The commands of the journal that the call made, in their order.
      command_ids jsonb not null default '[]',
      -- Counted by the caps: changes, and people notified of them.
      changes integer not null default 0,
      guests integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz,
      -- When a proposal was committed.
      ran_at timestamptz,
      constraint agent_calls_key primary key (user_id, id)
    );
    create index agent_calls_latest on agent_calls (user_id, created_at desc, id desc);
    create index agent_calls_age on agent_calls (created_at);
  `.execute(db);
}
