import { type RouterHistory, type RouterLocation, resolveAddress } from '../lib/router.ts';

/** A history without a browser. Like there, the listener is called later. */
export function createMemoryHistory(address: string): RouterHistory {
  const entries: RouterLocation[] = [
    { ...resolveAddress(address, { pathname: '/' }), state: null, key: 'first' },
  ];
  let at = 0;
  let onMove = () => {};
  return {
    read: () => ({ location: entries[at] as RouterLocation, index: at }),
    write(how, location) {
      if (how === 'push') {
        at += 1;
        entries.length = at;
      }
      entries[at] = location;
    },
    go(steps) {
      if (!entries[at + steps]) return;
      at += steps;
      queueMicrotask(() => onMove());
    },
    listen: (listener) => {
      onMove = listener;
    },
  };
}
