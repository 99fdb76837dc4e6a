import type { AtRisk, PlanChange, Proposal } from '@dayloom/contracts';
import type { ColumnType, Selectable } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import type { NewProposal, StoredProposal } from '../model/proposal.ts';

interface ProposalTable {
  user_id: string;
  id: string;
  state: Proposal['state'];
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
    .onConflict((conflict) => conflict.column('user_id').where('state', '=', 'pending').doUpdateSet(columns))
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

export async function findProposal(db: Db, scope: Scope, id: string): Promise<StoredProposal | null> {
  const row = await db
    .selectFrom('proposals')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toProposal(row) : null;
}

/** Accepts or rejects a pending proposal; false when that has already happened. */
export async function decideProposal(
  db: Db,
  scope: Scope,
  id: string,
  state: 'accepted' | 'rejected',
  now: Date,
): Promise<boolean> {
  const decided = await db
    .updateTable('proposals')
    .set({ state, decided_at: now })
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return decided !== undefined;
}
