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

/** The newest link is the one that works: older ones of the same purpose are taken back. */
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

/** Whether the token would work; it stays. */
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

/** Takes the token out, so that it works once; the account it was for, or null. */
export async function takeMailToken(
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
