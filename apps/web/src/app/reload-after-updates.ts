import { onlineManager } from '@tanstack/react-query';
import { isRenewingQuietly } from '../features/account/model/auth-session.ts';

const RELOADED = 'dayloom.reloadedFor';

let isUnderWay = false;
/** Whether the script that failed last has the page loaded again. */
export const isReloading = () => isUnderWay;

/**
 * After an update, an open page requests files that no longer exist: reload it once. Offline, a reload would end
 * in the browser's own error page, so the route shows the failure (`OfflinePage`). Nor does a renewal reload it that nobody waits for.
 */
export function reloadAfterUpdates(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const address = window.location.href;
    // The network may be there when the server is not.
    const isOnline = navigator.onLine && onlineManager.isOnline();
    isUnderWay = isOnline && !isRenewingQuietly() && sessionStorage.getItem(RELOADED) !== address;
    if (!isUnderWay) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, address);
    window.location.reload();
  });
}
