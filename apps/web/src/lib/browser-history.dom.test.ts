import { expect, test, vi } from 'vitest';
import { createBrowserHistory } from './browser-history.ts';

const location = (pathname: string, state: unknown = null) => ({
  pathname,
  search: '',
  hash: '',
  state,
  key: `key of ${pathname}`,
});

test('entries keep their place, their state and their key, also when the page is loaded again', async () => {
  window.history.replaceState(null, '', '/dashboard?review=2026-11-02#top');
  const history = createBrowserHistory();
  const first = {
    location: {
      pathname: '/dashboard',
      search: '?review=2026-11-02',
      hash: '#top',
      state: null,
      key: 'first',
    },
    index: 0,
  };
  expect(history.read()).toEqual(first);
  history.write('push', location('/chat', { input: 'ask' }), 1);
  history.write('push', location('/tasks'), 2);
  history.write('replace', location('/bookings'), 2);
  expect(history.read()).toEqual({ location: location('/bookings'), index: 2 });

  const moved = vi.fn();
  history.listen(moved);
  history.go(-1);
  await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(1));
  expect(createBrowserHistory().read()).toEqual({ location: location('/chat', { input: 'ask' }), index: 1 });
  history.go(-1);
  await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
  expect(history.read()).toEqual(first);
});

test('an entry of somebody else has no place', () => {
  const history = createBrowserHistory();
  window.history.pushState(null, '', '#main');
  expect(history.read().index).toBeNull();
});

test('an entry of the app before its own router keeps its place', () => {
  window.history.replaceState({ usr: null, key: 'k2', idx: 2 }, '', '/tasks');
  expect(createBrowserHistory().read()).toEqual({ location: { ...location('/tasks'), key: 'k2' }, index: 2 });
});
