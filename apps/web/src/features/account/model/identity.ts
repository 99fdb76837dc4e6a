import { type AuthSession, isExpired } from './auth-session.ts';

/** How long a start waits for a renewal. It goes on behind the page. */
const RENEWAL_MS = 3_000;

/**
 * Renews a session whose access token expired while no page was open; open pages renew only tokens that are about to
 * expire. If the provider refuses, the visitor is signed out. If it cannot be reached, they stay signed in: the token
 * is renewed when a request needs it.
 */
export async function restoreSession(session: AuthSession): Promise<void> {
  const user = session.findUser();
  if (!user || !isExpired(user) || !user.refresh_token || !navigator.onLine) return;
  const renewal = session.renew().catch(async (error: unknown) => {
    console.warn('The session could not be renewed', error);
    if (isProviderUnreachable(error)) return;
    session.removeUser();
    const { discardResponses } = await import('#lib/offline-store.ts');
    await discardResponses().catch((failure: unknown) =>
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

const PASSING: ReadonlySet<unknown> = new Set(['temporarily_unavailable', 'server_error']);

/** Whether a renewal failed without a decision of the provider: no answer, or one that says to come back later. */
export function isProviderUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The library's errors by their names: its classes are loaded with it.
  if (error.name === 'ErrorResponse') return PASSING.has(Reflect.get(error, 'error'));
  // `fetch` and `import` reject with a TypeError. The library names the status of answers that are not OAuth's.
  return error instanceof TypeError || error.name === 'ErrorTimeout' || / \(5\d\d\)/.test(error.message);
}
