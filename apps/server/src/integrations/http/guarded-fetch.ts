import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MINUTE_MS } from '@dayloom/time';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 30_000;
/** The limit also for a server that keeps sending slowly. */
const LONGEST_MS = 5 * MINUTE_MS;
/** A slow server is soon slow again and blocks others each time. */
const ASK_SLOW_AGAIN_SECONDS = 15 * 60;
const MAX_REDIRECTS = 5;
const MAX_BYTES = 50 * 1_048_576;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Finds all addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface GuardOptions {
  /** The setting `ALLOW_PRIVATE_ADDRESSES`: permits the private network. */
  readonly allowsPrivate?: boolean;
  /** Origins that are allowed whatever their address: `http://127.0.0.1:5232`. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Returns the origin that serves a host which exists only on this machine (the demo's), or null for any
   * other host. The request keeps its host name.
   */
  readonly findDemoHost?: (url: URL) => Promise<string | null>;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /**
   * From the first connection to the end of the body, with all redirects. Longer requests fail with
   * `too_slow`.
   */
  readonly totalMs?: number;
  /** Limit for the decompressed body. */
  readonly maxBytes?: number;
}

export interface GuardedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Time until the response begins, for servers that prepare it slowly; default `timeoutMs`. */
  readonly firstByteMs?: number;
  /** `manual` returns a redirect like any other response. */
  readonly redirect?: 'follow' | 'manual';
}

export interface GuardedFetch {
  (url: string | URL, request?: GuardedRequest): Promise<Response>;
  close(): void;
}

/**
 * A fetch for addresses that people enter. It sends `authorization` only by https; by http only inside the
 * private network and only if that is allowed. It connects only to public addresses. The check happens when
 * the connection is made, so that a name cannot resolve to another address afterwards, and again for each
 * redirect. A forbidden address is `rejected` with the provider code `address`; no response is `unavailable`.
 * Failure messages contain no address.
 */
