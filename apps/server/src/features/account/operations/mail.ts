import { getGreeting } from '@dayloom/contracts/names';
import type { DbContext, Platform } from '#platform/context.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { isMailAllowed, usesTwelveHours } from '../rules.ts';
import { claimEmail, findUserIdBy } from '../store/directory.ts';
import type { User } from '../store/tables.ts';
import { getUser, listUsers } from '../store/users.ts';
import { getHomeZone } from './time-rules.ts';

/**
 * The kind of a mail. `account` (security, payments, the account itself) is always sent, because the law and
 * the user's interest require it. Preferences control `activity` and `promotions`.
 */
export type MailKind = 'account' | 'activity' | 'promotions';

/**
 * Sends a mail to a user, unless their preferences exclude the kind. All mail to users is sent by this
 * function, or queued for those whom `getContact` says to accept it.
 */
export async function mailUser(
  { db, mail, log }: Pick<Platform, 'db' | 'mail' | 'log'>,
  scope: Scope,
  kind: MailKind,
  compose: (person: { greeting: string }) => { subject: string; text: string },
): Promise<void> {
  const user = await getUser(db, scope);
  if (!isMailAllowed(kind, user.preferences)) {
    log.debug({ kind }, 'A mail was not sent: the user has turned off mails of this kind');
    return;
  }
  await mail.send({ to: user.email, ...compose({ greeting: getGreeting(user.first_name) }) });
}

/** What mail and providers need of a user. */
export interface UserContact {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Whether the preferences allow mails about what others do. */
  readonly acceptsActivityMail: boolean;
}

export async function getContact({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<UserContact> {
  return toContact(await getUser(db, scope));
}

const cachedContacts = new WeakMap<Scope, UserContact>();

/** Keeps the person who was read with the public profile, for `getCachedContact`. */
export function cacheContact(scope: Scope, user: User): void {
  cachedContacts.set(scope, toContact(user));
}

/** The person as of the beginning of the request, without a statement of its own. */
export async function getCachedContact(platform: Pick<Platform, 'db'>, scope: Scope): Promise<UserContact> {
  return cachedContacts.get(scope) ?? getContact(platform, scope);
}

/** What reminders need of their users, by user id. */
export interface Recipient extends UserContact {
  readonly displayTimeZone: string;
  readonly homeTimeZone: string;
  /** Whether times read '2:30 PM' rather than '14:30'. */
  readonly hour12: boolean;
  readonly acceptsPush: boolean;
  readonly isClosed: boolean;
}

export async function listRecipients(
  { db }: Pick<Platform, 'db'>,
  userIds: readonly string[],
): Promise<Map<string, Recipient>> {
  const users = await listUsers(db, userIds);
  return new Map(
    users.map((user) => [
      user.id,
      {
        ...toContact(user),
        displayTimeZone: user.time_zone,
        homeTimeZone: getHomeZone(user),
        hour12: usesTwelveHours(user.locale),
        acceptsPush: user.preferences.notifications.channels.push,
        isClosed: user.deletes_at !== null,
      },
    ]),
  );
}

function toContact(user: User): UserContact {
  return {
    email: user.email,
    isEmailVerified: user.is_email_verified,
    firstName: user.first_name,
    lastName: user.last_name,
    acceptsActivityMail: isMailAllowed('activity', user.preferences),
  };
}

/**
 * The identity provider has verified the user's address, so the address is claimed for this account. An
 * account that has claimed it meanwhile keeps it.
 */
export async function confirmEmail(platform: DbContext, subject: string): Promise<void> {
  const userId = await findUserIdBy(platform.db, 'identity', subject);
  if (!userId) return;
  const scope = mintScope(userId, 'system');
  await claimEmail(platform.db, scope, platform.clock());
}
