import type { Task } from '@dayloom/contracts';
import { useEffect, useMemo, useState } from 'react';
import { useOptimistic } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useTaskPages } from '../api.ts';
import { optimisticNewTasks } from '../model/cached-tasks.ts';
import type { TimeContext } from '../model/time-context.ts';
import { dayIn } from '../model/viewer-day.ts';
import { isInView, type View, views } from '../model/views.ts';

/** Groups are complete only when all tasks are loaded; beyond this number of pages the user asks for more. */
const PAGES_AT_ONCE = 2;

/** All tasks of a tab that match the search, the counts of all tabs, and the projects seen so far. */
export function useListedTasks(view: View, query: string, context: TimeContext) {
  const list = useTaskPages(view, useDebounced(query.trim()));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const loaded = data?.pages;
  const wantsMore = hasNextPage && (loaded?.length ?? 0) < PAGES_AT_ONCE;
  useEffect(() => {
    if (wantsMore && !isFetching && !isError) void fetchNextPage();
  }, [wantsMore, isFetching, isError, fetchNextPage]);

  // Rows of a later page would push away those of the first ones: until all are there, the list stays as it was.
  const isIncomplete = wantsMore && !isError;
  const [complete, setComplete] = useState(loaded);
  const pages = isIncomplete ? complete : loaded;
  if (pages !== complete) setComplete(pages);

  // The server's counts, and the tasks that came with them. They stay until a new tab has loaded.
  const { at, counts } = pages?.[0] ?? {};
  const [known, setKnown] = useState({ at, counts, tasks: toTasks(pages) });
  if (pages && (at !== known.at || counts !== known.counts)) setKnown({ at, counts, tasks: toTasks(pages) });

  const withAdded = useOptimistic(optimisticNewTasks);
  const withChanges = useOptimistic(optimisticTasks);
  const [tasks, now] = useMemo(() => {
    const { today, endOfToday } = dayIn(context);
    const words = query.trim().toLowerCase();
    const listed = new Map(toTasks(pages).map((task) => [task._id, task]));
    // If a task occurs in both, the listed one is newer.
    const all = [...new Map([...withAdded([]).map((task) => [task._id, task] as const), ...listed]).values()];
    const shown = withChanges(all);
    const count = (list: readonly Task[], one: View) =>
      list.filter((task) => isInView(task, one, today, endOfToday)).length;
    return [
      withChanges(
        all.filter(
          (task) =>
            listed.has(task._id) ||
            (isInView(task, view, today, endOfToday) && task.title.toLowerCase().includes(words)),
        ),
      ),
      // With what the server does not count yet.
      known.counts &&
        Object.fromEntries(
          views.map((one) => [
            one,
            (known.counts?.[one] ?? 0) + (pages ? count(shown, one) - count(known.tasks, one) : 0),
          ]),
        ),
    ];
  }, [pages, known, withAdded, withChanges, view, query, context]);
  const [projects, setProjects] = useState<readonly string[]>([]);
  const seen = useMemo(() => {
    const names = new Set([...projects, ...tasks.flatMap(({ project }) => project ?? [])]);
    return [...names].sort((a, b) => a.localeCompare(b));
  }, [tasks, projects]);
  if (seen.length !== projects.length) setProjects(seen);

  return {
    list,
    isPending: list.isPending || isIncomplete,
    tasks,
    counts: now,
    projects: seen,
    hasMore: hasNextPage && !wantsMore,
  };
}

const toTasks = (pages: readonly { tasks: Task[] }[] | undefined) =>
  pages?.flatMap((page) => page.tasks) ?? [];
