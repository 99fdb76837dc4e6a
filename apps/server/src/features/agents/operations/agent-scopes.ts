import { type TokenScope, tokenScopes } from '@dayloom/contracts';

/** What agents can use: the permissions of the tools, and to read what they may change. */
export function listAgentScopes(tools: readonly { readonly scope: TokenScope }[]): TokenScope[] {
  const needed = new Set<string>(tools.flatMap(({ scope }) => [scope, scope.replace(/^write:/, 'read:')]));
  return tokenScopes.filter((scope) => needed.has(scope));
}
