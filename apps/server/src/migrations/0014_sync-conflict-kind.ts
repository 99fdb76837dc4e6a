import { type Kysely, sql } from 'kysely';

/** Stores the kind of a failed change. Before, only its text named it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sync_conflicts
      add column kind text not null default 'both_changed'
      constraint sync_conflicts_kind check (kind in ('both_changed', 'not_sent', 'not_deleted'));
    update sync_conflicts
      set kind = case fields ->> 0 when 'not sent' then 'not_sent' when 'not deleted there' then 'not_deleted' else kind end;
    alter table sync_conflicts alter column kind drop default;
  `.execute(db);
}
