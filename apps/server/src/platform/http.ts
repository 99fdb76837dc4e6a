import type { Readable } from 'node:stream';
import { type Access, type Endpoint, Id, type TokenScope } from '@dayloom/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import { AppError } from './errors.ts';
import type { IdempotencyOptions } from './journal.ts';
import { describeIssue, describeProblem } from './problems.ts';
import type { Scope } from './scope.ts';
import { createSerializer } from './serialize-response.ts';
import type { Identity } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The scope that an API token needs for this route. Without it the route accepts no API token. */
    tokenScope?: TokenScope | undefined;
  }
  interface FastifyRequest {
    identity?: Identity;
    scope?: Scope;
  }
}

export interface Call<Params, Query, Body> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Set for endpoints with `media`: the unread body. */
  readonly stream: Readable | undefined;
}

/** What a handler returns: the response without `success`, which `route` adds, or a reply already sent. */
type HandlerResult<Response> = Omit<Response, 'success'> | FastifyReply;

/** Tighter limits than the server's, for public endpoints. */
interface RouteLimits {
  readonly perMinute?: number;
  readonly bytes?: number;
}

/** Turns an endpoint of the contracts into a route, which validates, calls the handler and replies. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<HandlerResult<z.output<R>>>,
  limits: RouteLimits = {},
): void {
  const schema: FastifySchema = { response: { '2xx': endpoint.response } };
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      access: endpoint.access,
      tokenScope: endpoint.scope,
      ...(limits.perMinute && {
        rateLimit: { max: limits.perMinute, timeWindow: '1 minute', groupId: endpoint.path },
      }),
    },
    ...(limits.bytes && { bodyLimit: limits.bytes }),
    // A declaration without a response has one that is undefined at run time.
    ...((endpoint.response as z.ZodType | undefined) && {
      schema,
      serializerCompiler: () => createSerializer(endpoint.response),
    }),
    handler: async (request, reply) => {
      const call = {
        request,
        reply,
        params: parse(endpoint.params, request.params, 'path') as z.output<P>,
        query: parse(endpoint.query, request.query, 'query') as z.output<Q>,
        body: (endpoint.media
          ? undefined
          : parse(endpoint.body, request.body ?? undefined, 'body')) as z.output<B>,
        stream: request.body as Readable | undefined,
      };
      const result = await handler(call);
      // A reply that the handler sent itself resolves to undefined when it is complete, or when the client
      // has left in the middle and can receive nothing more.
      if (reply.raw.headersSent && !reply.raw.writableEnded) {
        reply.hijack();
        return;
      }
      return reply.sent ? reply : { success: true, ...result };
    },
  });
}

/** The user of a request to an endpoint with access `user`. */
export function getScope(request: FastifyRequest): Scope {
  if (!request.scope) throw new AppError('unauthenticated', 'Authentication required');
  return request.scope;
}

/** `Idempotency-Key` of https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header: here a UUID. */
export function readIdempotencyKey({ headers }: FastifyRequest): IdempotencyOptions {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  const parsed = Id.safeParse(key);
  if (parsed.success) return { key: parsed.data };
  throw new AppError('invalid_request', 'Idempotency-Key: is not a UUID', {
    fields: { 'Idempotency-Key': 'is not a UUID' },
  });
}

/** Aborted when the response closes, because the client left or the reply is complete. */
export function onDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new AppError('invalid_request', 'The request was aborted.')));
  return gone.signal;
}

/** The verified identity of a request to an endpoint with access `identity` or `user`. */
export function getIdentity(request: FastifyRequest): Identity {
  if (!request.identity) throw new AppError('unauthenticated', 'Authentication required');
  return request.identity;
}

function parse(schema: z.ZodType | undefined, value: unknown, part: 'path' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  refuseUnstorable(value, [], part);
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= issue.message;
  // A malformed id must look like another user's resource: both do not exist for the caller.
  throw new AppError(
    part === 'path' ? 'not_found' : 'invalid_request',
    describeProblem(parsed.error.issues, part),
    {
      fields,
    },
  );
}

const NUL = '\u0000';
const MAX_DEPTH = 32;

/**
 * PostgreSQL stores no NUL character in text and no lone surrogate in JSON, so both are refused here. The error names
 * the field, or `part` for the value as a whole.
 */
export function refuseUnstorable(value: unknown, path: readonly string[] = [], part = 'body'): void {
  if (path.length > MAX_DEPTH) throw new AppError('invalid_request', 'The request is nested too deeply.');
  if (typeof value === 'string') {
    if (value.includes(NUL) || !value.isWellFormed()) {
      throw new AppError('invalid_request', 'The request contains a character that cannot be stored.', {
        fields: { [path.join('.') || part]: 'contains a character that cannot be stored' },
      });
    }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseUnstorable(item, [...path, String(at)], part);
  } else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key, path, part);
      refuseUnstorable(item, [...path, key], part);
    }
  }
}
