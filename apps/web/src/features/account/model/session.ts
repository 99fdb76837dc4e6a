import type { UserManager } from 'oidc-client-ts';
import type { ApiSession } from '#lib/api.ts';
import { findReturnPath } from '#lib/return-path.ts';

const RETURN_TO = 'dayloom.returnTo';
const FINAL_DESTINATION = 'dayloom.finalDestination';
/** Read by the public site too: signing out of the provider always comes back to `/`. */
export const AFTER_SIGN_OUT = 'dayloom.afterSignOut';
export const HOME = '/dashboard';

/** Set while the browser leaves for the provider, so that nothing takes the emptied session for a new visitor. */
let isLeaving = false;
export const isSigningOut = () => isLeaving;

export async function signIn(manager: UserManager, returnTo: string | null): Promise<void> {
  if (returnTo) sessionStorage.setItem(RETURN_TO, returnTo);
  else sessionStorage.removeItem(RETURN_TO);
  await manager.signinRedirect({ state: { returnTo } });
}

/** Asks the provider for a new sign-in although there is a session, as a proof of who sits there. */
export async function signInAgain(manager: UserManager, returnTo: string): Promise<void> {
  await manager.signinRedirect({
    prompt: 'login',
    // Only who is asked for an age has to tell the time of the sign-in (OpenID Connect Core, §2).
    extraQueryParams: { ...manager.settings.extraQueryParams, max_age: '0' },
    state: { returnTo },
  });
}

/** Opens the provider at its sign-up form: `prompt=create` where it is known, Auth0's hint everywhere. */
export async function signUp(manager: UserManager, returnTo: string | null): Promise<void> {
  if (returnTo) sessionStorage.setItem(RETURN_TO, returnTo);
  const metadata = (await manager.metadataService.getMetadata()) as { prompt_values_supported?: string[] };
  const knowsCreate = metadata.prompt_values_supported?.includes('create') ?? false;
  await manager.signinRedirect({
    ...(knowsCreate ? { prompt: 'create' } : {}),
    extraQueryParams: { ...manager.settings.extraQueryParams, screen_hint: 'signup' },
    state: { returnTo },
  });
}

export async function signOut(manager: UserManager): Promise<void> {
  isLeaving = true;
  try {
    await manager.signoutRedirect();
  } catch (error) {
    console.warn('The identity provider could not be reached to sign out', error);
    await manager.removeUser();
    window.location.replace('/');
  }
}

/**
 * Ends a session that the server no longer accepts: the tokens go, the provider is told, and the way leads to
 * the login page with the path back. The provider returns to `/` only, so the site reads where to go from there.
 * No id token hint is sent: a provider that has forgotten its keys would refuse it with an error page.
 */
export async function endSession(manager: UserManager): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  const target = loginPath(currentPath());
  await manager.removeUser();
  try {
    sessionStorage.setItem(AFTER_SIGN_OUT, target);
    await manager.signoutRedirect();
  } catch (error) {
    console.warn('The identity provider could not be reached to sign out', error);
    sessionStorage.removeItem(AFTER_SIGN_OUT);
    window.location.replace(target);
  }
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** `/login` with the way back; at the root there is nothing to go back to. */
export function loginPath(returnTo: string): string {
  return returnTo === '/' || returnTo === '' ? '/login' : `/login?returnTo=${encodeURIComponent(returnTo)}`;
}

export function apiSession(manager: UserManager, clear: () => void): ApiSession {
  return {
    accessToken: async () => (await manager.getUser())?.access_token ?? null,
    refreshToken: async () => (await manager.signinSilent())?.access_token ?? null,
    sessionEnded: async () => {
      clear();
      await endSession(manager);
    },
  };
}

/** After sign-in: the path from the login result, else from the session, else the dashboard. Kept for the set-up. */
export function keepFinalDestination(state: unknown): void {
  const fromResult = (state as { returnTo?: string | null } | null | undefined)?.returnTo;
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
