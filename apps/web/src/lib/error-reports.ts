import { pathOnly, scrub } from '@dayloom/contracts/scrub';

type Kind = 'app' | 'feature' | 'start' | 'error' | 'rejection';

const MAX_PER_PAGE = 20;
const LONGEST = { message: 1_000, stack: 8_000, path: 500, browser: 400 };

/** Until the configuration is loaded, reports go to the server that sent this page. */
const targets = new Set([`${window.location.origin}/api/client-errors`]);
const reported = new WeakSet<object>();
const reportedTexts = new Set<string>();
let sent = 0;

/** Sets the targets of reports: our own API, and a further address that the server's owner may configure. */
export function sendErrorReportsTo(apiBaseUrl: string, furtherUrl: string | null): void {
  targets.clear();
  targets.add(`${apiBaseUrl.replace(/\/$/, '')}/client-errors`);
  if (furtherUrl) targets.add(furtherUrl);
}

/** Eight characters that the crash screen shows and the report contains. */
export function newErrorId(): string {
  // `randomUUID` needs a secure context; a crash screen must work everywhere.
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/**
 * Reports a failure to the server, once each, without personal data. A report that cannot be sent is only
 * logged: reporting that failure would fail as well.
 */
export function reportError(error: unknown, kind: Kind, errorId = newErrorId()): void {
  const { message, stack } = describe(error);
  if (isReported(error, message, stack) || sent >= MAX_PER_PAGE) return;
  sent += 1;
  const report = {
    errorId,
    kind,
    message: scrub(message).slice(0, LONGEST.message),
    stack: scrub(stack).slice(0, LONGEST.stack),
    path: pathOnly(window.location.pathname).slice(0, LONGEST.path),
    browser: navigator.userAgent.slice(0, LONGEST.browser),
  };
  for (const target of targets) void send(target, report);
}

async function send(target: string, report: object): Promise<void> {
  try {
    await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      credentials: 'omit',
      // The page may be about to close.
      keepalive: true,
    });
  } catch (error) {
    console.warn('A failure could not be reported', error);
  }
}

/** Reports uncaught failures too, although no screen shows them. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message }) => {
    // Errors of cross-origin scripts have no details, and a ResizeObserver that skips a frame is not a
    // failure.
    if (!error || /ResizeObserver loop/.test(message)) return;
    reportError(error, 'error');
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // An aborted or failed request: its caller has handled it.
    if (reason instanceof DOMException && reason.name === 'AbortError') return;
    reportError(reason, 'rejection');
  });
}

function describe(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' };
  return {
    message: typeof error === 'string' ? error : `Thrown: ${Object.prototype.toString.call(error)}`,
    stack: '',
  };
}

function isReported(error: unknown, message: string, stack: string): boolean {
  const text = `${message}\n${stack}`;
  const isKnown =
    (typeof error === 'object' && error !== null && reported.has(error)) || reportedTexts.has(text);
  if (typeof error === 'object' && error !== null) reported.add(error);
  reportedTexts.add(text);
  return isKnown;
}
