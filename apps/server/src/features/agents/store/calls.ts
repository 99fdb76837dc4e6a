import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { AgentFacts, StoredCall } from '../model/agent.ts';
import './tables.ts';

const toCall = (row: Selectable<Tables['agent_calls']>): StoredCall => ({
  id: row.id,
  agent: { kind: row.agent_kind, id: row.agent_id, name: row.agent_name },
  tool: row.tool,
  input: row.input,
  outcome: row.outcome,
  state: row.state,
  actions: row.actions,
  cards: row.cards,
  commandIds: row.command_ids,
  changes: row.changes,
  guests: row.guests,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const calls = (db: Db | Tx, scope: Scope) =>
  db.selectFrom('agent_calls').selectAll().where('user_id', '=', scope.userId);

/** Serialises what the caps of one user count, so that simultaneous calls cannot exceed them. */
export async function lockCaps(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agents ${scope.userId}`}, 0))`.execute(tx);
}

export async function insertCall(db: Db | Tx, scope: Scope, call: StoredCall): Promise<void> {
  await db
    .insertInto('agent_calls')
    .values({
      user_id: scope.userId,
      id: call.id,
      agent_kind: call.agent.kind,
      agent_id: call.agent.id,
      agent_name: call.agent.name,
      tool: call.tool,
      input: call.input,
      outcome: call.outcome,
      state: call.state,
      actions: JSON.stringify(call.actions),
      cards: JSON.stringify(call.cards),
      command_ids: JSON.stringify(call.commandIds),
      changes: call.changes,
      guests: call.guests,
      created_at: call.createdAt,
      expires_at: call.expiresAt,
      ran_at: call.state === 'running' ? call.createdAt : null,
    })
    .execute();
}

export async function findCall(db: Db | Tx, scope: Scope, id: string): Promise<StoredCall | null> {
  const row = await calls(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toCall(row) : null;
}

/** The latest first. */
export async function listCallRows(
  db: Db,
  scope: Scope,
  { limit, isChange }: { readonly limit: number; readonly isChange: boolean },
): Promise<StoredCall[]> {
  const rows = await calls(db, scope)
    .$if(isChange, (query) => query.where('changes', '>', 0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toCall);
}

/** Takes a call from one state to another. False if it is in another state by now: only one request gets it. */
export async function changeCallState(
  db: Db | Tx,
  scope: Scope,
  id: string,
  change: { readonly from: StoredCall['state']; readonly to: StoredCall['state']; readonly now: Date },
): Promise<boolean> {
  const { from, to, now } = change;
  const { numUpdatedRows } = await db
    .updateTable('agent_calls')
    .set({
      state: to,
      ...(from === 'waiting' && to === 'running' && { ran_at: now }),
      // It did not run after all, so it does not count.
      ...(to === 'waiting' && { ran_at: null }),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveCall(
  db: Db,
  scope: Scope,
  id: string,
  call: Pick<StoredCall, 'state' | 'outcome' | 'actions' | 'cards' | 'commandIds' | 'guests'>,
): Promise<void> {
  await db
    .updateTable('agent_calls')
    .set({
      state: call.state,
      outcome: call.outcome,
      actions: JSON.stringify(call.actions),
      cards: JSON.stringify(call.cards),
      command_ids: JSON.stringify(call.commandIds),
      guests: call.guests,
      ...(call.state === 'waiting' && { ran_at: null }),
    })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .execute();
}

export interface AgentCounts {
  /** Changes of all agents since an hour ago, and of this one since a day ago. */
  readonly changesInHour: number;
  readonly changesInDay: number;
  /** People whom agents have notified of changes since a day ago. */
  readonly guestsInDay: number;
  /** Proposals of this agent that wait. */
  readonly waiting: number;
}

/** What the caps count. Failed calls changed nothing. */
export async function countCalls(
  db: Db | Tx,
  scope: Scope,
  agent: Pick<AgentFacts, 'kind' | 'id'>,
  now: Date,
): Promise<AgentCounts> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const isOwn = sql<boolean>`agent_kind = ${agent.kind} and agent_id = ${agent.id}`;
  const { rows } = await sql<Record<keyof AgentCounts, string | null>>`
    select
      sum(changes) filter (where ran_at >= ${hourAgo}) as "changesInHour",
      sum(changes) filter (where ran_at >= ${dayAgo} and ${isOwn}) as "changesInDay",
      sum(guests) filter (where ran_at >= ${dayAgo}) as "guestsInDay",
      count(*) filter (where state = 'waiting' and expires_at > ${now} and ${isOwn}) as waiting
    from agent_calls
    where user_id = ${scope.userId} and created_at >= ${dayAgo} and state <> 'failed'
  `.execute(db);
  const [counts] = rows;
  return {
    changesInHour: Number(counts?.changesInHour ?? 0),
    changesInDay: Number(counts?.changesInDay ?? 0),
    guestsInDay: Number(counts?.guestsInDay ?? 0),
    waiting: Number(counts?.waiting ?? 0),
  };
}

/** Deletes log entries past their retention, for all users. */
export async function purgeCalls(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('agent_calls').where('created_at', '<', before).execute();
}

/** Calls that run since before then: their processes have died. For all users. */
export async function listAbandonedCalls(
  db: Db,
  before: Date,
): Promise<{ readonly scope: Scope; readonly call: StoredCall; readonly ranAt: Date }[]> {
  const rows = await db
    .selectFrom('agent_calls')
    .selectAll()
    .where('state', '=', 'running')
    .where('ran_at', '<', before)
    .execute();
  return rows.map((row) => ({
    scope: mintScope(row.user_id, 'system'),
    call: toCall(row),
    ranAt: row.ran_at ?? row.created_at,
  }));
}
