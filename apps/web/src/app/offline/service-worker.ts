import { HOUR_MS } from '@dayloom/time';
import type { QueryClient } from '@tanstack/react-query';
import { isSavingData, whenIdle } from '#lib/load-ahead.ts';
import { createStore, useStore } from '#lib/store.ts';

const WORKER = '/service-worker.js';
/** The wait before the first attempt, and between checks whether the page is complete. */
const PAUSE_MS = 2_000;
/** A page that is shown again looks for a new version if the last look was longer ago. */
const UPDATE_MS = HOUR_MS;

/** Installs the new version; null while there is none. */
const newVersion = createStore<(() => void) | null>(null);

export const useNewVersion = () => useStore(newVersion);

/** Registers the service worker once the page is complete, so that its files do not delay those of the page. */
export function startServiceWorker(client: QueryClient, stop: AbortSignal): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || isSavingData()) return;
  const start = () =>
    whenIdle(() => {
      if (stop.aborted) return;
      if (client.isFetching() > 0 || document.readyState !== 'complete') setTimeout(start, PAUSE_MS);
      else
        navigator.serviceWorker
          .register(WORKER)
          .then((registration) => followUpdates(registration, stop))
          .catch((error: unknown) => console.warn('The app cannot be opened without a network', error));
    });
  setTimeout(start, PAUSE_MS);
}

async function followUpdates(registration: ServiceWorkerRegistration, stop: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  const onWaiting = () => {
    const { waiting } = registration;
    // Without an active one this is the first version, which becomes active by itself.
    if (waiting && registration.active) void offer(waiting);
  };
  const onFound = () => registration.installing?.addEventListener('statechange', onWaiting, { signal: stop });
  registration.addEventListener('updatefound', onFound, { signal: stop });
  // Another page has installed it.
  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (serviceWorker.controller) void offer(serviceWorker.controller);
    },
    { signal: stop },
  );
  onFound();
  onWaiting();
  serviceWorker.controller?.postMessage({ type: 'remove-old-versions' });

  let lookedAt = Date.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < UPDATE_MS) return;
      lookedAt = Date.now();
      registration.update().catch(() => {});
    },
    { signal: stop },
  );
}

/** A worker of this page's own version takes over quietly. Another one is offered. */
async function offer(worker: ServiceWorker): Promise<void> {
  const isWaiting = worker.state === 'installed';
  if (await hasFile(worker, findEntry())) {
    if (isWaiting) worker.postMessage({ type: 'skip-waiting' });
    return;
  }
  newVersion.set(() => {
    if (!isWaiting) return window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
    worker.postMessage({ type: 'skip-waiting' });
  });
}

/** The page's own script, whose name changes with everything that it loads. */
function findEntry(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
}

function hasFile(worker: ServiceWorker, file: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data), { once: true });
    port1.start();
    worker.postMessage({ type: 'has-file', file }, [port2]);
  });
}
