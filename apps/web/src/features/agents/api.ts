import { type AgentCall, agentsApi, type ConnectedApp } from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';

export interface Apps {
  readonly apps: ConnectedApp[];
  /** The address of the MCP server. */
  readonly address: string;
  readonly hasSignIn: boolean;
}

export const optimisticApps = optimisticData<Apps>('connected apps');

export const fetchApps = (signal: AbortSignal): Promise<Apps> => call(agentsApi.listApps, {}, { signal });

export const revokeApp = (id: string) => call(agentsApi.revokeApp, { params: { id } });

export interface CallFilter {
  readonly limit: number;
  /** Leaves out what only read. */
  readonly isChange: boolean;
}

export async function fetchCalls({ limit, isChange }: CallFilter, signal: AbortSignal): Promise<AgentCall[]> {
  const query = { limit, changes: isChange ? ('true' as const) : ('false' as const) };
  return (await call(agentsApi.listCalls, { query }, { signal })).calls;
}

export const undoCall = async (id: string): Promise<AgentCall> =>
  (await call(agentsApi.undoCall, { params: { id } })).call;
