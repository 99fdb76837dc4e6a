import { SignupPage } from '#features/account/components/signup-page.tsx';
import { signUp } from '#features/account/model/session.ts';
import { RouteLoading } from './root.tsx';
import { useSignInPage } from './use-sign-in-page.ts';

export function SignupRoute() {
  const { session, returnTo, isWaiting } = useSignInPage();
  if (isWaiting) return <RouteLoading />;
  return <SignupPage onSignUp={() => signUp(session, returnTo)} />;
}
