import { createUserManager, restoreSession } from '#features/account/model/identity.ts';
import { apiSession } from '#features/account/model/session.ts';
import { openFocusAccount } from '#features/focus/components/focus-account.ts';
import type { OpenAccount } from '#features/focus/components/focus-page.ts';
import { createApi, installApi } from '#lib/api.ts';
import { fetchClientConfig } from '#lib/client-config.ts';

/**
 * Opens the account of a signed-in visitor for the focus page; null if the session is over. A session of work is
 * longer than an access token is valid, so tokens are renewed as in the app. If that fails, the page stays: the
 * timer works without an account.
 */
export const openAccount: OpenAccount = async (root, show) => {
  const config = await fetchClientConfig();
  const manager = createUserManager(config);
  await restoreSession(manager);
  const user = await manager.getUser();
  if (!user || user.expired) return null;
  const session = apiSession(manager, () => {});
  installApi(createApi(config.apiBaseUrl, { ...session, sessionEnded: async () => {} }));
  return openFocusAccount(root, show);
};
