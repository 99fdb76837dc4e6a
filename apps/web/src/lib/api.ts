import type { ApiErrorBody, Endpoint, EndpointInput, EndpointResponse, ErrorCode } from '@dayloom/contracts';

/** `network`: no response arrived. `unreadable`: the response is not from the API. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable';

/** Thrown by every failed call. The message can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(
    code: ApiErrorCode,
    message: string,
    more: { fields?: Record<string, string> | undefined; requestId?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.fields = more.fields ?? {};
    this.requestId = more.requestId ?? null;
  }
}

/** The client's access to the session. */
export interface ApiSession {
  /** The current access token; null when signed out. With `as`, it throws if it is not the token of that user. */
  accessToken(as?: string): Promise<string | null>;
  /**
   * Fetches a new token, bypassing every cache. Null or a rejection: the session is over. An `ApiError` `network`:
   * the provider could not be reached, and the session goes on.
   */
  refreshToken(): Promise<string | null>;
  /** Called once when the session is over. */
  sessionEnded(): Promise<void>;
}

type Input<E> =
  object extends EndpointInput<E>
    ? [input?: EndpointInput<E>, options?: CallOptions]
    : [input: EndpointInput<E>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Completes the request even if the page is left before the response. */
  keepalive?: boolean;
  /** The server executes requests with the same key once. */
  idempotencyKey?: string;
  /** Set for a request that waited: it is sent only with the token of this user (`toUserKey`). */
  as?: string | undefined;
}

