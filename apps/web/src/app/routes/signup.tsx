import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { useNavigate, useSearchParams } from 'react-router';
import { SignupPage } from '#features/account/components/signup-page.tsx';
import { useUserManager } from '#features/account/hooks/user-manager.ts';
import { HOME, signUp } from '#features/account/model/session.ts';
import { findReturnPath } from '#lib/return-path.ts';
import { followPath } from '../follow-path.ts';
import { RouteLoading } from './root.tsx';

export function SignupRoute() {
  const auth = useAuth();
  const manager = useUserManager();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const returnTo = findReturnPath(query.get('returnTo'));
  useEffect(() => {
    if (auth.isAuthenticated) followPath(returnTo ?? HOME, navigate);
  }, [auth.isAuthenticated, returnTo, navigate]);
  if (auth.isLoading || auth.isAuthenticated) return <RouteLoading />;
  return <SignupPage onSignUp={() => signUp(manager, returnTo)} />;
}
