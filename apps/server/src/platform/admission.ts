import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { ApiErrorBody } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { Config } from './config.ts';

/** Sent as Retry-After to a refused client. */
const RETRY_AFTER_SECONDS = 1;
const CHECK_EVERY_MS = 1_000;
/** A slow line today is ten times faster. A slower sender only holds the connection. */
const MIN_BYTES_PER_SECOND = 4_096;
/** The limit at any rate: enough for the largest file (20 MB) at 25 kB/s. */
const REQUEST_TIMEOUT_MS = 15 * MINUTE_MS;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const HEALTH = '/api/health';
/** Requests that need the database. Files and pages come from memory and disk. */
const COUNTED = /^\/(?:api|oidc)\//;

const BUSY = 'The server is overloaded. Try again in a moment.';

const MAX_WAITING = 1_000;
/** A client that is refused at once sends its next request at once. Waiting slows the callers down too. */
const LONGEST_WAIT_MS = 1_000;
const SWEEP_EVERY_MS = 50;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handler: RequestListener;
  readonly since: number;
}

/**
 * Lets a fixed number of requests run at once, lets a thousand wait for a second and refuses the rest (503,
 * Retry-After), so that the running requests finish in time. Without this limit each of a thousand requests
 * waits for all others, and most clients leave before their reply. It runs before Fastify because a refusal
 * must cost next to nothing.
 *
 * Waiting requests are served newest first. The oldest has the least time left, and serving it first would
 * make everyone wait for a second.
 *
 * The health check always passes. A request does not count while it waits for its client (an incoming body,
 * an event stream, a download).
 */
export interface Admission {
  readonly createServer: (handler: RequestListener) => Server;
  /** Stops counting a request that from now on only waits for its client. */
  leave(request: IncomingMessage): void;
}

export function openAdmission(
  config: Pick<Config, 'MAX_REQUESTS_AT_ONCE' | 'BODY_GRACE_SECONDS' | 'publicUrl' | 'apiBaseUrl'>,
): Admission {
  const counted = new WeakSet<IncomingMessage>();
  const waiting: Waiting[] = [];
  let sweeper: NodeJS.Timeout | undefined;
  let running = 0;
  const enter = (request: IncomingMessage) => {
    counted.add(request);
    running++;
  };
  const leave = (request: IncomingMessage) => {
    if (!counted.delete(request)) return;
    running--;
    while (running < config.MAX_REQUESTS_AT_ONCE) {
      const next = waiting.pop();
      if (!next) return;
      if (!next.response.closed) run(next);
    }
  };
  const run = ({ request, response, handler }: Omit<Waiting, 'since'>) => {
    enter(request);
    response.once('close', () => leave(request));
    handler(request, response);
  };
  const sweep = () => {
    const longestAgo = performance.now() - LONGEST_WAIT_MS;
    while (waiting[0] && waiting[0].since < longestAgo) {
      const late = waiting.shift();
      if (late && !late.response.closed) refuse(late.response);
    }
    if (waiting.length > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  };
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
    // Pages on another origin must be able to read the refusal.
    ...(new URL(config.apiBaseUrl).origin !== new URL(config.publicUrl).origin && {
      'access-control-allow-origin': new URL(config.publicUrl).origin,
    }),
  };

  const admit =
    (handler: RequestListener): RequestListener =>
    (request, response) => {
      if (hasBody(request)) watchBody(request, response);
      const { url = '/' } = request;
      if (!COUNTED.test(url) || url === HEALTH) return handler(request, response);
      if (running < config.MAX_REQUESTS_AT_ONCE) return run({ request, response, handler });
      if (waiting.length >= MAX_WAITING) return refuse(response);
      waiting.push({ request, response, handler, since: performance.now() });
      sweeper ??= setInterval(sweep, SWEEP_EVERY_MS);
    };
  const refuse = (response: ServerResponse) => {
    response.writeHead(503, headers).end(JSON.stringify(refusal('unavailable', BUSY)));
  };

  /**
   * Frees the slot of a request while its body arrives, and cuts off a body that arrives too slowly, even
   * after the reply was sent. Otherwise slow bodies would be the cheapest way to hold connections without an
   * account.
   */
  const watchBody = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = socket.bytesRead;
    let waitedMs = 0;
    const check = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(check);
      // Received bytes are still unread, so the server is slow and not the client.
      if (request.readableLength > 0 && !response.writableEnded) return;
      waitedMs += CHECK_EVERY_MS;
      if (counted.has(request)) {
        leave(request);
        request.once('end', () => {
          if (!response.closed) enter(request);
        });
      }
      const allowed = config.BODY_GRACE_SECONDS + (socket.bytesRead - before) / MIN_BYTES_PER_SECOND;
      if (waitedMs / 1000 > allowed) cutOff(request, response);
    }, CHECK_EVERY_MS);
    check.unref();
  };

  return {
    createServer(handler) {
      const server = createServer(
        {
          requestTimeout: REQUEST_TIMEOUT_MS,
          headersTimeout: HEADERS_TIMEOUT_MS,
          connectionsCheckingInterval: CHECK_EVERY_MS,
        },
        admit(handler),
      );
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
    leave,
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The rest of the body is not read, so the connection cannot be reused. */
function cutOff({ socket }: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) {
    const text = JSON.stringify(refusal('request_timeout', 'The request did not arrive in time.'));
    response.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(text, () => socket.destroy());
  } else {
    socket.destroy();
  }
}

function refusal(code: ApiErrorBody['code'], message: string): ApiErrorBody {
  return { success: false, code, message, requestId: randomUUID() };
}
