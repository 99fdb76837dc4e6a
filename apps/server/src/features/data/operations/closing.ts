import { createHash, randomBytes } from 'node:crypto';
import { CLOSING_DAYS } from '@dayloom/contracts';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { findClosing, setClosing } from '#features/account/operations/closing.ts';
import { getContact, mailUser } from '#features/account/operations/mail.ts';
import { findScopeIncludingClosed } from '#features/account/operations/scopes.ts';
import { CLOSING_JOB } from '#features/billing/operations.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Identity } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import { consumeLink, deleteLinks, replaceLink } from '../store/links.ts';

/** 192 bits. */
const TOKEN_BYTES = 24;
/** A sign-in younger than this proves that the request comes from the owner. */
const FRESH_MINUTES = 10;
const CONFIRM_MINUTES = 60;

export interface Closing {
  readonly state: 'closed' | 'mail_sent';
  readonly deletesAt: string | null;
}

export async function readClosing(
  platform: Pick<Platform, 'db' | 'identity'>,
  identity: Identity,
): Promise<{ confirmBy: 'password' | 'sign_in_or_mail'; deletesAt: string | null }> {
  const scope = await requireAccount(platform, identity);
  const deletesAt = await findClosing(platform, scope);
  return {
    confirmBy: platform.identity.checkPassword ? 'password' : 'sign_in_or_mail',
    deletesAt: deletesAt?.toISOString() ?? null,
  };
}

/**
 * Closes the account once ownership is proven: by password or passkey with the embedded identity provider,
 * else by a recent sign-in, else by a mailed link.
 */
export async function deleteAccount(
  platform: DbContext & Pick<Platform, 'config' | 'identity' | 'jobs' | 'log' | 'mail'>,
  scope: Scope,
  identity: Identity,
  proof: { email: string; password?: string | undefined; idToken?: string | undefined },
  from: Visitor,
): Promise<Closing> {
  const { email } = await getContact(platform, scope);
  if (proof.email.toLowerCase() !== email.toLowerCase()) {
    throw new AppError('invalid_request', 'This is not the email address of your account.', {
      fields: { email: 'is not the address of this account' },
    });
  }
  if (await isProven(platform, identity, proof.idToken)) return close(platform, scope, from);
  if (!platform.identity.checkPassword) {
    if (platform.config.modes.mail === 'off')
      throw new AppError(
        'confirmation_needed',
        'Sign in again, then delete your account within ten minutes.',
      );
    await mailConfirmation(platform, scope);
    return { state: 'mail_sent', deletesAt: null };
  }
  if (proof.password === undefined)
    throw new AppError('confirmation_needed', 'Confirm that it is you, then try again.');
  const check = await platform.identity.checkPassword(identity.subject, proof.password);
  if (check === 'too_often') {
    throw new AppError('rate_limited', 'Too many tries. Wait ten minutes, then try again.');
  }
  if (check === 'wrong') {
    throw new AppError('invalid_request', 'Wrong password.', {
      fields: { password: 'is wrong' },
    });
  }
  return close(platform, scope, from);
}

export async function closeByLink(
  platform: DbContext & Pick<Platform, 'config' | 'jobs' | 'log' | 'mail'>,
  token: string,
  from: Visitor,
): Promise<Closing> {
  const userId = await consumeLink(platform.db, 'close', digest(token), platform.clock());
  if (!userId) throw deadLink();
  return close(platform, mintScope(userId, 'user'), from);
}

export async function keepAccount(
  platform: DbContext & Pick<Platform, 'config' | 'jobs'>,
  identity: Identity,
  from: Visitor,
): Promise<void> {
  await open(platform, await requireAccount(platform, identity), from);
}

export async function keepByLink(
  platform: DbContext & Pick<Platform, 'config' | 'jobs'>,
  token: string,
  from: Visitor,
): Promise<void> {
  const userId = await consumeLink(platform.db, 'keep', digest(token), platform.clock());
  if (!userId) throw deadLink();
  await open(platform, mintScope(userId, 'user'), from);
}

