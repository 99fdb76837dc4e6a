import type { TurnState } from '@dayloom/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTurn, TurnRun } from '../model/turn.ts';
import './tables.ts';

type Row = Selectable<Tables['chat_turns']>;

export const toTurn = (row: Row): StoredTurn => ({
  id: row.id,
  conversationId: row.conversation_id,
  text: row.text,
  reply: row.reply,
  mode: row.mode,
  notice: row.notice,
  state: row.state,
  actions: row.actions,
  cards: row.cards,
  commandIds: row.command_ids,
  createdAt: row.created_at,
  timeZone: row.time_zone,
  run: toRun(row),
});

const toRun = ({ run_id, run_phase, run_since, alive_at }: Row): TurnRun | null =>
  run_id && run_phase && run_since && alive_at
    ? { id: run_id, phase: run_phase, since: run_since, aliveAt: alive_at }
    : null;

const turns = (db: Db, scope: Scope) =>
  db.selectFrom('chat_turns').selectAll().where('user_id', '=', scope.userId);

/** Messages that come at the same moment get one position after the other. */
const MAX_TRIES = 5;

export async function insertTurn(db: Db, scope: Scope, turn: StoredTurn): Promise<void> {
  const { id, conversationId, run } = turn;
  for (let tries = 1; ; tries++) {
    try {
      await sql`
        insert into chat_turns (
          user_id, id, conversation_id, position, text, reply, mode, notice, state, actions, cards, command_ids,
          created_at, time_zone, run_id, run_phase, run_since, alive_at
        )
        select ${scope.userId}, ${id}, ${conversationId}, coalesce(max(position) + 1, 0), ${turn.text}, ${turn.reply},
          ${turn.mode}, ${turn.notice}, ${turn.state}, ${JSON.stringify(turn.actions)},
          ${JSON.stringify(turn.cards)}, ${JSON.stringify(turn.commandIds)}, ${turn.createdAt}, ${turn.timeZone},
          ${run?.id ?? null}, ${run?.phase ?? null}, ${run?.since ?? null}, ${run?.aliveAt ?? null}
        from chat_turns where user_id = ${scope.userId} and conversation_id = ${conversationId}
      `.execute(db);
      return;
    } catch (error) {
      if (brokenConstraint(error) !== 'chat_turns_position' || tries === MAX_TRIES) throw error;
    }
  }
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

/** The latest turn of a conversation in a state. */
export async function findLatestTurn(
  db: Db,
  scope: Scope,
  conversationId: string,
  state: TurnState,
): Promise<StoredTurn | null> {
  const row = await turns(db, scope)
    .where('conversation_id', '=', conversationId)
    .where('state', '=', state)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}

/** The turn of a conversation that has made the latest change. A draft changes something when it is applied. */
export async function findLatestChange(
  db: Db,
  scope: Scope,
  conversationId: string,
): Promise<StoredTurn | null> {
  const row = await turns(db, scope)
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'done')
    .where(sql<boolean>`command_ids <> '[]'::jsonb`)
    .orderBy(
      sql`(
        select max(commands.created_at) from commands
        where commands.user_id = chat_turns.user_id
          and commands.id::text in (select jsonb_array_elements_text(chat_turns.command_ids))
      ) desc nulls last`,
    )
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}
