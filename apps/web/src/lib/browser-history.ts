import { type RouterHistory, type RouterLocation, toPath } from './router.ts';

/** What an entry of the browser's history carries. A reload keeps it. */
interface Entry {
  readonly state: unknown;
  readonly key: string;
  readonly index: number;
}

export function createBrowserHistory(): RouterHistory {
  const { history, location } = window;
  /** A tab that is open since before this router has entries of React Router, which numbers them as `idx`. */
  const readEntry = () => history.state as (Partial<Entry> & { idx?: number }) | null;
  const write = (how: 'push' | 'replace', to: RouterLocation, index: number) => {
    const entry: Entry = { state: to.state, key: to.key, index };
    history[how === 'push' ? 'pushState' : 'replaceState'](entry, '', toPath(to));
  };
  const read = () => {
    const { pathname, search, hash } = location;
    const { state = null, key = 'first', idx = null, index = idx } = readEntry() ?? {};
    return { location: { pathname, search, hash, state, key }, index };
  };
  // The way back to the page that was opened first can be counted.
  if (read().index === null) write('replace', read().location, 0);
  return {
    read,
    write,
    go: (steps) => history.go(steps),
    listen: (onMove) => window.addEventListener('popstate', onMove),
  };
}
