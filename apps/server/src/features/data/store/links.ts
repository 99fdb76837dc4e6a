import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

type Purpose = 'close' | 'keep';

declare module '#platform/db.ts' {
  interface Tables {
    account_links: {
      user_id: string;
      token_hash: string;
      purpose: Purpose;
      expires_at: Date;
      created_at: Date;
    };
  }
}

/** A new link replaces earlier ones of its purpose: only the latest mail counts. */
export async function replaceLink(
  db: Db,
  scope: Scope,
  link: { purpose: Purpose; tokenHash: string; expiresAt: Date; now: Date },
): Promise<void> {
  await deleteLinks(db, scope, link.purpose);
  await db
    .insertInto('account_links')
    .values({
      user_id: scope.userId,
      token_hash: link.tokenHash,
      purpose: link.purpose,
      expires_at: link.expiresAt,
      created_at: link.now,
    })
    .execute();
}

export async function deleteLinks(db: Db, scope: Scope, purpose: Purpose): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('user_id', '=', scope.userId)
    .where('purpose', '=', purpose)
    .execute();
}

/**
 * Deletes the link, so that it works only once, and returns its user or null. It takes no scope, because the
 * token comes from a mail.
 */
export async function consumeLink(
  db: Db,
  purpose: Purpose,
  tokenHash: string,
  now: Date,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('account_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.user_id : null;
}
