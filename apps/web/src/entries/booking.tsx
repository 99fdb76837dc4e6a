import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LinkLeadsNowhere } from '../features/booking/components/link-leads-nowhere.tsx';
import { PublicProfilePage } from '../features/booking/components/public-profile.tsx';
import { fetchClientConfig } from '../lib/client-config.ts';
import { reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { keepReferral } from '../lib/referral.ts';
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
    void apiAddress();
  } else if (username) {
    const apiBaseUrl = await apiAddress();
    show(root, <PublicProfilePage apiBaseUrl={apiBaseUrl} username={decodeURIComponent(username)} />);
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

/** The API's address. Error reports go there too. */
async function apiAddress(): Promise<string> {
  try {
    const { apiBaseUrl, telemetry } = await fetchClientConfig();
    sendErrorReportsTo(apiBaseUrl, telemetry.errorReportUrl);
    return apiBaseUrl;
  } catch (error) {
    console.warn('The server did not say where its API is', error);
    return '/api';
  }
}
