import type { DialogueState } from '@dayloom/language/dialogue-state';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredConversation } from '../model/turn.ts';
import './tables.ts';

interface Row {
  id: string;
  title: string;
  state: DialogueState;
  updated_at: Date;
}

const toConversation = ({ id, title, state, updated_at }: Row): StoredConversation => ({
  id,
  title,
  state,
  updatedAt: updated_at,
});

const conversations = (db: Db, scope: Scope) =>
  db
    .selectFrom('chat_conversations')
    .select(['id', 'title', 'state', 'updated_at'])
    .where('user_id', '=', scope.userId);

export async function findConversation(db: Db, scope: Scope, id: string): Promise<StoredConversation | null> {
  const row = await conversations(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toConversation(row) : null;
}

export async function findLatestConversation(db: Db, scope: Scope): Promise<StoredConversation | null> {
  const row = await conversations(db, scope).orderBy('updated_at', 'desc').limit(1).executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** The latest first. `words` are in the title or in a message. */
export async function listConversationRows(
  db: Db,
  scope: Scope,
  { words, limit }: { readonly words: string | null; readonly limit: number },
): Promise<StoredConversation[]> {
  const pattern = words === null ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await conversations(db, scope)
    .$if(pattern !== null, (query) =>
      query.where(
        sql<boolean>`(title ilike ${pattern} or exists (
          select from chat_turns t
          where t.user_id = chat_conversations.user_id and t.conversation_id = chat_conversations.id
            and (t.text ilike ${pattern} or t.reply ilike ${pattern})
        ))`,
      ),
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toConversation);
}

export async function insertConversation(
  db: Db,
  scope: Scope,
  { id, title, state, updatedAt }: StoredConversation,
): Promise<void> {
  await db
    .insertInto('chat_conversations')
    .values({
      user_id: scope.userId,
      id,
      title,
      state: JSON.stringify(state),
      created_at: updatedAt,
      updated_at: updatedAt,
    })
    .execute();
}

export async function saveState(
  db: Db,
  scope: Scope,
  id: string,
  { state, updatedAt }: Pick<StoredConversation, 'state' | 'updatedAt'>,
): Promise<void> {
  await db
    .updateTable('chat_conversations')
    .set({ state: JSON.stringify(state), updated_at: updatedAt })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

export async function renameConversation(
  db: Db,
  scope: Scope,
  id: string,
  title: string,
): Promise<StoredConversation | null> {
  const row = await db
    .updateTable('chat_conversations')
    .set({ title })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .returning(['id', 'title', 'state', 'updated_at'])
    .executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** Deletes one conversation, or all of them without an id. Returns their number. */
export async function deleteConversations(db: Db, scope: Scope, id: string | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_conversations')
    .where('user_id', '=', scope.userId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
