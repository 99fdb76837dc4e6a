import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { recordSecurityEvent } from '#platform/security-events.ts';
import type { Identity } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import {
  DEFAULT_HOURS,
  DEFAULT_PREFERENCES,
  DEFAULT_SCHEDULING,
  isReturnPath,
  suggestUsername,
} from '../rules.ts';
import { insertUser } from '../store/registration.ts';
import { isUsernameHeld } from '../store/usernames.ts';
import { findReferrer, referralCode } from './referrals.ts';
import { findScopeIncludingClosed } from './scopes.ts';

const CANONICAL_ID_BYTES = 16;
const USERNAME_TRIES = 8;

/** Checks only the identity in the token; anything else would reveal to strangers who has an account. */
export async function checkUser(
  platform: DbContext & Pick<Platform, 'config' | 'identity'>,
  identity: Identity,
  claimed: { auth0Uid?: string | undefined },
  from: Visitor,
): Promise<boolean> {
  refuseOtherIdentity(identity, claimed.auth0Uid);
  const scope = await findScopeIncludingClosed(platform, identity);
  // Clients call this once after signing in. Sign-ins at an external provider are not visible otherwise.
  if (scope && platform.config.identity === 'external') {
    await recordSecurityEvent(platform, scope, { kind: 'signed_in', detail: platform.identity.issuer, from });
  }
  return scope !== null;
}

export interface Registration {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly auth0Uid?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly photoUrl?: string | null | undefined;
  readonly ref?: string | null | undefined;
  readonly timeZoneName?: string | null | undefined;
}

/**
 * Creates the account of the identity in the token. The email address comes from the identity provider; names
 * may be corrected by the client.
 */
export async function registerUser(
  platform: DbContext & Pick<Platform, 'identity'>,
  identity: Identity,
  input: Registration,
  from: Visitor,
): Promise<Scope> {
  if (!input.auth0Uid || !input.email)
    throw new AppError('incomplete_identity', 'Auth0 user data is incomplete');
  refuseOtherIdentity(identity, input.auth0Uid);
  const claims = await platform.identity.claims(identity);
  if (claims.email !== null && claims.email.toLowerCase() !== input.email.toLowerCase()) {
    throw new AppError('forbidden', 'The email address does not match this sign-in.');
  }
  const { db, clock } = platform;
  const firstName = input.firstName || claims.firstName;
  const lastName = input.lastName || claims.lastName;
  const id = randomUUID();
  const base = {
    id,
    subject: identity.subject,
    canonicalId: randomBytes(CANONICAL_ID_BYTES).toString('hex'),
    referralCode: referralCode(firstName),
    referredBy: input.ref ? await findReferrer(platform, input.ref) : null,
    firstName,
    lastName,
    email: claims.email ?? input.email,
    isEmailVerified: claims.email !== null && claims.isEmailVerified,
    photoUrl: claims.photoUrl ?? safePhoto(input.photoUrl),
    timeZone: input.timeZoneName ?? null,
    hours: DEFAULT_HOURS,
    preferences: DEFAULT_PREFERENCES,
    scheduling: DEFAULT_SCHEDULING,
    now: clock(),
  };
  for (let attempt = 0; attempt < USERNAME_TRIES; attempt++) {
    const suffix = attempt === 0 ? '' : String(randomInt(10 ** Math.min(attempt + 1, 6)));
    const username = suggestUsername(firstName, lastName, suffix);
    if (await isUsernameHeld(db, username, base.now)) continue;
    const result = await insertUser(db, { ...base, username });
    if (result === 'inserted') {
      const scope = mintScope(id, 'user');
      await recordSecurityEvent(platform, scope, { kind: 'account_created', from });
      return scope;
    }
    if (result === 'identity_taken') throw new AppError('user_exists', 'User already exists');
    if (result === 'email_taken') {
      throw new AppError(
        'email_taken',
        'Another account uses this email address. Sign in the way you did before.',
      );
    }
  }
  throw new Error('No username is available. Try again.');
}

function refuseOtherIdentity(identity: Identity, claimed: string | null | undefined): void {
  if (claimed && claimed !== identity.subject) {
    throw new AppError('forbidden', 'This identity does not match the token.');
  }
}

function safePhoto(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null;
}

/** The URL of the sign-in or sign-up page, with the path of the app to return to. */
export function toSignInUrl(
  { config }: Pick<Platform, 'config'>,
  page: '/login' | '/signup',
  returnTo: string | undefined,
): string {
  const url = new URL(page, config.publicUrl);
  if (returnTo && isReturnPath(returnTo)) url.searchParams.set('returnTo', returnTo);
  return url.toString();
}
