import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { Cursor } from './model/cursor.ts';

export type LinkProof = 'sign-in' | 'mail';

declare module '#platform/db.ts' {
  interface Tables {
    link_requests: {
      token_hash: string;
      user_id: string;
      subject: string;
      proof: LinkProof;
      expires_at: Date;
    };
  }
}

export function listEvents(db: Db, scope: Scope, page: { limit: number; after: Cursor | null }) {
  let rows = db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.after) {
    const { createdAt, id } = page.after;
    rows = rows.where(sql<boolean>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`);
  }
  return rows.execute();
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('security_events').where('created_at', '<', before).execute();
}

/** An identity has one request of each kind: a newer one replaces it. */
export async function replaceLinkRequest(
  db: Db,
  scope: Scope,
  request: { tokenHash: string; subject: string; proof: LinkProof; expiresAt: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('link_requests')
      .where('subject', '=', request.subject)
      .where('proof', '=', request.proof)
      .execute();
    await tx
      .insertInto('link_requests')
      .values({
        user_id: scope.userId,
        token_hash: request.tokenHash,
        subject: request.subject,
        proof: request.proof,
        expires_at: request.expiresAt,
      })
      .execute();
  });
}

/**
 * Deletes a request, so that it works only once, and returns its account and identity. A mailed link must be
 * used by the identity that requested it, a ticket by the account that it was made for.
 */
export async function consumeLinkRequest(
  db: Db,
  tokenHash: string,
  by: { proof: 'mail'; subject: string } | { proof: 'sign-in'; scope: Scope },
  now: Date,
): Promise<{ userId: string; subject: string } | null> {
  const taken = await db
    .deleteFrom('link_requests')
    .where('token_hash', '=', tokenHash)
    .where('proof', '=', by.proof)
    .where((where) =>
      by.proof === 'mail' ? where('subject', '=', by.subject) : where('user_id', '=', by.scope.userId),
    )
    .returning(['user_id', 'subject', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? { userId: taken.user_id, subject: taken.subject } : null;
}

export async function purgeLinkRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('link_requests').where('expires_at', '<', now).execute();
}

/** Whether a link was mailed for the identity that expires after `since`. */
export async function hasRecentLinkMail(db: Db, subject: string, since: Date): Promise<boolean> {
  const recent = await db
    .selectFrom('link_requests')
    .select('token_hash')
    .where('subject', '=', subject)
    .where('proof', '=', 'mail')
    .where('expires_at', '>', since)
    .executeTakeFirst();
  return recent !== undefined;
}
