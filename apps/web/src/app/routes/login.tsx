import { useEffect, useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { useNavigate, useSearchParams } from 'react-router';
import { LoginPage } from '#features/account/components/login-page.tsx';
import { useIsSignedIn } from '#features/account/hooks/use-is-signed-in.ts';
import { useUserManager } from '#features/account/hooks/user-manager.ts';
import { currentPath, HOME, signIn } from '#features/account/model/session.ts';
import { findLoginError } from '#features/account/model/session-errors.ts';
import { findIntent, getTarget } from '#features/redirects/model/intent.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { followPath } from '../follow-path.ts';
import { RouteLoading } from './root.tsx';

export function LoginRoute() {
  const auth = useAuth();
  const isSignedIn = useIsSignedIn();
  const manager = useUserManager();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  const error = findLoginError(query.get('error'));
  const [intent] = useState(() => findIntent(Date.now()));
  const isHere = isSignedIn && !error;
  useEffect(() => {
    if (isHere) followPath(returnTo ?? HOME, navigate);
  }, [isHere, returnTo, navigate]);
  if (auth.isLoading || isHere) return <RouteLoading />;

  const destination = intent ? getTarget(intent) : returnTo;
  const start = async () => {
    // Already signed in: only setting up the account failed, so retry that.
    if (isSignedIn && query.get('error') === 'callback_failed') await navigate('/auth/callback');
    else await signIn(manager, returnTo);
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
