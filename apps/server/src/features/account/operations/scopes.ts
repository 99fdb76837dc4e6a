import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { Identity } from '#platform/session.ts';
import { findUserIdBy } from '../store/directory.ts';
import { findAccount } from '../store/identities.ts';
import { getUser } from '../store/users.ts';

/** The scope of the account that an identity belongs to, or null when it has none yet. */
export async function findScope(
  { db }: Platform,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccount(db, identity.subject);
  if (!account) return null;
  if (account.deletesAt) throw closed(account.deletesAt);
  return mintScope(account.userId, 'user');
}

/** The scope of an account that may be closed: only for asking how it stands and for opening it again. */
export async function findScopeEvenClosed(
  { db }: Platform,
  identity: Pick<Identity, 'subject'>,
): Promise<Scope | null> {
  const account = await findAccount(db, identity.subject);
  return account && mintScope(account.userId, 'user');
}

/** The account that has proven this address, or null: an address that was only typed belongs to nobody. */
export async function findScopeByEmail({ db }: Platform, email: string): Promise<Scope | null> {
  const userId = await findUserIdBy(db, 'email', email.toLowerCase());
  return userId ? mintScope(userId, 'user') : null;
}

/** For other ways in than sign-in: a closed account is refused. */
export async function refuseClosed({ db }: Platform, scope: Scope): Promise<void> {
  const { deletes_at } = await getUser(db, scope);
  if (deletes_at) throw closed(deletes_at);
}

function closed(deletesAt: Date): AppError {
  return new AppError(
    'account_closing',
    `This account is to be deleted on ${deletesAt.toISOString().slice(0, 10)}. Sign in to keep it.`,
  );
}
