import { MINUTE_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Identity, INVALID_TOKEN } from '#platform/session.ts';
import { type IdentityContext, toAccountId } from '../context.ts';
import { TOO_BUSY } from '../passwords.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import { findConfirmedAt, markConfirmed } from '../store/sessions.ts';
import { tryPassword } from './password-tries.ts';
import { tooManyTries } from './throttle.ts';

const CONFIRMED_FOR_MS = 10 * MINUTE_MS;

export async function getAccount({ db }: Pick<Platform, 'db'>, identity: Identity): Promise<AccountRow> {
  const account = await findAccount(db, toAccountId(identity.subject));
  if (!account) throw new AppError('unauthenticated', INVALID_TOKEN);
  return account;
}

export function getSessionId(identity: Identity): string {
  if (identity.sessionId === null) throw new AppError('unauthenticated', INVALID_TOKEN);
  return identity.sessionId;
}

/** Refuses a wrong password, and after too many wrong ones the right password too. */
export async function requirePassword(
  context: DbContext & Pick<IdentityContext, 'config' | 'passwordCost'>,
  account: AccountRow,
  password: string,
  field: string,
): Promise<void> {
  const { email, password_hash: passwordHash } = account;
  const place = { kind: 'session' } as const;
  const outcome = await tryPassword(context, { email, passwordHash, password, place });
  if (outcome === 'throttled') throw tooManyTries();
  if (outcome === 'busy') throw new AppError('unavailable', TOO_BUSY);
  if (outcome === 'wrong') {
    const message = 'Wrong password.';
    throw new AppError('invalid_request', message, { fields: { [field]: message } });
  }
}

export async function confirmByPassword(
  context: DbContext & Pick<IdentityContext, 'config' | 'passwordCost'>,
  identity: Identity,
  password: string,
): Promise<void> {
  await requirePassword(context, await getAccount(context, identity), password, 'password');
  await noteConfirmation(context, identity);
}

export function noteConfirmation({ db, clock }: DbContext, identity: Identity): Promise<void> {
  return markConfirmed(db, getSessionId(identity), clock());
}

export function isRecent(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MS;
}

/**
 * A token alone must not allow a change of the account's protection: a person who finds an open session must
 * not lock the owner out. The sign-in itself does not count; only a confirmation in this session does.
 */
export async function requireConfirmation({ db, clock }: DbContext, identity: Identity): Promise<void> {
  if (isRecent(await findConfirmedAt(db, getSessionId(identity)), clock())) return;
  throw new AppError('confirmation_needed', 'Confirm that it is you, then try again.');
}
