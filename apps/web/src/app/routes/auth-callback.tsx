import type { Profile } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from 'oidc-client-ts';
import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { useNavigate } from 'react-router';
import { finalDestination, HOME, keepDestination, setUpAccount } from '../../features/account/session.ts';
import {
  forgetSignInFailure,
  keepSignInFailure,
  type LoginError,
} from '../../features/account/session-errors.ts';
import { takeIntentTarget } from '../../features/redirects/intent.ts';
import { queryKeys } from '../../lib/query-client.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { followPath } from '../follow-path.ts';

/** One set-up per sign-in, however often the page is mounted: a second registration would be refused. */
let running: { token: string; work: Promise<Profile> } | null = null;

function setUpOnce(user: User): Promise<Profile> {
  if (running?.token !== user.access_token) {
    const work = setUpAccount(user);
    running = { token: user.access_token, work };
    work.catch(() => {
      running = null;
    });
  }
  return running.work;
}

export function AuthCallbackRoute() {
  const auth = useAuth();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isLoading, error, user } = auth;

  useEffect(() => {
    if (isLoading) return;
    let isCurrent = true;
    const fail = (code: LoginError, reason: string) => {
      console.error('Setting up the account failed:', reason);
      keepSignInFailure(reason);
      void navigate(`/login?error=${code}`, { replace: true });
    };
    if (error && !user) {
      // What the provider sent back is no sign-in. A session of before may still be there: load afresh.
      console.error('Auth callback error', error);
      window.location.replace(HOME);
      return;
    }
    if (!user) fail('callback_failed', 'You are not signed in at the identity provider.');
    else if (!user.profile?.sub) fail('auth0_data_missing', 'Auth0 user data is incomplete');
    else if (!user.access_token) fail('auth0_token_missing', 'There is no access token.');
    else
      setUpOnce(user).then(
        (profile) => {
          if (!isCurrent) return;
          forgetSignInFailure();
          queryClient.setQueryData(queryKeys.profile, profile);
          const target = takeIntentTarget(Date.now()) ?? finalDestination();
          keepDestination(target);
          followPath(target, navigate);
        },
        (reason: unknown) => {
          if (isCurrent) fail('callback_failed', reason instanceof Error ? reason.message : String(reason));
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [isLoading, error, user, navigate, queryClient]);

  return <LoadingScreen title="Setting up your account...">This may take a few moments</LoadingScreen>;
}
