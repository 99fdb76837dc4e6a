import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether the current request has committed a write. A request may save in one transaction and fail in the
 * next statement. 'Nothing was saved' would then be wrong.
 */
const writes = new AsyncLocalStorage<{ hasWritten: boolean }>();

export function trackWrites(continuation: () => void): void {
  writes.run({ hasWritten: false }, continuation);
}

export function noteWrite(): void {
  const request = writes.getStore();
  if (request) request.hasWritten = true;
}

export function hasWritten(): boolean {
  return writes.getStore()?.hasWritten ?? false;
}
