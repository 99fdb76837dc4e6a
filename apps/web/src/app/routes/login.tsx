import { useState } from 'react';
import { LoginPage } from '#features/account/components/login-page.tsx';
import { currentPath, signIn } from '#features/account/model/session.ts';
import { findLoginError } from '#features/account/model/session-errors.ts';
import { findIntent, getTarget } from '#features/redirects/model/intent.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { RouteLoading } from './root.tsx';
import { useSignInPage } from './use-sign-in-page.ts';

export function LoginRoute() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const error = findLoginError(query.get('error'));
  const { session, isSignedIn, returnTo, isWaiting } = useSignInPage({ error });
  const [intent] = useState(() => findIntent(Date.now()));
  if (isWaiting) return <RouteLoading />;

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
