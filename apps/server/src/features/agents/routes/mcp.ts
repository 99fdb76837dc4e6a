import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_AT_ONCE } from '#features/assistant/operations/run-calls.ts';
import { AppError } from '#platform/errors.ts';
import { refuseUnstorable } from '#platform/http.ts';
import { bearerToken } from '#platform/session.ts';
import { toVisitor } from '#platform/visitor.ts';
import { proposalTools } from '../model/tool-names.ts';
import { listAgentScopes } from '../operations/agent-scopes.ts';
import { authenticateAgent } from '../operations/authenticate-agent.ts';
import { openMcpServer } from '../operations/mcp-server.ts';
import type { Agent, AgentsPlatform } from '../operations/platform.ts';
import { metadataUrl } from './metadata.ts';

/** Per JSON-RPC batch, which only clients of 2025-03-26 send. */
const MAX_MESSAGES = 10;

declare module 'fastify' {
  interface FastifyRequest {
    agent?: Agent;
  }
}

/**
 * `POST /api/mcp`: the tools of every feature for agents, by the Model Context Protocol (streamable HTTP). Each request
 * stands alone, so any process can answer it.
 */
export function mcpRoutes(api: FastifyInstance, platform: AgentsPlatform): void {
  const { config, log } = platform;
  const handler = createMcpHandler(
    ({ authInfo }) => openMcpServer(platform, authInfo?.extra?.['agent'] as Agent),
    {
      // The server sends no notifications, so there is no stream to open.
      maxSubscriptions: 0,
      onerror: (error) => log.info({ reason: error.message }, 'An MCP request was refused'),
    },
  );
  const challenge = (parameters: Readonly<Record<string, string>>) => {
    const metadata = platform.agentTokens ? { resource_metadata: metadataUrl(config) } : {};
    const all = Object.entries({ ...parameters, ...metadata });
    return `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}`.trim();
  };
  const supportedScopes = listAgentScopes(platform.tools);

  api.post('/mcp', {
    onRequest: async (request, reply) => {
      refuseOtherPages(request, config.publicUrl);
      try {
        request.agent = await authenticateAgent(
          platform,
          bearerToken(request.headers.authorization),
          toVisitor(request),
        );
        request.scope = request.agent.scope;
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthenticated') {
          const failed = request.headers.authorization ? { error: 'invalid_token' } : {};
          reply.header('www-authenticate', challenge({ ...failed, scope: supportedScopes.join(' ') }));
        }
        throw error;
      }
    },
    handler: async (request, reply) => {
      const { agent } = request;
      if (!agent) throw new AppError('unauthenticated', 'Authentication required');
      refuseUnstorable(request.body);
      refuseLongBatch(request.body);
      refuseManyChanges(platform, request.body);
      const missing = findMissingScope(platform, agent, request.body);
      if (missing) {
        reply.header(
          'www-authenticate',
          challenge({ error: 'insufficient_scope', scope: [...agent.scopes, missing].join(' ') }),
        );
        throw new AppError('forbidden', `This needs the permission ${missing}.`);
      }
      const answer = await handler.fetch(toWebRequest(request, config.mcpUrl), {
        parsedBody: request.body,
        authInfo: { token: '', clientId: agent.id, scopes: [...agent.scopes], extra: { agent } },
      });
      return send(reply, answer);
    },
  });
}

/** A page of another site must not use what the browser or the network lets it reach (MCP, Security Warning). */
function refuseOtherPages({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new AppError('forbidden', 'Pages of other sites cannot call this.');
}

/** Rate limits count a batch as one request, so its length is limited. */
function refuseLongBatch(body: unknown): void {
  if (Array.isArray(body) && body.length > MAX_MESSAGES)
    throw new AppError('invalid_request', `A request may have ${MAX_MESSAGES} messages.`);
}

/** Changes above this number need a proposal. A batch of single calls would go around that. */
function refuseManyChanges({ tools }: Pick<AgentsPlatform, 'tools'>, body: unknown): void {
  if (!Array.isArray(body)) return;
  const isRead = (toolName: unknown) => tools.some(({ name, isReadOnly }) => isReadOnly && name === toolName);
  const changes = listCalls(body).filter((name) => !isRead(name));
  if (changes.length > MAX_AT_ONCE)
    throw new AppError(
      'invalid_request',
      `A batch may have ${MAX_AT_ONCE} changes. Make more of them with one call of ${proposalTools.propose}.`,
    );
}

/** The names of the tools that a request calls. */
const listCalls = (body: unknown): unknown[] =>
  [body].flat().flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
    return method === 'tools/call' ? [params?.name] : [];
  });

/** The permission that a called tool needs and the agent does not have (RFC 6750, 3.1). */
function findMissingScope(
  { tools }: Pick<AgentsPlatform, 'tools'>,
  { scopes }: Agent,
  body: unknown,
): string | null {
  for (const name of listCalls(body)) {
    const called = tools.find((tool) => tool.name === name);
    if (called && !scopes.includes(called.scope)) return called.scope;
  }
  return null;
}

function toWebRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  for (const [name, value] of Object.entries(request.headers))
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.body ?? null) });
}

/** Answers are short and complete, so they are sent as a whole, with our own headers. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) if (name !== 'content-length') reply.header(name, value);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(await answer.text());
}
