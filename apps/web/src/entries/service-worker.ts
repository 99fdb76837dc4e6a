/**
 * The service worker of the app, `/service-worker.js`: it shows pushed notifications, and opens the app without a
 * network. The build puts the names of the app's files into it, so each build is a new version. A version is complete
 * or not installed at all, and the files of the one before stay until no page of it is open. Answers of the API are
 * never kept here. A function around it, because a script without imports shares its names with all others.
 */
interface Precached {
  /** Paths of the files of this version. */
  readonly files: readonly string[];
  /** Addresses of the pages that open without a network, and the paths that they serve. */
  readonly pages: readonly { readonly address: string; readonly paths: readonly string[] }[];
  readonly version: string;
}
/** The build replaces it; during development it is missing. */
declare const PRECACHED: Precached;

(() => {
  interface Extendable {
    waitUntil(work: Promise<unknown>): void;
  }

  interface FetchEvent extends Event, Extendable {
    readonly request: Request;
    respondWith(response: Promise<Response>): void;
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
      matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WindowClient[]>;
      openWindow(url: string): Promise<WindowClient | null>;
    };
    skipWaiting(): Promise<void>;
    addEventListener(type: 'install' | 'activate', listener: (event: Event & Extendable) => void): void;
    addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
    addEventListener(type: 'message', listener: (event: MessageEvent & Extendable) => void): void;
    addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
    addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  }

  const worker = globalThis as unknown as ServiceWorkerScope;

  const { files, pages, version }: Precached =
    typeof PRECACHED === 'undefined' ? { files: [], pages: [], version: 'development' } : PRECACHED;
  const PREFIX = 'dayloom ';
  const CACHE = PREFIX + version;
  const CONFIG = '/config.json';
  /** Files fetched at the same time: the page's own requests come first. */
  const AT_ONCE = 3;
  /** A page on a line that does not answer is opened from the cache. */
  const PATIENCE_MS = 6_000;
  /** Servers and proxies refuse longer ones; a text that is shared to the app is part of the address. */
  const LONGEST_ADDRESS = 4_000;
  const isFile = new Set(files);

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) =>
    event.waitUntil(
      (async () => {
        // With it, pages that are not answered here are asked for twice, and a sign-in can be used once only.
        await worker.registration.navigationPreload?.disable();
        await removeOldVersions();
        await worker.clients.claim();
      })(),
    ),
  );

  /** Fails as a whole when one file does not come: the version before stays. */
  async function install(): Promise<void> {
    const cache = await caches.open(CACHE);
    const queue = [...files, ...pages.map(({ address }) => address), CONFIG];
    const work = async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        if (await cache.match(path)) continue;
        // Names with a hash are never reused, so the browser's own copy will do.
        const isLasting = path.startsWith('/assets/');
        const options = { cache: isLasting ? 'default' : 'no-cache', priority: 'low' } as const;
        const response = await fetch(path, options);
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        if (pages.some(({ address }) => address === path))
          queue.push(...(await listOtherFiles(response.clone())));
        await cache.put(path, response);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /**
   * Style sheets, pictures and fonts of a page that are not in the list. A script that is not there is of another version:
   * while a new one is rolled out, servers may have either.
   */
  async function listOtherFiles(page: Response): Promise<string[]> {
    const linked = [...(await page.text()).matchAll(/="(\/(?:assets|fonts)\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    const others = linked.filter((path) => !isFile.has(path));
    if (others.some((path) => path.endsWith('.js'))) throw new Error('Another version');
    return others;
  }

  /** Open pages may be of an older version and load more of its files. */
  async function removeOldVersions(): Promise<void> {
    const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (open.length > 1) return;
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }

  worker.addEventListener('message', (event) => {
    const { type, file } = (event.data ?? {}) as { readonly type?: string; readonly file?: string };
    if (type === 'has-file') event.ports[0]?.postMessage(isFile.has(file ?? ''));
    if (type === 'skip-waiting') event.waitUntil(worker.skipWaiting());
    if (type === 'remove-old-versions') event.waitUntil(removeOldVersions());
  });

  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (request.mode === 'navigate') {
      const path = pathname.replace(/(.)\/$/, '$1');
      const page = pages.find(({ paths }) => paths.includes(path));
      if (page) event.respondWith(openPage(event, page.address));
    } else if (pathname === CONFIG) event.respondWith(fetchConfig(request));
    else if (isFile.has(pathname) || /^\/(?:assets|fonts)\//.test(pathname))
      event.respondWith(getFile(request));
  });

  /** From the network, which has the newest version; from the cache when that does not answer. */
  async function openPage({ request }: FetchEvent, address: string): Promise<Response> {
    const { url } = request;
    // The page is the same without its query, which it reads by itself.
    const fromNetwork = fetch(url.length > LONGEST_ADDRESS ? new URL(url).pathname : request);
    const kept = await readPage(address);
    if (!kept) return await fromNetwork;
    const answer = await Promise.race([
      fromNetwork.catch(() => null),
      new Promise<null>((resolve) => {
        setTimeout(() => resolve(null), PATIENCE_MS);
      }),
    ]);
    return answer && answer.status < 500 ? answer : kept;
  }

  /** The kept page with a nonce of its own: one that was used before could be known. */
  async function readPage(address: string): Promise<Response | null> {
    const page = await (await caches.open(CACHE)).match(address);
    if (!page) return null;
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, old] = /'nonce-([^']+)'/.exec(policy) ?? [];
    const headers = new Headers(page.headers);
    let html = await page.text();
    if (old) {
      const nonce = crypto.randomUUID();
      headers.set('content-security-policy', policy.replaceAll(old, nonce));
      html = html.replaceAll(old, nonce);
    }
    // They describe the body as it came over the line.
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(html, { status: page.status, headers });
  }

  async function fetchConfig(request: Request): Promise<Response> {
    const cache = await caches.open(CACHE);
    try {
      const response = await fetch(request);
      if (response.ok) await cache.put(CONFIG, response.clone());
      if (response.status < 500) return response;
    } catch {
      // Below.
    }
    return (await cache.match(CONFIG)) ?? Response.error();
  }

  /** Finds a file of any kept version, since each page loads the files of its own. */
  async function getFile(request: Request): Promise<Response> {
    return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
  }

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
