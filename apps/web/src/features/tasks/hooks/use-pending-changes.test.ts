import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { provisionalTask } from '../model/quick-add.ts';
import { showPending, usePending } from './use-pending-changes.ts';

const aTask = (title: string) => provisionalTask({ title, _id: title }, new Date('2026-11-18T08:00:00Z'));
const [a, b] = [aTask('a'), aTask('b')];
const tasks = [a, b];

it('lies over the lists, each change over the one before, until it is let go of', () => {
  const { result } = renderHook(() => usePending(tasks));
  const told = () => result.current.map(({ title, priority }) => `${title} ${priority}`);
  expect(result.current).toBe(tasks);
  let letGo = (_id: string) => {};
  act(() => {
    letGo = showPending(tasks, (task) => ({ ...task, priority: 1 }));
  });
  expect(told()).toEqual(['a 1', 'b 1']);
  let letGoOfDeletion = (_id: string) => {};
  act(() => {
    letGoOfDeletion = showPending([b], () => null);
  });
  expect(told()).toEqual(['a 1']);
  act(() => letGo('b'));
  act(() => letGo('a'));
  expect(told()).toEqual(['a 3']);
  act(() => letGoOfDeletion('b'));
  expect(result.current).toBe(tasks);
});
