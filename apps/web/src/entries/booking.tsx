import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LinkLeadsNowhere } from '../features/booking/link-leads-nowhere.tsx';
import { keepReferral } from '../lib/referral.ts';

keepReferral();

const { pathname } = window.location;
// A meeting or a short link that leads nowhere says so; any other address that nobody has goes home.
const isLink = /^\/(event\/[^/]+\/[^/]+|p\/[^/]+)\/?$/.test(pathname);
const element = document.getElementById('root');
if (!isLink || !element) window.location.replace('/');
else
  createRoot(element).render(
    <StrictMode>
      <LinkLeadsNowhere kind={pathname.startsWith('/event/') ? 'meeting' : 'link'} />
    </StrictMode>,
  );
