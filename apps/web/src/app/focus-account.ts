import type { Task } from '@dayloom/contracts';
import { AuthSession, isExpired, parseUser, toUserKey } from '#features/account/model/auth-session.ts';
import { restoreSession } from '#features/account/model/identity.ts';
import { apiSession } from '#features/account/model/session.ts';
import { openFocusAccount } from '#features/focus/components/focus-account.ts';
import type { OpenAccount } from '#features/focus/components/focus-page.ts';
import { createApi, installApi } from '#lib/api.ts';
import { fetchClientConfig } from '#lib/client-config.ts';
import { watchConnection } from '#lib/connection.ts';
import type { OfflineStore } from '#lib/kept-data.ts';
import { openOfflineStore } from '#lib/offline-store.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { getQueue } from '#lib/waiting-changes.ts';

/**
 * Opens the account of a signed-in visitor for the focus page; null if the session is over. A session of work is
 * longer than an access token is valid, so tokens are renewed as in the app. If that fails, the page stays: the
 * timer works without an account. Without a network, an expired token counts as long as it can be renewed.
 */
export const openAccount: OpenAccount = async (root, show) => {
  const config = await fetchClientConfig();
  const session = new AuthSession(config);
  await restoreSession(session);
  const user = session.findUser();
  if (!user || (isExpired(user) && !user.refresh_token)) return null;
  session.keepFresh();
  const tokens = apiSession(session, () => {});
  installApi(createApi(config.apiBaseUrl, { ...tokens, sessionEnded: async () => {} }));
  watchConnection(config.apiBaseUrl);
  const key = toUserKey(user);
  reloadForOthers(session, key);
  const store = await openOfflineStore(key);
  const client = createQueryClient();
  await getQueue(client).open(key, store);
  return openFocusAccount(root, show, { user: key, client, listKeptTasks: () => listKeptTasks(store) });
};

/** Somebody signed out, or in, in another tab: this page must not show what the one before worked on. */
function reloadForOthers({ storageKey }: AuthSession, key: string): void {
  window.addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed !== storageKey) return;
    const user = parseUser(newValue);
    if (!user || toUserKey(user) !== key) window.location.reload();
  });
}

/** The open tasks that the app keeps for the time without a network (`app/offline/responses.ts`). */
async function listKeptTasks(store: OfflineStore): Promise<readonly Task[]> {
  const answers = await store.listResponses();
  const { pages } = (answers.find(({ topic }) => topic === 'tasks upcoming')?.data ?? { pages: [] }) as {
    readonly pages: readonly { readonly tasks: readonly Task[] }[];
  };
  return pages.flatMap(({ tasks }) => tasks).filter(({ status }) => status === 'open');
}