export function guardedFetch(options: GuardOptions = {}): GuardedFetch {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const agents = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };
  // Allowed origins have separate agents, so that no other request reuses their connections.
  const openAgents = { http: new HttpAgent(AGENT), https: new HttpsAgent(AGENT) };
  // Requests with a password into the private network also have a separate agent, because another request may
  // have left a connection to any address.
  const insideAgent = new HttpAgent(AGENT);
  const resolve = options.resolve ?? resolveAll;
  const guarded = guardedLookup(resolve, isPublicAddress, privateAddress);
  const inside = guardedLookup(resolve, (address) => !isPublicAddress(address), unencrypted);

  const once = async (
    url: URL,
    request: GuardedRequest,
    authorization: string | undefined,
    endsAt: number,
  ) => {
    if (!/^https?:$/.test(url.protocol)) throw refused('The address must begin with https:// or http://.');
    if (url.username || url.password)
      throw refused('Remove the name and the password from the address. Enter them in their own fields.');
    const demoHost = (await options.findDemoHost?.(url)) ?? null;
    const isOpen =
      demoHost !== null ||
      options.allowsPrivate === true ||
      (options.allowedOrigins ?? []).includes(url.origin);
    const target = demoHost === null ? url : new URL(`${url.pathname}${url.search}`, demoHost);
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    // An IP address needs no lookup, so it is checked here.
    const isLiteral = isIP(literal) !== 0;
    const isBare =
      authorization !== undefined &&
      url.protocol === 'http:' &&
      demoHost === null &&
      !(options.allowedOrigins ?? []).includes(url.origin);
    if (isBare && (options.allowsPrivate !== true || (isLiteral && isPublicAddress(literal))))
      throw unencrypted();
    if (!isOpen && isLiteral && !isPublicAddress(literal)) throw privateAddress();
    const isTls = target.protocol === 'https:';
    const { http, https } = isOpen ? openAgents : agents;
    const lookup = isBare ? inside : isOpen ? null : guarded;
    return new Promise<IncomingMessage>((received, reject) => {
      const sent: ClientRequest = (isTls ? httpsRequest : httpRequest)(
        target,
        {
          method: request.method ?? 'GET',
          agent: isTls ? https : isBare ? insideAgent : http,
          headers: {
            'accept-encoding': 'gzip, deflate, br',
            'user-agent': 'Dayloom',
            ...request.headers,
            ...(authorization !== undefined && { authorization }),
            ...(request.body !== undefined && { 'content-length': String(Buffer.byteLength(request.body)) }),
            host: url.host,
          },
          ...(lookup && { lookup }),
        },
        received,
      );
      const within = (limitMs: number, message: string, end: (error: Error) => unknown) => {
        const leftMs = endsAt - performance.now();
        return leftMs < limitMs
          ? setTimeout(() => end(new TooSlow()), Math.max(0, leftMs))
          : setTimeout(() => end(new Error(message)), limitMs);
      };
      const timer = within(request.firstByteMs ?? timeoutMs, 'No response in time.', (error) =>
        sent.destroy(error),
      );
      sent.once('close', () => clearTimeout(timer));
      sent.once('response', (incoming: IncomingMessage) => {
        clearTimeout(timer);
        const last = within(LONGEST_MS, 'The response did not end.', (error) => incoming.destroy(error));
        incoming.once('close', () => clearTimeout(last));
        incoming.setTimeout(timeoutMs, () => incoming.destroy(new Error('The response stopped.')));
      });
      sent.once('error', reject);
      sent.end(request.body);
    });
  };

  const fetch = async (address: string | URL, request: GuardedRequest = {}): Promise<Response> => {
    let url = readUrl(address);
    let { method = 'GET', body } = request;
    const { authorization, ...headers } = lowerCased(request.headers ?? {});
    const first = url;
    const endsAt = performance.now() + (options.totalMs ?? Number.POSITIVE_INFINITY);
    for (let hops = 0; ; hops += 1) {
      let incoming: IncomingMessage;
      try {
        incoming = await once(
          url,
          {
            method,
            headers,
            ...(body !== undefined && { body }),
            ...(request.firstByteMs !== undefined && { firstByteMs: request.firstByteMs }),
          },
          sharesLogin(first, url) ? authorization : undefined,
          endsAt,
        );
      } catch (error) {
        throw toFailure(error);
      }
      const status = incoming.statusCode ?? 0;
      const location = incoming.headers.location;
      if (request.redirect === 'manual' || !REDIRECTS.has(status) || location === undefined)
        return toResponse(incoming, url, maxBytes);
      incoming.resume();
      if (hops === MAX_REDIRECTS)
        throw refused(
          'The address redirects too many times. Check it, or ask the administrator of that server.',
        );
      url = readUrl(location, url);
      // RFC 9110 §15.4: 303 points to another resource, to be read with GET. WebDAV methods stay unchanged.
      if (status === 303 || (method === 'POST' && status < 303)) {
        method = 'GET';
        body = undefined;
      }
    }
  };
  return Object.assign(fetch, {
    close() {
      for (const agent of [agents.http, agents.https, openAgents.http, openAgents.https, insideAgent])
        agent.destroy();
    },
  });
}

const AGENT = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets: 8, timeout: MINUTE_MS };

/**
 * Whether the login for one address may be sent to the other: the same host and never from https to http, or
 * two hosts of iCloud, which keeps each account on a separate host.
 */
export function sharesLogin(from: URL, to: URL): boolean {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
  if (from.hostname === to.hostname) return true;
  // The second is the demo's: nobody owns names under .example (RFC 2606).
  return ['.icloud.com', '.icloud.example'].some(
    (domain) => from.hostname.endsWith(domain) && to.hostname.endsWith(domain),
  );
}

function readUrl(address: string | URL, base?: URL): URL {
  const url = URL.parse(String(address), base?.href);
  if (!url) throw refused('This is not an address. One looks like https://example.com/calendar.');
  return url;
}

class TooSlow extends ProviderFailure {
  constructor() {
    super('unavailable', 'The server takes too long to respond.', {
      providerCode: 'too_slow',
      retryAfterSeconds: ASK_SLOW_AGAIN_SECONDS,
    });
  }
}

function refused(message: string): ProviderFailure {
  return new ProviderFailure('rejected', message, { providerCode: 'address' });
}

