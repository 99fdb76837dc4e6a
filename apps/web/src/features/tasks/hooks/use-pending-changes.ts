import type { Task } from '@dayloom/contracts';
import { useMemo, useSyncExternalStore } from 'react';

/** The task as it will be; null when it will be gone. */
export type Apply = (task: Task) => Task | null;

interface Pending {
  ids: ReadonlySet<string>;
  apply: Apply;
}

let pending: readonly Pending[] = [];
const watchers = new Set<() => void>();

function set(next: readonly Pending[]): void {
  pending = next;
  for (const watcher of watchers) watcher();
}

/**
 * Shows a change of these tasks over whatever the lists say, until each is let go of. The lists keep to what the
 * server has said: answers that cross the change on their way cannot make it flicker, and a refusal needs no repair.
 */
export function showPending(tasks: readonly Task[], apply: Apply): (id: string) => void {
  let mine: Pending = { ids: new Set(tasks.map(({ _id }) => _id)), apply };
  set([...pending, mine]);
  return (id) => {
    const left: Pending = { apply, ids: new Set([...mine.ids].filter((one) => one !== id)) };
    set(pending.flatMap((one) => (one !== mine ? one : left.ids.size > 0 ? left : [])));
    mine = left;
  };
}

export function withPending(tasks: readonly Task[], changes: readonly Pending[]): readonly Task[] {
  if (changes.length === 0) return tasks;
  return tasks.flatMap((task) => {
    let shown: Task | null = task;
    for (const { ids, apply } of changes) if (shown && ids.has(task._id)) shown = apply(shown);
    return shown ?? [];
  });
}

/** The tasks with everything that is on its way. */
export function usePending(tasks: readonly Task[]): readonly Task[] {
  const changes = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => pending,
  );
  return useMemo(() => withPending(tasks, changes), [tasks, changes]);
}
