import { useEffect } from 'react';
import { SignupPage } from '#features/account/components/signup-page.tsx';
import { useSession, useSessionState } from '#features/account/hooks/session.tsx';
import { loadOpenIdClient } from '#features/account/model/auth-session.ts';
import { HOME, signUp } from '#features/account/model/session.ts';
import { useLoadAhead } from '#lib/page-shown.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { goToPath } from '../go-to-path.ts';
import { RouteLoading } from './root.tsx';

const LOADED_AHEAD = [loadOpenIdClient];

export function SignupRoute() {
  const session = useSession();
  const { isLoading, isSignedIn } = useSessionState();
  const navigate = useNavigate();
  useLoadAhead(LOADED_AHEAD);
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  useEffect(() => {
    if (isSignedIn) goToPath(returnTo ?? HOME, navigate);
  }, [isSignedIn, returnTo, navigate]);
  if (isLoading || isSignedIn) return <RouteLoading />;
  return <SignupPage onSignUp={() => signUp(session, returnTo)} />;
}
