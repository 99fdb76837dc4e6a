import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { listAgentScopes } from '../operations/agent-scopes.ts';
import type { AgentsPlatform } from '../operations/platform.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Where the metadata of the MCP server is: RFC 9728, section 3.1. */
export function metadataUrl({ mcpUrl }: Pick<Config, 'mcpUrl'>): string {
  const { origin, pathname } = new URL(mcpUrl);
  return `${origin}${WELL_KNOWN}${pathname}`;
}

/** The metadata by which a client finds out who issues tokens for the MCP server (RFC 9728). */
export function protectedResourceRoutes(
  http: FastifyInstance,
  { config, tools }: Pick<AgentsPlatform, 'config' | 'tools'>,
  issuer: string,
): void {
  const metadata = {
    resource: config.mcpUrl,
    authorization_servers: [issuer],
    scopes_supported: listAgentScopes(tools),
    bearer_methods_supported: ['header'],
    resource_name: config.PRODUCT_NAME,
  };
  for (const path of [WELL_KNOWN, new URL(metadataUrl(config)).pathname]) {
    http.get(path, (_request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .send(metadata),
    );
  }
}
