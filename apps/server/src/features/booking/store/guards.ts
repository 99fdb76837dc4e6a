import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db.ts';

type Condition = RawBuilder<boolean>;

export interface Guard {
  readonly all: readonly Condition[];
  readonly none: readonly Condition[];
}

/**
 * Fails the transaction unless all of the one and none of the other conditions hold, by a division by zero. PostgreSQL
 * then skips the statements that were sent behind it, the commit too.
 */
export async function requireConditions(tx: Tx, { all, none }: Guard): Promise<void> {
  const conditions = [...all, ...none.map((one) => sql`not ${one}`)];
  await sql`select 1 / (case when ${sql.join(conditions, sql` and `)} then 1 else 0 end)`.execute(tx);
}

const DIVISION_BY_ZERO = '22012';

/** Whether `requireConditions` has failed. */
export const isConditionFailed = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === DIVISION_BY_ZERO;
