/** The access tokens of connected apps, at the embedded identity provider. */
export interface AgentTokens {
  /** Null if the token is unknown, has ended, or is meant for somebody else. */
  find(accessToken: string): Promise<{ readonly grantId: string; readonly scopes: readonly string[] } | null>;
  /** Ends a grant with everything issued under it. */
  endGrant(grantId: string): Promise<void>;
  /** The grants that have not ended. */
  listLive(grantIds: readonly string[]): Promise<ReadonlySet<string>>;
}
