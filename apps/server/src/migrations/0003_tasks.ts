import { type Kysely, sql } from 'kysely';

/** Tasks and what they depend on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tasks (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      title text not null,
      notes text not null,
      subtasks jsonb not null,
      status text not null constraint tasks_status check (status in ('open', 'done')),
      duration_minutes integer not null constraint tasks_duration check (duration_minutes > 0),
      due_on date,
      due_at timestamptz,
      due_kind text not null constraint tasks_due_kind check (due_kind in ('soft', 'hard')),
      priority smallint not null constraint tasks_priority check (priority between 1 and 4),
      project text,
      hours text not null,
      start_after timestamptz,
      is_splittable boolean not null,
      min_chunk_minutes integer not null,
      max_chunk_minutes integer not null,
      buffer_minutes integer not null,
      recurrence_rule text,
      is_automatic boolean not null,
      is_someday boolean not null,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      completed_at timestamptz,
      deleted_at timestamptz,
      constraint tasks_key primary key (user_id, id),
      constraint tasks_one_deadline check (due_on is null or due_at is null)
    );
    create index tasks_by_status on tasks (user_id, status, created_at, id) where deleted_at is null;
    create index tasks_deleted on tasks (deleted_at) where deleted_at is not null;

    create table task_dependencies (
      user_id uuid not null,
      task_id uuid not null,
      depends_on_id uuid not null,
      constraint task_dependencies_key primary key (user_id, task_id, depends_on_id),
      constraint task_dependencies_self check (task_id <> depends_on_id),
      constraint task_dependencies_task foreign key (user_id, task_id) references tasks on delete cascade,
      constraint task_dependencies_on foreign key (user_id, depends_on_id) references tasks on delete cascade
    );
    create index task_dependencies_reverse on task_dependencies (user_id, depends_on_id);
  `.execute(db);
}
