import { type Kysely, sql } from 'kysely';

/** A plan is looked at when its owner lets it be updated, not only at the next change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger users_replanning after update of scheduling on users for each row
      when (
        old.scheduling -> 'automaticReplanning' is distinct from new.scheduling -> 'automaticReplanning'
      )
      execute function note_user_reminder_change();
  `.execute(db);
}
