import { accountApi, type Profile } from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import { forgetReferral, keptReferral } from '#lib/referral.ts';
import { browserTimeZone } from '#lib/viewer.ts';
import type { StoredUser } from './auth-session.ts';

/** The id and email that the provider sent; null if either is missing. */
export function findIdentity(user: StoredUser | null | undefined): { sub: string; email: string } | null {
  const { sub, email } = user?.profile ?? {};
  return sub && email ? { sub, email } : null;
}

/** Finds or creates the account of the identity that just signed in. */
export async function setUpAccount(user: StoredUser): Promise<Profile> {
  const identity = findIdentity(user);
  if (!identity) throw new Error('Auth0 user data is incomplete');
  const { existingUser } = await call(accountApi.checkUser, {
    body: { email: identity.email, auth0Uid: identity.sub },
  });
  if (existingUser) {
    forgetReferral();
    return (await call(accountApi.getProfile)).user;
  }
  const answer = await call(accountApi.registerUser, { body: toRegistration(user, identity) });
  forgetReferral();
  return answer.user;
}

function toRegistration(user: StoredUser, { sub, email }: { sub: string; email: string }) {
  const { given_name, family_name, name, picture } = user.profile;
  const [first, ...others] = (name ?? '').trim().split(/\s+/);
  return {
    firstName: given_name ?? first ?? '',
    lastName: family_name ?? others.join(' '),
    auth0Uid: sub,
    email,
    photoUrl: picture ?? null,
    provider: sub.split('|')[0] ?? '',
    ref: keptReferral(),
    timeZoneName: browserTimeZone(),
  };
}
