import type { Db, Tx } from '#platform/db.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import './tables.ts';

export interface Link {
  readonly scope: Scope;
  readonly kind: string;
  readonly target: Record<string, string>;
}

export async function insertLink(
  db: Db,
  scope: Scope,
  link: {
    tokenHash: string;
    kind: string;
    target: Record<string, string>;
    usesLeft: number | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('links')
    .values({
      token_hash: link.tokenHash,
      user_id: scope.userId,
      kind: link.kind,
      target: JSON.stringify(link.target),
      uses_left: link.usesLeft,
      created_at: link.now,
      expires_at: link.expiresAt,
      revoked_at: null,
    })
    .execute();
}

/** A link that still works. It takes no scope: the token is the permission. */
export async function findLink(db: Db, tokenHash: string, now: Date): Promise<Link | null> {
  const row = await db
    .selectFrom('links')
    .select(['user_id', 'kind', 'target'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]))
    .executeTakeFirst();
  return row ? { scope: mintScope(row.user_id, 'system'), kind: row.kind, target: row.target } : null;
}

/** Counts a use. False when the link has been used up, revoked, or has expired. */
export async function countUse(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('links')
    .set((eb) => ({ uses: eb('uses', '+', 1), uses_left: eb('uses_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('uses_left', 'is', null), eb('uses_left', '>', 0)]))
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}
