import type { DbContext } from '#platform/context.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { Identity } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import { type IdentityContext, type SecurityMailer, toSubject } from '../context.ts';
import { sendVerification } from '../mails.ts';
import { markEmailVerified } from '../store/accounts.ts';
import { consumeMailToken } from '../store/mail-tokens.ts';
import { getAccount } from './account.ts';
import { isOverLimit, tooManyTries } from './throttle.ts';

const RESEND_SECONDS = 60;

export async function resendVerification(context: SecurityMailer, identity: Identity): Promise<void> {
  const account = await getAccount(context, identity);
  if (await isOverLimit(context, `verify:account:${account.id}`, 1, RESEND_SECONDS)) {
    throw tooManyTries('We have sent a message already. You can request another one in a minute.');
  }
  await sendVerification(context, account);
}

/** Consumes the token of the mailed link; false when it was used before or has expired. */
export async function verifyEmail(
  context: DbContext & Pick<IdentityContext, 'hooks'>,
  token: string,
  from: Visitor,
): Promise<boolean> {
  const { db, clock, hooks } = context;
  const accountId = await consumeMailToken(db, digest(token), 'verify-email', clock());
  if (!accountId) return false;
  const isNew = await markEmailVerified(db, accountId, clock());
  await hooks.emailVerified(toSubject(accountId));
  if (isNew) await hooks.securityEvent(toSubject(accountId), { kind: 'email_verified', from });
  return true;
}
