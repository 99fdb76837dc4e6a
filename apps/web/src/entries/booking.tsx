import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LinkLeadsNowhere } from '../features/booking/components/link-leads-nowhere.tsx';
import { PublicProfilePage } from '../features/booking/components/public-profile.tsx';
import { fetchClientConfig } from '../lib/client-config.ts';
import { reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { keepReferral } from '../lib/referral.ts';
import { findStoredToken } from '../lib/stored-token.ts';
import { CrashScreen } from '../ui/crash-screen.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

reportUncaught();
keepReferral();

const { pathname } = window.location;
const element = document.getElementById('root');
const username = /^\/([^/]+)\/?$/.exec(pathname)?.[1];
const isLink = /^\/(event\/[^/]+\/[^/]+|p\/[^/]+)\/?$/.test(pathname);

if (element) await start(element);

async function start(root: HTMLElement): Promise<void> {
  // A dead meeting or short link shows a message; every other unknown address goes home.
  if (isLink) {
    show(root, <LinkLeadsNowhere kind={pathname.startsWith('/event/') ? 'meeting' : 'link'} />);
    void findApi();
  } else if (username) {
    show(root, <PublicProfilePage {...(await findApi())} username={decodeURIComponent(username)} />);
  } else {
    window.location.replace('/');
  }
}

function show(root: HTMLElement, page: ReactNode): void {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary fallback={(error, retry) => <CrashScreen error={error} onRetry={retry} />}>
        {page}
      </ErrorBoundary>
    </StrictMode>,
  );
}

/** The API's address, where error reports go too, and the visitor's token for it. */
async function findApi(): Promise<{ apiBaseUrl: string; token: string | null }> {
  try {
    const { apiBaseUrl, telemetry, oidc } = await fetchClientConfig();
    sendErrorReportsTo(apiBaseUrl, telemetry.errorReportUrl);
    return { apiBaseUrl, token: findStoredToken(oidc, Date.now()) };
  } catch (error) {
    console.warn('The server did not say where its API is', error);
    return { apiBaseUrl: '/api', token: null };
  }
}
