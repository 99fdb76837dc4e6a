import { type ReactNode, useEffect, useState } from 'react';
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

interface CrashProps {
  error: unknown;
  /** A part of an open page could not be loaded. React asks once for it, so the page is loaded again. */
  isPart?: boolean;
}

/** Without a network, that would end in the browser's own error page. */
const reload = () => {
  if (navigator.onLine) window.location.reload();
};

export function RouteCrash({ error, isPart }: CrashProps) {
  const retry = useRetry();
  if (useIsCutOff(error))
    return (
      <main>
        <UnloadedPage heading="h1" onRetry={isPart ? reload : retry} />
      </main>
    );
  return <CrashScreen error={error} onRetry={retry} />;
}

export function RouteFeatureCrash({ error, isPart }: CrashProps) {
  const retry = useRetry();
  if (useIsCutOff(error)) return <UnloadedPage onRetry={isPart ? reload : retry} />;
  return <FeatureCrash error={error} onRetry={retry} />;
}

/** As of when the error was shown: the page says that it opens when the network is back. */
function useIsCutOff(error: unknown): boolean {
  const [first] = useState(() => ({ error, isCutOff: isCutOff(error) }));
  return first.error === error ? first.isCutOff : isCutOff(error);
}

/**
 * Whether files could not be loaded because there is no network: import() rejects with a TypeError (HTML), and Vite
 * with an Error for a style sheet.
 */
const isCutOff = (error: unknown): boolean =>
  !navigator.onLine &&
  (error instanceof TypeError ||
    (error instanceof Error && error.message.startsWith('Unable to preload CSS')));
