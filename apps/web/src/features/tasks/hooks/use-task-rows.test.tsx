import type { Task } from '@dayloom/contracts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTask } from '#test/fixtures.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import type { TaskActions } from './use-task-actions.ts';
import { useTaskRows } from './use-task-rows.ts';

const actions = {} as TaskActions;
const onNone = () => {};

test('the callbacks of rows stay the same when the tasks change, so that no other row is rendered again', () => {
  const tasks = [aTask({ title: 'One' }), aTask({ title: 'Two' })];
  const { result, rerender } = renderHook(
    ({ tasks }: { tasks: readonly Task[] }) => ({
      rows: useTaskRows(tasks),
      actions: useFocusAfterRemoval(actions, tasks, onNone, false),
    }),
    { initialProps: { tasks } },
  );
  const before = result.current;
  rerender({ tasks: tasks.slice(1) });
  expect(result.current.actions).toBe(before.actions);
  expect(result.current.rows.onFocus).toBe(before.rows.onFocus);
  expect(result.current.rows.choose).toBe(before.rows.choose);
});
