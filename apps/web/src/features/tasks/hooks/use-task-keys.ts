import type { Task } from '@dayloom/contracts';
import { type KeyboardEvent, useMemo } from 'react';
import { type Command, useCommands } from '#ui/commands.ts';
import type { TaskActions } from './use-task-actions.ts';
import type { TaskRows } from './use-task-rows.ts';

interface TaskKeysOptions {
  rows: TaskRows;
  actions: TaskActions;
  /** Opens the focused task with the cursor in its title. */
  onEdit: (task: Task) => void;
  onAdd: () => void;
  onSearch: () => void;
}

const group = 'Tasks';
const hidden = (keys: string, label: string, run: () => void): Command => ({
  id: `tasks ${keys}`,
  label,
  group,
  keys,
  isHidden: true,
  run,
});

/**
 * The list's single-key shortcuts. Those that work on the whole page are in the `?` sheet; the rest need a
 * row.
 */
export function useTaskKeys({ rows, actions, onEdit, onAdd, onSearch }: TaskKeysOptions) {
  const { targets, focusedTask, isSelecting, step, choose, startSelecting, stopSelecting } = rows;
  const keys = useMemo(() => {
    const onTargets = (act: (tasks: readonly Task[]) => Promise<boolean>) => () => {
      if (targets.length > 0) void act(targets);
    };
    const complete = onTargets((tasks) =>
      actions.setDone(
        tasks,
        tasks.some(({ status }) => status === 'open'),
      ),
    );
    const remove = onTargets((tasks) => actions.remove(tasks));
    const select = () => {
      if (focusedTask) choose(focusedTask, false);
      else startSelecting();
    };
    const commands: Command[] = [
      // The palette has it on every page as 'New task'.
      hidden('c', 'New task', onAdd),
      { id: 'search-tasks', label: 'Search tasks', group, keys: '/', keywords: 'find', run: onSearch },
      hidden('j', 'Next task', () => step(1)),
      hidden('k', 'Previous task', () => step(-1)),
      hidden('x', 'Complete, or open again', complete),
      hidden('e', 'Edit', () => focusedTask && onEdit(focusedTask)),
      hidden('delete', 'Delete', remove),
      ...[1, 2, 3, 4].map((priority) =>
        hidden(
          String(priority),
          `Priority ${priority}`,
          onTargets((tasks) => actions.setPriority(tasks, priority)),
        ),
      ),
      hidden(
        's',
        'Someday, or back',
        onTargets((tasks) =>
          actions.setSomeday(
            tasks,
            tasks.some((task) => !task.isSomeday),
          ),
        ),
      ),
      hidden('m', 'Select', select),
    ];
    return { commands, complete, remove, select };
  }, [targets, focusedTask, actions, step, choose, startSelecting, onEdit, onAdd, onSearch]);
  useCommands(keys.commands);

  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnTitle = event.target instanceof Element && event.target.matches('.title');
    const run = new Map<string, () => void>([
      ['ArrowDown', () => step(1)],
      ['ArrowUp', () => step(-1)],
      ['Home', () => step(Number.NEGATIVE_INFINITY)],
      ['End', () => step(Number.POSITIVE_INFINITY)],
      ['Backspace', keys.remove],
      ...(isOnTitle ? [[' ', isSelecting ? keys.select : keys.complete] as const] : []),
      ...(isSelecting ? [['Escape', stopSelecting] as const] : []),
    ]).get(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  };
}
