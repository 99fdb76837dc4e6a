import { type Kysely, sql } from 'kysely';

/** The focus timer of a user, and the sessions that were recorded. Points are computed from tasks and blocks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table focus_timers (
      user_id uuid not null constraint focus_timers_user references users on delete cascade,
      mode text not null constraint focus_timers_mode check (mode in ('focus', 'short', 'long')),
      finished smallint not null constraint focus_timers_finished check (finished between 0 and 4),
      ends_at timestamptz,
      left_ms integer not null constraint focus_timers_left check (left_ms >= 0),
      -- Minutes by mode.
      lengths jsonb not null,
      -- No foreign key: the task may be deleted, and restored, while the timer runs.
      task_id uuid,
      version integer not null,
      constraint focus_timers_key primary key (user_id)
    );
    create table focus_sessions (
      user_id uuid not null constraint focus_sessions_user references users on delete cascade,
      id uuid not null,
      task_id uuid,
      started_at timestamptz not null,
      ended_at timestamptz not null,
      constraint focus_sessions_key primary key (user_id, id),
      constraint focus_sessions_length check (started_at < ended_at)
    );
    create index focus_sessions_by_end on focus_sessions (user_id, ended_at);
    alter table users drop column total_task_points;
  `.execute(db);
}
