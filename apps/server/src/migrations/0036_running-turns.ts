import { type Kysely, sql } from 'kysely';

/** Turns of the assistant that are being answered or carried out, by which process and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- In words, why a turn was answered in another mode than the server's.
    alter table chat_turns add column notice text;
    -- Who may write the turn: null when nobody does.
    alter table chat_turns add column run_id uuid;
    alter table chat_turns add column run_phase text
      constraint chat_turns_run_phase check (run_phase in ('answering', 'acting', 'applying', 'undoing'));
    -- When the phase began, and when its process was last alive.
    alter table chat_turns add column run_since timestamptz;
    alter table chat_turns add column alive_at timestamptz;
    -- Until now, a turn was written when it was complete: those that run were cut off while they were applied.
    update chat_turns set state = 'failed' where state = 'running';
    alter table chat_turns add constraint chat_turns_run check (
      (state = 'running') = (run_id is not null) and (run_id is null) = (run_phase is null)
      and (run_id is null) = (run_since is null) and (run_id is null) = (alive_at is null)
    );
  `.execute(db);
}
