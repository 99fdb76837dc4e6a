import { openWorkerPool } from './worker-pool.ts';

/**
 * For what others wrote, which nobody has checked: two threads of the process, so that one owner's slow file or rule
 * leaves a thread to all others. Like the runtime's own thread pool it holds nothing of an app, and ends when idle.
 */
export const untrustedWork = openWorkerPool({ threads: 2, callMs: 600_000, memoryMb: 512 });
