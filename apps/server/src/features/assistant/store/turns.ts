import type { TurnState } from '@dayloom/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTurn } from '../model/turn.ts';
import './tables.ts';

const toTurn = (row: Selectable<Tables['chat_turns']>): StoredTurn => ({
  id: row.id,
  conversationId: row.conversation_id,
  text: row.text,
  reply: row.reply,
  mode: row.mode,
  state: row.state,
  actions: row.actions,
  cards: row.cards,
  commandIds: row.command_ids,
  createdAt: row.created_at,
});

const turns = (db: Db, scope: Scope) =>
  db.selectFrom('chat_turns').selectAll().where('user_id', '=', scope.userId);

export async function insertTurn(db: Db, scope: Scope, turn: StoredTurn): Promise<void> {
  const { id, conversationId } = turn;
  await sql`
    insert into chat_turns (
      user_id, id, conversation_id, position, text, reply, mode, state, actions, cards, command_ids, created_at
    )
    select ${scope.userId}, ${id}, ${conversationId}, coalesce(max(position) + 1, 0), ${turn.text}, ${turn.reply},
      ${turn.mode}, ${turn.state}, ${JSON.stringify(turn.actions)}, ${JSON.stringify(turn.cards)},
      ${JSON.stringify(turn.commandIds)}, ${turn.createdAt}
    from chat_turns where user_id = ${scope.userId} and conversation_id = ${conversationId}
  `.execute(db);
}

export async function findTurn(db: Db, scope: Scope, id: string): Promise<StoredTurn | null> {
  const row = await turns(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toTurn(row) : null;
}

/** The latest turns of a conversation, the oldest first. */
export async function listTurns(
  db: Db,
  scope: Scope,
  conversationId: string,
  limit: number,
): Promise<StoredTurn[]> {
  const rows = await turns(db, scope)
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toTurn).reverse();
}

/** The latest turn of a conversation in a state; with `isChange`, one that changed something. */
export async function findLatestTurn(
  db: Db,
  scope: Scope,
  conversationId: string,
  state: TurnState,
  { isChange }: { readonly isChange: boolean },
): Promise<StoredTurn | null> {
  const row = await turns(db, scope)
    .where('conversation_id', '=', conversationId)
    .where('state', '=', state)
    .$if(isChange, (query) => query.where(sql<boolean>`command_ids <> '[]'::jsonb`))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}

/**
 * Takes a turn from one state to another. Null if it is in another state by now: of two requests at once only one gets
 * it.
 */
export async function moveTurn(
  db: Db,
  scope: Scope,
  id: string,
  { from, to }: { readonly from: TurnState; readonly to: TurnState },
): Promise<StoredTurn | null> {
  const row = await db
    .updateTable('chat_turns')
    .set({ state: to })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}

export async function saveTurn(db: Db, scope: Scope, turn: StoredTurn): Promise<void> {
  await db
    .updateTable('chat_turns')
    .set({
      reply: turn.reply,
      state: turn.state,
      actions: JSON.stringify(turn.actions),
      cards: JSON.stringify(turn.cards),
      command_ids: JSON.stringify(turn.commandIds),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', turn.id)
    .execute();
}

/** The number of changes that the assistant has made since then. */
export async function countChangesSince(db: Db, scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ changes: string | null }>`
    select sum(jsonb_array_length(command_ids)) as changes from chat_turns
    where user_id = ${scope.userId} and created_at >= ${since}
  `.execute(db);
  return Number(rows[0]?.changes ?? 0);
}
