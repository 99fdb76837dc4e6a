import { refuseClosed } from '#features/account/operations/scopes.ts';
import { acceptToken } from '#features/api-tokens/operations.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope } from '#platform/scope.ts';
import { INVALID_TOKEN, isApiToken } from '#platform/session.ts';
import type { Visitor } from '#platform/visitor.ts';
import { caps } from '../model/caps.ts';
import { countAppRequest } from '../store/apps.ts';
import type { Agent, AgentsPlatform } from './platform.ts';

/** The agent that calls with this token. Counts the request. Refuses the tokens of signed-in people. */
export async function authenticateAgent(
  platform: DbContext & Pick<AgentsPlatform, 'agentTokens'>,
  token: string,
  from: Visitor,
): Promise<Agent> {
  if (isApiToken(token)) return { kind: 'token', ...(await acceptToken(platform, token, from)) };
  const { db, clock, agentTokens } = platform;
  const grant = await agentTokens?.find(token);
  const app = grant ? await countAppRequest(db, grant.grantId, clock()) : null;
  if (!grant || !app) throw new AppError('unauthenticated', INVALID_TOKEN);
  const scope = mintScope(app.user_id, 'token');
  await refuseClosed(platform, scope);
  if (app.minute_requests > caps.requestsPerMinute) {
    throw new AppError(
      'rate_limited',
      `An app may send ${caps.requestsPerMinute} requests a minute. Try again in a minute.`,
    );
  }
  return {
    kind: 'app',
    id: app.id,
    name: app.name,
    scopes: app.scopes.filter((permission) => grant.scopes.includes(permission)),
    changesPerDay: caps.changesPerDay,
    scope,
  };
}
