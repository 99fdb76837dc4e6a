import { type Kysely, sql } from 'kysely';

/** Conversations with the assistant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_conversations (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      title text not null,
      -- What the conversation was about last, and the question that is open.
      state jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint chat_conversations_key primary key (user_id, id)
    );
    create index chat_conversations_by_time on chat_conversations (user_id, updated_at desc);

    create table chat_turns (
      user_id uuid not null,
      id uuid not null,
      conversation_id uuid not null,
      -- The order within the conversation.
      position integer not null,
      text text not null,
      reply text not null,
      mode text not null check (mode in ('basic', 'model')),
      state text not null check (state in (
        'running', 'done', 'waiting', 'question', 'not_understood', 'failed', 'discarded', 'undone'
      )),
      actions jsonb not null default '[]',
      cards jsonb not null default '[]',
      -- The commands of the journal that the turn made, in their order.
      command_ids jsonb not null default '[]',
      created_at timestamptz not null,
      constraint chat_turns_key primary key (user_id, id),
      constraint chat_turns_position unique (user_id, conversation_id, position),
      constraint chat_turns_conversation foreign key (user_id, conversation_id)
        references chat_conversations on delete cascade
    );
    create index chat_turns_by_time on chat_turns (user_id, created_at);
  `.execute(db);
}
