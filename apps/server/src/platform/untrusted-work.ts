import { openWorkerPool } from './worker-pool.ts';

/**
 * For unchecked input from other people. Two threads, so that one owner's slow file or rule leaves a thread
 * for the others. The pool belongs to the process and not to an app, like the runtime's thread pool, and ends
 * when idle.
 */
export const untrustedWork = openWorkerPool({ threads: 2, callMs: 600_000, memoryMb: 512 });
