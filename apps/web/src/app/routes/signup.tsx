import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { useNavigate, useSearchParams } from 'react-router';
import { SignupPage } from '#features/account/components/signup-page.tsx';
import { useIsSignedIn } from '#features/account/hooks/use-is-signed-in.ts';
import { useUserManager } from '#features/account/hooks/user-manager.ts';
import { HOME, signUp } from '#features/account/model/session.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { followPath } from '../follow-path.ts';
import { RouteLoading } from './root.tsx';

export function SignupRoute() {
  const auth = useAuth();
  const isSignedIn = useIsSignedIn();
  const manager = useUserManager();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  useEffect(() => {
    if (isSignedIn) followPath(returnTo ?? HOME, navigate);
  }, [isSignedIn, returnTo, navigate]);
  if (auth.isLoading || isSignedIn) return <RouteLoading />;
  return <SignupPage onSignUp={() => signUp(manager, returnTo)} />;
}
