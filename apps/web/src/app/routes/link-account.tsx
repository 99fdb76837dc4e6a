import { useQueryClient } from '@tanstack/react-query';
import { LinkAccountPage } from '#features/account/components/link-account-page.tsx';
import { useSession, useSessionState } from '#features/account/hooks/session.tsx';
import { confirmLink, keepTicket, mailLink } from '#features/account/model/link-account.ts';
import { finalDestination, signOut } from '#features/account/model/session.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { goToPath } from '../go-to-path.ts';
import { RouteLoading } from './root.tsx';

/**
 * The user signed in a second way, with the address of an existing account. Linking needs a confirmation and
 * a proof of ownership: a mailed link that leads back here, or signing in to that account.
 */
export function LinkAccountRoute() {
  const session = useSession();
  const { isLoading, user } = useSessionState();
  const { productName } = useClientConfig();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token');
  if (isLoading) return <RouteLoading />;

  const toLogin = { label: 'Go to log in', run: () => void navigate('/login', { replace: true }) };
  if (!user)
    return (
      <LinkAccountPage title="Open this link in the same browser" choices={[]} cancel={toLogin}>
        For your safety, the link works only in the browser where you signed in. Open it there, or start
        again.
      </LinkAccountPage>
    );

  const email = user.profile.email ?? 'your email address';
  const cancel = { label: 'Cancel and log out', run: () => void signOut(session) };
  if (token) {
    const connect = async () => {
      queryClient.setQueryData(queryKeys.profile, await confirmLink(token));
      showSnackbar('You can now sign in to your account this way.', 'success');
      goToPath(finalDestination(), navigate);
    };
    return (
      <LinkAccountPage
        title="Add this way to sign in?"
        choices={[{ label: 'Add it to my account', run: connect }]}
        cancel={cancel}
      >
        You are signed in as {email}. Next time, this signs you in to the {productName} account with the same
        address.
      </LinkAccountPage>
    );
  }
  const signInToAccount = async () => {
    await keepTicket();
    session.removeUser();
    const client = await session.loadClient();
    await client.signinRedirect({ prompt: 'login', state: { returnTo: '/settings?tab=security' } });
  };
  return (
    <LinkAccountPage
      title="You already have an account"
      choices={[
        {
          label: 'Mail me a link',
          run: mailLink,
          done: `A link is on its way to ${email}. Open it in this browser within 15 minutes.`,
        },
        { label: 'Log in the way I did before', run: signInToAccount },
      ]}
      cancel={cancel}
    >
      {email} belongs to a {productName} account that you sign in to in another way. To add this sign-in,
      prove that the account is yours.
    </LinkAccountPage>
  );
}
