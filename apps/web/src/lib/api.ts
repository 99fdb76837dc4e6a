import type { Endpoint, EndpointAnswer, EndpointInput, ErrorCode } from '@dayloom/contracts';

/** `network`: no answer came. `unreadable`: an answer came that the contract does not know. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable';

/** What every failed call throws. The message is fit to be shown. */
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

/** What the client needs to know about who is signed in. */
export interface ApiSession {
  /** The access token at hand, null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** Fetches a new token past every cache. Null or a rejection: the session is over. */
  refreshToken(): Promise<string | null>;
  /** Called once when the session turned out to be over. */
  sessionEnded(): Promise<void>;
}

type Input<E> =
  object extends EndpointInput<E>
    ? [input?: EndpointInput<E>, options?: CallOptions]
    : [input: EndpointInput<E>, options?: CallOptions];

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Goes on its way also when the page is left before the answer. */
  keepalive?: boolean;
}

interface Upload {
  body: Blob;
  /** The content type; the endpoint's own when left out. */
  type?: string;
  /** Share of the bytes that are sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

type Simple = string | number | boolean | undefined;

interface Parts {
  params?: Record<string, Simple>;
  query?: Record<string, Simple>;
  body?: unknown;
}

interface Answer {
  status: number;
  text: string;
}

export type Api = ReturnType<typeof createApi>;

/**
 * A client over the contracts: it sends, refreshes the token once on 401 and repeats, parses the answer, and
 * throws an `ApiError` for everything else. It never shows anything; that is for the caller.
 */
export function createApi(baseUrl: string, session: ApiSession) {
  let refreshing: Promise<string | null> | null = null;

  /** Requests that fail together wait for one refresh, and the end of a session is told once. */
  function refreshOnce(): Promise<string | null> {
    refreshing ??= session
      .refreshToken()
      .catch((error: unknown) => {
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

  /** Sends with the token at hand; after a 401 once more with a new one. `send` sees whether it is a repeat. */
  async function withToken<T extends { status: number }>(
    what: string,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const token = await session.accessToken();
    if (!token) console.warn(`No access token is available: ${what} is sent unauthenticated`);
    const answer = await send(authorization(token));
    if (answer.status !== 401) return answer;
    // Another request may have refreshed while this one was on its way.
    const current = await session.accessToken();
    const retryToken = current && current !== token ? current : await refreshOnce();
    return retryToken ? await send(authorization(retryToken)) : answer;
  }

  async function call<E extends Endpoint>(endpoint: E, ...rest: Input<E>): Promise<EndpointAnswer<E>> {
    const [input, options] = rest;
    const { body, ...address } = (input ?? {}) as Parts;
    const answer = await withToken(
      `${endpoint.method} ${endpoint.path}`,
      async (headers): Promise<Answer> => {
        const response = await reach(
          fetch(toUrl(baseUrl, endpoint, address), {
            method: endpoint.method,
            headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
            body: body === undefined ? null : JSON.stringify(body),
            signal: options?.signal ?? null,
            keepalive: options?.keepalive ?? false,
          }),
        );
        return { status: response.status, text: await reach(response.text()) };
      },
    );
    return parse(endpoint, answer);
  }

  /** Sends a file as it is. Fetch cannot tell how far a body has got, XMLHttpRequest can. */
  async function upload<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    { body, type, onProgress, signal }: Upload,
  ): Promise<EndpointAnswer<E>> {
    const url = toUrl(baseUrl, endpoint, input as Parts);
    const answer = await withToken(
      `${endpoint.method} ${endpoint.path}`,
      (headers) =>
        new Promise<Answer>((resolve, reject) => {
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
    return parse(endpoint, answer);
  }

  /** Opens a stream; the caller reads it. */
  async function open(endpoint: Endpoint, signal: AbortSignal): Promise<Response> {
    const response = await withToken(`${endpoint.method} ${endpoint.path}`, (headers) =>
      reach(fetch(toUrl(baseUrl, endpoint, {}), { headers, signal })),
    );
    if (!response.ok) throw await failure({ status: response.status, text: await response.text() });
    return response;
  }

  return { call, upload, open };
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
  return `${baseUrl.replace(/\/$/, '')}${path}${suffix}`;
}

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable(error);
  }
}

function unreachable(cause?: unknown): ApiError {
  return new ApiError('network', 'The server cannot be reached. Check the connection and try again.', {
    cause,
  });
}

async function parse<E extends Endpoint>(endpoint: E, answer: Answer): Promise<EndpointAnswer<E>> {
  if (answer.status < 200 || answer.status > 299) throw await failure(answer);
  const parsed = endpoint.response.safeParse(parseJson(answer.text));
  if (!parsed.success)
    throw new ApiError(
      'unreadable',
      'The server answered in a way this page does not understand. Reload the page.',
      {
        cause: parsed.error,
      },
    );
  return parsed.data as EndpointAnswer<E>;
}

/** Loads the contracts only now: whoever calls has them, and the entry starts without. */
async function failure(answer: Answer): Promise<ApiError> {
  const { ApiErrorBody } = await import('@dayloom/contracts');
  const body = ApiErrorBody.safeParse(parseJson(answer.text));
  if (body.success) return new ApiError(body.data.code, body.data.message, body.data);
  return new ApiError(
    'unreadable',
    `The server answered with an error (${answer.status}). Try again in a moment.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let installed: Api | null = null;

/** Makes a client the one that `call`, `upload` and the stream use. The entry does it once, tests as they need. */
export function installApi(api: Api): void {
  installed = api;
}

function theApi(): Api {
  if (!installed) throw new Error('The API client is not installed yet');
  return installed;
}

export const call: Api['call'] = (endpoint, ...rest) => theApi().call(endpoint, ...rest);
export const upload: Api['upload'] = (endpoint, input, file) => theApi().upload(endpoint, input, file);
export const openStream: Api['open'] = (endpoint, signal) => theApi().open(endpoint, signal);

/** The sentence to show for a failure: the server's own for its errors, `fallback` for everything else. */
export function getMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback;
}
