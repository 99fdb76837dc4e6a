import type { ComponentType, ReactNode } from 'react';
import { createBrowserHistory } from '#lib/browser-history.ts';
import { createRouter, normalizePath, type Router, type RouterLocation } from '#lib/router.ts';
import type { PageHandle } from './page-handle.ts';
import { isReloading } from './reload-after-updates.ts';
import { RouteCrash, RouteFeatureCrash } from './routes/root.tsx';

/** Gives the component at once if its script is loaded. */
type LoadComponent<Props = object> = () => ComponentType<Props> | Promise<ComponentType<Props>>;

interface Route {
  readonly load: LoadComponent;
  /** What the page declares to the shell; null for a page without the shell. */
  readonly handle: PageHandle | null;
}

/** A page with all that it needs. */
export interface OpenedPage {
  readonly Page: ComponentType;
  readonly handle: PageHandle | null;
  readonly Shell: ComponentType<{ children: ReactNode }> | null;
}

/**
 * If the script cannot be loaded, the component is `Crash` with the reason, and the next visit tries again. While the
 * app is loaded again it does not settle: the failure would become an entry of the history.
 */
export function createPart<Props = object>(
  Crash: ComponentType<{ error: unknown }>,
  load: () => Promise<ComponentType<Props>>,
): LoadComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return () =>
    loaded ??
    load().then(
      (component) => (loaded = component),
      (error: unknown) => (isReloading() ? new Promise(() => {}) : () => <Crash error={error} />),
    );
}

const outside = (load: () => Promise<ComponentType>): Route => ({
  load: createPart(RouteCrash, load),
  handle: null,
});

const inShell = (handle: PageHandle, load: () => Promise<ComponentType>): Route => ({
  load: createPart(RouteFeatureCrash, load),
  handle,
});

const loadShell = createPart(
  RouteCrash,
  async () => (await import('./layout/authenticated-layout.tsx')).AuthenticatedLayout,
);

const redirect = outside(async () => (await import('./routes/redirect.tsx')).RedirectRoute);
const accountLink = outside(async () => (await import('./routes/account-link.tsx')).AccountLinkRoute);
/** Unknown addresses. */
const leave = outside(async () => (await import('./routes/leave.tsx')).LeaveRoute);

const routes: ReadonlyMap<string, Route> = new Map([
  ['/login', outside(async () => (await import('./routes/login.tsx')).LoginRoute)],
  ['/signup', outside(async () => (await import('./routes/signup.tsx')).SignupRoute)],
  ['/auth/callback', outside(async () => (await import('./routes/auth-callback.tsx')).AuthCallbackRoute)],
  ['/auth/link', outside(async () => (await import('./routes/link-account.tsx')).LinkAccountRoute)],
  ['/upgrade', redirect],
  ['/pay', redirect],
  ['/join', redirect],
  ['/verify', redirect],
  ['/r', redirect],
  ['/keep-account', accountLink],
  ['/close-account', accountLink],
  [
    '/dashboard',
    inShell(
      { title: 'Dashboard', hasOwnHeading: true },
      async () => (await import('./routes/dashboard.tsx')).DashboardRoute,
    ),
  ],
  [
    '/settings',
    inShell(
      {
        title: 'Settings',
        offline: 'Settings need a connection.',
        needsNetwork: true,
      },
      async () => (await import('./routes/settings.tsx')).SettingsRoute,
    ),
  ],
  [
    '/settings/billing-portal',
    inShell(
      { title: 'Settings' },
      async () => (await import('./routes/billing-portal.tsx')).BillingPortalRoute,
    ),
  ],
  ['/tasks', inShell({ title: 'Tasks' }, async () => (await import('./routes/tasks.tsx')).TasksRoute)],
  [
    '/bookings',
    inShell(
      {
        title: 'Bookings',
        offline: 'Bookings need a connection.',
        needsNetwork: true,
      },
      async () => (await import('./routes/bookings.tsx')).BookingsRoute,
    ),
  ],
  [
    '/calendar-flow',
    inShell(
      {
        title: 'Calendar',
        hasOwnBar: true,
        offline: 'Events and new plans need a connection.',
      },
      async () => (await import('./routes/calendar-flow.tsx')).CalendarFlowRoute,
    ),
  ],
  [
    '/chat',
    inShell(
      {
        title: 'Chat',
        hasBarExtras: true,
        offline: 'The chat needs a connection.',
        needsNetwork: true,
      },
      async () => (await import('./routes/chat.tsx')).ChatRoute,
    ),
  ],
]);

/** The page of an address; at once, if its scripts are loaded. */
export function loadPage({ pathname }: Pick<RouterLocation, 'pathname'>): OpenedPage | Promise<OpenedPage> {
  const { load, handle } = routes.get(normalizePath(pathname)) ?? leave;
  const [page, shell] = [load(), handle && loadShell()];
  if (page instanceof Promise || shell instanceof Promise)
    return Promise.all([page, shell]).then(([Page, Shell]) => ({ Page, Shell, handle }));
  return { Page: page, Shell: shell, handle };
}

export const createAppRouter = (): Router<OpenedPage> => createRouter(createBrowserHistory(), loadPage);
