import { useEffect } from 'react';
import { useSession, useSessionState } from '#features/account/hooks/session.tsx';
import { loadOpenIdClient } from '#features/account/model/auth-session.ts';
import { HOME } from '#features/account/model/session.ts';
import { useLoadAhead } from '#lib/page-shown.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { goToPath } from '../go-to-path.ts';

const LOADED_AHEAD = [loadOpenIdClient];

/** What login and sign-up share. Signed-in visitors go to the return path, unless an `error` must be shown. */
export function useSignInPage({ error }: { error?: unknown } = {}) {
  const session = useSession();
  const { isLoading, isSignedIn } = useSessionState();
  const navigate = useNavigate();
  useLoadAhead(LOADED_AHEAD);
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  const isLeaving = isSignedIn && !error;
  useEffect(() => {
    if (isLeaving) goToPath(returnTo ?? HOME, navigate);
  }, [isLeaving, returnTo, navigate]);
  return { session, isSignedIn, returnTo, isWaiting: isLoading || isLeaving };
}
