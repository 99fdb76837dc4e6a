import { systemApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/context.ts';
import { route, scopeOf } from '../../platform/http.ts';
import { apiDocs, checkHealth, openStream, VERSION } from './operations.ts';

export function systemRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, systemApi.health, async () => {
    await checkHealth(platform);
    return { version: VERSION };
  });

  route(app, systemApi.stream, async ({ request, reply }) => {
    const stream = openStream(platform, scopeOf(request));
    request.raw.once('close', () => stream.destroy());
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });

  const docs = apiDocs(platform);
  const isPublic = { config: { access: 'public' as const } };
  app.get('/openapi.json', isPublic, async () => docs.document);
  app.get('/docs', isPublic, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docs.page),
  );
  app.get('/docs.css', isPublic, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docs.stylesheet),
  );
}
