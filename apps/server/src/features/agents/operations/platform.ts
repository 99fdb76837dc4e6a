import type { CallPlatform } from '#features/assistant/operations/run-calls.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { AgentFacts } from '../model/agent.ts';
import type { AgentTokens } from '../ports.ts';

/** Runs the tools of every feature. */
export type ToolRunner = CallPlatform & DbContext & Pick<Platform, 'log'>;

export interface AgentsPlatform extends ToolRunner, Pick<Platform, 'config'> {
  /** Null with an external identity provider: agents then need API tokens. */
  readonly agentTokens: AgentTokens | null;
}

/** Who calls the MCP server, with the scope of its user. */
export interface Agent extends AgentFacts {
  readonly scope: Scope;
}
