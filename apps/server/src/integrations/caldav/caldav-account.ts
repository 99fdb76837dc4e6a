import type { Consent, PasswordProvider } from '#features/calendar-accounts/ports.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { GuardedFetch } from '../http/guarded-fetch.ts';
import {
  type DavCalls,
  type DavLogin,
  davCalls,
  isMultistatus,
  multistatus,
  namesIn,
  toText,
  toTexts,
} from './dav-calls.ts';

const ICLOUD = 'https://caldav.icloud.com';

/** The stored access of a connected account. */
export interface CaldavGrant extends DavLogin {
  /**
   * Null when the server names no principal. The calendars are then at `homeUrl`, the address the person
   * entered.
   */
  readonly principalUrl: string | null;
  readonly homeUrl: string;
  /** The account's email addresses, in lower case. They identify the user's own answer to an invitation. */
  readonly addresses: readonly string[];
}

export function readCaldavGrant(grant: string): CaldavGrant {
  return JSON.parse(grant) as CaldavGrant;
}

export interface CaldavAccess {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

/**
 * Signs in to iCloud or any CalDAV server with a user name and an app-specific password (RFC 4791, RFC 6764).
 */
export function caldavPasswords({ fetch, clock }: CaldavAccess): PasswordProvider {
  return {
    async signIn({ serverUrl, username, password }) {
      const named = serverAddress(serverUrl);
      const login = { serverUrl: named.href, username: username.trim(), password };
      const calls = davCalls(fetch, login, clock);
      const found = await discover(calls, named);
      const { homeUrl, addresses } =
        found.principalUrl === null
          ? { homeUrl: found.homeUrl, addresses: [] }
          : await readPrincipal(calls, found.principalUrl);
      const subject = new URL(found.principalUrl ?? homeUrl);
      const own = login.username.includes('@') ? [login.username.toLowerCase()] : [];
      const all = [...new Set([...own, ...addresses])];
      const grant: CaldavGrant = { ...login, principalUrl: found.principalUrl, homeUrl, addresses: all };
      const consent: Consent = {
        subject: `${subject.host}${subject.pathname}`,
        email: own.length > 0 ? login.username : (all[0] ?? `${login.username}@${named.hostname}`),
        grant: JSON.stringify(grant),
      };
      return { ...consent, serverUrl: login.serverUrl };
    },
  };
}

/** Reads the address that a person entered. Without a scheme it means https; an empty one means iCloud. */
function serverAddress(text: string | null): URL {
  const written = text?.trim() || ICLOUD;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw addressRefused('This is not the address of a server. One looks like https://caldav.example.com.');
  if (url.username || url.password)
    throw addressRefused(
      'Remove the name and the password from the address. Enter them in their own fields.',
    );
  url.hash = '';
  url.search = '';
  return url;
}

function addressRefused(message: string): ProviderFailure {
  return new ProviderFailure('rejected', message, { providerCode: 'address' });
}

type Found = { principalUrl: string; homeUrl: null } | { principalUrl: null; homeUrl: string };

/** Tries the entered address, the well-known address and the root, in the order of RFC 6764 §6. */
async function discover(calls: DavCalls, named: URL): Promise<Found> {
  const wellKnown = new URL('/.well-known/caldav', named);
  const root = new URL('/', named);
  const candidates = named.pathname === '/' ? [wellKnown, root] : [named, wellKnown, root];
  let refusal: ProviderFailure | null = null;
  for (const candidate of candidates) {
    try {
      const found = await probeAddress(calls, candidate);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      // Another path cannot help when the address is forbidden, the server is unreachable or it asks to wait.
      if (error.providerCode === 'address' || error.kind === 'rate_limited') throw error;
      if (error.kind === 'unavailable' && !/^5\d\d$/.test(error.providerCode ?? '')) throw error;
      if (refusal?.kind !== 'reconnect_needed') refusal = error;
    }
  }
  if (refusal && refusal.kind !== 'rejected') throw refusal;
  throw addressRefused(
    'There is no calendar server at this address. Ask your provider for its CalDAV address.',
  );
}

const NOT_HERE = [300, 400, 403, 404, 405, 406, 410, 415, 501] as const;

async function probeAddress(calls: DavCalls, url: URL): Promise<Found | null> {
  const { propfind } = await calls.client();
  const send = calls.fetch(...NOT_HERE);
  // Relative addresses in the response refer to the address after redirects.
  let at = url.href;
  const responses = await propfind({
    url: url.href,
    props: { 'd:current-user-principal': {}, 'd:resourcetype': {}, 'c:calendar-home-set': {} },
    depth: '0',
    fetch: async (...request) => {
      const response = await send(...request);
      at = response.url;
      return response;
    },
  });
  if (!isMultistatus(responses)) return null;
  const [first] = multistatus(responses);
  const principal = toText(first?.props?.['currentUserPrincipal']?.href);
  if (principal) return { principalUrl: new URL(principal, at).href, homeUrl: null };
  const home = toText(first?.props?.['calendarHomeSet']?.href);
  if (home) return { principalUrl: null, homeUrl: new URL(home, at).href };
  if (namesIn(first?.props?.['resourcetype']).includes('calendar'))
    return { principalUrl: null, homeUrl: at };
  return null;
}

/** Finds the home of a principal's calendars. With iCloud it is on another host, which may change. */
export async function readPrincipal(
  calls: DavCalls,
  principalUrl: string,
): Promise<{ homeUrl: string; addresses: string[]; hasOutbox: boolean }> {
  const { propfind } = await calls.client();
  const responses = await propfind({
    url: principalUrl,
    props: { 'c:calendar-home-set': {}, 'c:calendar-user-address-set': {}, 'c:schedule-outbox-URL': {} },
    depth: '0',
    fetch: calls.fetch(),
  });
  const [first] = multistatus(responses);
  const [home] = toTexts(first?.props?.['calendarHomeSet']?.href);
  if (!home)
    throw new ProviderFailure(
      'rejected',
      'The account has no calendars on this server. Create one there, then connect again.',
      {
        providerCode: 'no_calendars',
      },
    );
  const addresses = toTexts(first?.props?.['calendarUserAddressSet']?.href).flatMap((address) =>
    /^mailto:/i.test(address) ? [address.slice(7).toLowerCase()] : [],
  );
  const hasOutbox = toText(first?.props?.['scheduleOutboxURL']?.href) !== '';
  return { homeUrl: new URL(home, principalUrl).href, addresses, hasOutbox };
}
