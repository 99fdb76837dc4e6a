import { createBrowserRouter, type RouteObject } from 'react-router';
import { CrashProbe } from './crash-probe.tsx';
import type { PageHandle } from './page-handle.ts';
import { RootRoute, RouteCrash, RouteFeatureCrash, RouteLoading } from './routes/root.tsx';

const page = (handle: PageHandle) => ({ handle });

const redirects = ['/upgrade', '/pay', '/join', '/verify', '/r'].map(
  (path): RouteObject => ({
    path,
    lazy: async () => ({ Component: (await import('./routes/redirect.tsx')).RedirectRoute }),
  }),
);

export const routes: RouteObject[] = [
  {
    Component: RootRoute,
    ErrorBoundary: RouteCrash,
    HydrateFallback: RouteLoading,
    children: [
      { path: '/login', lazy: async () => ({ Component: (await import('./routes/login.tsx')).LoginRoute }) },
      {
        path: '/signup',
        lazy: async () => ({ Component: (await import('./routes/signup.tsx')).SignupRoute }),
      },
      {
        path: '/auth/callback',
        lazy: async () => ({ Component: (await import('./routes/auth-callback.tsx')).AuthCallbackRoute }),
      },
      {
        path: '/auth/link',
        lazy: async () => ({ Component: (await import('./routes/link-account.tsx')).LinkAccountRoute }),
      },
      ...redirects,
      ...['/keep-account', '/close-account'].map(
        (path): RouteObject => ({
          path,
          lazy: async () => ({ Component: (await import('./routes/account-link.tsx')).AccountLinkRoute }),
        }),
      ),
      {
        lazy: async () => ({
          Component: (await import('./layout/authenticated-layout.tsx')).AuthenticatedLayout,
        }),
        children: [
          {
            ErrorBoundary: RouteFeatureCrash,
            Component: CrashProbe,
            children: [
              {
                path: '/dashboard',
                ...page({ title: 'Dashboard', hasOwnHeading: true }),
                lazy: async () => ({ Component: (await import('./routes/dashboard.tsx')).DashboardRoute }),
              },
              {
                path: '/settings',
                ...page({
                  title: 'Settings',
                  offline: 'Settings, connected calendars and event types need a connection.',
                  needsNetwork: true,
                }),
                lazy: async () => ({ Component: (await import('./routes/settings.tsx')).SettingsRoute }),
              },
              {
                path: '/settings/billing-portal',
                ...page({ title: 'Settings' }),
                lazy: async () => ({
                  Component: (await import('./routes/billing-portal.tsx')).BillingPortalRoute,
                }),
              },
              {
                path: '/tasks',
                ...page({ title: 'Tasks' }),
                lazy: async () => ({ Component: (await import('./routes/tasks.tsx')).TasksRoute }),
              },
              {
                path: '/bookings',
                ...page({
                  title: 'Bookings',
                  offline: 'Bookings and meeting requests need a connection.',
                  needsNetwork: true,
                }),
                lazy: async () => ({ Component: (await import('./routes/bookings.tsx')).BookingsRoute }),
              },
              {
                path: '/calendar-flow',
                ...page({
                  title: 'Calendar',
                  hasOwnBar: true,
                  offline: 'You can change events and the plan when you are back online.',
                }),
                lazy: async () => ({
                  Component: (await import('./routes/calendar-flow.tsx')).CalendarFlowRoute,
                }),
              },
              {
                path: '/chat',
                ...page({
                  title: 'Chat',
                  hasBarExtras: true,
                  offline: 'The chat needs a connection.',
                  needsNetwork: true,
                }),
                lazy: async () => ({ Component: (await import('./routes/chat.tsx')).ChatRoute }),
              },
            ],
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('./routes/leave.tsx')).LeaveRoute }) },
    ],
  },
];

export const createAppRouter = () => createBrowserRouter(routes);
