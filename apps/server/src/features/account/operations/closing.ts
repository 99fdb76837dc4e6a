import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteUser, isAccountDue, listDueAccounts, saveDeletesAt } from '../store/closing.ts';
import { getUser } from '../store/users.ts';

/**
 * The username of a deleted account cannot be reused for this long, because others still link to its page.
 */
const USERNAME_HELD_DAYS = 90;

/**
 * Closes the account (it is deleted at `deletesAt`) or reopens it (null). Returns false when it is too late,
 * or already in that state.
 */
export async function setClosing(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  deletesAt: Date | null,
): Promise<boolean> {
  return saveDeletesAt(tx, scope, deletesAt, clock());
}

export async function findClosing({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<Date | null> {
  return (await getUser(db, scope)).deletes_at;
}

export async function listAccountsToDelete({ db, clock }: DbContext): Promise<string[]> {
  return listDueAccounts(db, clock());
}

/** Whether the account exists and is due for deletion. */
export async function isToBeDeleted({ db, clock }: DbContext, scope: Scope): Promise<boolean> {
  return isAccountDue(db, scope, clock());
}

/** Deletes the user with all rows in all tables. The username is reserved for a while, as a hash. */
export async function eraseUser({ db, clock }: DbContext, scope: Scope): Promise<void> {
  const now = clock();
  await deleteUser(db, scope, now, new Date(now.getTime() + USERNAME_HELD_DAYS * DAY_MS));
}
