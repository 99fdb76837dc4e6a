import type { AtRisk, PlanChange } from '@dayloom/contracts';
import { type ColumnType, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import type { NewProposal, StoredProposal } from '../model/proposal.ts';

interface ProposalTable {
  user_id: string;
  id: string;
  state: StoredProposal['state'];
  base_revision: number;
  starts_at: Date;
  ends_at: Date;
  blocks: ColumnType<StoredBlock[], string, string>;
  changes: ColumnType<PlanChange[], string, string>;
  stayed: number;
  at_risk: ColumnType<AtRisk[], string, string>;
  not_planned_yet: number;
  cost: ColumnType<string, number, number>;
  bound: ColumnType<string | null, number | null, number | null>;
  created_at: Date;
  decided_at: Date | null;
}

declare module '#platform/db.ts' {
  interface Tables {
    proposals: ProposalTable;
  }
}

/**
 * The user's open proposal makes way for a better one. It can still be accepted, because a person may do so while the
 * better one is on its way.
 */
export async function markSuperseded(db: Db, scope: Scope, id: string): Promise<void> {
  await db
    .updateTable('proposals')
    .set({ state: 'superseded' })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** A user has one open proposal: a new one replaces it. */
export async function saveProposal(db: Db, scope: Scope, proposal: NewProposal): Promise<void> {
  const columns = {
    id: proposal.id,
    base_revision: proposal.baseRevision,
    starts_at: proposal.startsAt,
    ends_at: proposal.endsAt,
    blocks: JSON.stringify(proposal.blocks),
    changes: JSON.stringify(proposal.changes),
    stayed: proposal.stayed,
    at_risk: JSON.stringify(proposal.atRisk),
    not_planned_yet: proposal.notPlannedYet,
    cost: proposal.cost,
    bound: proposal.bound,
    created_at: proposal.createdAt,
  };
  await db
    .insertInto('proposals')
    .values({ user_id: scope.userId, state: 'pending', decided_at: null, ...columns })
    .onConflict((conflict) =>
      // A literal: PostgreSQL does not find the partial index by a parameter once the statement is prepared.
      conflict.column('user_id').where('state', '=', sql.lit('pending')).doUpdateSet(columns),
    )
    .execute();
}

function toProposal(row: Selectable<ProposalTable>): StoredProposal {
  return {
    id: row.id,
    state: row.state,
    baseRevision: row.base_revision,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    blocks: row.blocks,
    changes: row.changes,
    stayed: row.stayed,
    atRisk: row.at_risk,
    notPlannedYet: row.not_planned_yet,
    cost: Number(row.cost),
    bound: row.bound === null ? null : Number(row.bound),
    createdAt: row.created_at,
  };
}

export async function findPendingProposal(db: Db, scope: Scope): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row ? toProposal(row) : null;
}

/** Whether a proposal in one of these states was made from this revision of the plan or a later one. */
export async function hasProposalFor(
  db: Db,
  scope: Scope,
  revision: number,
  states: readonly StoredProposal['state'][],
): Promise<boolean> {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('base_revision', '>=', revision)
    .where('state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findProposal(db: Db, scope: Scope, id: string): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toProposal(row) : null;
}

/** Rejects a pending proposal; false when it is already decided. */
export async function markRejected(db: Db, scope: Scope, id: string, now: Date): Promise<boolean> {
  const decided = await db
    .updateTable('proposals')
    .set({ state: 'rejected', decided_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return decided !== undefined;
}

/** Accepts a proposal that is pending or superseded; false when it is already decided. None stays pending. */
export async function markAccepted(tx: Tx, scope: Scope, id: string, now: Date): Promise<boolean> {
  const accepted = await tx
    .updateTable('proposals')
    .set({ state: 'accepted', decided_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'superseded'])
    .returning('id')
    .executeTakeFirst();
  if (!accepted) return false;
  await tx
    .updateTable('proposals')
    .set({ state: 'superseded' })
    .where('user_id', '=', scope.userId)
    .where('state', '=', 'pending')
    .execute();
  return true;
}
