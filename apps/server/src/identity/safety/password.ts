import { addressKey } from '#platform/address-key.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { Identity } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import { type IdentityContext, type SecurityMailer, toSubject } from '../context.ts';
import { sendNotice, sendReset } from '../mails.ts';
import { hashPassword } from '../passwords.ts';
import { findAccount, findAccountByEmail, markEmailVerified, setPassword } from '../store/accounts.ts';
import { consumeMailToken, forgetMailTokens } from '../store/mail-tokens.ts';
import { deletePasskeys } from '../store/passkeys.ts';
import { deleteTotp } from '../store/second-step.ts';
import { endAllSessions } from '../store/sessions.ts';
import { getAccount, getSessionId, requirePassword } from './account.ts';
import { forgetPasswordTries } from './password-tries.ts';
import { isOverLimit } from './throttle.ts';

const HOUR_SECONDS = 3_600;
const RESETS_PER_EMAIL = 3;
const RESETS_PER_ADDRESS = 30;

/** Requires the current password and ends all other sessions. */
export async function changePassword(
  context: SecurityMailer & Pick<IdentityContext, 'passwordCost'>,
  identity: Identity,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { db, clock, passwordCost } = context;
  const account = await getAccount(context, identity);
  await requirePassword(context, account, input.currentPassword, 'currentPassword');
  await setPassword(db, account.id, await hashPassword(input.newPassword, passwordCost), clock());
  await forgetMailTokens(db, account.id, 'reset-password');
  await endAllSessions(db, { id: account.id, subject: identity.subject }, getSessionId(identity));
  sendNotice(context, account, 'Your password was changed');
}

/**
 * Mails a link if an account has this address. The reply is the same for every address and waits for no step
 * that only known addresses need, so that nobody learns who has an account.
 */
export async function requestReset(
  context: SecurityMailer & Pick<IdentityContext, 'hooks'>,
  email: string,
  ip: string,
  from: Visitor,
): Promise<'accepted' | 'throttled'> {
  const isEmailLimited = await isOverLimit(
    context,
    `reset:email:${email.toLowerCase()}`,
    RESETS_PER_EMAIL,
    HOUR_SECONDS,
  );
  const isAddressLimited = await isOverLimit(
    context,
    `reset:address:${addressKey(ip)}`,
    RESETS_PER_ADDRESS,
    HOUR_SECONDS,
  );
  if (isEmailLimited || isAddressLimited) return 'throttled';
  const mailIfKnown = async () => {
    const account = await findAccountByEmail(context.db, email);
    if (!account) return;
    await sendReset(context, account);
    await context.hooks.securityEvent(toSubject(account.id), { kind: 'password_reset_requested', from });
  };
  void mailIfKnown().catch((error: unknown) =>
    context.log.error({ err: error }, 'A password could not be reset'),
  );
  return 'accepted';
}

/**
 * Consumes the token of the mailed link, sets the password and signs out everywhere; false for a stale token.
 */
export async function resetPassword(
  context: SecurityMailer & Pick<IdentityContext, 'hooks' | 'passwordCost'>,
  token: string,
  newPassword: string,
  from: Visitor,
): Promise<boolean> {
  const { db, clock, hooks, passwordCost } = context;
  const passwordHash = await hashPassword(newPassword, passwordCost);
  const accountId = await consumeMailToken(db, digest(token), 'reset-password', clock());
  const account = accountId ? await findAccount(db, accountId) : undefined;
  if (!account) return false;
  const subject = toSubject(account.id);
  await setPassword(db, account.id, passwordHash, clock());
  if (await markEmailVerified(db, account.id, clock())) {
    // The address is proved only now. A stranger may have created the account and must not keep another way
    // to sign in.
    await deletePasskeys(db, account.id);
    await deleteTotp(db, account.id);
    await hooks.emailVerified(subject);
  }
  await endAllSessions(db, { id: account.id, subject });
  await forgetPasswordTries(context, account.email);
  await hooks.securityEvent(subject, { kind: 'password_reset', from });
  sendNotice(context, account, 'Your password was changed');
  return true;
}
