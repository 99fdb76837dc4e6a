import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';

declare module '#platform/db.ts' {
  interface Tables {
    plan_checks: {
      user_id: string;
      check_at: Date;
      noted_at: Date;
      proposed_for: string;
      worked_revision: number | null;
    };
  }
}

/**
 * Schedules a check of the plan: at `at`, or earlier if it was first asked for so long ago that it is due by `latest`.
 * `workedRevision` is the plan's revision with work that was just recorded.
 */
export async function schedulePlanCheck(
  db: Db,
  scope: Scope,
  {
    now,
    at,
    mostMs,
    workedRevision = null,
  }: { now: Date; at: Date; mostMs: number; workedRevision?: number | null },
): Promise<void> {
  await sql`
    insert into plan_checks (user_id, check_at, noted_at, worked_revision)
    values (${scope.userId}, ${at}, ${now}, ${workedRevision})
    on conflict (user_id) do update set
      worked_revision = coalesce(excluded.worked_revision, plan_checks.worked_revision),
      noted_at = case when plan_checks.noted_at <= plan_checks.check_at and plan_checks.check_at <= ${at}
        then plan_checks.noted_at else excluded.noted_at end,
      check_at = case when plan_checks.noted_at <= plan_checks.check_at and plan_checks.check_at <= ${at}
        then least(excluded.check_at, plan_checks.noted_at + make_interval(secs => ${mostMs / 1_000}))
        else excluded.check_at end
  `.execute(db);
}

export interface DueCheck {
  readonly scope: Scope;
  readonly proposedFor: string;
  /** Work was recorded, and this is the plan's revision with it. */
  readonly workedRevision: number | null;
}

/** Claims due checks until `until`, in which time nobody else claims them. */
export async function claimDueChecks(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueCheck[]> {
  const { rows } = await sql<{ user_id: string; proposed_for: string; worked_revision: number | null }>`
    update plan_checks set check_at = ${until}, noted_at = ${until}
    where user_id in (
      select user_id from plan_checks where check_at <= ${now} order by check_at limit ${limit} for update skip locked
    )
    returning user_id, proposed_for, worked_revision
  `.execute(db);
  return rows.map(({ user_id, proposed_for, worked_revision }) => ({
    scope: mintScope(user_id, 'system'),
    proposedFor: proposed_for,
    workedRevision: worked_revision,
  }));
}

/**
 * Sets the next check, unless a change has asked for an earlier one meanwhile. Work up to `handledRevision`
 * needs no further check.
 */
export async function saveCheck(
  db: Db,
  scope: Scope,
  {
    at,
    until,
    proposedFor,
    handledRevision,
  }: { at: Date; until: Date; proposedFor: string; handledRevision: number | null },
): Promise<void> {
  await sql`
    update plan_checks set
      proposed_for = ${proposedFor},
      worked_revision = case when worked_revision > ${handledRevision} or ${handledRevision}::integer is null
        then worked_revision end,
      check_at = case when check_at = ${until} then ${at} else least(check_at, ${at}) end,
      noted_at = case when check_at = ${until} then ${at} else noted_at end
    where user_id = ${scope.userId}
  `.execute(db);
}

/** Deletes a finished check, unless a change has asked for another one since it was claimed. */
export async function deleteCheck(db: Db, scope: Scope, until: Date): Promise<void> {
  await db
    .deleteFrom('plan_checks')
    .where('user_id', '=', scope.userId)
    .where('check_at', '=', until)
    .execute();
}

/** The recorded work was undone, so it no longer asks for a new plan. */
export async function clearWorkedRevision(db: Db, scope: Scope): Promise<void> {
  await db
    .updateTable('plan_checks')
    .set({ worked_revision: null })
    .where('user_id', '=', scope.userId)
    .execute();
}
