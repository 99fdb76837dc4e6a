import type { Task } from '@dayloom/contracts';

/** One answer of the list, as far as the cache is patched. */
export interface TaskPage {
  tasks: Task[];
}

/** What the cache holds for one tab and search. */
export interface TaskPages<Page extends TaskPage = TaskPage> {
  pages: Page[];
  pageParams: unknown[];
}

export function mapTasks<Page extends TaskPage>(
  data: TaskPages<Page>,
  change: (task: Task) => Task | null,
): TaskPages<Page> {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      tasks: page.tasks.flatMap((task) => change(task) ?? []),
    })),
  };
}

export function withTask<Page extends TaskPage>(data: TaskPages<Page>, task: Task): TaskPages<Page> {
  const [first, ...rest] = data.pages;
  if (!first) return data;
  const isThere = data.pages.some(({ tasks }) => tasks.some(({ _id }) => _id === task._id));
  if (isThere) return mapTasks(data, (one) => (one._id === task._id ? task : one));
  return { ...data, pages: [{ ...first, tasks: [task, ...first.tasks] }, ...rest] };
}

/**
 * Takes back what was done to the tasks with these ids, and keeps everything else that has changed since
 * `before` was remembered.
 */
export function withTasksAsBefore<Page extends TaskPage>(
  current: TaskPages<Page>,
  before: TaskPages<Page>,
  ids: ReadonlySet<string>,
): TaskPages<Page> {
  const now = new Map(current.pages.flatMap(({ tasks }) => tasks.map((task) => [task._id, task] as const)));
  const known = new Set(before.pages.flatMap(({ tasks }) => tasks.map(({ _id }) => _id)));
  const added = [...now.values()].filter(({ _id }) => !known.has(_id) && !ids.has(_id));
  const pages = before.pages.map((page, index) => ({
    ...page,
    tasks: [
      ...(index === 0 ? added : []),
      ...page.tasks.flatMap((task) => (ids.has(task._id) ? task : (now.get(task._id) ?? []))),
    ],
  }));
  return { ...current, pages };
}
