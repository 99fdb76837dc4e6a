import { MINUTE_MS } from '@dayloom/time';
import type { DAVResponse } from 'tsdav';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { type GuardedFetch, sharesLogin } from '../http/guarded-fetch.ts';
import { serverFailure } from '../http/http-failure.ts';

/** The login of an account. The address is the one that the person entered. */
export interface DavLogin {
  readonly serverUrl: string;
  readonly username: string;
  readonly password: string;
}

/** The type of fetch that the client (tsdav) calls. */
type ClientFetch = typeof globalThis.fetch;

export interface DavCalls {
  /** The client's functions, loaded with the first call. */
  readonly client: typeof loadClient;
  /**
   * A fetch for the client. It signs in, calls only the entered server and hosts that share its logins, and
   * turns a refusal into a `ProviderFailure`, except for the statuses that the caller handles.
   */
  fetch(...understood: readonly number[]): ClientFetch;
  /**
   * `fetch` with a longer wait for listings: with a cold cache Radicale needs minutes for a listing of 10,000
   * events.
   */
  listing(...understood: readonly number[]): ClientFetch;
}

const LISTING_FIRST_BYTE_MS = 4 * MINUTE_MS;
/**
 * Limit for elements, attributes and entities of a response that the client parses in one piece on the event
 * loop: a quarter of a second. The most detailed list of calendars has some 60 for each calendar.
 */
const MAX_MARKS = 40_000;
const MAX_CHARACTERS = 2_000_000;

const loadClient = () => import('tsdav');

const NOT_ACCEPTED =
  'The name or the app-specific password is not accepted. Check both; the password you sign in with elsewhere may not work here.';
const ELSEWHERE =
  'The calendars are on another server than the one you entered. Connect that server by its own address.';
const IN_THE_CLEAR =
  'The server redirects to an http:// address, where the password would be sent unencrypted. Its administrator has to set up https://.';

export function davCalls(send: GuardedFetch, login: DavLogin, clock: () => Date): DavCalls {
  const named = new URL(login.serverUrl);
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const fetchWithin = (understood: readonly number[], firstByteMs: number | null): ClientFetch =>
    (async (address: string | URL, init: RequestInit = {}) => {
      const url = new URL(String(address));
      if (!sharesLogin(named, url)) throw toRedirectFailure(named, url);
      const response = await send(url, {
        method: init.method ?? 'GET',
        headers: { ...Object.fromEntries(new Headers(init.headers)), authorization },
        ...(typeof init.body === 'string' && { body: init.body }),
        ...(firstByteMs !== null && { firstByteMs }),
      });
      if (response.ok || understood.includes(response.status))
        return init.method === 'PROPFIND' && firstByteMs === null ? requireReadableSize(response) : response;
      await response.body?.cancel();
      throw toFailure(response, named, clock());
    }) as ClientFetch;
  return {
    client: loadClient,
    fetch: (...understood) => fetchWithin(understood, null),
    listing: (...understood) => fetchWithin(understood, LISTING_FIRST_BYTE_MS),
  };
}

/** Returns the same response, or throws when the client would parse it for too long. */
async function requireReadableSize(response: Response): Promise<Response> {
  const text = await response.text();
  if (text.length > MAX_CHARACTERS || (text.match(/[<=&]/g)?.length ?? 0) > MAX_MARKS)
    throw new ProviderFailure('rejected', 'The response of the server is too large.', {
      providerCode: 'too_large',
    });
  const { status, statusText, headers, url } = response;
  return Object.defineProperty(new Response(text, { status, statusText, headers }), 'url', { value: url });
}

/** Why the password is not sent to an address to which the server redirects. */
function toRedirectFailure(named: URL, url: URL): ProviderFailure {
  const isUnsafe = named.protocol === 'https:' && url.protocol === 'http:';
  return new ProviderFailure('rejected', isUnsafe ? IN_THE_CLEAR : ELSEWHERE, { providerCode: 'address' });
}

function toFailure(response: Response, named: URL, now: Date): ProviderFailure {
  const { status } = response;
  const wasSignedIn = sharesLogin(named, URL.parse(response.url) ?? named);
  const providerCode = String(status);
  const failed = serverFailure(response, now);
  if (failed) return failed;
  if (status === 401 && !wasSignedIn) return toRedirectFailure(named, URL.parse(response.url) ?? named);
  if (status === 401) return new ProviderFailure('reconnect_needed', NOT_ACCEPTED, { providerCode });
  if (status === 403)
    return new ProviderFailure(
      'rejected',
      'The server does not allow this. Ask the owner of the calendar for access.',
      { providerCode },
    );
  if (status === 404 || status === 410) return calendarGone(providerCode);
  if (status === 413)
    return new ProviderFailure('rejected', 'The event is too large for the server. Shorten its notes.', {
      providerCode,
    });
  return new ProviderFailure('rejected', `The server rejects this without giving a reason (${status}).`, {
    providerCode,
  });
}

export function calendarGone(providerCode: string): ProviderFailure {
  return new ProviderFailure(
    'rejected',
    "The server no longer has this calendar. Turn 'Synced' off here, or restore it there.",
    { providerCode },
  );
}

/** Whether a response is a WebDAV multistatus. A web page is not one, even with status 207. */
export function isMultistatus(responses: readonly DAVResponse[]): boolean {
  const [first] = responses;
  return typeof first?.raw === 'object' && first.raw !== null && 'multistatus' in first.raw;
}

/** The responses of a multistatus. Throws when the server sends anything else. */
export function multistatus(responses: readonly DAVResponse[]): DAVResponse[] {
  if (!isMultistatus(responses))
    throw new ProviderFailure('unavailable', 'The server does not respond like a calendar server.', {
      providerCode: 'not_caldav',
    });
  // An empty multistatus comes as a single response without an address.
  return responses.filter(({ href }) => toText(href) !== '');
}

/**
 * The text of an element in the client's result, which is a string, a value parsed as a number, or an array
 * of pieces.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(toText).find((text) => text !== '') ?? '';
  if (typeof value !== 'object' || value === null) return '';
  const { _cdata, _text } = value as Record<string, unknown>;
  return toText(_cdata ?? _text);
}

/** The texts of an element that may occur several times. */
export function toTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(toText).filter((text) => text !== '');
}

/** The names of the child elements of one or several elements. */
export function namesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) =>
    typeof each === 'object' && each !== null ? Object.keys(each) : [],
  );
}
