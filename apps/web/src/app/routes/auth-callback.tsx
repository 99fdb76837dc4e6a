import type { Profile } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from 'oidc-client-ts';
import { useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { useNavigate } from 'react-router';
import { isAccountClosed } from '#features/account/hooks/use-profile.ts';
import { setUpAccount } from '#features/account/model/account-setup.ts';
import { redeemTicket, takeTicket } from '#features/account/model/link-account.ts';
import { finalDestination, HOME, keepDestination } from '#features/account/model/session.ts';
import {
  forgetSignInFailure,
  keepSignInFailure,
  type LoginError,
} from '#features/account/model/session-errors.ts';
import { takeIntentTarget } from '#features/redirects/model/intent.ts';
import { ApiError, getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { followPath } from '../follow-path.ts';

/** One set-up per sign-in, however often the page is mounted: a second registration would be refused. */
let running: { token: string; work: Promise<Profile> } | null = null;

async function setUpOnce(user: User): Promise<Profile> {
  if (running?.token !== user.access_token) running = { token: user.access_token, work: setUpAccount(user) };
  try {
    return await running.work;
  } finally {
    running = null;
  }
}

/** The identity that asked to join this account, if one did; the sign-in itself does not depend on it. */
async function joinWaitingIdentity(): Promise<void> {
  const ticket = takeTicket();
  if (!ticket) return;
  const { showSnackbar } = await import('#ui/snackbar.tsx');
  try {
    await redeemTicket(ticket);
    showSnackbar('Your account has another way to sign in.', 'success');
  } catch (error) {
    console.warn('The waiting identity could not be linked', error);
    showSnackbar(getMessage(error, 'The other way to sign in could not be added.'), 'error');
  }
}

/** A set-up that could not even begin, with the value that the login page explains. */
class IncompleteSignIn extends Error {
  readonly code: LoginError;
  constructor(code: LoginError, message: string) {
    super(message);
    this.code = code;
  }
}

function requireSignIn(user: User | null | undefined): User {
  if (!user) throw new IncompleteSignIn('callback_failed', 'You are not signed in at the identity provider.');
  if (!user.profile?.sub) throw new IncompleteSignIn('auth0_data_missing', 'Auth0 user data is incomplete');
  if (!user.access_token) throw new IncompleteSignIn('auth0_token_missing', 'There is no access token.');
  return user;
}

export function AuthCallbackRoute() {
  const { isLoading, error, user } = useAuth();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (isLoading) return;
    if (error && !user) {
      // What the provider sent back is no sign-in. A session of before may still be there: load afresh.
      console.error('Auth callback error', error);
      window.location.replace(HOME);
      return;
    }
    let isCurrent = true;
    const setUp = async () => {
      try {
        const profile = await setUpOnce(requireSignIn(user));
        if (!isCurrent) return;
        forgetSignInFailure();
        queryClient.setQueryData(queryKeys.profile, profile);
        await joinWaitingIdentity();
        const target = takeIntentTarget(Date.now()) ?? finalDestination();
        keepDestination(target);
        followPath(target, navigate);
      } catch (failure) {
        if (!isCurrent) return;
        if (failure instanceof ApiError && failure.code === 'email_taken') {
          // Another way to sign in to an account that is there already: ask what to do.
          await navigate('/auth/link', { replace: true });
          return;
        }
        if (isAccountClosed(failure)) {
          // The layout tells them until when it is kept, and lets them keep it.
          await navigate(HOME, { replace: true });
          return;
        }
        console.error('Setting up the account failed', failure);
        keepSignInFailure(failure instanceof Error ? failure.message : String(failure));
        const code = failure instanceof IncompleteSignIn ? failure.code : 'callback_failed';
        await navigate(`/login?error=${code}`, { replace: true });
      }
    };
    void setUp();
    return () => {
      isCurrent = false;
    };
  }, [isLoading, error, user, navigate, queryClient]);

  return <LoadingScreen title="Setting up your account...">This may take a few moments</LoadingScreen>;
}