async function close(
  platform: DbContext & Pick<Platform, 'config' | 'jobs' | 'log' | 'mail'>,
  scope: Scope,
  from: Visitor,
): Promise<Closing> {
  const { db, clock, config, log } = platform;
  const now = clock();
  const deletesAt = new Date(now.getTime() + CLOSING_DAYS * DAY_MS);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db.transaction().execute(async (tx) => {
    if (!(await setClosing(platform, tx, scope, deletesAt))) {
      throw new AppError('account_closing', 'This account is already closed.');
    }
    await deleteLinks(tx, scope, 'close');
    await recordSecurityEvent({ db: tx, clock }, scope, { kind: 'deletion_requested', from });
    await replaceLink(tx, scope, { purpose: 'keep', tokenHash: digest(token), expiresAt: deletesAt, now });
    await notifyChanged(tx, scope, 'profile');
  });
  await notifyBilling(platform, scope);
  const date = deletesAt.toISOString().slice(0, 10);
  // The account is closed even if the mail does not arrive: signing in offers the same choice.
  await mailUser(platform, scope, 'account', ({ greeting }) => ({
    subject: `Your ${config.PRODUCT_NAME} account will be deleted on ${date}`,
    text: `${greeting}\n\nyour account is closed. On ${date} everything in it will be deleted, and it cannot be restored after that.\n\nIf you want to keep it, or if this was not you, open this link before that day:\n\n${config.publicUrl}/keep-account#${token}\n`,
  })).catch((error: unknown) => log.error({ err: error }, 'The mail about a closed account was not sent'));
  return { state: 'closed', deletesAt: deletesAt.toISOString() };
}

async function open(
  platform: DbContext & Pick<Platform, 'config' | 'jobs'>,
  scope: Scope,
  from: Visitor,
): Promise<void> {
  const { clock } = platform;
  await platform.db.transaction().execute(async (tx) => {
    if (!(await setClosing(platform, tx, scope, null))) throw notFound('A closed account');
    await deleteLinks(tx, scope, 'keep');
    await recordSecurityEvent({ db: tx, clock }, scope, { kind: 'deletion_undone', from });
    await notifyChanged(tx, scope, 'profile');
  });
  await notifyBilling(platform, scope);
}

/** Stops charging a closed account. A job does it, because the provider may be unavailable. */
async function notifyBilling(
  { config, jobs }: Pick<Platform, 'config' | 'jobs'>,
  { userId }: Scope,
): Promise<void> {
  if (config.hasPlans) await jobs.enqueue(CLOSING_JOB, { userId });
}

async function mailConfirmation(
  platform: DbContext & Pick<Platform, 'config' | 'log' | 'mail'>,
  scope: Scope,
): Promise<void> {
  const { db, clock, config } = platform;
  const now = clock();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + CONFIRM_MINUTES * MINUTE_MS);
  await db
    .transaction()
    .execute((tx) => replaceLink(tx, scope, { purpose: 'close', tokenHash: digest(token), expiresAt, now }));
  try {
    await mailUser(platform, scope, 'account', ({ greeting }) => ({
      subject: `Confirm the deletion of your ${config.PRODUCT_NAME} account`,
      text: `${greeting}\n\nsomeone who is signed in as you asked us to delete your account. If it was you, confirm it here within ${CONFIRM_MINUTES} minutes:\n\n${config.publicUrl}/close-account#${token}\n\nIf it was not, do not open the link, and sign out everywhere.\n`,
    }));
  } catch (cause) {
    throw new AppError('unavailable', 'The mail could not be sent. Try again in a moment.', { cause });
  }
}

async function requireAccount(platform: Pick<Platform, 'db'>, identity: Identity): Promise<Scope> {
  const scope = await findScopeIncludingClosed(platform, identity);
  if (!scope) throw new AppError('unauthenticated', 'Authentication required');
  return scope;
}

/** Whether the user has just signed in or confirmed who they are. */
async function isProven(
  { identity: provider, clock }: Pick<Platform, 'clock' | 'identity'>,
  identity: Identity,
  idToken: string | undefined,
): Promise<boolean> {
  const isFresh = (at: Date | null) =>
    at !== null && clock().getTime() - at.getTime() < FRESH_MINUTES * MINUTE_MS;
  if (isFresh(identity.authenticatedAt) || (await provider.isConfirmed(identity))) return true;
  return idToken !== undefined && isFresh(await provider.signedInAt(identity, idToken));
}

function deadLink(): AppError {
  return new AppError('not_found', 'This link no longer works. It has already been used or has expired.');
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
