import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { ApiErrorBody } from '@dayloom/contracts';
import type { Config } from './config.ts';

/** Seconds after which a refused client may ask again. */
const RETRY_AFTER_SECONDS = 1;
const CHECK_EVERY_MS = 1_000;
/** A slow line of our days has ten times as much; who sends less holds a connection for its own sake. */
const MIN_BYTES_PER_SECOND = 4_096;
/** Whatever its rate: 20 MB, the largest file, at 25 kB/s. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const HEALTH = '/api/health';
/** What needs the database. Files and pages are served from memory and disk. */
const COUNTED = /^\/(?:api|oidc)\//;

const BUSY = 'The server has more to do than it can. Try again in a moment.';

const MAX_WAITING = 1_000;
/** A refusal that comes at once is followed by the next request at once: waiting slows the callers down too. */
const LONGEST_WAIT_MS = 1_000;
const SWEEP_EVERY_MS = 50;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handler: RequestListener;
  readonly since: number;
}

/**
 * Lets so many requests run at once, a thousand wait for a second, and refuses the rest (503, Retry-After), so
 * that those that run are answered in time. Without it each of a thousand requests waits for all others, and most
 * are given up before their answer. It stands before Fastify, because a refusal has to cost next to nothing.
 *
 * The newest of those that wait is served first: the oldest has the least time left, and serving it first would
 * make everybody wait for a second.
 *
 * The health check always passes. A request that waits for its client (a body that is still on its way, an event
 * stream, a download) is not counted while it does.
 */
export interface Admission {
  readonly createServer: (handler: RequestListener) => Server;
  /** The rest of the request only waits for its client. */
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
    // Our own pages have to be able to read why.
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
   * Gives the place of a request back while its body is on its way, and cuts off a body that trickles, also one whose
   * request has its answer already: without an account that would be the cheapest way to hold connections.
   */
  const watchBody = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = socket.bytesRead;
    let waitedMs = 0;
    const check = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(check);
      // What has arrived is not read yet: then we are slow, and not the client.
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

/** Nobody reads the rest: the connection is of no more use. */
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
