import { usernameProblem } from '@dayloom/contracts/usernames';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Visitor } from '#platform/visitor.ts';
import { findUserIdBy } from '../store/directory.ts';
import { findUsernameBy, isUsernameHeld, replaceUsername } from '../store/usernames.ts';

export interface UsernameResponse {
  readonly isAvailable: boolean;
  readonly reason: string | null;
}

const TAKEN = 'This name is taken. Try another one.';

/** Whether the user may take a username. Their own present and former usernames are allowed. */
export async function checkUsername(
  { db, clock }: DbContext,
  scope: Scope,
  username: string,
): Promise<UsernameResponse> {
  const problem = usernameProblem(username);
  if (problem) return { isAvailable: false, reason: problem };
  const owner = await findUserIdBy(db, 'username', username);
  const isAvailable =
    owner === scope.userId || (owner === null && !(await isUsernameHeld(db, username, clock())));
  return { isAvailable, reason: isAvailable ? null : TAKEN };
}

export async function changeUsername(
  platform: DbContext,
  scope: Scope,
  username: string,
  from: Visitor,
): Promise<void> {
  const problem = usernameProblem(username);
  if (problem) throw new AppError('invalid_request', problem, { fields: { username: problem } });
  // The name of a deleted account is reserved for a while, so that links to it do not lead to a stranger.
  const isHeld = await isUsernameHeld(platform.db, username, platform.clock());
  if (isHeld) throw taken();
  const result = await replaceUsername(platform.db, scope, username, platform.clock());
  if (result === 'taken') throw taken();
  if (result === 'too_many')
    throw new AppError('limit_reached', 'You have used ten usernames. Choose one of them again.');
  await recordSecurityEvent(platform, scope, { kind: 'username_changed', detail: username, from });
  await notifyChanged(platform.db, scope, 'profile');
}

function taken(): AppError {
  return new AppError('username_taken', TAKEN, { fields: { username: TAKEN } });
}

/** The current username for a former one; null for unknown names and for current ones. */
export async function findMovedUsername(
  { db }: Pick<Platform, 'db'>,
  username: string,
): Promise<string | null> {
  const present = await findUsernameBy(db, username);
  return present !== null && present !== username ? present : null;
}
