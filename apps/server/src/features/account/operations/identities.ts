import type { DbContext, Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteIdentity, insertIdentity, listIdentities } from '../store/identities.ts';

export interface LinkedIdentity {
  readonly subject: string;
  readonly linkedAt: Date;
}

export async function listLinkedIdentities(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
): Promise<LinkedIdentity[]> {
  const entries = await listIdentities(db, scope);
  return entries.map(({ value, created_at }) => ({ subject: value, linkedAt: created_at }));
}

/** Adds an identity to the account. The caller must have verified both. */
export async function linkIdentity({ db, clock }: DbContext, scope: Scope, subject: string): Promise<void> {
  if (!(await insertIdentity(db, scope, subject, clock()))) {
    throw new AppError('user_exists', 'This sign-in method already belongs to an account.');
  }
  await notifyChanged(db, scope, 'profile');
}

/** Removes an identity from the account, except the last one. */
export async function unlinkIdentity(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  subject: string,
): Promise<void> {
  const outcome = await deleteIdentity(db, scope, subject);
  if (outcome === 'unknown') throw notFound('The sign-in method');
  if (outcome === 'last') {
    throw new AppError('last_sign_in_method', 'This is your only sign-in method. Add another one first.');
  }
  await notifyChanged(db, scope, 'profile');
}