function privateAddress(): ProviderFailure {
  return refused(
    'The address is in a private network, which this server does not access. Use a public address, or ask the administrator of this server to allow private ones.',
  );
}

function unencrypted(): ProviderFailure {
  return refused('An http:// address would send the password unencrypted. Use the https:// address.');
}

const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** The DNS lookup for connections. It returns only permitted addresses. */
function guardedLookup(
  resolve: Resolve,
  mayGo: (address: string) => boolean,
  refusal: () => ProviderFailure,
): LookupFunction {
  const listAllowed = async (
    hostname: string,
    family: unknown,
  ): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const found = await resolve(hostname);
    const [first, ...others] = found.filter(
      (each) => mayGo(each.address) && (!family || family === each.family || family === `IPv${each.family}`),
    );
    if (!first) throw found.length > 0 ? refusal() : notFound();
    return [first, ...others];
  };
  return (hostname, { all, family }, done) => {
    const respond = async () => {
      try {
        const usable = await listAllowed(hostname, family);
        return () => (all ? done(null, usable) : done(null, usable[0].address, usable[0].family));
      } catch (error) {
        return () => done(error as NodeJS.ErrnoException, '', 0);
      }
    };
    // Called outside the promise, so that this code does not catch what the connection throws.
    void respond().then((resolve) => setImmediate(resolve));
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('There is no such host.'), { code: 'ENOTFOUND' });
}

function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  // Each address that was tried has a separate error.
  const inner = error instanceof AggregateError ? error.errors : [error];
  const failure = inner.find((each) => each instanceof ProviderFailure);
  if (failure) return failure;
  const { code } = (inner[0] ?? {}) as { code?: string };
  if (code === 'ENOTFOUND') return refused('No server has this name. Check the address for typing mistakes.');
  const why = code?.startsWith('ERR_TLS') || /CERT|SELF_SIGNED|SIGNATURE/.test(code ?? '');
  // Network errors contain the address, which may be secret, so only their code is kept.
  return new ProviderFailure(
    'unavailable',
    why
      ? 'The certificate of the server is not valid, so nothing was sent. Its administrator has to renew it.'
      : 'The server does not respond.',
    code === undefined ? {} : { cause: code, providerCode: code },
  );
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const NO_BODY = new Set([101, 204, 205, 304]);

function toResponse(incoming: IncomingMessage, url: URL, maxBytes: number): Response {
  const status = incoming.statusCode ?? 0;
  if (status < 200 || status > 599) {
    incoming.destroy();
    throw new ProviderFailure('unavailable', 'The response of the server cannot be read.');
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct))
    for (const each of value ?? []) headers.append(name, each);
  const hasBody = !NO_BODY.has(status);
  if (!hasBody) incoming.resume();
  const body = hasBody ? Readable.toWeb(measured(incoming, maxBytes)) : null;
  const response = new Response(body as ReadableStream<Uint8Array> | null, { status, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

/** The decompressed body, which fails when it exceeds the limit. */
function measured(incoming: IncomingMessage, maxBytes: number): Readable {
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[incoming.headers['content-encoding']?.toLowerCase() ?? ''];
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) return done(null, chunk);
      done(
        new ProviderFailure(
          'rejected',
          `The response is larger than ${Math.max(1, Math.floor(maxBytes / 1_048_576))} MB, which is too large.`,
          { providerCode: 'too_large' },
        ),
      );
    },
  });
  const broken = (error: Error) =>
    meter.destroy(
      error instanceof ProviderFailure
        ? error
        : new ProviderFailure('unavailable', 'The response broke off.', { cause: error.message }),
    );
  const unpacked = unpack ? incoming.pipe(unpack()) : incoming;
  incoming.once('error', broken);
  incoming.once('close', () => {
    if (!incoming.complete) broken(new Error('The connection closed.'));
  });
  if (unpacked !== incoming) unpacked.once('error', broken);
  unpacked.pipe(meter);
  meter.once('close', () => {
    // Nothing reads the rest, so the connection is closed.
    if (!incoming.complete) incoming.destroy();
  });
  return meter;
}
