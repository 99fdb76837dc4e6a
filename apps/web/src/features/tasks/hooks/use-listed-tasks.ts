import { useEffect, useMemo, useState } from 'react';
import { useOptimistic } from '#lib/optimistic.ts';
import { shownTasks } from '#lib/shown-data.ts';
import { useSettled } from '#lib/use-settled.ts';
import { addedTasks, useTaskPages } from '../api.ts';
import { dayIn, type TimeFrame } from '../model/time-frame.ts';
import { isInView, type View } from '../model/views.ts';

/** Groups are complete only when all tasks are loaded; beyond this number of pages the user asks for more. */
const PAGES_AT_ONCE = 2;

/** All tasks of a tab that match the search, the counts of all tabs, and the projects seen so far. */
export function useListedTasks(view: View, query: string, frame: TimeFrame) {
  const list = useTaskPages(view, useSettled(query.trim()));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const loaded = data?.pages;
  const wantsMore = hasNextPage && (loaded?.length ?? 0) < PAGES_AT_ONCE;
  useEffect(() => {
    if (wantsMore && !isFetching && !isError) void fetchNextPage();
  }, [wantsMore, isFetching, isError, fetchNextPage]);

  // Rows of a later page would push away those of the first ones: until all are there, the list stays as it was.
  const isIncomplete = wantsMore && !isError;
  const [pages, setPages] = useState(loaded);
  if (!isIncomplete && pages !== loaded) setPages(loaded);

  const latest = loaded?.[0]?.counts;
  const [counts, setCounts] = useState(latest);
  // Keeps the previous counts until the new tab has loaded.
  if (latest && latest !== counts) setCounts(latest);

  const withAdded = useOptimistic(addedTasks);
  const withChanges = useOptimistic(shownTasks);
  const tasks = useMemo(() => {
    const { today, endOfToday } = dayIn(frame);
    const words = query.trim().toLowerCase();
    const added = withAdded([]).filter(
      (task) => isInView(task, view, today, endOfToday) && task.title.toLowerCase().includes(words),
    );
    const listed = pages?.flatMap((page) => page.tasks) ?? [];
    // If a task occurs in both, the listed one is newer.
    const all = [...new Map([...added, ...listed].map((task) => [task._id, task])).values()];
    return withChanges(all);
  }, [pages, withAdded, withChanges, view, query, frame]);
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
    counts,
    projects: seen,
    hasMore: hasNextPage && !wantsMore,
  };
}
