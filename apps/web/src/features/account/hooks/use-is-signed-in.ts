import { useAuth } from 'react-oidc-context';

/**
 * Whether somebody is signed in. An expired token counts while it can be renewed: without a network the app goes on,
 * and a renewal that the provider refuses removes it.
 */
export function useIsSignedIn(): boolean {
  const { isAuthenticated, user } = useAuth();
  return isAuthenticated || Boolean(user?.refresh_token);
}
