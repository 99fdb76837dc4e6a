import type { ConsentDomain } from '../api.ts';

const KEY = 'dayloom.calendarCode';
/** A consent is good for so long (the server forgets it then); an older code is not worth sending. */
const LIFETIME_MS = 15 * 60_000;
const DEFAULT_QUERY = 'tab=accounts';
const MAX_QUERY_LENGTH = 1_000;
/** What the provider adds to the address, or what would start another exchange. */
const PROVIDERS_OWN = new Set([
  'code',
  'state',
  'error',
  'error_description',
  'error_uri',
  'error_subcode',
  'session_state',
  'iss',
  'scope',
  'authuser',
  'prompt',
  'hd',
]);

/** What a provider's redirect to `/settings` says. */
export interface ProviderReturn {
  domain: ConsentDomain;
  /** Null when it came back without: it was declined. */
  code: string | null;
  /** The OAuth error code; null with a code. */
  error: string | null;
  /** Where the page goes on, without anything of the exchange. */
  address: string;
}

/** Reads the address of `/settings`; null when no provider sent the browser here. */
export function readProviderReturn(search: string): ProviderReturn | null {
  const query = new URLSearchParams(search);
  const code = query.get('code');
  const error = query.get('error');
  if (!code && !error) return null;
  const state = query.get('state') ?? '';
  const domain = state === 'outlook' ? 'outlook' : 'google';
  const kept = domain === 'google' ? queryOfState(state) : DEFAULT_QUERY;
  return { domain, code, error: code ? null : error, address: `/settings?${kept}` };
}

/** The query string that went out as `state`, cleaned: the accounts tab, and nothing of an exchange. */
function queryOfState(state: string): string {
  if (state.length > MAX_QUERY_LENGTH || !/^\??[\w.~!$'()*+,;:@/?%=&-]*$/.test(state)) return DEFAULT_QUERY;
  const kept = [...new URLSearchParams(state)].filter(
    // A state that was no query string, such as a random one, reads as one name without a value.
    ([name, value]) => value !== '' && name !== 'tab' && !PROVIDERS_OWN.has(name),
  );
  return new URLSearchParams([['tab', 'accounts'], ...kept]).toString();
}

interface KeptCode {
  domain: ConsentDomain;
  code: string;
  /** Milliseconds since 1970. */
  at: number;
  isSent: boolean;
}

/** Keeps a code beside the address, from which it is about to go. A code that was sent already stays so. */
export function keepCode(domain: ConsentDomain, code: string, now: number): void {
  if (find()?.code === code) return;
  save({ domain, code, at: now, isSent: false });
}

/**
 * The code that waits to be sent, once: neither a second mounting nor a reload gets it again. `giveBack` lets it wait
 * anew, for when the session was over and the server never looked at it.
 */
export function takeCode(now: number): { domain: ConsentDomain; code: string; giveBack: () => void } | null {
  const kept = find();
  if (!kept || kept.isSent || now - kept.at > LIFETIME_MS) return null;
  save({ ...kept, isSent: true });
  return { domain: kept.domain, code: kept.code, giveBack: () => save({ ...kept, isSent: false }) };
}

function save(kept: KeptCode): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

function find(): KeptCode | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptCode | null;
    return typeof kept?.code === 'string' ? kept : null;
  } catch {
    return null;
  }
}
