import type { ClientConfig } from '@dayloom/contracts';
import type { OpenAccount } from '../features/focus/components/focus-page.ts';
import { reportUncaught, sendErrorReportsTo } from '../lib/error-reports.ts';
import { keepReferral } from '../lib/referral.ts';

/**
 * The target of an ended session; the provider always returns to `/` (see features/account/model/session.ts).
 */
const AFTER_SIGN_OUT = 'dayloom.afterSignOut';

const MAX_IDLE_WAIT_MS = 2_000;

// The pages are rendered when the site is built; this adds what only a browser can know or do.
reportUncaught();
keepReferral();
const leavesFor = findOtherPage();
if (leavesFor === null) start();
else window.location.replace(leavesFor);

/** Where the visitor has to go instead; null if it is here. */
function findOtherPage(): string | null {
  if (document.querySelector('[data-missing]')) return '/';
  if (window.location.pathname !== '/') return null;
  const after = sessionStorage.getItem(AFTER_SIGN_OUT);
  if (after !== null) sessionStorage.removeItem(AFTER_SIGN_OUT);
  return after?.startsWith('/login') ? after : null;
}

function start(): void {
  if (isSignedIn()) {
    for (const link of document.querySelectorAll<HTMLElement>('[data-guest]')) link.hidden = true;
    for (const link of document.querySelectorAll<HTMLElement>('[data-member]')) link.hidden = false;
  }
  const root = document.getElementById('main');
  if (root?.querySelector('.focus')) void startFocus(root);
  const demo = root?.querySelector<HTMLElement>('[data-demo]');
  if (demo) whenIdle(() => void startDemo(demo));
  const search = root?.querySelector<HTMLFormElement>('[data-docs-search]');
  if (search) prepareSearch(search);
  whenIdle(() => void readConfig());
}

/** Whether the app has kept a session, which may be over. */
function isSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'));
  } catch {
    return false;
  }
}

async function startFocus(root: HTMLElement): Promise<void> {
  const { startFocusPage } = await import('../features/focus/components/focus-page.ts');
  startFocusPage(root, isSignedIn() ? openAccount : undefined);
}

const openAccount: OpenAccount = async (root, show) => {
  const account = await import('../app/focus-account.ts');
  return account.openAccount(root, show);
};

/** After the page is shown and loaded. Browsers without the call of idle time (Safari) wait for the load only. */
function whenIdle(run: () => void): void {
  const loaded = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(run);
  };
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
}

async function startDemo(root: HTMLElement): Promise<void> {
  const demo = await import('../features/site/components/demo-page.ts');
  demo.startDemo(root);
}

/** The search is loaded by those who use it. */
function prepareSearch(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => event.preventDefault());
  const open = async () => {
    const { startDocsSearch } = await import('../features/site/components/docs-search.ts');
    startDocsSearch(form);
  };
  form.addEventListener('focusin', () => void open(), { once: true });
}

/** Where this server wants error reports. If it is unknown, they go to the server that sent the page. */
async function readConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json');
    const { apiBaseUrl, telemetry } = (await response.json()) as Partial<ClientConfig>;
    if (apiBaseUrl) sendErrorReportsTo(apiBaseUrl, telemetry?.errorReportUrl ?? null);
  } catch {
    // The page works without it.
  }
}
