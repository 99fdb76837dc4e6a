import { DAY_MS } from '@dayloom/time';
import { findReturnPath } from '#lib/return-path.ts';

const KEY = 'dayloom.redirectIntent';
const COMPLETED = 'dayloom.redirectCompleted';
export const INTENT_LIFETIME_MS = DAY_MS;
const HOME = '/dashboard';

/** The target of a visitor who had to sign in first, or of a link in a message. */
export interface RedirectIntent {
  destination: string | null;
  intent: string | null;
  source: string | null;
  campaign: string | null;
  /** Context of a link; never proves who follows it. */
  magicToken: string | null;
  tab: string | null;
  params: Record<string, string>;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const shortPaths: Readonly<Record<string, string>> = {
  '/upgrade': 'upgrade',
  '/pay': 'billing',
  '/join': 'signup',
  '/verify': 'verify',
};

const targets: Readonly<Record<string, string>> = {
  upgrade: '/settings?tab=billing',
  billing: '/settings?tab=billing',
  signup: '/settings?tab=billing',
  verify: '/settings?tab=profile',
  calendar: '/calendar-flow',
  chat: '/chat',
};

const named = new Set(['source', 'campaign', 'token', 'tab', 'dest', 'intent']);
/** Parameters that our own pages interpret: a link must not be able to inject them. */
const withheld = new Set(['code', 'state', 'error', 'error_description', 'iss', 'returnTo', 'tab', 'ref']);

export class UnsafeDestination extends Error {
  override readonly name = 'UnsafeDestination';
  constructor() {
    super('The link leads to a place outside this site');
  }
}

/**
 * Parses a link, for example `/upgrade?source=sms` or `/r?dest=/tasks`. Refuses destinations on other hosts.
 */
export function readIntent(pathname: string, search: string, now: number): RedirectIntent {
  const query = new URLSearchParams(search);
  const dest = query.get('dest');
  const destination = dest === null ? null : findReturnPath(dest);
  if (dest !== null && destination === null) throw new UnsafeDestination();
  return {
    destination,
    intent: shortPaths[withoutEndSlashes(pathname)] ?? query.get('intent'),
    source: query.get('source'),
    campaign: query.get('campaign'),
    magicToken: query.get('token'),
    tab: query.get('tab'),
    params: Object.fromEntries([...query].filter(([name]) => !named.has(name))),
    expiresAt: now + INTENT_LIFETIME_MS,
  };
}

const withoutEndSlashes = (pathname: string) => pathname.replace(/(?<!\/)\/+$/, '');

/** The intent that returns a visitor to the page that required sign-in. */
export function toReturnIntent(pathname: string, search: string, now: number): RedirectIntent {
  return {
    destination: pathname + search,
    intent: null,
    source: 'web',
    campaign: null,
    magicToken: null,
    tab: new URLSearchParams(search).get('tab'),
    params: {},
    expiresAt: now + INTENT_LIFETIME_MS,
  };
}

/** The path of an intent: a known intent's target, else its own destination, else the dashboard. */
export function getTarget(intent: RedirectIntent): string {
  const known =
    intent.intent !== null && Object.hasOwn(targets, intent.intent) ? targets[intent.intent] : undefined;
  const path = known ?? findReturnPath(intent.destination) ?? HOME;
  const url = new URL(path, 'https://here.invalid');
  if (intent.tab && !known && !url.searchParams.has('tab')) url.searchParams.set('tab', intent.tab);
  for (const [name, value] of Object.entries(intent.params))
    if (!withheld.has(name) && !url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/** Only the home page, the blog and the policies need no sign-in. */
export function needsSignIn(target: string): boolean {
  const path = target.replace(/[?#].*/s, '');
  return path !== '/' && !['/blog', '/policies'].some((open) => path === open || path.startsWith(`${open}/`));
}

export interface RedirectText {
  title: string;
  thanks: string | null;
}

export function getText({ intent, source }: Pick<RedirectIntent, 'intent' | 'source'>): RedirectText {
  const title =
    intent === 'upgrade'
      ? 'Setting up your upgrade...'
      : intent === 'signup'
        ? 'Preparing your account...'
        : 'Redirecting you...';
  const thanks = "Thanks for clicking the link! We're getting everything ready for you.";
  return { title, thanks: source === 'sms' ? thanks : null };
}

/** Returns false if the session storage is full or switched off. */
export function storeIntent(intent: RedirectIntent): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
    sessionStorage.removeItem(COMPLETED);
    return true;
  } catch (error) {
    console.error('The redirect could not be stored', error);
    return false;
  }
}

/** The stored intent; null if it is missing, older than a day or unreadable. */
export function findIntent(now: number): RedirectIntent | null {
  const text = readStorage(KEY);
  if (!text) return null;
  try {
    const intent = JSON.parse(text) as RedirectIntent;
    if (typeof intent.expiresAt === 'number' && intent.expiresAt > now)
      return { ...intent, params: intent.params ?? {} };
  } catch {
    // Not written by this app, or truncated.
  }
  sessionStorage.removeItem(KEY);
  return null;
}

/** Null also where the browser has switched the session storage off. */
function readStorage(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Consumes the stored intent: the completed flag survives a reload until the next intent is stored. */
export function consumeIntentTarget(now: number): string | null {
  if (readStorage(COMPLETED) === 'true') return null;
  const intent = findIntent(now);
  if (!intent) return null;
  sessionStorage.setItem(COMPLETED, 'true');
  sessionStorage.removeItem(KEY);
  return getTarget(intent);
}

export function forgetIntent(): void {
  sessionStorage.removeItem(KEY);
}
