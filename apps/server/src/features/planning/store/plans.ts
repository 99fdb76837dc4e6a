import type { AtRisk } from '@dayloom/contracts';
import { type ColumnType, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    plans: {
      user_id: string;
      revision: number;
      planned_at: Date | null;
      at_risk: ColumnType<AtRisk[], string, string>;
    };
  }
}

export interface PlanRow {
  readonly revision: number;
  readonly planned_at: Date | null;
  readonly at_risk: AtRisk[];
}

export async function getPlanState(db: Db, scope: Scope, forChange = false): Promise<PlanRow> {
  const query = db
    .selectFrom('plans')
    .select(['revision', 'planned_at', 'at_risk'])
    .where('user_id', '=', scope.userId);
  const row = await (forChange ? query.forUpdate() : query).executeTakeFirst();
  return row ?? { revision: 0, planned_at: null, at_risk: [] };
}

/** Increments the revision, and creates the row for a user's first plan. */
export async function advancePlan(
  db: Db,
  scope: Scope,
  change: { plannedAt?: Date; atRisk?: readonly AtRisk[] },
): Promise<void> {
  const columns = {
    ...(change.plannedAt && { planned_at: change.plannedAt }),
    ...(change.atRisk && { at_risk: JSON.stringify(change.atRisk) }),
  };
  await db
    .insertInto('plans')
    .values({ user_id: scope.userId, revision: 1, planned_at: null, at_risk: '[]', ...columns })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ revision: sql`plans.revision + 1`, ...columns }),
    )
    .execute();
}
