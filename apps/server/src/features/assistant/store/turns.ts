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
  run: toRun(row),
});

const toRun = ({ run_id, run_phase, run_since, alive_at }: Row): TurnRun | null =>
  run_id && run_phase && run_since && alive_at
    ? { id: run_id, phase: run_phase, since: run_since, aliveAt: alive_at }
    : null;

const turns = (db: Db, scope: Scope) =>
  db.selectFrom('chat_turns').selectAll().where('user_id', '=', scope.userId);

/** Messages that come at the same moment get one position after the other. */
const MOST_TRIES = 5;

export async function insertTurn(db: Db, scope: Scope, turn: StoredTurn): Promise<void> {
  const { id, conversationId, run } = turn;
  for (let tries = 1; ; tries++) {
    try {
      await sql`
        insert into chat_turns (
          user_id, id, conversation_id, position, text, reply, mode, notice, state, actions, cards, command_ids,
          created_at, run_id, run_phase, run_since, alive_at
        )
        select ${scope.userId}, ${id}, ${conversationId}, coalesce(max(position) + 1, 0), ${turn.text}, ${turn.reply},
          ${turn.mode}, ${turn.notice}, ${turn.state}, ${JSON.stringify(turn.actions)},
          ${JSON.stringify(turn.cards)}, ${JSON.stringify(turn.commandIds)}, ${turn.createdAt},
          ${run?.id ?? null}, ${run?.phase ?? null}, ${run?.since ?? null}, ${run?.aliveAt ?? null}
        from chat_turns where user_id = ${scope.userId} and conversation_id = ${conversationId}
      `.execute(db);
      return;
    } catch (error) {
      if (brokenConstraint(error) !== 'chat_turns_position' || tries === MOST_TRIES) throw error;
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

/** Which of these commands belong to no turn. */
export async function listUnclaimed(db: Db, scope: Scope, commandIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select command.id from unnest(${commandIds}::text[]) as command (id)
    where not exists (
      select from chat_turns where user_id = ${scope.userId} and command_ids @> to_jsonb(command.id)
    )
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of changes that the assistant has made since then. */
export async function countChangesSince(db: Db, scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ changes: string | null }>`
    select sum(jsonb_array_length(command_ids)) as changes from chat_turns
    where user_id = ${scope.userId} and created_at >= ${since}
  `.execute(db);
  return Number(rows[0]?.changes ?? 0);
}
