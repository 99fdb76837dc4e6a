import { type ReactNode, StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BookingApp } from '../features/booking/components/booking-app.tsx';
import { GuestPage } from '../features/booking/components/guest-page.tsx';
import { MeetingPage } from '../features/booking/components/meeting-page.tsx';
import { isEmbedded } from '../features/booking/model/embedding.ts';
import { keepFirstChoice } from '../features/booking/model/first-choice.ts';
import { readPageData } from '../features/booking/model/page-data.ts';
import { fetchClientConfig } from '../lib/client-config.ts';
import { reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { nextTask } from '../lib/next-task.ts';
import { keepReferral } from '../lib/referral.ts';
import { findStoredToken } from '../lib/stored-token.ts';
import { CrashScreen } from '../ui/crash-screen.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

reportUncaught();
keepReferral();

const { pathname } = window.location;
const element = document.getElementById('root');
const username = /^\/([^/]+)\/?$/.exec(pathname)?.[1];
const link = /^\/p\/([^/]+)\/?$/.exec(pathname)?.[1];
const [, eventSlug, attendeeId] = /^\/event\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];

if (element) {
  // React's own start was in this task.
  await nextTask();
  await start(element);
}

async function start(root: HTMLElement): Promise<void> {
  if (!attendeeId && !link && !username) {
    window.location.replace('/');
    return;
  }
  const server = await readServer();
  if (link) show(root, <BookingApp {...server} target={{ link: decodeURIComponent(link) }} />);
  else if (username)
    show(root, <BookingApp {...server} target={{ username: decodeURIComponent(username) }} />);
  else if (eventSlug === 'invitation' && attendeeId)
    show(root, <GuestPage {...server} capability={decodeURIComponent(attendeeId)} />);
  else if (eventSlug && attendeeId)
    show(
      root,
      <MeetingPage
        {...server}
        path={{ eventSlug: decodeURIComponent(eventSlug), attendeeId: decodeURIComponent(attendeeId) }}
      />,
    );
}

function show(root: HTMLElement, page: ReactNode): void {
  keepFirstChoice(root, (control) => flushSync(() => control.click()));
  // In a transition it is rendered in short pieces, and what the server has sent can be used meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary fallback={(error, retry) => <CrashScreen error={error} onRetry={retry} />}>
          {page}
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
}

/** The name of the product, the API's address, where error reports go too, and the visitor's token for it. */
async function readServer(): Promise<{ productName: string; apiBaseUrl: string; token: string | null }> {
  try {
    const { productName, apiBaseUrl, telemetry, oidc } =
      readPageData()?.config ?? (await fetchClientConfig());
    sendErrorReportsTo(apiBaseUrl, telemetry.errorReportUrl);
    // Another site must not act as the visitor, whatever it makes them click.
    const token = isEmbedded() ? null : findStoredToken(oidc, Date.now());
    return { productName, apiBaseUrl, token };
  } catch (error) {
    console.warn('The server did not say where its API is', error);
    return { productName: 'Dayloom', apiBaseUrl: '/api', token: null };
  }
}
