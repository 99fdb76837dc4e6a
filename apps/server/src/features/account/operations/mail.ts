import { getGreeting } from '@dayloom/contracts/names';
import type { Platform } from '#platform/context.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { isMailAllowed } from '../rules.ts';
import { claimEmail, findUserIdBy } from '../store/directory.ts';
import { getUser } from '../store/users.ts';

/**
 * What a mail is about. `account` (security, payments, the account itself) is always sent, by law and in the
 * user's own interest; `activity` and `promotions` are what the toggles of the preferences are for.
 */
export type MailKind = 'account' | 'activity' | 'promotions';

/** Writes to a user, unless they do not want that kind of mail. Every mail to a user goes this way. */
export async function writeTo(
  { db, mail, log }: Pick<Platform, 'db' | 'mail' | 'log'>,
  scope: Scope,
  kind: MailKind,
  compose: (person: { greeting: string }) => { subject: string; text: string },
): Promise<void> {
  const user = await getUser(db, scope);
  if (!isMailAllowed(kind, user.preferences)) {
    log.debug({ kind }, 'A mail was not sent: its reader does not want this kind');
    return;
  }
  await mail.send({ to: user.email, ...compose({ greeting: getGreeting(user.first_name) }) });
}

/** What mail and providers need to know of a user. */
export interface Person {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

export async function getPerson({ db }: Pick<Platform, 'db'>, scope: Scope): Promise<Person> {
  const user = await getUser(db, scope);
  return {
    email: user.email,
    isEmailVerified: user.is_email_verified,
    firstName: user.first_name,
    lastName: user.last_name,
  };
}

/**
 * The identity provider has seen that the address is theirs: from now on it is claimed for this account. An
 * address that another account has claimed meanwhile stays with that one.
 */
export async function confirmEmail(platform: Platform, subject: string): Promise<void> {
  const userId = await findUserIdBy(platform.db, 'identity', subject);
  if (!userId) return;
  const scope = mintScope(userId, 'system');
  await claimEmail(platform.db, scope, platform.clock());
}
