import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#lib/query-client.ts';
import { startServiceWorker, useNewVersion } from './service-worker.ts';

const PAGE_ENTRY = '/assets/app-of-this-page.js';

/** A version of the service worker, with the files of its build. */
class FakeWorker extends EventTarget {
  readonly asked: string[] = [];
  readonly #files: readonly string[];
  state = 'installed';

  constructor(files: readonly string[]) {
    super();
    this.#files = files;
  }

  postMessage({ type, file }: { type: string; file?: string }, [port]: MessagePort[] = []): void {
    this.asked.push(type);
    port?.postMessage(this.#files.includes(file ?? ''));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = new FakeWorker([PAGE_ENTRY]);

  /** The browser has found another version and downloaded it. */
  install(worker: FakeWorker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
  }
}

const stop = new AbortController();
const registration = new FakeRegistration();

beforeEach(() => {
  vi.stubEnv('DEV', false);
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }));
  const script = document.createElement('script');
  script.type = 'module';
  script.src = PAGE_ENTRY;
  document.head.append(script);
});
afterEach(() => stop.abort());

test('a worker of this page takes over quietly, and a new version waits until the user says so', async () => {
  const { result } = renderHook(() => useNewVersion());
  startServiceWorker(createQueryClient(), stop.signal);
  await waitFor(() => expect(registration.active?.asked).toEqual(['remove-old-versions']));

  const same = new FakeWorker([PAGE_ENTRY]);
  registration.install(same);
  await waitFor(() => expect(same.asked).toEqual(['has-file', 'skip-waiting']));
  expect(result.current).toBeNull();

  const newer = new FakeWorker(['/assets/app-of-the-next-build.js']);
  registration.install(newer);
  await waitFor(() => expect(result.current).not.toBeNull());
  expect(newer.asked).toEqual(['has-file']);
  act(() => result.current?.());
  expect(newer.asked).toEqual(['has-file', 'skip-waiting']);
});
