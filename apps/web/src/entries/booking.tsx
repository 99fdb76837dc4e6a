import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LinkLeadsNowhere } from '../features/booking/link-leads-nowhere.tsx';
import { PublicProfilePage } from '../features/booking/public-profile.tsx';
import { fetchClientConfig } from '../lib/client-config.ts';
import { keepReferral } from '../lib/referral.ts';

keepReferral();

const { pathname } = window.location;
const element = document.getElementById('root');
const username = /^\/([^/]+)\/?$/.exec(pathname)?.[1];
const isLink = /^\/(event\/[^/]+\/[^/]+|p\/[^/]+)\/?$/.test(pathname);

if (element) await start(element);

async function start(root: HTMLElement): Promise<void> {
  // A meeting or a short link that leads nowhere says so; any other address that nobody has goes home.
  if (isLink) {
    createRoot(root).render(
      <StrictMode>
        <LinkLeadsNowhere kind={pathname.startsWith('/event/') ? 'meeting' : 'link'} />
      </StrictMode>,
    );
  } else if (username) {
    const apiBaseUrl = await fetchClientConfig().then(
      (config) => config.apiBaseUrl,
      () => '/api',
    );
    createRoot(root).render(
      <StrictMode>
        <PublicProfilePage apiBaseUrl={apiBaseUrl} username={decodeURIComponent(username)} />
      </StrictMode>,
    );
  } else {
    window.location.replace('/');
  }
}
