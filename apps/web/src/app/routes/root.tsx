import { type ReactNode, useEffect } from 'react';
import { reportPageView } from '#lib/analytics.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { markPageShown, useWhenShown } from '#lib/page-shown.ts';
import { useLocation, useNavigate } from '#lib/use-router.tsx';
import { CrashScreen } from '#ui/crash-screen.tsx';
import { FeatureCrash } from '#ui/feature-crash.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { UnloadedPage } from '#ui/offline-page.tsx';
import { Toaster } from '#ui/toast.tsx';
import { crashOnRequest } from '../crash-probe.tsx';

export function RootRoute({ children }: { children: ReactNode }) {
  crashOnRequest('app');
  const { pathname } = useLocation();
  useEffect(() => reportPageView(pathname), [pathname]);
  useWhenShown(markPageShown);
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}

export function RouteLoading() {
  const { productName } = useClientConfig();
  return <LoadingScreen title={`Loading ${productName}...`} />;
}

/** Navigating to the same page again clears the error and reloads what failed. */
function useRetry() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => void navigate({ pathname, search, hash }, { replace: true });
}

export function RouteCrash({ error }: { error: unknown }) {
  const retry = useRetry();
  return isCutOff(error) ? <UnloadedPage onRetry={retry} /> : <CrashScreen error={error} onRetry={retry} />;
}

export function RouteFeatureCrash({ error }: { error: unknown }) {
  const retry = useRetry();
  return isCutOff(error) ? <UnloadedPage onRetry={retry} /> : <FeatureCrash error={error} onRetry={retry} />;
}

/** Whether a page's files could not be loaded because there is no network (HTML, import() rejects with TypeError). */
const isCutOff = (error: unknown): boolean => error instanceof TypeError && !navigator.onLine;
