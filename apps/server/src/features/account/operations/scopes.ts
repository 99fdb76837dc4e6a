import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { AUTHENTICATION_REQUIRED, type Identity, INVALID_TOKEN } from '#platform/session.ts';
import { findUserIdBy } from '../store/directory.ts';
import { findAccount, findAccountInSession } from '../store/identities.ts';
import { getUser } from '../store/users.ts';
import { cacheTimeRules } from './time-rules.ts';

/** The scope of the account of an identity, or null when it has none yet. */
export async function findScope(
  { db }: Pick<Platform, 'db'>,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccount(db, identity.subject);
  if (!account) return null;
  if (account.deletesAt) throw closed(account.deletesAt);
  return mintScope(account.userId, 'user');
}

/** The scope of the caller with a verified token. Throws when the session has ended or there is no account. */
export async function getScopeOfCaller(
  { db, identity: provider }: Pick<Platform, 'db' | 'identity'>,
  identity: Identity,
): Promise<Scope> {
  const { sessions } = provider;
  const lastSeen = sessions?.lastSeen(identity) ?? null;
  const account = await findAccountInSession(db, identity.subject, lastSeen);
  if (!account) {
    await provider.verify(identity.accessToken);
    throw new AppError('unauthenticated', AUTHENTICATION_REQUIRED);
  }
  if (sessions) {
    if (!account.session_seen_at) throw new AppError('unauthenticated', INVALID_TOKEN);
    await sessions.recordUse(identity, account.session_seen_at);
  }
  if (account.deletes_at) throw closed(account.deletes_at);
  const scope = mintScope(account.id, 'user');
  cacheTimeRules(scope, account);
  return scope;
}

/** The scope of an account that may be closed: only for reading its status and for reopening it. */
export async function findScopeIncludingClosed(
  { db }: Pick<Platform, 'db'>,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccount(db, identity.subject);
  return account && mintScope(account.userId, 'user');
}

/** The account with this verified address, or null. An unverified address does not count. */
export async function findScopeByEmail({ db }: Pick<Platform, 'db'>, email: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'email', email.toLowerCase());
  return userId ? mintScope(userId, 'user') : null;
}

/** Refuses closed accounts, for access without sign-in. */
export async function refuseClosed({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<void> {
  const { deletes_at } = await getUser(db, scope);
  if (deletes_at) throw closed(deletes_at);
}

function closed(deletesAt: Date): AppError {
  return new AppError(
    'account_closing',
    `This account will be deleted on ${deletesAt.toISOString().slice(0, 10)}. Sign in to keep it.`,
  );
}
