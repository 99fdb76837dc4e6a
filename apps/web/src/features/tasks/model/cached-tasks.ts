import type { Task } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { optimisticData, withOptimisticChanges } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import type { TaskPages } from './pages.ts';
import type { View } from './views.ts';

/** Tasks that are being created, as the client guesses them before the server responds. */
export const optimisticNewTasks = optimisticData<readonly Task[]>('added tasks');

/** The prefix of the query keys of all tabs and searches. */
export const pagesKey = [...queryKeys.tasks, 'pages'] as const;
export const toPagesKey = (view: View, q: string) => [...pagesKey, view, q] as const;
export const toTaskKey = (id: string) => [...queryKeys.tasks, 'one', id] as const;

export function findCachedTask(client: QueryClient, id: string): Task | undefined {
  const added = withOptimisticChanges(client, optimisticNewTasks, []).find(({ _id }) => _id === id);
  if (added) return added;
  const listed = listCachedTasks(client).find(({ _id }) => _id === id);
  return listed ?? client.getQueryData<{ readonly task: Task }>(toTaskKey(id))?.task;
}

/** The tasks of all tabs and searches, each once. */
export function listCachedTasks(client: QueryClient): Task[] {
  const lists = client.getQueriesData<TaskPages>({ queryKey: pagesKey });
  const tasks = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.tasks) ?? []);
  return [...new Map(tasks.map((task) => [task._id, task])).values()];
}
