import { vi } from 'vitest';

/**
 * Waits until a statement about background work holds. The limit only ends a wait that would never succeed.
 */
export function eventually<Result>(
  statement: () => Result | Promise<Result>,
  timeout = 40_000,
): Promise<Result> {
  return vi.waitFor(statement, { timeout, interval: 50 });
}
