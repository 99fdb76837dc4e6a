import { vi } from 'vitest';

/** Waits until a statement about what goes on in the background holds; the limit is for what never comes. */
export function eventually<Result>(
  statement: () => Result | Promise<Result>,
  timeout = 40_000,
): Promise<Result> {
  return vi.waitFor(statement, { timeout, interval: 50 });
}
