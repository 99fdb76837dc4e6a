import { apiTokensApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './operations.ts';

export function apiTokenRoutes(app: FastifyInstance, platform: DbContext): void {
  route(app, apiTokensApi.list, async ({ request }) => ({
    tokens: await listApiTokens(platform, getScope(request)),
    message: 'Tokens fetched',
  }));
  route(app, apiTokensApi.create, async ({ request, reply, body }) => {
    reply.header('cache-control', 'no-store');
    return {
      ...(await createApiToken(platform, getScope(request), body, toVisitor(request))),
      message: 'Token created',
    };
  });
  route(app, apiTokensApi.revoke, async ({ request, params }) => {
    await revokeApiToken(platform, getScope(request), params.id, toVisitor(request));
    return { message: 'Token revoked' };
  });
}
