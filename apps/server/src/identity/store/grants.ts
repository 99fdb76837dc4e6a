import type { Db } from '#platform/db.ts';
import './sessions.ts';

/** Ends a grant of the provider with its codes and tokens. */
export async function endGrant(db: Db, grantId: string): Promise<void> {
  await db
    .deleteFrom('identity_payloads')
    .where((where) =>
      where.or([
        where('grant_id', '=', grantId),
        where.and([where('model', '=', 'Grant'), where('id', '=', grantId)]),
      ]),
    )
    .execute();
}

/** The grants that have not ended. */
export async function listLiveGrants(
  db: Db,
  grantIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (grantIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('identity_payloads')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', 'in', [...grantIds])
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
