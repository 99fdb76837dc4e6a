import { TASK_IMPORT_STATE } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { ConsentDomain } from '../api.ts';

const KEY = 'dayloom.calendarCode';
/** Lifetime of a consent (the server drops it then); older codes are not sent. */
const LIFETIME_MS = 15 * MINUTE_MS;
const DEFAULT_QUERY = 'tab=accounts';
const MAX_QUERY_LENGTH = 1_000;
/** Parameters that the provider adds, or that would start another exchange. */
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

/** The provider's response in a redirect to `/settings`. */
export interface ProviderReturn {
  domain: ConsentDomain;
  /** Null without a code: access was declined. */
  code: string | null;
  /** The OAuth error code; null with a code. */
  error: string | null;
  /** The address to continue at, without the parameters of the exchange. */
  address: string;
}

/** Parses the address of `/settings`; null when it does not come from a provider. */
export function readProviderReturn(search: string): ProviderReturn | null {
  const query = new URLSearchParams(search);
  const code = query.get('code');
  const error = query.get('error');
  if (!code && !error) return null;
  const state = query.get('state') ?? '';
  // The code is for an import of tasks.
  if (state.startsWith(TASK_IMPORT_STATE)) return null;
  const domain = state === 'outlook' ? 'outlook' : 'google';
  const kept = domain === 'google' ? parseStateQuery(state) : DEFAULT_QUERY;
  return { domain, code, error: code ? null : error, address: `/settings?${kept}` };
}

/**
 * The query string that was sent as `state`, cleaned: with the accounts tab, without parameters of an
 * exchange.
 */
function parseStateQuery(state: string): string {
  if (state.length > MAX_QUERY_LENGTH || !/^\??[\w.~!$'()*+,;:@/?%=&-]*$/.test(state)) return DEFAULT_QUERY;
  const kept = [...new URLSearchParams(state)].filter(
    // A state that is not a query string, for example a random one, parses as one name without a value.
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

/** Stores a code before it is removed from the address. A code that was already sent stays marked as sent. */
export function keepCode(domain: ConsentDomain, code: string, now: number): void {
  if (find()?.code === code) return;
  save({ domain, code, at: now, isSent: false });
}

/**
 * Takes the code that waits to be sent, once: a second mount or a reload does not get it again. `giveBack`
 * returns it if the session had expired and the server never processed it.
 */
export function consumeCode(
  now: number,
): { domain: ConsentDomain; code: string; giveBack: () => void } | null {
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
