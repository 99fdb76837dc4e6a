import type { Platform } from '#platform/context.ts';
import { SOLVER } from './snapshot.ts';

/** Starts the computing thread, so that the first plan after a start does not wait for it. */
export function warmUpPlanner({ compute, log }: Pick<Platform, 'compute' | 'log'>): void {
  compute
    .run(SOLVER, 'warmUp', null)
    .catch((error: unknown) => log.warn({ err: error }, 'The planner could not be warmed up'));
}
