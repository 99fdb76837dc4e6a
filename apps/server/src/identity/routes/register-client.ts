import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { registerClient } from '../safety/client-registration.ts';

const MAX_BYTES = 16_384;

/** Dynamic client registration (RFC 7591). */
export function registerClientRoutes(app: FastifyInstance, context: DbContext): void {
  app.post('/oidc/register', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const registration = await registerClient(context, request.body, request.ip);
    reply.header('cache-control', 'no-store');
    switch (registration.outcome) {
      case 'registered':
        return reply.code(201).send(registration.client);
      case 'refused':
        return reply
          .code(400)
          .send({ error: registration.error, error_description: registration.description });
      case 'throttled':
        return reply.code(429).header('retry-after', 3_600).send({
          error: 'temporarily_unavailable',
          error_description: 'Too many clients were registered from your network. Try again in an hour.',
        });
    }
  });
}
