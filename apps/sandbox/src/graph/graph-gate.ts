import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#lengths-of-time.ts';
import type { Faults } from '../faults.ts';
import type { OauthProvider, TokenHolder } from '../oauth/oauth-provider.ts';
import { ConcurrencyLimit, Quota } from '../quota.ts';
import { GraphError } from './graph-error.ts';

const SLOW_MS = 2_000;
/** The quota of an app per mailbox. */
const CALLS = { most: 10_000, inMs: 10 * MINUTE_MS, atOnce: 4 };

declare module 'fastify' {
  interface FastifyRequest {
    graph?: TokenHolder;
    /** The connection whose concurrent calls include this one. */
    graphPlace?: string;
  }
}

/** Checks tokens and quotas, and formats errors like Graph. */
export function graphGate(app: FastifyInstance, oauth: OauthProvider, faults: Faults): void {
  const quota = new Quota(CALLS.most, CALLS.inMs);
  const atOnce = new ConcurrencyLimit(CALLS.atOnce);
  const leave = (request: FastifyRequest) => {
    if (request.graphPlace !== undefined) atOnce.leave(request.graphPlace);
    delete request.graphPlace;
  };
  app.setErrorHandler((error: Error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new GraphError(404, 'ResourceNotFound', `The sandbox does not know ${request.method} ${request.url}.`),
    ),
  );
  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const holder = token ? await oauth.findHolder(token) : null;
    if (!holder || faults.take('microsoft', 'expire-token'))
      throw new GraphError(
        401,
        'InvalidAuthenticationToken',
        'Lifetime validation failed, the token is expired.',
      );
    const wait = quota.take(holder.connection);
    if (wait > 0) throw new GraphError(429, 'ApplicationThrottled', 'Too many requests.', wait);
    if (!atOnce.enter(holder.connection))
      throw new GraphError(
        429,
        'ApplicationThrottled',
        'Application is over its MailboxConcurrency limit.',
        1,
      );
    request.graphPlace = holder.connection;
    // Also when a client stops waiting.
    reply.raw.once('close', () => leave(request));
    if (faults.take('microsoft', 'slow')) await sleep(SLOW_MS);
    if (faults.take('microsoft', 'rate-limit') || faults.take('microsoft', 'too-many'))
      throw new GraphError(429, 'ApplicationThrottled', 'Too many requests.', 1);
    if (faults.take('microsoft', 'error'))
      throw new GraphError(503, 'ServiceUnavailable', 'A fault was asked for.');
    request.graph = holder;
  });
  // Before the response is sent: the client may call again before this side knows that it arrived.
  app.addHook('onSend', async (request) => leave(request));
}

export const reader = (request: FastifyRequest) =>
  requireScope(request, ['Calendars.ReadWrite', 'Calendars.Read']);
export const writer = (request: FastifyRequest) => requireScope(request, ['Calendars.ReadWrite']);

/** The holder of the request's token, if it has one of these scopes. */
export function requireScope(request: FastifyRequest, scopes: readonly string[]): TokenHolder {
  const holder = request.graph;
  if (!holder || !scopes.some((scope) => holder.scopes.has(scope)))
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
  return holder;
}

function sendError(reply: FastifyReply, error: Error): FastifyReply {
  const known =
    error instanceof GraphError ? error : new GraphError(500, 'InternalServerError', error.message);
  if (known.retryAfterSeconds !== null) reply.header('retry-after', String(known.retryAfterSeconds));
  return reply.code(known.status).send(known.body);
}
