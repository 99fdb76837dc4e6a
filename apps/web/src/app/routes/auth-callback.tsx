import type { Profile } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionState } from '#features/account/hooks/session.tsx';
import { isAccountClosed } from '#features/account/hooks/use-profile.ts';
import { setUpAccount } from '#features/account/model/account-setup.ts';
import type { StoredUser } from '#features/account/model/auth-session.ts';
import { consumeTicket, redeemTicket } from '#features/account/model/link-account.ts';
import { finalDestination, HOME, keepDestination } from '#features/account/model/session.ts';
import {
  forgetSignInFailure,
  keepSignInFailure,
  type LoginError,
} from '#features/account/model/session-errors.ts';
import { consumeIntentTarget } from '#features/redirects/model/intent.ts';
import { ApiError, getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { goToPath } from '../go-to-path.ts';

/**
 * Set-up runs once per sign-in, even if the page is mounted twice: a second registration would be refused.
 */
let running: { token: string; work: Promise<Profile> } | null = null;

async function setUpOnce(user: StoredUser): Promise<Profile> {
  if (running?.token !== user.access_token) running = { token: user.access_token, work: setUpAccount(user) };
  try {
    return await running.work;
  } finally {
    running = null;
  }
}

/** Adds the identity that asked to join this account, if any. A failure does not affect the sign-in. */
async function joinWaitingIdentity(): Promise<void> {
  const ticket = consumeTicket();
  if (!ticket) return;
  const { showSnackbar } = await import('#ui/snackbar.tsx');
  try {
    await redeemTicket(ticket);
    showSnackbar('You can now sign in to your account this way.', 'success');
  } catch (error) {
    console.warn('The waiting identity could not be linked', error);
    showSnackbar(getMessage(error, 'The sign-in method could not be added.'), 'error');
  }
}

/** Set-up could not start. The code is an error value that the login page explains. */
class IncompleteSignIn extends Error {
  readonly code: LoginError;
  constructor(code: LoginError, message: string) {
    super(message);
    this.code = code;
  }
}

function requireSignIn(user: StoredUser | null): StoredUser {
  if (!user) throw new IncompleteSignIn('callback_failed', 'You are not signed in at the identity provider.');
  if (!user.profile?.sub) throw new IncompleteSignIn('auth0_data_missing', 'Auth0 user data is incomplete');
  if (!user.access_token) throw new IncompleteSignIn('auth0_token_missing', 'There is no access token.');
  return user;
}

export function AuthCallbackRoute() {
  const { isLoading, error, user } = useSessionState();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (isLoading) return;
    if (error) {
      // The provider's response is invalid. An earlier session may still exist, so load the page again.
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
        const target = consumeIntentTarget(Date.now()) ?? finalDestination();
        keepDestination(target);
        goToPath(target, navigate);
      } catch (failure) {
        if (!isCurrent) return;
        if (failure instanceof ApiError && failure.code === 'email_taken') {
          // The address belongs to an account with another sign-in method: ask what to do.
          await navigate('/auth/link', { replace: true });
          return;
        }
        if (isAccountClosed(failure)) {
          // The layout shows the deletion date and offers to keep the account.
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
