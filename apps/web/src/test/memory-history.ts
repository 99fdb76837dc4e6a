import { type RouterHistory, type RouterLocation, resolveAddress } from '../lib/router.ts';

interface MemoryHistory extends RouterHistory {
  /** What a browser does with a link to a place on the page. */
  readonly jumpTo: (hash: string) => void;
}

/** A history without a browser. Like there, the listener is called later. */
export function createMemoryHistory(address: string): MemoryHistory {
  const entries: { location: RouterLocation; index: number | null }[] = [
    { location: { ...resolveAddress(address, { pathname: '/' }), state: null, key: 'first' }, index: 0 },
  ];
  let at = 0;
  let onMove = () => {};
  const read = () => entries[at] as (typeof entries)[number];
  const add = (entry: (typeof entries)[number]) => {
    at += 1;
    entries.splice(at, entries.length, entry);
  };
  return {
    read,
    write(how, location, index) {
      if (how === 'push') add({ location, index });
      else entries[at] = { location, index };
    },
    go(steps) {
      if (!entries[at + steps]) return;
      at += steps;
      queueMicrotask(() => onMove());
    },
    listen: (listener) => {
      onMove = listener;
    },
    jumpTo(hash) {
      const { location } = read();
      const entry = { location: { ...location, hash, state: null, key: 'first' }, index: null };
      if (location.hash === hash) entries[at] = entry;
      else add(entry);
      queueMicrotask(() => onMove());
    },
  };
}