interface Upload {
  body: Blob;
  /** The content type; by default the endpoint's own. */
  type?: string;
  /** Sent share of the bytes, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

type Simple = string | number | boolean | undefined;

interface Parts {
  params?: Record<string, Simple>;
  query?: Record<string, Simple>;
  body?: unknown;
}

/** A response whose body has been read. */
interface ReadResponse {
  status: number;
  text: string;
}

export type Api = ReturnType<typeof createApi>;

/**
 * A client for the contracts: it sends the request, refreshes the token once on 401 and repeats, parses the
 * response, and throws an `ApiError` on failure. It never shows anything; that is up to the caller.
 */
export function createApi(baseUrl: string, session: ApiSession) {
  let refreshing: Promise<string | null> | null = null;
  const ahead = new Map<string, Promise<ReadResponse | null>>();

  /** Concurrent failures share one refresh, and the end of the session is reported once. */
  function refreshOnce(): Promise<string | null> {
    refreshing ??= session
      .refreshToken()
      .catch((error: unknown) => {
        if (isUnreachable(error)) throw error;
        console.warn('The session could not be refreshed', error);
        return null;
      })
      .then(async (token) => {
        if (!token) await session.sessionEnded();
        return token;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  /** Sends with the current token; after a 401 once more with a new one. */
  async function withToken<T extends { status: number }>(
    what: string,
    send: (headers: Record<string, string>) => Promise<T>,
    as?: string,
  ): Promise<T> {
    const known = watcher?.knownMessage() ?? null;
    if (known !== null) throw new ApiError('network', known);
    const token = await session.accessToken(as);
    if (!token) console.warn(`No access token is available: ${what} is sent unauthenticated`);
    const response = await send(authorization(token));
    if (response.status !== 401) return response;
    // Another request may have refreshed the token in the meantime.
    const current = await session.accessToken(as);
    if (current && current !== token) return await send(authorization(current));
    const refreshed = await refreshOnce();
    if (refreshed === null) return response;
    if (as !== undefined) await session.accessToken(as);
    return await send(authorization(refreshed));
  }

  /**
   * Requests what a page will read, while its scripts are still on the line. `paths` have their query strings, with
   * the parameters in the order of the call. The first call of the same address takes the response; if it is an error,
   * that call sends its own request.
   */
  async function prefetch(paths: readonly string[]): Promise<void> {
    // Without storage there is no session. The page's own calls say so.
    const token = await session.accessToken().catch(() => null);
    if (!token) return;
    for (const path of paths) {
      const url = toAddress(baseUrl, path);
      const read = async (): Promise<ReadResponse | null> => {
        const response = await fetch(url, { headers: authorization(token) });
        return response.ok ? { status: response.status, text: await response.text() } : null;
      };
      ahead.set(
        url,
        read().catch(() => null),
      );
    }
  }

  function takePrefetched(url: string): Promise<ReadResponse | null> | null {
    const response = ahead.get(url) ?? null;
    ahead.delete(url);
    return response;
  }

  /** Drops the responses that nothing has taken yet: they are older than a change. */
  const dropPrefetched = () => ahead.clear();

  async function call<E extends Endpoint>(endpoint: E, ...rest: Input<E>): Promise<EndpointResponse<E>> {
    const [input, options] = rest;
    const { body, ...address } = (input ?? {}) as Parts;
    const url = toUrl(baseUrl, endpoint, address);
    const known = endpoint.method === 'GET' ? await takePrefetched(url) : dropPrefetched();
    if (known) return parse(endpoint, known);
    const received = await withToken(
      `${endpoint.method} ${endpoint.path}`,
      async (headers): Promise<ReadResponse> => {
        const response = await withUnreachableError(
          fetch(url, {
            method: endpoint.method,
            headers: {
              ...headers,
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...(options?.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
            },
            body: body === undefined ? null : JSON.stringify(body),
            signal: options?.signal ?? null,
            keepalive: options?.keepalive ?? false,
          }),
        );
        return { status: response.status, text: await withUnreachableError(response.text()) };
      },
      options?.as,
    );
    return parse(endpoint, received);
  }

  /** Uploads a file unchanged. XMLHttpRequest reports upload progress, fetch does not. */
  async function upload<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    { body, type, onProgress, signal }: Upload,
  ): Promise<EndpointResponse<E>> {
    dropPrefetched();
    const url = toUrl(baseUrl, endpoint, input as Parts);
    const received = await withToken(
      `${endpoint.method} ${endpoint.path}`,
      (headers) =>
        new Promise<ReadResponse>((resolve, reject) => {
          const request = new XMLHttpRequest();
          request.open(endpoint.method, url);
          for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
          request.setRequestHeader('content-type', type ?? endpoint.media ?? 'application/octet-stream');
          request.upload.addEventListener('progress', (event) => {
            if (event.lengthComputable) onProgress?.(event.loaded / event.total);
          });
          request.addEventListener('load', () =>
            resolve({ status: request.status, text: request.responseText }),
          );
          request.addEventListener('error', () => reject(unreachable()));
          request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
          signal?.addEventListener('abort', () => request.abort());
          request.send(body);
        }),
    );
    return parse(endpoint, received);
  }

  /** Opens a stream; the caller reads it. `accept` chooses it where the endpoint can also respond at once. */
  async function open<E extends Endpoint>(
    endpoint: E,
    signal: AbortSignal,
    { accept, ...input }: Partial<EndpointInput<E>> & { accept?: string } = {},
  ): Promise<Response> {
    const { body, ...address } = input as Parts;
    const response = await withToken(`${endpoint.method} ${endpoint.path}`, (headers) =>
      withUnreachableError(
        fetch(toUrl(baseUrl, endpoint, address), {
          method: endpoint.method,
          headers: {
            ...headers,
            ...(accept !== undefined && { accept }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal,
        }),
      ),
    );
    if (!response.ok) throw failure({ status: response.status, text: await response.text() });
    return response;
  }

  return { call, upload, open, prefetch, dropPrefetched };
}

function authorization(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

function toUrl(baseUrl: string, endpoint: Endpoint, { params, query }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  const suffix = search.size > 0 ? `?${search}` : '';
  return toAddress(baseUrl, `${path}${suffix}`);
}

const toAddress = (baseUrl: string, path: string) => `${baseUrl.replace(/\/$/, '')}${path}`;

async function withUnreachableError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable(error);
  }
}

interface ConnectionWatcher {
  /** What to say instead of sending a request while the server is known to be out of reach; else null. */
  readonly knownMessage: () => string | null;
  /** Learns that a request got no response; returns the message. */
  readonly report: () => string;
}
let watcher: ConnectionWatcher | null = null;

/** Connects the client to the watch over the connection (`connection.ts`), which public pages do without. */
export function onUnreachable(watch: ConnectionWatcher): void {
  watcher = watch;
}

export function unreachable(cause?: unknown): ApiError {
  const message = watcher?.report() ?? 'The server cannot be reached. Check the connection and try again.';
  return new ApiError('network', message, { cause });
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'network';

/** Responses of a proxy whose server is gone. */
const GATEWAY_FAILURES: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * The client does not validate a response: the server writes it by the same contract. While the product is developed
 * and tested, one that breaks its contract fails.
 */
async function parse<E extends Endpoint>(endpoint: E, received: ReadResponse): Promise<EndpointResponse<E>> {
  if (received.status < 200 || received.status > 299) throw failure(received);
  const body = parseJson(received.text);
  const problem = import.meta.env.DEV ? endpoint.response.safeParse(body).error : undefined;
  if (!isObject(body) || problem)
    throw new ApiError(
      'unreadable',
      'The server sent a response that this page does not understand. Reload the page.',
      { cause: problem },
    );
  return body as EndpointResponse<E>;
}

function failure({ status, text }: ReadResponse): ApiError {
  const body = parseJson(text);
  if (isErrorBody(body)) return new ApiError(body.code, body.message, body);
  if (GATEWAY_FAILURES.has(status)) return unreachable();
  return new ApiError('unreadable', `The server answered with an error (${status}). Try again in a moment.`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isErrorBody = (value: unknown): value is ApiErrorBody =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let installed: Api | null = null;

/**
 * Installs the client that `call`, `upload` and the stream use. The entry does this once, tests as needed.
 */
export function installApi(api: Api): void {
  installed = api;
}

function theApi(): Api {
  if (!installed) throw new Error('The API client is not installed yet');
  return installed;
}

export const call: Api['call'] = (endpoint, ...rest) => theApi().call(endpoint, ...rest);
export const upload: Api['upload'] = (endpoint, input, file) => theApi().upload(endpoint, input, file);
export const prefetch: Api['prefetch'] = (paths) => theApi().prefetch(paths);
export const dropPrefetched: Api['dropPrefetched'] = () => theApi().dropPrefetched();
export const openStream: Api['open'] = (endpoint, ...rest) => theApi().open(endpoint, ...rest);

/** The message to show for a failure: the server's own for its errors, else `fallback`. */
export function getMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
