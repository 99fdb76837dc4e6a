import type { Router } from '#lib/router.ts';
import { RouterProvider, useLocation } from '#lib/use-router.tsx';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { CrashProbe } from './crash-probe.tsx';
import { PageHandleContext } from './page-handle.ts';
import type { OpenedPage } from './router.tsx';
import { RootRoute, RouteCrash, RouteFeatureCrash, RouteLoading } from './routes/root.tsx';

/** The app's pages, in the shell or without. */
export function Pages({ router }: { router: Router<OpenedPage> }) {
  return (
    <RouterProvider router={router}>
      {(page) => (page ? <Open {...page} /> : <RouteLoading />)}
    </RouterProvider>
  );
}

function Open({ Page, Shell, handle }: OpenedPage) {
  // Another address is another attempt.
  const location = useLocation();
  return (
    <PageHandleContext value={handle}>
      <ErrorBoundary resetOn={location} fallback={showCrash}>
        <RootRoute>
          {Shell ? (
            <Shell>
              <ErrorBoundary resetOn={location} fallback={showFeatureCrash}>
                <CrashProbe>
                  <Page />
                </CrashProbe>
              </ErrorBoundary>
            </Shell>
          ) : (
            <Page />
          )}
        </RootRoute>
      </ErrorBoundary>
    </PageHandleContext>
  );
}

function showCrash(error: unknown) {
  return <RouteCrash error={error} isPart />;
}

function showFeatureCrash(error: unknown) {
  return <RouteFeatureCrash error={error} isPart />;
}
