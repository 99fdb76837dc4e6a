import type { StoredTask } from '#features/tasks/model/stored-task.ts';

/** The last block of a task that planning does not move. */
export interface LastFixedBlock {
  readonly taskId: string;
  readonly endsAt: number;
}

/** What the dependents of a task have to wait for, in the planner's terms. */
export interface DependencyLimits {
  /** Tasks of the instance. */
  readonly after: readonly string[];
  /** The end of work that the instance does not contain, or null. */
  readonly until: LastFixedBlock | null;
}

interface WaitingInput {
  readonly tasks: readonly Pick<StoredTask, 'id' | 'depends_on'>[];
  readonly isInInstance: (id: string) => boolean;
  /** Whether all work of the task is done. The task itself may still be open. */
  readonly isDone: (id: string) => boolean;
  /** Only ends that are not visible from the instance's locked blocks. */
  readonly fixedEnds: ReadonlyMap<string, number>;
}

const NO_WAIT: DependencyLimits = { after: [], until: null };

/**
 * Translates dependencies for the planner, which must not refer to a task outside the instance. Such a task
 * is replaced by the end of its last fixed block and by its own dependencies. A finished or deleted task
 * blocks nothing.
 */
export function createDependencyLimits(input: WaitingInput): (id: string) => DependencyLimits {
  const { isInInstance, isDone, fixedEnds } = input;
  const byId = new Map(input.tasks.map((task) => [task.id, task]));
  const known = new Map<string, DependencyLimits>();
  const waitFor = (id: string): DependencyLimits => {
    const task = byId.get(id);
    if (!task || isDone(id)) return NO_WAIT;
    let wait = known.get(id);
    if (!wait) {
      const own = findFixedEnd(id, fixedEnds);
      const before = isInInstance(id)
        ? { after: [id], until: null }
        : mergeDependencyLimits(task.depends_on.map(waitFor));
      wait = { after: before.after, until: later(own, before.until) };
      known.set(id, wait);
    }
    return wait;
  };
  return waitFor;
}

/** Merges several waits. */
export function mergeDependencyLimits(waits: readonly DependencyLimits[]): DependencyLimits {
  return {
    after: [...new Set(waits.flatMap(({ after }) => after))],
    until: waits.reduce<LastFixedBlock | null>((last, { until }) => later(last, until), null),
  };
}

/** The last fixed block of all tasks that a task waits for, directly or indirectly. */
export function findLastFixedPredecessor(
  id: string,
  tasks: readonly Pick<StoredTask, 'id' | 'depends_on'>[],
  waitFor: (id: string) => DependencyLimits,
): LastFixedBlock | null {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  const walk = (at: string): LastFixedBlock | null => {
    if (seen.has(at)) return null;
    seen.add(at);
    const { after, until } = mergeDependencyLimits((byId.get(at)?.depends_on ?? []).map(waitFor));
    return after.map(walk).reduce(later, until);
  };
  return walk(id);
}

/** The tasks and all their direct and indirect dependents. */
export function withDependents(
  ids: ReadonlySet<string>,
  tasks: readonly Pick<StoredTask, 'id' | 'depends_on'>[],
): ReadonlySet<string> {
  const found = new Set(ids);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { id, depends_on } of tasks) if (depends_on.some((other) => found.has(other))) found.add(id);
  }
  return found;
}

function findFixedEnd(taskId: string, fixedEnds: ReadonlyMap<string, number>): LastFixedBlock | null {
  const endsAt = fixedEnds.get(taskId);
  return endsAt === undefined ? null : { taskId, endsAt };
}

function later(a: LastFixedBlock | null, b: LastFixedBlock | null): LastFixedBlock | null {
  if (!a || !b) return a ?? b;
  return b.endsAt > a.endsAt ? b : a;
}
