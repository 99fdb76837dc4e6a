import { getGreeting } from '@dayloom/contracts/names';
import { HOUR_MS } from '@dayloom/time';
import type { DbContext, Platform } from '../platform/context.ts';
import { digest, makeToken } from '../platform/one-time-tokens.ts';
import type { SecurityMailer } from './context.ts';
import type { AccountRow } from './store/accounts.ts';
import { type MailPurpose, replaceMailToken } from './store/mail-tokens.ts';

type Recipient = Pick<AccountRow, 'id' | 'email' | 'first_name'>;

const VERIFY_HOURS = 24;
const RESET_HOURS = 1;

export async function sendVerification(context: SecurityMailer, account: Recipient): Promise<void> {
  const { config } = context;
  const token = await issueToken(context, account, 'verify-email', VERIFY_HOURS);
  send(context, account, `Confirm your email address for ${config.PRODUCT_NAME}`, [
    'please confirm that this is your email address:',
    `${config.publicUrl}/oidc/verify-email?token=${token}`,
    `The link works once, for ${VERIFY_HOURS} hours. If you did not create an account, you can ignore this message.`,
  ]);
}

export async function sendReset(context: SecurityMailer, account: Recipient): Promise<void> {
  const { config } = context;
  const token = await issueToken(context, account, 'reset-password', RESET_HOURS);
  send(context, account, `A new password for ${config.PRODUCT_NAME}`, [
    'someone, probably you, asked to reset the password of your account. Choose a new one here:',
    `${config.publicUrl}/oidc/reset-password?token=${token}`,
    'The link works once, for one hour. If it was not you, ignore this message: nothing has changed.',
  ]);
}

/** Notifies the owner of a change that an attacker might make. */
export function sendNotice(
  context: Pick<Platform, 'config' | 'log' | 'mail'>,
  account: Recipient,
  what: string,
): void {
  const { config } = context;
  send(context, account, `${what} (${config.PRODUCT_NAME})`, [
    `your account was just changed: ${what}.`,
    'If this was you, you need not do anything. If not, choose a new password at once and check the recent activity:',
    `${config.publicUrl}/oidc/forgot-password\n${config.publicUrl}/settings?tab=security`,
  ]);
}

async function issueToken(
  { db, clock }: DbContext,
  account: Recipient,
  purpose: MailPurpose,
  hours: number,
): Promise<string> {
  const token = makeToken();
  const now = clock();
  await replaceMailToken(db, {
    token_hash: digest(token),
    account_id: account.id,
    purpose,
    expires_at: new Date(now.getTime() + hours * HOUR_MS),
    created_at: now,
  });
  return token;
}

/**
 * Sent without the job queue, because the database must not contain a usable link. The caller does not wait
 * for the mail server.
 */
function send(
  { mail, log }: Pick<Platform, 'log' | 'mail'>,
  account: Recipient,
  subject: string,
  paragraphs: readonly string[],
): void {
  const text = `${getGreeting(account.first_name)}\n\n${paragraphs.join('\n\n')}\n`;
  void mail
    .send({ to: account.email, subject, text })
    .catch((error: unknown) => log.error({ err: error }, 'A mail of the identity provider was not sent'));
}
