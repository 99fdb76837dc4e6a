import type { FastifyInstance } from 'fastify';
import { getScopeOfCaller } from './features/account/operations/scopes.ts';
import { authenticateToken } from './features/api-tokens/operations.ts';
import type { Platform } from './platform/context.ts';
import { bearerToken, isApiToken } from './platform/session.ts';
import { toVisitor } from './platform/visitor.ts';

/**
 * Sets the caller of a request, as far as the endpoint needs it, before anything else of the endpoint runs.
 */
export function authenticate(
  api: FastifyInstance,
  platform: Pick<Platform, 'db' | 'clock' | 'identity'>,
): void {
  api.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    const bearer = bearerToken(request.headers.authorization);
    if (isApiToken(bearer)) {
      request.scope = await authenticateToken(platform, bearer, {
        method: request.method,
        needed: request.routeOptions.config.tokenScope,
        from: toVisitor(request),
      });
      return;
    }
    if (access === 'identity') {
      request.identity = await platform.identity.verify(bearer);
    } else {
      const identity = await platform.identity.verifyToken(bearer);
      request.scope = await getScopeOfCaller(platform, identity);
      request.identity = identity;
    }
  });
}
