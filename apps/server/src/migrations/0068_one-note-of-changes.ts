import { type Kysely, sql } from 'kysely';

/** Tables that had a trigger for availability and one for reminders. */
const COUNTED_TWICE = ['occurrences', 'events', 'calendars', 'tasks', 'blocks', 'bookings'];

/**
 * One trigger instead of two, which does its work once in a transaction: a booking changes three of the tables. News of
 * a booking is written by the job that sends mail, so a booking only names it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED_TWICE)
    for (const event of ['insert', 'update', 'delete'])
      await sql`drop trigger ${sql.raw(`${table}_availability_${event}`)} on ${sql.table(table)}`.execute(db);
  await sql`
    alter function note_reminder_change rename to note_change;
    alter function note_user_reminder_change rename to note_user_change;
    alter function note_own_reminder_change rename to note_own_change;

    -- All three count for availability too: what is noted already in this transaction was counted with it.
    create or replace function note_change() returns trigger language plpgsql as $$
    begin
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

    create or replace function note_user_change() returns trigger language plpgsql as $$
    begin
      with noted as (
        insert into reminder_changes (user_id) values (new.id) on conflict do nothing returning user_id
      )
      insert into availability_changes (user_id, session, changes)
      select user_id, pg_backend_pid(), 1 from noted
      on conflict (user_id, session) do update set changes = availability_changes.changes + 1;
      return null;
    end $$;

    create or replace function note_own_change() returns trigger language plpgsql as $$
    begin
      with noted as (
        insert into reminder_changes (user_id) values (new.user_id) on conflict do nothing returning user_id
      )
      insert into availability_changes (user_id, session, changes)
      select user_id, pg_backend_pid(), 1 from noted
      on conflict (user_id, session) do update set changes = availability_changes.changes + 1;
      return null;
    end $$;

    -- News that the visitor, the guests and the hosts have not been mailed yet: on the first host's row.
    alter table bookings add column unsent_news text;
    create index bookings_unsent_news on bookings (id) where unsent_news is not null;
  `.execute(db);
}
