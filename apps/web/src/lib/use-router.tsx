import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type {
  Blocker,
  LeaveQuestion,
  NavigateFunction,
  NavigateOptions,
  Router,
  RouterLocation,
  RouterState,
} from './router.ts';
import { useLatest } from './use-latest.ts';

const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<RouterLocation | null>(null);
/** A context of its own: the state changes more often than the location. */
const StateContext = createContext<RouterState<unknown> | null>(null);

function useInside<T>(value: T | null): T {
  if (value === null) throw new Error('This is used outside a RouterProvider.');
  return value;
}

interface RouterProviderProps<Page> {
  router: Router<Page>;
  /** Renders the page; null until the first one is loaded. */
  children: (page: Page | null) => ReactNode;
}

export function RouterProvider<Page>({ router, children }: RouterProviderProps<Page>) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const update = () => startTransition(() => setState(router.state));
    // Changes since the render.
    update();
    return router.subscribe(update);
  }, [router]);
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <LocationContext value={state.location}>{children(state.page)}</LocationContext>
      </StateContext>
    </RouterContext>
  );
}

/** The address of the page that is shown. */
export const useLocation = (): RouterLocation => useInside(use(LocationContext));

/** Always the same function. A relative address is one of the page that is open when it is called. */
export const useNavigate = (): NavigateFunction => useInside(use(RouterContext)).navigate;

/** Where somebody wants to go while that page is being loaded, or null. */
export const useOpening = (): RouterLocation | null => useInside(use(StateContext)).opening;

type Params = URLSearchParams | Record<string, string>;

/** The parameters of the address, and the function that changes them: always the same one. */
export function useSearchParams() {
  const router = useInside(use(RouterContext));
  const { search } = useLocation();
  const change = useCallback(
    (next: Params | ((before: URLSearchParams) => Params), options?: NavigateOptions) => {
      const params =
        typeof next === 'function' ? next(new URLSearchParams(router.state.location.search)) : next;
      void router.navigate(`?${new URLSearchParams(params)}`, options);
    },
    [router],
  );
  return [useMemo(() => new URLSearchParams(search), [search]), change] as const;
}

/** The question whether to leave the page, if `asks` wants one and somebody is about to leave. */
export function useBlocker(asks: Blocker): LeaveQuestion | null {
  const router = useInside(use(RouterContext));
  const { question } = useInside(use(StateContext));
  const blocker = useLatest(asks);
  useEffect(() => router.block(blocker), [router, blocker]);
  return question?.by === blocker ? question : null;
}
