import type { Task } from '@dayloom/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '#lib/use-latest.ts';

/** The id of a row's element. */
export const toRowId = (id: string) => `task-${id}`;

/** Returns whether the row exists. */
export function focusRow(id: string): boolean {
  const row = document.getElementById(toRowId(id));
  row?.focus();
  return row !== null;
}

export type TaskRows = ReturnType<typeof useTaskRows>;

/**
 * The focused row and the selected rows. `tasks` are in display order. They do not change what rows call: every row would
 * be rendered again.
 */
export function useTaskRows(tasks: readonly Task[]) {
  const [focused, setFocused] = useState<{ id: string; index: number } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const anchor = useRef<string | null>(null);
  const getTasks = useLatest(() => tasks);

  const found = focused ? tasks.findIndex(({ _id }) => _id === focused.id) : -1;
  if (focused && found >= 0 && found !== focused.index) setFocused({ id: focused.id, index: found });
  const active = tasks[found] ?? tasks[Math.min(focused?.index ?? 0, tasks.length - 1)];
  const activeId = active?._id ?? null;

  // The focused row was removed: the next one takes its place.
  const isLost = focused !== null && found < 0;
  useEffect(() => {
    if (isLost && activeId && document.activeElement === document.body) focusRow(activeId);
  }, [isLost, activeId]);

  const step = useCallback(
    (by: number) => {
      const to = found < 0 ? tasks.indexOf(active as Task) : found + by;
      const next = tasks[Math.max(0, Math.min(tasks.length - 1, to))];
      if (next) focusRow(next._id);
    },
    [tasks, active, found],
  );
  const onFocus = useCallback(
    (task: Task) => setFocused({ id: task._id, index: getTasks().indexOf(task) }),
    [getTasks],
  );
  const choose = useCallback(
    (task: Task, withShift: boolean) => {
      const order = getTasks().map(({ _id }) => _id);
      const from = withShift && anchor.current ? order.indexOf(anchor.current) : -1;
      const to = order.indexOf(task._id);
      anchor.current = task._id;
      setIsSelecting(true);
      setChosen((before) => {
        const after = new Set(before);
        if (from >= 0)
          for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(id);
        else if (!after.delete(task._id)) after.add(task._id);
        return after;
      });
    },
    [getTasks],
  );
  const chooseAll = () => setChosen(new Set(tasks.map(({ _id }) => _id)));
  const startSelecting = useCallback(() => setIsSelecting(true), []);
  const stopSelecting = useCallback(() => {
    setIsSelecting(false);
    setChosen(new Set());
    anchor.current = null;
  }, []);

  const chosenTasks = useMemo(() => tasks.filter(({ _id }) => chosen.has(_id)), [tasks, chosen]);
  /** What a key acts on: the selected tasks, else the focused row. */
  const targets = useMemo(() => {
    if (isSelecting && chosenTasks.length > 0) return chosenTasks;
    return found < 0 ? [] : tasks.slice(found, found + 1);
  }, [isSelecting, chosenTasks, tasks, found]);
  return {
    focusedTask: found >= 0 ? tasks[found] : undefined,
    activeId,
    chosen,
    chosenTasks,
    targets,
    isSelecting,
    step,
    onFocus,
    choose,
    chooseAll,
    startSelecting,
    stopSelecting,
  };
}
