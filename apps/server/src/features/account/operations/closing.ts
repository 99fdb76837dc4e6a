import { DAY_MS } from '@dayloom/time';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteUser, findDueAccount, listDueAccounts, saveDeletesAt } from '../store/closing.ts';
import { getUser } from '../store/users.ts';

/** The name of a deleted account is nobody's for so long: others still link to its page. */
const USERNAME_HELD_DAYS = 90;

/** Closes the account (deleted at `deletesAt`) or opens it again (null). False: it is too late, or was so already. */
export async function setClosing(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  deletesAt: Date | null,
): Promise<boolean> {
  return saveDeletesAt(tx, scope, deletesAt, clock());
}

export async function findClosing({ db }: Platform, scope: Scope): Promise<Date | null> {
  return (await getUser(db, scope)).deletes_at;
}

/** Users whose accounts have been closed for long enough. */
export async function listAccountsToDelete({ db, clock }: Platform): Promise<string[]> {
  return listDueAccounts(db, clock());
}

/** Whether the account is still there and its time has come. */
export async function isToBeDeleted({ db, clock }: Platform, scope: Scope): Promise<boolean> {
  return findDueAccount(db, scope, clock());
}

/** Deletes the user with every row of every table; the username is held for a while, as a hash. */
export async function eraseUser({ db, clock }: Platform, scope: Scope): Promise<void> {
  const now = clock();
  await deleteUser(db, scope, now, new Date(now.getTime() + USERNAME_HELD_DAYS * DAY_MS));
}
