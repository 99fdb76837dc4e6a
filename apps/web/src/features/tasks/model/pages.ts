import type { Task } from '@dayloom/contracts';

/** The part of a list response that cache patches use. */
export interface TaskPage {
  tasks: Task[];
}

/** The cached pages of one tab and search. */
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
