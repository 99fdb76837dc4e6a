import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { findUnsentFocus } from '#features/focus/model/kept-focus.ts';
import { unsubscribeOtherUsers } from '#features/notifications/model/push-browser.ts';
import { loadKindsBy } from '#lib/change-kinds.ts';
import { openOfflineStore } from '#lib/offline-store.ts';
import { getQueue } from '#lib/waiting-changes.ts';
import { keepResponses } from './keep.ts';
import { startServiceWorker } from './service-worker.ts';

loadKindsBy(() => import('./all-change-kinds.ts'));

/** Opens what this browser keeps for a user, and sends what they left, until the signal aborts. */
export async function startOffline(client: QueryClient, user: string, stop: AbortSignal): Promise<void> {
  const store = await openOfflineStore(user);
  if (stop.aborted) return;
  stop.addEventListener('abort', () => getQueue(client).close());
  if (store.isDurable) keepResponses(client, store, stop);
  startServiceWorker(client, stop);
  unsubscribeOtherUsers(user).catch((error: unknown) =>
    console.warn('The notifications of somebody else could not be ended', error),
  );
  await getQueue(client).open(user, store);
  if (stop.aborted) return;
  // The page of the focus timer may be closed: any page brings the timer to the account.
  const sendTimer = () => {
    if (onlineManager.isOnline() && findUnsentFocus(user))
      import('#features/focus/hooks/send-kept-timer.ts')
        .then(({ sendKeptTimer }) => sendKeptTimer(client, user))
        .catch(console.warn);
  };
  stop.addEventListener('abort', onlineManager.subscribe(sendTimer));
  sendTimer();
}
