/** A user's mistake: printed as one line without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
