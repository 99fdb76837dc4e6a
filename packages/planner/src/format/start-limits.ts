import type { Task } from './format.ts';

type PlannerLimits = Pick<Task, 'notBefore' | 'after'>;

/**
 * The app's `startAfter`, an instant in UTC, in the planner's format. The tasks of `dependsOn` become `after` where they
 * are part of the plan, and otherwise a limit by the end of their last block: see `mergeStartLimits`.
 */
export function toStartLimits(startAfter: string | null): PlannerLimits {
  return { notBefore: startAfter, after: [] };
}

/** All limits together: the latest instant counts, and all the work. */
export function mergeStartLimits(limits: readonly PlannerLimits[]): PlannerLimits {
  const instants = limits.flatMap(({ notBefore }) => notBefore ?? []);
  return {
    notBefore: instants.sort().at(-1) ?? null,
    after: [...new Set(limits.flatMap(({ after }) => after))],
  };
}
