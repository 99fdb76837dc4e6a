import { type TokenScope, tokenScopes } from '@dayloom/contracts';

/** The scopes that agents can use: those of the tools, and the read scope for each write scope. */
export function listAgentScopes(tools: readonly { readonly scope: TokenScope }[]): TokenScope[] {
  const needed = new Set<string>(tools.flatMap(({ scope }) => [scope, scope.replace(/^write:/, 'read:')]));
  return tokenScopes.filter((scope) => needed.has(scope));
}
