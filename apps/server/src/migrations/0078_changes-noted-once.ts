import { type Kysely, sql } from 'kysely';

/** A booking changes three tables of one user. All but the first change in a transaction find it noted already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_change() returns trigger language plpgsql as $$
    begin
      -- What is noted already in this transaction was counted with it.
      if not exists (
        select from changed where not exists (
          select from reminder_changes noted
          where noted.user_id = changed.user_id and noted.transaction = pg_current_xact_id()))
      then return null; end if;
      with noted as (
        insert into reminder_changes (user_id)
        -- A deleted account's rows are deleted too.
        select distinct changed.user_id from changed join users on users.id = changed.user_id
        on conflict do nothing
        returning user_id
      )
      insert into availability_changes (user_id, session, changes)
      select user_id, pg_backend_pid(), 1 from noted
      on conflict (user_id, session) do update set changes = availability_changes.changes + 1;
      return null;
    end $$;
  `.execute(db);
}
