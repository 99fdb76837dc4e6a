import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageShown } from '#lib/page-shown.ts';

/** While a user is signed in, keeps what the app needs without a network, and sends what waited for it. */
export function useOffline(user: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (user === null) return;
    const stop = new AbortController();
    // Without a network, only what is kept can be shown.
    (onlineManager.isOnline() ? pageShown : Promise.resolve())
      .then(() => import('../layout/after-first-screen.tsx'))
      .then(({ afterFirstScreen }) => afterFirstScreen.startOffline(client, user, stop.signal))
      .catch((error: unknown) => console.warn('Nothing is kept for the time without a network', error));
    return () => stop.abort();
  }, [client, user]);
}
