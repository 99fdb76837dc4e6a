import { ApiError, type ApiSession, unreachable } from '#lib/api.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { type AuthSession, toUserKey } from './auth-session.ts';
import { isProviderUnreachable } from './identity.ts';

const RETURN_TO = 'dayloom.returnTo';
const FINAL_DESTINATION = 'dayloom.finalDestination';
/** The public site reads it too: signing out at the provider always returns to `/`. */
export const AFTER_SIGN_OUT = 'dayloom.afterSignOut';
export const HOME = '/dashboard';

/** Set when somebody signed out without a connection: the provider still has its own session. */
const LEFT_OFFLINE = 'dayloom.leftOffline';

/** Set while the browser goes to the provider, so that the emptied session is not treated as a new visit. */
let isLeaving = false;
export const isSigningOut = () => isLeaving;

export async function signIn(session: AuthSession, returnTo: string | null): Promise<void> {
  if (returnTo) sessionStorage.setItem(RETURN_TO, returnTo);
  else sessionStorage.removeItem(RETURN_TO);
  // Who signed out must not come back in by the next person's click.
  const wasLeft = localStorage.getItem(LEFT_OFFLINE) !== null;
  const client = await session.loadClient();
  await client.signinRedirect({ ...(wasLeft && { prompt: 'login' }), state: { returnTo } });
}

/** Asks the provider for a new sign-in despite the session, as proof that the owner is present. */
export async function signInAgain(session: AuthSession, returnTo: string): Promise<void> {
  const client = await session.loadClient();
  await client.signinRedirect({
    prompt: 'login',
    // The provider must return `auth_time` only when `max_age` is requested (OpenID Connect Core, section 2).
    extraQueryParams: { ...client.settings.extraQueryParams, max_age: '0' },
    state: { returnTo },
  });
}

/**
 * Opens the provider's sign-up form: with `prompt=create` where supported, and always with Auth0's parameter. It
 * takes the place of `/signup` in the history: going back must not open it again.
 */
export async function signUp(session: AuthSession, returnTo: string | null): Promise<void> {
  if (returnTo) sessionStorage.setItem(RETURN_TO, returnTo);
  const client = await session.loadClient();
  const metadata = (await client.metadataService.getMetadata()) as { prompt_values_supported?: string[] };
  const knowsCreate = metadata.prompt_values_supported?.includes('create') ?? false;
  await client.signinRedirect({
    ...(knowsCreate ? { prompt: 'create' } : {}),
    extraQueryParams: { ...client.settings.extraQueryParams, screen_hint: 'signup' },
    state: { returnTo },
    redirectMethod: 'replace',
  });
}

export async function signOut(session: AuthSession): Promise<void> {
  isLeaving = true;
  try {
    await (await session.loadClient()).signoutRedirect();
  } catch (error) {
    console.warn('The identity provider could not be reached to sign out', error);
    localStorage.setItem(LEFT_OFFLINE, '1');
    session.removeUser();
    // Offline, the browser has no page of the site.
    window.location.replace(navigator.onLine ? '/' : '/login');
  }
}

/**
 * Ends a session that the server no longer accepts: removes the tokens, logs out at the provider, and goes to
 * the login page with the return path. The provider returns only to `/`, where the site reads the target.
 * Sends no id token hint: a provider that lost its keys would refuse it with an error page.
 */
export async function endSession(session: AuthSession): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  const target = loginPath(currentPath());
  session.removeUser();
  try {
    sessionStorage.setItem(AFTER_SIGN_OUT, target);
    await (await session.loadClient()).signoutRedirect();
  } catch (error) {
    console.warn('The identity provider could not be reached to sign out', error);
    sessionStorage.removeItem(AFTER_SIGN_OUT);
    window.location.replace(target);
  }
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** `/login` with the return path; omitted at the root. */
export function loginPath(returnTo: string): string {
  return returnTo === '/' || returnTo === '' ? '/login' : `/login?returnTo=${encodeURIComponent(returnTo)}`;
}

export function apiSession(session: AuthSession, clear: () => void | Promise<void>): ApiSession {
  return {
    accessToken: async (as) => {
      const user = session.findUser();
      if (as !== undefined && (!user || toUserKey(user) !== as))
        throw new ApiError('unauthenticated', 'Another user is signed in');
      return user?.access_token ?? null;
    },
    refreshToken: async () => {
      try {
        return (await session.renew())?.access_token ?? null;
      } catch (error) {
        throw isProviderUnreachable(error) ? unreachable(error) : error;
      }
    },
    sessionEnded: async () => {
      await Promise.resolve(clear()).catch((error: unknown) =>
        console.error('What this browser keeps could not be removed', error),
      );
      await endSession(session);
    },
  };
}

/**
 * The path after sign-in: from the login result, else from the session, else the dashboard. Stored for
 * set-up.
 */
export function keepFinalDestination(state: unknown): void {
  const fromResult = (state as { returnTo?: string | null } | null | undefined)?.returnTo;
  localStorage.removeItem(LEFT_OFFLINE);
  const path = findReturnPath(fromResult) ?? findReturnPath(sessionStorage.getItem(RETURN_TO)) ?? HOME;
  sessionStorage.removeItem(RETURN_TO);
  keepDestination(path);
}

export function keepDestination(path: string): void {
  sessionStorage.setItem(FINAL_DESTINATION, path);
}

export function finalDestination(): string {
  return findReturnPath(sessionStorage.getItem(FINAL_DESTINATION)) ?? HOME;
}
