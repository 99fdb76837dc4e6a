import { Readable } from 'node:stream';
import { type ClientConfig, type StreamMessage, systemApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { route, scopeOf } from '../../platform/http.ts';
import { apiDocsPage } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';

const HEARTBEAT_MS = 25_000;
/** A stream ends now and then, so that a revoked session does not listen for ever. */
const STREAM_LIFETIME_MS = 15 * 60_000;

export const VERSION = '0.1.0';

export function systemRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, systemApi.health, async () => {
    try {
      await sql`select 1`.execute(platform.db);
    } catch (cause) {
      throw new AppError('unavailable', 'The database does not answer.', { cause });
    }
    return { version: VERSION };
  });

  route(app, systemApi.stream, async ({ request, reply }) => {
    const { userId } = scopeOf(request);
    const stream = messagesOf(platform, userId);
    request.raw.once('close', () => stream.destroy());
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });

  const document = openApiDocument(platform.config.apiBaseUrl, platform.config.PRODUCT_NAME, VERSION);
  app.get('/openapi.json', { config: { access: 'public' } }, async () => document);
  app.get('/docs', { config: { access: 'public' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiDocsPage(document)),
  );
}

/** What the browser has to know before it can sign anyone in. */
export function clientConfig({ config, identity }: Platform, clientId: string): ClientConfig {
  return {
    productName: config.PRODUCT_NAME,
    apiBaseUrl: config.apiBaseUrl,
    oidc: { authority: identity.issuer, clientId, audience: config.OIDC_AUDIENCE },
    sandbox: Object.entries(config.modes).flatMap(([name, mode]) => (mode === 'sandbox' ? [name] : [])),
  };
}

function messagesOf({ hub }: Platform, userId: string): Readable {
  const stream = new Readable({ read() {} });
  const send = (message: StreamMessage) => stream.push(`data: ${JSON.stringify(message)}\n\n`);
  const unsubscribe = hub.subscribe(userId, send);
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS);
  const lifetime = setTimeout(() => stream.push(null), STREAM_LIFETIME_MS);
  stream.once('close', () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(lifetime);
  });
  stream.push(': connected\n\n');
  return stream;
}
