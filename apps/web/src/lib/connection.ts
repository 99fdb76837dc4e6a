import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onUnreachable } from './api.ts';

const SINCE = 'dayloom.offlineSince';
const FIRST_PROBE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const PROBE_TIMEOUT_MS = 8_000;

const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';
const OFFLINE = 'You are offline, and this needs a connection. Try it again when you are back online.';

/** Since when the server cannot be reached, in milliseconds; null while it can. It survives a reload. */
let offlineSince: number | null = null;

onlineManager.subscribe((isOnline) => {
  if (isOnline) {
    offlineSince = null;
    saveOfflineSince(null);
  } else offlineSince ??= loadOfflineSince() ?? Date.now();
  if (offlineSince !== null) saveOfflineSince(offlineSince);
});

function loadOfflineSince(): number | null {
  try {
    return Number(sessionStorage.getItem(SINCE)) || null;
  } catch {
    return null;
  }
}

function saveOfflineSince(since: number | null): void {
  try {
    if (since === null) sessionStorage.removeItem(SINCE);
    else sessionStorage.setItem(SINCE, String(since));
  } catch {
    // Only the time that is shown after a reload depends on it.
  }
}

/** Whether the server can be reached, as far as is known. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

export function useOfflineSince(): number | null {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => offlineSince,
  );
}

let check: () => void = () => {};

/** Looks at once whether the server can be reached. */
export const checkConnection = (): void => check();

/**
 * Follows the connection: the browser's own signals, and requests without a response, which a probe of the server
 * confirms. Offline, the server is probed with growing pauses; queries and waiting changes go on once it responds.
 */
export function watchConnection(apiBaseUrl: string): void {
  const probe = createProbe(`${apiBaseUrl.replace(/\/$/, '')}/health`);
  let pause = FIRST_PROBE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<void> | null = null;

  const look = async () => {
    const isReachable = await probe();
    onlineManager.setOnline(isReachable);
    clearTimeout(timer);
    if (isReachable) pause = FIRST_PROBE_MS;
    else {
      timer = setTimeout(check, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  };
  check = () => {
    checking ??= look().finally(() => {
      checking = null;
    });
  };

  const goOffline = () => {
    onlineManager.setOnline(false);
    clearTimeout(timer);
    timer = setTimeout(check, pause);
  };
  onlineManager.setEventListener(() => {
    window.addEventListener('online', check);
    window.addEventListener('offline', goOffline);
    const onVisible = () => {
      if (document.visibilityState === 'visible' && !onlineManager.isOnline()) check();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('online', check);
      window.removeEventListener('offline', goOffline);
      document.removeEventListener('visibilitychange', onVisible);
    };
  });
  onUnreachable({
    knownMessage: () => (onlineManager.isOnline() ? null : OFFLINE),
    report: () => {
      check();
      return navigator.onLine ? UNREACHABLE : OFFLINE;
    },
  });
  if (!navigator.onLine) goOffline();
}

function createProbe(address: string): () => Promise<boolean> {
  return async () => {
    try {
      const response = await fetch(address, {
        cache: 'no-store',
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      return response.ok;
    } catch {
      return false;
    }
  };
}
