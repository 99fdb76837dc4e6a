import { type NewTask, planningApi, type Task, type TaskChange, taskApi } from '@dayloom/contracts';
import { type QueryClient, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { type CallOptions, call } from '#lib/api.ts';
import { untilSettled } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { findCachedTask, pagesKey, toPagesKey, toTaskKey } from './model/cached-tasks.ts';
import { mapTasks, type TaskPages, withTask } from './model/pages.ts';
import { PAGE_SIZE, type View } from './model/views.ts';

/** Adds tasks as one change. */
export const importTasks = (tasks: readonly NewTask[]) =>
  call(taskApi.import, { body: { tasks: [...tasks] } });

type ListResponse = Awaited<ReturnType<typeof fetchPage>>;
export type CachedPages = TaskPages<ListResponse>;
export type TaskResponse = Awaited<ReturnType<typeof fetchTask>>;

/** With the time, because equal answers are one object in the cache: it says which tasks the counts belong to. */
const fetchPage = async (view: View, q: string, cursor: string, signal?: AbortSignal) => ({
  ...(await call(
    taskApi.list,
    { query: { view, limit: PAGE_SIZE, ...(q && { q }), ...(cursor && { cursor }) } },
    { signal },
  )),
  at: performance.now(),
});
export const fetchTask = (id: string, options: CallOptions) =>
  call(taskApi.read, { params: { id } }, options);

export const createKey = [...queryKeys.tasks, 'create'] as const;
export const readKey = [...createKey, 'read'] as const;

/** Waits until the server knows a new task, before another request about it is sent. */
export async function untilCreated(client: QueryClient, id: string): Promise<void> {
  await untilSettled(client, readKey);
  await untilSettled(client, [...createKey, id]);
}

/** The tab's tasks, page by page. While a search loads, the previous results stay. */
export function useTaskPages(view: View, q: string) {
  return useInfiniteQuery({
    queryKey: toPagesKey(view, q),
    queryFn: ({ pageParam, signal }) => fetchPage(view, q, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before, query) => (query?.queryKey[2] === view ? before : undefined),
  });
}

/** One task; shows the list's copy while loading. */
export function useTask(client: QueryClient, id: string) {
  return useQuery({
    queryKey: toTaskKey(id),
    queryFn: ({ signal }) => untilCreated(client, id).then(() => fetchTask(id, { signal })),
    staleTime: 0,
    placeholderData: () => {
      const task = findCachedTask(client, id);
      return task && { success: true as const, task, commandId: null, message: '' };
    },
  });
}

export function useTasksById(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: toTaskKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchTask(id, { signal }),
    })),
  });
}

/** Tasks that contain the words, to choose one. */
export function useFoundTasks(q: string) {
  return useQuery({
    queryKey: [...queryKeys.tasks, 'found', q],
    queryFn: ({ signal }) => call(taskApi.list, { query: { view: 'upcoming', q, limit: 20 } }, { signal }),
    enabled: q !== '',
    placeholderData: (before) => before,
  });
}

/** The plan's deadline risks. */
export function useAtRisk(isNeeded: boolean) {
  const plan = useQuery({
    queryKey: queryKeys.plan,
    queryFn: ({ signal }) => call(planningApi.readPlan, {}, { signal }),
    enabled: isNeeded,
  });
  return plan.data?.atRisk ?? [];
}

export const createTask = (body: NewTask, options: CallOptions) => call(taskApi.create, { body }, options);
export const pinTask = (taskId: string, startsAt: string, options: CallOptions) =>
  call(planningApi.pinTask, { body: { taskId, startsAt } }, options);
export const changeTask = (id: string, body: TaskChange, options: CallOptions) =>
  call(taskApi.change, { params: { id }, body }, options);
export const removeTask = (id: string, version: number | undefined, options: CallOptions) =>
  call(taskApi.remove, { params: { id }, query: { version } }, options);

export function cacheTask(client: QueryClient, answer: TaskResponse): void {
  client.setQueryData<TaskResponse>(toTaskKey(answer.task._id), answer);
}

/** Replaces the task in all lists, or removes it. Running list requests are outdated and are cancelled. */
export async function cacheInLists(client: QueryClient, id: string, task: Task | null): Promise<void> {
  await client.cancelQueries({ queryKey: pagesKey });
  client.setQueriesData<CachedPages>(
    { queryKey: pagesKey },
    (data) => data && mapTasks(data, (one) => (one._id === id ? task : one)),
  );
}

/** Adds a new task to the lists of the views. */
export function cacheInViews(client: QueryClient, task: Task, views: readonly View[]): void {
  for (const view of views)
    client.setQueryData<CachedPages>(toPagesKey(view, ''), (data) => data && withTask(data, task));
}

/** Refetches tasks and plan; keeps requests that are already running. */
export function refreshTasks(client: QueryClient): void {
  for (const queryKey of [queryKeys.tasks, queryKeys.plan])
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
