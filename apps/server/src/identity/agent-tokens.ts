import type { Provider } from 'oidc-provider';
import type { Db } from '#platform/db.ts';
import { endGrant, listLiveGrants } from './store/grants.ts';

export type AgentTokens = ReturnType<typeof openAgentTokens>;

/**
 * The access tokens of agents. They are looked up and not signed, so that a revocation counts with the next request,
 * and their audience is the MCP server alone.
 */
export function openAgentTokens(
  provider: Provider,
  { db, clock, resource }: { readonly db: Db; readonly clock: () => Date; readonly resource: string },
) {
  return {
    async find(accessToken: string) {
      const token = await provider.AccessToken.find(accessToken);
      if (!token?.grantId || token.aud !== resource) return null;
      const live = await listLiveGrants(db, [token.grantId], clock());
      return live.has(token.grantId)
        ? { grantId: token.grantId, scopes: token.scope?.split(' ') ?? [] }
        : null;
    },
    endGrant: (grantId: string) => endGrant(db, grantId),
    listLive: (grantIds: readonly string[]) => listLiveGrants(db, grantIds, clock()),
  };
}
