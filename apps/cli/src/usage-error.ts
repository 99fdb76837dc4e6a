/** A mistake of the person at the keyboard: printed as one line, exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
