import { useEffect, useState } from 'react';
import { LoginPage } from '#features/account/components/login-page.tsx';
import { useSession, useSessionState } from '#features/account/hooks/session.tsx';
import { loadOpenIdClient } from '#features/account/model/auth-session.ts';
import { currentPath, HOME, signIn } from '#features/account/model/session.ts';
import { findLoginError } from '#features/account/model/session-errors.ts';
import { findIntent, getTarget } from '#features/redirects/model/intent.ts';
import { useLoadAhead } from '#lib/page-shown.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { goToPath } from '../go-to-path.ts';
import { RouteLoading } from './root.tsx';

const LOADED_AHEAD = [loadOpenIdClient];

export function LoginRoute() {
  const session = useSession();
  const { isLoading, isSignedIn } = useSessionState();
  const navigate = useNavigate();
  useLoadAhead(LOADED_AHEAD);
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  const error = findLoginError(query.get('error'));
  const [intent] = useState(() => findIntent(Date.now()));
  const isHere = isSignedIn && !error;
  useEffect(() => {
    if (isHere) goToPath(returnTo ?? HOME, navigate);
  }, [isHere, returnTo, navigate]);
  if (isLoading || isHere) return <RouteLoading />;

  const destination = intent ? getTarget(intent) : returnTo;
  const start = async () => {
    // Already signed in: only setting up the account failed, so retry that.
    if (isSignedIn && query.get('error') === 'callback_failed') await navigate('/auth/callback');
    else await signIn(session, returnTo);
  };
  return (
    <LoginPage
      key={currentPath()}
      destination={destination}
      error={error}
      isNewcomer={intent?.intent === 'signup'}
      onLogIn={start}
    />
  );
}
