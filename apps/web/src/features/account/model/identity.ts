import type { ClientConfig } from '@dayloom/contracts';
import {
  ErrorResponse,
  ErrorTimeout,
  type SigninSilentArgs,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';

export const SCOPES = 'openid profile email offline_access';
const RENEWAL_LOCK = 'dayloom.token-renewal';

/**
 * The OpenID Connect client. All tabs share the tokens in local storage, and a refresh token works once. A
 * lock lets one tab refresh while the others wait and then use its tokens. Without the lock, two tabs that
 * wake up together would look like token theft, and the provider would end the session.
 */
export class SharedUserManager extends UserManager {
  override async signinSilent(args?: SigninSilentArgs): Promise<User | null> {
    const before = await this.getUser();
    return oneTabAtATime(async () => {
      const now = await this.getUser();
      if (now && !now.expired && now.access_token !== before?.access_token) return now;
      // Without a refresh token the library would try a hidden iframe, which the provider forbids.
      if (!now?.refresh_token) throw new Error('There is no refresh token');
      return super.signinSilent(args);
    });
  }
}

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Undefined on plain http except on localhost; tabs then refresh without a lock.
  return navigator.locks ? navigator.locks.request(RENEWAL_LOCK, work) : work();
}

export function createUserManager({ oidc }: ClientConfig): UserManager {
  const { origin } = window.location;
  return new SharedUserManager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    redirect_uri: `${origin}/auth/callback`,
    post_logout_redirect_uri: `${origin}/`,
    scope: SCOPES,
    extraQueryParams: { audience: oidc.audience },
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    automaticSilentRenew: true,
  });
}

/** Whether the page is the provider's redirect target; on other pages a `code` belongs to another flow. */
export function isSigninCallback({ pathname }: { pathname: string } = window.location): boolean {
  return pathname === '/auth/callback';
}

/** How long a start waits for a renewal. It goes on behind the page. */
const RENEWAL_MS = 3_000;

/**
 * Renews a session whose access token expired while no page was open; the library renews only tokens that are
 * about to expire. If the provider refuses, the visitor is signed out. If it cannot be reached, they stay signed in:
 * the token is renewed when a request needs it.
 */
export async function restoreSession(manager: UserManager): Promise<void> {
  const user = await manager.getUser();
  if (!user?.expired || !user.refresh_token || !navigator.onLine) return;
  const renewal = manager.signinSilent().catch(async (error: unknown) => {
    console.warn('The session could not be renewed', error);
    if (isProviderUnreachable(error)) return;
    await manager.removeUser();
    const { discardAnswers } = await import('#lib/offline-store.ts');
    await discardAnswers().catch((failure: unknown) =>
      console.error('What this browser keeps could not be removed', failure),
    );
  });
  await Promise.race([
    renewal,
    new Promise((resolve) => {
      setTimeout(resolve, RENEWAL_MS);
    }),
  ]);
}

const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

/** Whether a renewal failed without a decision of the provider: no answer, or one that says to come back later. */
export function isProviderUnreachable(error: unknown): boolean {
  if (error instanceof ErrorResponse) return PASSING.has(error.error ?? '');
  // `fetch` rejects with a TypeError. The library names the status of answers that are not OAuth's.
  return (
    error instanceof TypeError ||
    error instanceof ErrorTimeout ||
    (error instanceof Error && / \(5\d\d\)/.test(error.message))
  );
}

/** Names a user in this browser: the provider and the person there. */
export const toUserKey = ({ profile }: Pick<User, 'profile'>): string => `${profile.iss} ${profile.sub}`;
