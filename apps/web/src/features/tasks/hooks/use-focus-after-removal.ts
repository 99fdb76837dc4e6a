import type { Task } from '@dayloom/contracts';
import { useEffect, useMemo, useRef } from 'react';
import { useLatest } from '#lib/use-latest.ts';
import type { TaskActions } from './use-task-actions.ts';
import { focusRow } from './use-task-rows.ts';

/**
 * Focuses the row after the removed ones, else the one before, else the quick add, once the previously
 * focused element is gone: the row itself, or the sheet (`isCovered`). Other tasks do not change the actions: every row
 * would be rendered again.
 */
export function useFocusAfterRemoval(
  actions: TaskActions,
  tasks: readonly Task[],
  onNone: () => void,
  isCovered: boolean,
): TaskActions {
  const getTasks = useLatest(() => tasks);
  const heir = useRef<{ id: string | null } | null>(null);
  useEffect(() => {
    if (!heir.current || isCovered) return;
    if (document.activeElement !== document.body) return;
    const { id } = heir.current;
    heir.current = null;
    if (id === null || !focusRow(id)) onNone();
  });
  // Does not return the focus if the user moved it elsewhere.
  useEffect(() => {
    const forgetHeir = () => {
      if (!isCovered) heir.current = null;
    };
    window.addEventListener('focusin', forgetHeir);
    return () => window.removeEventListener('focusin', forgetHeir);
  }, [isCovered]);
  return useMemo(
    () => ({
      ...actions,
      remove: (removed: readonly Task[]) => {
        const shown = getTasks();
        const ids = new Set(removed.map(({ _id }) => _id));
        const last = shown.findLastIndex(({ _id }) => ids.has(_id));
        const stays = ({ _id }: Task) => !ids.has(_id);
        const next = shown.slice(last + 1).find(stays) ?? shown.slice(0, Math.max(0, last)).findLast(stays);
        heir.current = { id: next?._id ?? null };
        return actions.remove(removed);
      },
    }),
    [actions, getTasks],
  );
}
