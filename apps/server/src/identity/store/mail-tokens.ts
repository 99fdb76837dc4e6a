import type { Db } from '#platform/db.ts';

export type MailPurpose = 'verify-email' | 'reset-password';

interface MailTokenRow {
  token_hash: string;
  account_id: string;
  purpose: MailPurpose;
  expires_at: Date;
  created_at: Date;
}

declare module '#platform/db.ts' {
  interface Tables {
    identity_mail_tokens: MailTokenRow;
  }
}

/** Only the newest link works: older links for the same purpose are revoked. */
export async function replaceMailToken(db: Db, token: MailTokenRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await forgetMailTokens(tx, token.account_id, token.purpose);
    await tx.insertInto('identity_mail_tokens').values(token).execute();
  });
}

export async function forgetMailTokens(db: Db, accountId: string, purpose: MailPurpose): Promise<void> {
  await db
    .deleteFrom('identity_mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute();
}

/** Whether the token is valid. Does not consume it. */
export async function isMailTokenGood(
  db: Db,
  tokenHash: string,
  purpose: MailPurpose,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('identity_mail_tokens')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the token, so that it works once. Returns its account, or null. */
export async function consumeMailToken(
  db: Db,
  tokenHash: string,
  purpose: MailPurpose,
  now: Date,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('identity_mail_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.account_id : null;
}
