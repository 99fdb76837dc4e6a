import { type ApiToken, apiTokensApi, type TokenScope } from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';

export interface NewToken {
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly requestsPerMinute: number;
  readonly changesPerDay: number;
  readonly expiresAt: string | null;
}

export const optimisticTokens = optimisticData<readonly ApiToken[]>('API tokens');

export async function fetchTokens(signal: AbortSignal): Promise<ApiToken[]> {
  return (await call(apiTokensApi.list, {}, { signal })).tokens;
}

export const createToken = (body: NewToken) => call(apiTokensApi.create, { body });

export const revokeToken = (id: string) => call(apiTokensApi.revoke, { params: { id } });
