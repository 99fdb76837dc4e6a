import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../faults.ts';
import { MINUTE_MS } from '../lengths-of-time.ts';
import type { OauthProvider, TokenHolder } from '../oauth/oauth-provider.ts';
import { Quota } from '../quota.ts';
import { GoogleError } from './google-error.ts';

const SLOW_MS = 2_000;
const CALLS_PER_MINUTE = { user: 600, project: 10_000 };

declare module 'fastify' {
  interface FastifyRequest {
    google?: TokenHolder;
  }
}

interface GateOptions {
  readonly oauth: OauthProvider;
  readonly faults: Faults;
  /** Calls per user; Google's limit by default. */
  readonly callsPerMinute?: number | undefined;
}

/** Checks tokens and quotas, and formats errors like Google's APIs. */
export function googleGate(
  app: FastifyInstance,
  { oauth, faults, callsPerMinute = CALLS_PER_MINUTE.user }: GateOptions,
): void {
  const perUser = new Quota(callsPerMinute, MINUTE_MS);
  const perProject = new Quota(Math.max(CALLS_PER_MINUTE.project, callsPerMinute), MINUTE_MS);
  app.setErrorHandler((error: Error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new GoogleError(404, 'notFound', `The sandbox does not know ${request.method} ${request.url}.`),
    ),
  );
  app.addHook('onRequest', async (request) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const holder = token ? await oauth.findHolder(token) : null;
    if (!holder || faults.take('google', 'expire-token'))
      throw new GoogleError(401, 'authError', 'Invalid Credentials');
    if (perUser.take(holder.connection) > 0 || perProject.take('') > 0)
      throw new GoogleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded');
    if (faults.take('google', 'slow')) await sleep(SLOW_MS);
    if (faults.take('google', 'rate-limit'))
      throw new GoogleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded');
    if (faults.take('google', 'too-many'))
      throw new GoogleError(429, 'rateLimitExceeded', 'Too Many Requests', 1);
    if (faults.take('google', 'error')) throw new GoogleError(503, 'backendError', 'Backend Error');
    request.google = holder;
  });
}

/** The holder of the request's token, if it has one of these scopes. */
export function requireScope(request: FastifyRequest, scopes: readonly string[]): TokenHolder {
  const holder = request.google;
  if (!holder || !scopes.some((scope) => holder.scopes.has(scope)))
    throw new GoogleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
  return holder;
}

function sendError(reply: FastifyReply, error: Error): FastifyReply {
  const known = error instanceof GoogleError ? error : new GoogleError(500, 'backendError', error.message);
  if (known.retryAfterSeconds !== null) reply.header('retry-after', String(known.retryAfterSeconds));
  return reply.code(known.status).send(known.body);
}
