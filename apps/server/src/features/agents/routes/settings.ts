import { agentsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import { toVisitor } from '#platform/visitor.ts';
import { listApps, revokeApp } from '../operations/apps.ts';
import { listCalls, toAgentCall } from '../operations/log.ts';
import type { AgentsPlatform } from '../operations/platform.ts';
import { undoCall } from '../operations/proposals.ts';

export function agentSettingsRoutes(
  app: FastifyInstance,
  platform: DbContext & Pick<AgentsPlatform, 'agentTokens' | 'config' | 'journal'>,
): void {
  route(app, agentsApi.listApps, async ({ request }) => ({
    apps: await listApps(platform, getScope(request)),
    address: platform.config.mcpUrl,
    hasSignIn: platform.agentTokens !== null,
    message: 'Apps fetched',
  }));
  route(app, agentsApi.revokeApp, async ({ request, params }) => {
    await revokeApp(platform, getScope(request), params.id, toVisitor(request));
    return { message: 'App disconnected' };
  });
  route(app, agentsApi.listCalls, async ({ request, query }) => ({
    calls: await listCalls(platform, getScope(request), {
      limit: query.limit,
      isChange: query.changes === 'true',
    }),
    message: 'Calls fetched',
  }));
  route(app, agentsApi.undoCall, async ({ request, params }) => {
    const call = await undoCall(platform, getScope(request), params.id);
    const message = call.kept.length === 0 ? 'Undone' : `Not undone in full: ${call.kept.join(' ')}`;
    return { call: toAgentCall(call, platform.clock()), message };
  });
}
