/**
 * The service worker of the app, `/service-worker.js`: it shows pushed notifications. It handles no requests yet;
 * caching for pages without a network has its place in `install`, `activate` and a `fetch` listener.
 * A function around it, because a script without imports shares its names with all others.
 */
(() => {
  interface Extendable {
    waitUntil(work: Promise<unknown>): void;
  }

  interface PushEvent extends Event, Extendable {
    readonly data: { json(): unknown } | null;
  }

  interface NotificationEvent extends Event, Extendable {
    readonly notification: Notification;
  }

  interface WindowClient {
    readonly url: string;
    focus(): Promise<WindowClient>;
    navigate(url: string): Promise<WindowClient | null>;
  }

  /** The library of the DOM does not have the scope of service workers. */
  interface ServiceWorkerScope {
    readonly registration: ServiceWorkerRegistration;
    readonly location: Location;
    readonly clients: {
      claim(): Promise<void>;
      matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>;
      openWindow(url: string): Promise<WindowClient | null>;
    };
    skipWaiting(): Promise<void>;
    addEventListener(type: 'install' | 'activate', listener: (event: Event & Extendable) => void): void;
    addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
    addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  }

  const worker = globalThis as unknown as ServiceWorkerScope;

  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

  worker.addEventListener('push', (event) => {
    const { title, body, path, tag } = (event.data?.json() ?? {}) as Partial<Record<string, string>>;
    if (!title) return;
    // One that arrives twice replaces itself.
    event.waitUntil(
      worker.registration.showNotification(title, {
        body: body ?? '',
        tag: tag ?? title,
        icon: '/icon.svg',
        data: { path: path ?? '/dashboard' },
      }),
    );
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string };
    event.waitUntil(open(path));
  });

  /** Shows the page in an open window of the app, or in a new one. */
  async function open(path: string): Promise<void> {
    const url = new URL(path, worker.location.origin);
    // What a push says must not lead elsewhere.
    if (url.origin !== worker.location.origin) return;
    const [window] = await worker.clients.matchAll({ type: 'window' });
    if (!window) {
      await worker.clients.openWindow(url.href);
      return;
    }
    await window.focus();
    await window.navigate(url.href);
  }
})();
