import type { Scope } from '#platform/scope.ts';

/**
 * What has to end outside the user's rows when an account is deleted: a customer at the payment provider,
 * files, grants at other services. Features register theirs in `app.ts`.
 */
export interface AccountEnding {
  readonly name: string;
  /**
   * Runs before the rows are deleted, possibly more than once. Something that has already ended is no
   * failure.
   */
  end(scope: Scope): Promise<void>;
}
