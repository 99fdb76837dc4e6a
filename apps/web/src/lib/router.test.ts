import { describe, expect, test } from 'vitest';
import { createMemoryHistory } from '../test/memory-history.ts';
import { type Blocker, createRouter, normalizePath, resolveAddress, toPath } from './router.ts';

/** A router whose pages are their paths. Those that begin with `/slow` are loaded when the test says so. */
async function startAt(address: string) {
  const history = createMemoryHistory(address);
  const loading = new Map<string, () => void>();
  const router = createRouter<string>(history, ({ pathname }) => {
    if (!pathname.startsWith('/slow')) return pathname;
    const { promise, resolve } = Promise.withResolvers<string>();
    loading.set(pathname, () => resolve(pathname));
    return promise;
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  await settle();
  return {
    history,
    router,
    settle,
    finish: async (path: string) => {
      loading.get(path)?.();
      await settle();
    },
    go: async (steps: number) => {
      history.go(steps);
      await settle();
    },
    /** What is shown, what is loading, and where the history is. */
    seen: () => {
      const { page, location, opening } = router.state;
      const entry = history.read();
      return {
        page,
        address: toPath(location),
        opening: opening && toPath(opening),
        entry: `${entry.index} ${toPath(entry.location)}`,
      };
    },
  };
}

test('the page and its address stay until the next page is loaded', async () => {
  const { router, seen, finish } = await startAt('/tasks?view=inbox');
  expect(seen()).toEqual({
    page: '/tasks',
    address: '/tasks?view=inbox',
    opening: null,
    entry: '0 /tasks?view=inbox',
  });
  const done = router.navigate('/slow');
  expect(seen()).toEqual({
    page: '/tasks',
    address: '/tasks?view=inbox',
    opening: '/slow',
    entry: '0 /tasks?view=inbox',
  });
  await finish('/slow');
  await done;
  expect(seen()).toEqual({ page: '/slow', address: '/slow', opening: null, entry: '1 /slow' });
});

test('of two pages that are asked for, the last one wins, whichever is loaded first', async () => {
  const { router, seen, finish, go } = await startAt('/tasks');
  void router.navigate('/slow-chat');
  void router.navigate('/slow-calendar');
  await finish('/slow-calendar');
  await finish('/slow-chat');
  const calendar = {
    page: '/slow-calendar',
    address: '/slow-calendar',
    opening: null,
    entry: '1 /slow-calendar',
  };
  expect(seen()).toEqual(calendar);
  await go(-1);
  expect(seen().entry, 'the one before is the page where both were asked for').toBe('0 /tasks');
});

test('a page that is loaded is open at once, and what one click does to the address adds up', async () => {
  const { router, seen, go } = await startAt('/dashboard?review=2026-11-02');
  void router.navigate('?', { replace: true });
  void router.navigate('/tasks');
  expect(seen()).toEqual({ page: '/tasks', address: '/tasks', opening: null, entry: '1 /tasks' });
  await go(-1);
  expect(seen().entry).toBe('0 /dashboard');
});

test('Back while a page is being loaded cancels it', async () => {
  const { router, seen, finish, go } = await startAt('/tasks');
  await router.navigate('/chat');
  void router.navigate('/slow');
  await go(-1);
  await finish('/slow');
  expect(seen()).toEqual({ page: '/tasks', address: '/tasks', opening: null, entry: '0 /tasks' });
});

test('Back to a page that is not loaded waits for it, too', async () => {
  const { router, seen, finish, go } = await startAt('/slow');
  await router.navigate('/chat');
  await go(-1);
  expect(seen()).toEqual({ page: '/chat', address: '/chat', opening: '/slow', entry: '0 /slow' });
  await finish('/slow');
  expect(seen()).toEqual({ page: '/slow', address: '/slow', opening: null, entry: '0 /slow' });
});

test('an entry can be replaced, and has its state', async () => {
  const { router, seen, go } = await startAt('/tasks');
  await router.navigate('/chat', { state: { input: 'ask' } });
  const { state, key } = router.state.location;
  expect(state).toEqual({ input: 'ask' });
  await router.navigate('/bookings', { replace: true });
  expect([router.state.location.state, seen().entry]).toEqual([null, '1 /bookings']);
  expect(router.state.location.key).not.toBe(key);
  await go(-1);
  expect(seen().entry).toBe('0 /tasks');
});

describe('a page with unsaved changes', () => {
  async function startDirty() {
    const started = await startAt('/tasks');
    await started.router.navigate('/settings');
    const asks: Blocker = (from, to) => from.pathname === '/settings' && to.pathname !== '/settings';
    const unblock = started.router.block(asks);
    return { ...started, unblock, question: () => started.router.state.question };
  }
  const settings = { page: '/settings', address: '/settings', opening: null, entry: '1 /settings' };
  const tasks = { page: '/tasks', address: '/tasks', opening: null, entry: '0 /tasks' };

  test('asks before a link is followed', async () => {
    const { router, seen, question, settle } = await startDirty();
    await router.navigate('/chat');
    expect(seen()).toEqual(settings);
    question()?.stay();
    expect(question()).toBeNull();
    expect(seen()).toEqual(settings);
    await router.navigate('/chat');
    question()?.leave();
    await settle();
    expect(question()).toBeNull();
    expect(seen()).toEqual({ page: '/chat', address: '/chat', opening: null, entry: '2 /chat' });
  });

  test('asks before Back, at its own address', async () => {
    const { seen, question, settle, go } = await startDirty();
    await go(-1);
    expect(seen()).toEqual(settings);
    question()?.stay();
    await settle();
    expect(seen()).toEqual(settings);
    await go(-1);
    question()?.leave();
    await settle();
    expect(question()).toBeNull();
    expect(seen()).toEqual(tasks);
    await go(1);
    expect(seen(), 'the next page asks nothing').toEqual(settings);
  });

  test('is left at once when the answer comes before the browser is back', async () => {
    const { router, history, seen, question, settle } = await startDirty();
    router.subscribe(() => question()?.leave());
    history.go(-1);
    await settle();
    expect(seen()).toEqual(tasks);
  });

  test('stays when Back is pressed twice', async () => {
    const { router, history, seen, settle } = await startAt('/dashboard');
    await router.navigate('/tasks');
    await router.navigate('/settings');
    router.block(() => true);
    history.go(-1);
    history.go(-1);
    await settle();
    expect(seen()).toEqual({ page: '/settings', address: '/settings', opening: null, entry: '2 /settings' });
    router.state.question?.leave();
    await settle();
    expect(seen().page).not.toBe('/settings');
  });

  test('asks before Back to a place on another page, which a link without the router led to', async () => {
    const { router, history, seen, settle, go } = await startAt('/tasks');
    history.jumpTo('#main');
    await settle();
    history.jumpTo('#main');
    await settle();
    const place = { page: '/tasks', address: '/tasks#main', opening: null, entry: '1 /tasks#main' };
    expect(seen(), 'the second time, the browser adds no entry').toEqual(place);
    await router.navigate('/settings');
    router.block((from) => from.pathname === '/settings');
    const settingsThere = { ...settings, entry: '2 /settings' };
    await go(-1);
    expect(seen()).toEqual(settingsThere);
    router.state.question?.stay();
    await go(-2);
    expect(seen()).toEqual(settingsThere);
    router.state.question?.leave();
    await settle();
    expect(seen()).toEqual(tasks);
  });

  test('asks nothing on the same page, and nothing once it is saved', async () => {
    const { router, seen, question, unblock } = await startDirty();
    await router.navigate('?tab=hours');
    expect(seen().address).toBe('/settings?tab=hours');
    await router.navigate('/chat');
    expect(question()).not.toBeNull();
    unblock();
    expect(question()).toBeNull();
    await router.navigate('/chat');
    expect(seen().address).toBe('/chat');
  });
});

test.each([
  ['/chat', '/chat'],
  ['/chat?conversation=1#end', '/chat?conversation=1#end'],
  ['?view=week', '/tasks?view=week'],
  ['?', '/tasks'],
  [{ search: '?view=week' }, '/tasks?view=week'],
  [{ pathname: '/chat', search: '?conversation=1', hash: '#end' }, '/chat?conversation=1#end'],
])('%j leads to %s', (to, address) => {
  expect(toPath(resolveAddress(to, { pathname: '/tasks' }))).toBe(address);
});

test.each(['//evil.example/tasks', 'https://evil.example', { pathname: '//evil.example' }])(
  '%j is refused',
  (to) => {
    expect(() => resolveAddress(to, { pathname: '/tasks' })).toThrow('pages of this site only');
  },
);

test.each([
  ['/tasks', '/tasks'],
  ['/Tasks/', '/tasks'],
  ['/settings/billing-portal//', '/settings/billing-portal'],
  ['/', '/'],
])('%s is the page %s', (pathname, page) => {
  expect(normalizePath(pathname)).toBe(page);
});
