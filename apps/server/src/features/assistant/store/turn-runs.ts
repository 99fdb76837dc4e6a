import type { TurnState } from '@dayloom/contracts';
import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { RunPhase, StoredTurn, TurnRun } from '../model/turn.ts';
import { toTurn } from './turns.ts';
import './tables.ts';

/**
 * Begins a run on a turn in a state. Null if the turn is in another state by now: of two requests at once only one gets
 * it.
 */
export async function claimTurn(
  db: Db,
  scope: Scope,
  id: string,
  from: TurnState,
  run: TurnRun,
): Promise<StoredTurn | null> {
  const row = await db
    .updateTable('chat_turns')
    .set({
      state: 'running',
      run_id: run.id,
      run_phase: run.phase,
      run_since: run.since,
      alive_at: run.aliveAt,
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}

const runUpdate = (db: Db, scope: Scope, id: string, runId: string) =>
  db
    .updateTable('chat_turns')
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('run_id', '=', runId);

/** Saves what a run has written, as a sign of life. False if the turn no longer belongs to the run. */
export async function saveRunProgress(
  db: Db,
  scope: Scope,
  id: string,
  {
    runId,
    reply,
    aliveAt,
  }: { readonly runId: string; readonly reply: string | null; readonly aliveAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await runUpdate(db, scope, id, runId)
    .set({ alive_at: aliveAt, ...(reply !== null && { reply }) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a run to its next phase. False if the turn no longer belongs to the run. */
export async function changeRunPhase(
  db: Db,
  scope: Scope,
  id: string,
  { runId, phase, at }: { readonly runId: string; readonly phase: RunPhase; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await runUpdate(db, scope, id, runId)
    .set({ run_phase: phase, run_since: at, alive_at: at })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many actions the drafts have that are being applied, but for one turn. */
export async function countApplied(
  db: Db,
  scope: Scope,
  { exceptId, since }: { readonly exceptId: string; readonly since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('chat_turns')
    .select(sql<string>`coalesce(sum(jsonb_array_length(actions)), 0)`.as('count'))
    .where('user_id', '=', scope.userId)
    .where('state', '=', 'running')
    .where('run_phase', '=', 'applying')
    .where('alive_at', '>=', since)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends a run. With a phase, only in that one. Null if the turn was taken from the run. */
export async function endRun(
  db: Db,
  scope: Scope,
  turn: StoredTurn,
  { runId, phase }: { readonly runId: string; readonly phase?: RunPhase },
): Promise<StoredTurn | null> {
  const row = await runUpdate(db, scope, turn.id, runId)
    .$if(phase !== undefined, (query) => query.where('run_phase', '=', phase as RunPhase))
    .set({
      reply: turn.reply,
      mode: turn.mode,
      notice: turn.notice,
      state: turn.state,
      actions: JSON.stringify(turn.actions),
      cards: JSON.stringify(turn.cards),
      command_ids: JSON.stringify(turn.commandIds),
      run_id: null,
      run_phase: null,
      run_since: null,
      alive_at: null,
    })
    .returningAll()
    .executeTakeFirst();
  return row ? toTurn(row) : null;
}
