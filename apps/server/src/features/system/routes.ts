import type { Readable } from 'node:stream';
import { systemApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '#platform/http.ts';
import {
  type ApiDocs,
  apiDocs,
  checkHealth,
  openStream,
  type SystemPlatform,
  VERSION,
} from './operations.ts';

export function systemRoutes(
  app: FastifyInstance,
  platform: Pick<SystemPlatform, 'config' | 'healthDb' | 'hub'>,
): void {
  route(app, systemApi.health, async () => {
    await checkHealth(platform);
    return { version: VERSION };
  });

  // Streams do not end on their own, so a stopping server would wait for them.
  const streams = new Set<Readable>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.push(null);
  });
  route(app, systemApi.stream, async ({ request, reply }) => {
    // The client has left during authentication: there is nobody to reply to.
    if (request.raw.socket.destroyed) return reply.hijack();
    const stream = openStream(platform, getScope(request));
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    request.raw.once('close', () => stream.destroy());
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream);
  });

  // Built at the first request: it takes longer than the rest of the server needs to start.
  let built: ApiDocs | null = null;
  const docs = () => {
    built ??= apiDocs(platform);
    return built;
  };
  const isPublic = { config: { access: 'public' as const } };
  app.get('/openapi.json', isPublic, async () => docs().document);
  app.get('/docs', isPublic, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docs().page),
  );
  app.get('/docs.css', isPublic, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docs().stylesheet),
  );
}
