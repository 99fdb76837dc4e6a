import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Gives what a page fetches again and again an ETag, and responds with 304 when the client has it already (RFC
 * 9110, 8.8 and 13.1.2). The browser keeps the response but asks each time, so it never shows an old one, nor
 * that of another account in the same browser.
 *
 * The tags are weak: they are the same for every content encoding. Register it before the compression.
 */
export function addConditionalRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || request.routeOptions.config.access !== 'user') return done(null, payload);
    if (!isForPages(request)) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return done(null, payload);
    }
    if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    const etag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!listTags(request.headers['if-none-match']).includes(etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

/** API tokens read it too. The rest, such as sessions and invoices, is rarely read and kept by no cache. */
function isForPages({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.tokenScope?.startsWith('read:') ?? false;
}

/** The weak entity tags of an If-None-Match header. */
export function listTags(header: string | undefined): string[] {
  return header?.match(/W\/"[^"]*"/g) ?? [];
}
