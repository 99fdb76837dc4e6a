import type { Task } from './format.ts';

/** What holds a task back, in the words of the app: instants in UTC, and ids of tasks to finish first. */
interface StartLimits {
  readonly startAfter: readonly (string | null)[];
  readonly dependsOn?: readonly string[];
}

/** Translates the app's `startAfter` and `dependsOn` to the planner's format, where the latest start counts. */
export function toStartLimits({
  startAfter,
  dependsOn = [],
}: StartLimits): Pick<Task, 'notBefore' | 'after'> {
  return {
    notBefore:
      startAfter
        .filter((at) => at !== null)
        .sort()
        .at(-1) ?? null,
    after: [...new Set(dependsOn)],
  };
}
