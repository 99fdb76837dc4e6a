import type { ClientConfig } from '@dayloom/contracts';
import type { OpenAccount } from '../features/focus/components/focus-page.ts';
import { frame } from '../features/site/components/frame.ts';
import { Html } from '../features/site/components/html.ts';
import type { PageMaker } from '../features/site/model/page.ts';
import { findPage } from '../features/site/pages/site-routes.ts';
import { reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { isSitePath } from '../lib/find-entry.ts';
import { keepReferral } from '../lib/referral.ts';

const NAME_KEY = 'dayloom.productName';
/**
 * The target of an ended session; the provider always returns to `/` (see features/account/model/session.ts).
 */
const AFTER_SIGN_OUT = 'dayloom.afterSignOut';

reportUncaught();
keepReferral();
void show();

async function show(): Promise<void> {
  const path = window.location.pathname.replace(/(?<=^\/|[^/])\/+$/, '');
  const after = path === '/' ? sessionStorage.getItem(AFTER_SIGN_OUT) : null;
  if (after !== null) sessionStorage.removeItem(AFTER_SIGN_OUT);
  if (after?.startsWith('/login')) {
    window.location.replace(after);
    return;
  }
  const maker = isSitePath(path) ? await findMaker(path) : null;
  if (!maker?.('')) {
    window.location.replace('/');
    return;
  }
  let name = localStorage.getItem(NAME_KEY) ?? 'Dayloom';
  let stop = render(maker, name, path);
  const actual = await productName();
  if (actual === null || actual === name) return;
  name = actual;
  localStorage.setItem(NAME_KEY, name);
  stop();
  stop = render(maker, name, path);
}

async function findMaker(path: string): Promise<PageMaker | null> {
  if (path !== '/pomodoro') return findPage(path);
  const [{ focusMarkup }, { startFocusPage }] = await Promise.all([
    import('../features/focus/components/focus-markup.ts'),
    import('../features/focus/components/focus-page.ts'),
  ]);
  return (name) => ({
    title: `Focus timer · ${name}`,
    description:
      'A focus timer that keeps time through sleep and reload: 25 minutes of work, 5 of rest, 15 after four.',
    body: new Html(focusMarkup),
    start: (root) => startFocusPage(root, isSignedIn() ? openAccount : undefined),
  });
}

/** Whether the app has kept a session, which may be over. */
function isSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'));
  } catch {
    return false;
  }
}

const openAccount: OpenAccount = async (root, show) => {
  const account = await import('../app/focus-account.ts');
  return account.openAccount(root, show);
};

function render(maker: PageMaker, name: string, path: string): () => void {
  const page = maker(name);
  const root = document.getElementById('root');
  if (!page || !root) return () => {};
  document.title = page.title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', page.description);
  root.innerHTML = frame(name, path, page.body, { isSignedIn: isSignedIn() }).text;
  // The browser looked for the address's fragment before the page had its content.
  if (window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  return page.start?.(root) ?? (() => {});
}

/**
 * The product name that this server uses; null when it is unknown, and the page then stays as it is. Also
 * sets the address for error reports.
 */
async function productName(): Promise<string | null> {
  try {
    const response = await fetch('/config.json');
    const { productName, apiBaseUrl, telemetry } = (await response.json()) as Partial<ClientConfig>;
    if (apiBaseUrl) sendErrorReportsTo(apiBaseUrl, telemetry?.errorReportUrl ?? null);
    return productName ?? null;
  } catch {
    return null;
  }
}
