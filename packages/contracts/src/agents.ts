import { z } from 'zod';
import { endpoint, tokenScopes } from './endpoint.ts';
import { Id, Instant, succeeded } from './values.ts';

/** An app that acts for the user through MCP, because they allowed it on the consent page (OAuth 2.1). */
export const ConnectedApp = z
  .object({
    _id: Id,
    /** The name that the app gave itself. It is not verified. */
    name: z.string(),
    /** Where its sign-in leads back to: `claude.ai`, or `a program on this computer`. */
    redirectHost: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    connectedAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'ConnectedApp' });
export type ConnectedApp = z.infer<typeof ConnectedApp>;

/** `waiting`: proposed, and nothing changes before the agent commits it. `running` ends within seconds. */
export const agentCallStates = [
  'running',
  'done',
  'waiting',
  'failed',
  'discarded',
  'expired',
  'undone',
] as const;
export type AgentCallState = (typeof agentCallStates)[number];
export const agentKinds = ['app', 'token'] as const;
export type AgentKind = (typeof agentKinds)[number];

/** One call of an agent: an app or a program with an API token. */
export const AgentCall = z
  .object({
    _id: Id,
    agent: z.object({ kind: z.enum(agentKinds), name: z.string() }),
    tool: z.string(),
    /** The beginning of what the agent passed, as JSON. */
    input: z.string(),
    /** What it did or proposes, in words, or why it failed. */
    outcome: z.string(),
    state: z.enum(agentCallStates),
    isUndoable: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: 'AgentCall' });
export type AgentCall = z.infer<typeof AgentCall>;

const Done = z.object({ ...succeeded, message: z.string() });
const Target = z.object({ id: Id });

export const agentsApi = {
  listApps: endpoint({
    method: 'GET',
    path: '/user/connected-apps',
    summary: 'The apps that may act for the user through MCP',
    access: 'user',
    response: z.object({
      ...succeeded,
      apps: z.array(ConnectedApp),
      /** The address of the MCP server, to enter in an app. */
      address: z.string(),
      /** Whether apps can connect by that address alone. Otherwise they need an API token. */
      hasSignIn: z.boolean(),
      message: z.string(),
    }),
  }),
  revokeApp: endpoint({
    method: 'DELETE',
    path: '/user/connected-apps/:id',
    summary: 'Disconnect an app; its access ends at once',
    access: 'user',
    params: Target,
    response: Done,
  }),
  listCalls: endpoint({
    method: 'GET',
    path: '/user/agent-calls',
    summary: 'What agents read, changed and proposed, the latest first',
    access: 'user',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** Leaves out what only read. */
      changes: z.enum(['true', 'false']).default('false'),
    }),
    response: z.object({ ...succeeded, calls: z.array(AgentCall), message: z.string() }),
  }),
  undoCall: endpoint({
    method: 'POST',
    path: '/user/agent-calls/:id/undo',
    summary: 'Undo everything that a call of an agent changed',
    access: 'user',
    params: Target,
    response: z.object({ ...succeeded, call: AgentCall, message: z.string() }),
  }),
};
