import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ErrorCode, errorStatus } from '@dayloom/contracts';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { addressKey } from './address-key.ts';
import { openAdmission } from './admission.ts';
import { addConditionalRequests } from './conditional-requests.ts';
import type { Config } from './config.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { AppError } from './errors.ts';
import { logSerializers, redactedPaths } from './log.ts';
import { outcomeUnknown } from './postgres-dialect.ts';
import { rateLimitStore } from './rate-limit-store.ts';
import type { SharedCounts } from './shared-counts.ts';
import { WriteQueue } from './write-queue.ts';
import { hasWritten, trackWrites } from './write-tracking.ts';

const SWEEP_EVERY_MS = 100;
/** Retry-After for a temporary shortage of resources (RFC 9110, 10.2.3). */
export const RETRY_AFTER_SECONDS = 1;

/** Pages that the server itself makes (API docs, sign-in) load scripts only from this server. */
export const OWN_FILES_ONLY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Browsers open addresses such as `/50%-off`, which no router can decode: with each `%` taken for text they are unknown
 * pages, with the response of those. Programs get an error.
 */
function makeReadable(url: string): string {
  const [address = ''] = url.split('?', 1);
  if (!address.includes('%') || /^\/(?:api|oidc|sandbox)(?:\/|$)/.test(address)) return url;
  try {
    decodeURIComponent(address);
    return url;
  } catch {
    return address.replaceAll('%', '%25') + url.slice(address.length);
  }
}

/** An HTTP server with the API's error shape, security headers, limits, request ids and redacted logs. */
export async function openServer(config: Config, counts: SharedCounts): Promise<FastifyInstance> {
  const admission = openAdmission(config);
  const app = Fastify({
    serverFactory: (handler) => admission.createServer(handler),
    logger: { level: config.LOG_LEVEL, redact: redactedPaths, serializers: logSerializers },
    logController: new LogController({
      disableRequestLogging: !['debug', 'trace'].includes(config.LOG_LEVEL),
    }),
    rewriteUrl: ({ url = '/' }) => makeReadable(url),
    bodyLimit: config.BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY,
    // The contracts limit parameters: a longer one is no missing route, but a resource that does not exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    onProtoPoisoning: 'error',
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
  });
  app.setErrorHandler(sendError);
  const addresses = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = addresses.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    addresses.set(url, methods);
  });
  app.decorate('allowedMethods', (url: string) => allowedMethods(addresses, url));

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An empty body means no body, also with a JSON content type: clients send the header on every POST.
    if (body === '') return done(null, undefined);
    void app.getDefaultJsonParser('error', 'error')(request, body as string, (error, value) => {
      done(
        error ? new AppError('invalid_request', 'The body is not valid JSON.', { cause: error }) : null,
        value,
      );
    });
  });

  addConditionalRequests(app);
  // Files of the web app are compressed when it is built. Event streams are never compressed: their messages
  // would wait in the compressor. Request bodies are not decompressed, so their limit stays their size.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });

  const isHttps = config.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', OWN_FILES_ONLY);
    reply.header('permissions-policy', 'camera=(), geolocation=(), payment=()');
  });
  // The client's speed decides how long a stream or file takes, so it does not count as running.
  app.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable) admission.leave(request.raw);
  });
  const writeTurns = new WriteQueue();
  app.addHook('preHandler', async (request, reply) => {
    const isWrite = !['GET', 'HEAD'].includes(request.method);
    // The client's speed decides how long an upload takes, so it needs no turn.
    if (!request.scope || !isWrite || request.body instanceof Readable) return;
    if (!writeTurns.isFree(request.scope.userId)) admission.leave(request.raw);
    await writeTurns.take(request.scope.userId, reply.raw);
  });
  // The last hook before the handler: reading the body leaves the async context of earlier hooks.
  app.addHook('preHandler', (_request, _reply, done) => trackWrites(done));
  // A connection that is busy when the server stops becomes idle after its reply. Nothing else closes it.
  let sweeper: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeper = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(sweeper));
  await app.register(rateLimit, {
    // Runs after authentication, so that a made-up header cannot bypass the limit of a network address.
    hook: 'preValidation',
    allowList: (request) => !request.url.startsWith('/api/'),
    max: config.RATE_LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    store: rateLimitStore(counts),
    keyGenerator: (request) => request.scope?.userId ?? request.identity?.subject ?? addressKey(request.ip),
    errorResponseBuilder: (_request, { after }) =>
      new AppError('rate_limited', `Too many requests. Try again in ${after}.`),
  });
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that the API supports for a URL, for the `Allow` header (RFC 9110, 15.5.6). */
    allowedMethods(url: string): string[];
  }
}

function allowedMethods(addresses: ReadonlyMap<string, ReadonlySet<string>>, url: string): string[] {
  const pathname = url.replace(/[?#].*/s, '').replace(/(?<=^\/|[^/])\/+$/, '');
  if (!pathname.startsWith('/api/')) return [];
  const segments = pathname.split('/');
  const found = [...addresses].filter(([pattern]) => {
    const parts = pattern.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => isMatchingSegment(part, segments[index] ?? ''))
    );
  });
  return [...new Set(found.flatMap(([, methods]) => [...methods]))].sort();
}

/** Whether a segment of a path is that of a pattern, such as `tasks`, `:id` or `:id.svg`. */
function isMatchingSegment(part: string, segment: string): boolean {
  if (!part.startsWith(':')) return part === segment;
  const [, ending = ''] = /^[^.]*(.*)$/.exec(part) ?? [];
  return segment.length > ending.length && segment.endsWith(ending);
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  416: 'invalid_request',
  429: 'rate_limited',
  431: 'invalid_request',
};

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'This content type is not supported.',
  not_found: 'There is nothing at this address.',
};

/** The only place that turns errors into replies. Causes go to the log only. */
function sendError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // The client has left. This is not a failure of the server.
  if (request.raw.errored === error) {
    request.log.info({ err: error, requestId: request.id }, 'The client disconnected during its request');
    return reply.code(errorStatus.invalid_request).send();
  }
  const refusal = toAppError(error, request.method);
  if (refusal.status === 503) {
    request.log.warn({ reason: error.message, requestId: request.id }, 'A request could not be served');
  } else if (refusal.status >= 500) {
    request.log.error({ err: error, requestId: request.id }, 'A request failed');
  }
  if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.code(refusal.status).send({
    success: false,
    code: refusal.code,
    message: refusal.message,
    requestId: request.id,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.alternatives && { alternatives: [...refusal.alternatives] }),
    ...(refusal.challenge && { challenge: refusal.challenge }),
  });
}

function toAppError(error: FastifyError | AppError, method: string): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionLoss(error)) {
    if (hasWritten() && !['GET', 'HEAD'].includes(method)) return outcomeUnknown(error);
    return new AppError('unavailable', 'The database is not reachable at the moment. Try again soon.', {
      cause: error,
    });
  }
  const code = error.statusCode === undefined ? undefined : CODE_OF_STATUS[error.statusCode];
  if (code) return new AppError(code, SENTENCES[code] ?? 'The request could not be read.', { cause: error });
  return new AppError(
    'internal',
    'Something went wrong on our side. Try again. The request id helps us find the cause.',
    {
      cause: error,
    },
  );
}
