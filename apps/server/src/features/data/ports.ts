import type { Scope } from '#platform/scope.ts';

/**
 * What has to end outside of the user's own rows when an account is deleted: a customer at the payment provider,
 * files, grants at other services. Features register theirs in `app.ts`.
 */
export interface AccountEnding {
  readonly name: string;
  /** Runs before the rows go, perhaps more than once: what has ended already is no failure. */
  end(scope: Scope): Promise<void>;
}
