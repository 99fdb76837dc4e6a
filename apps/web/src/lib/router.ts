import { createStore } from './store.ts';

/** An address within the app, with what its entry of the history remembers. */
export interface RouterLocation {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** With its hash sign, or empty. */
  readonly hash: string;
  /** Not part of the address: a link or a new tab does not have it. */
  readonly state: unknown;
  /** Distinguishes entries with the same address. */
  readonly key: string;
}

type Address = Pick<RouterLocation, 'pathname' | 'search' | 'hash'>;

/** A path, also a relative one such as `?view=week`; or some of its parts. */
export type To = string | Partial<Address>;

export interface NavigateOptions {
  /** Takes the place of the current entry of the history. */
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

export type NavigateFunction = (to: To, options?: NavigateOptions) => Promise<void>;

/** What the router needs of the browser's history. */
export interface RouterHistory {
  /** The current entry. The index is its place in the history, or null if the router did not write it. */
  readonly read: () => { readonly location: RouterLocation; readonly index: number | null };
  readonly write: (how: 'push' | 'replace', location: RouterLocation, index: number) => void;
  /** Goes back or forward, and then calls the listener. */
  readonly go: (steps: number) => void;
  readonly listen: (onMove: () => void) => void;
}

/** Decides whether to ask before the page is left. */
export type Blocker = (from: RouterLocation, to: RouterLocation) => boolean;

/** Somebody wants to leave the page, and `by` wants to ask first. */
export interface LeaveQuestion {
  readonly by: Blocker;
  readonly leave: () => void;
  readonly stay: () => void;
}

export interface RouterState<Page> {
  readonly location: RouterLocation;
  /** Null until the first page is loaded. */
  readonly page: Page | null;
  /** Where somebody wants to go while that page is being loaded. */
  readonly opening: RouterLocation | null;
  readonly question: LeaveQuestion | null;
}

export interface Router<Page = unknown> {
  readonly state: RouterState<Page>;
  /** Resolves when the page is there, or when it is not wanted any more. */
  readonly navigate: NavigateFunction;
  /** Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the function that removes it. */
  readonly block: (blocker: Blocker) => () => void;
}

/**
 * Goes from page to page. The current page and its address stay until the next page is loaded; the page that was asked
 * for last wins. `load` does not reject: a page that cannot be loaded says so.
 */
export function createRouter<Page>(
  history: RouterHistory,
  load: (location: RouterLocation) => Page | Promise<Page>,
): Router<Page> {
  const first = history.read();
  const store = createStore<RouterState<Page>>({
    location: first.location,
    page: null,
    opening: null,
    question: null,
  });
  let index = first.index ?? 0;
  let wanted = first.location;
  /** Called when the history is back at the page that asks. */
  let onReturn: (() => void) | null = null;
  let isLeaving = false;
  const blockers = new Set<Blocker>();

  const set = (change: Partial<RouterState<Page>>) => store.set({ ...store.get(), ...change });

  /** At once, if the page is loaded: what is done in one handler adds up. */
  const open = (location: RouterLocation, record?: () => void): Promise<void> | void => {
    wanted = location;
    const show = (page: Page) => {
      if (wanted !== location) return;
      record?.();
      set({ location, page, opening: null });
    };
    const loading = load(location);
    if (!(loading instanceof Promise)) return show(loading);
    set({ opening: location });
    return loading.then(show);
  };

  const findBlocker = (to: RouterLocation) => [...blockers].find((asks) => asks(store.get().location, to));

  const ask = (by: Blocker, leave: () => void) => {
    const stay = () => set({ question: null });
    const goOn = () => {
      stay();
      leave();
    };
    set({ question: { by, leave: goOn, stay } });
  };

  history.listen(() => {
    const { location, index: found } = history.read();
    let next = found;
    if (next === null) {
      // The browser followed a link to a place on the page: a new entry, unless it was there already.
      next = toPath(location) === toPath(store.get().location) ? index : index + 1;
      history.write('replace', location, next);
      index = next;
    }
    const steps = next - index;
    if (onReturn) {
      // Back was pressed again before the history was back.
      if (steps !== 0) return history.go(-steps);
      onReturn();
      onReturn = null;
      return;
    }
    const blocker = isLeaving ? undefined : findBlocker(location);
    isLeaving = false;
    if (!blocker || steps === 0) {
      index = next;
      void open(location);
      return;
    }
    // The browser has moved already, so it goes back to the page that stays until there is an answer.
    const returned = new Promise<void>((resolve) => {
      onReturn = resolve;
    });
    const leave = () => {
      isLeaving = true;
      history.go(steps);
    };
    history.go(-steps);
    ask(blocker, () => void returned.then(leave));
  });

  void open(first.location);
  return {
    get state() {
      return store.get();
    },
    async navigate(to, options) {
      const location = {
        ...resolveAddress(to, store.get().location),
        state: options?.state ?? null,
        key: Math.random().toString(36).slice(2),
      };
      const record = () => {
        if (!options?.replace) index += 1;
        history.write(options?.replace ? 'replace' : 'push', location, index);
      };
      const blocker = findBlocker(location);
      if (blocker) ask(blocker, () => void open(location, record));
      else await open(location, record);
    },
    subscribe: store.subscribe,
    block(blocker) {
      blockers.add(blocker);
      return () => {
        blockers.delete(blocker);
        if (store.get().question?.by === blocker) set({ question: null });
      };
    },
  };
}

/** Only to resolve relative addresses. */
const SITE = 'https://site.invalid';

export function resolveAddress(to: To, { pathname: current }: { pathname: string }): Address {
  const address = typeof to === 'string' ? to : toPath({ pathname: current, search: '', hash: '', ...to });
  const { origin, pathname, search, hash } = new URL(address, SITE + current);
  if (origin !== SITE) throw new Error('The router leads to pages of this site only.');
  return { pathname, search, hash };
}

export const toPath = ({ pathname, search, hash }: Address): string => pathname + search + hash;

/** The same for all spellings of a path: with a slash at the end, or in capitals. */
export const normalizePath = (pathname: string): string =>
  pathname.replace(/(?<!\/)\/+$/, '').toLowerCase() || '/';
