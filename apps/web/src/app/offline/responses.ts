import { type Task, taskViews } from '@dayloom/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { bookingsKey } from '#features/bookings/model/bookings-key.ts';
import { openRequestsKey } from '#features/meetings/model/requests-key.ts';
import type { CachedPages } from '#features/tasks/api.ts';
import { findCachedTask, pagesKey } from '#features/tasks/model/cached-tasks.ts';
import { dayIn } from '#features/tasks/model/viewer-day.ts';
import { isInView, type View, views } from '#features/tasks/model/views.ts';
import { queryKeys } from '#lib/query-client.ts';
import { browserTimeZone } from '#lib/viewer.ts';
import { findKeptRange, isKeptRange, isRange, type Occurrences } from './kept-range.ts';

/** The tabs whose tasks are kept. The other ones are parts of them. */
export const keptViews = ['upcoming', 'someday', 'done'] as const satisfies readonly View[];

export const toPagesKey = (view: View) => [...pagesKey, view, ''] as const;

/** What the response of a query is kept as; null if it is not kept. */
export function findTopic(key: QueryKey): string | null {
  const [name, part, ...rest] = key as readonly string[];
  const { profile, plan, calendars, dashboard } = queryKeys;
  if (key.length === 1) return [profile, plan, calendars].some(([one]) => one === name) ? String(name) : null;
  if (name === dashboard[0] && part === 'figures') return 'dashboard';
  // The short lists on the dashboard.
  if (name === bookingsKey[0] && rest[0] === 'first') return `bookings ${rest[1]}`;
  if (name === openRequestsKey[0] && part === openRequestsKey[1]) return 'meeting requests';
  if (name === pagesKey[0] && part === pagesKey[1] && rest[1] === '')
    return keptViews.find((view) => view === rest[0]) ? `tasks ${rest[0]}` : null;
  return isKeptRange(key) ? 'events' : null;
}

/** What can be said about a query without the server, from the kept responses; undefined if nothing. */
export function deriveResponse(client: QueryClient, key: QueryKey, now: Date): unknown {
  const [name, part, ...rest] = key as readonly string[];
  if (isRange(key)) return deriveOccurrences(client, Date.parse(rest[0] ?? ''), Date.parse(rest[1] ?? ''));
  if (name !== queryKeys.tasks[0]) return undefined;
  if (part === 'one') {
    const task = findCachedTask(client, rest[0] ?? '');
    return task && { success: true, task, commandId: null, message: '' };
  }
  const tasks = listKeptTasks(client);
  if (!tasks) return undefined;
  if (part === 'pages')
    return { pages: [listView(tasks, rest[0] as View, rest[1] ?? '', now)], pageParams: [''] };
  if (part === 'found') return listView(tasks, 'upcoming', rest[0] ?? '', now);
  return part === 'unplanned' || part === 'count' ? listView(tasks, 'upcoming', '', now) : undefined;
}

function deriveOccurrences(client: QueryClient, from: number, to: number): Occurrences | undefined {
  const kept = findKeptRange(client);
  if (!kept || to <= kept.from.getTime() || from >= kept.to.getTime()) return undefined;
  return {
    ...kept.answer,
    occurrences: kept.answer.occurrences.filter(
      ({ startsAt, endsAt }) =>
        Date.parse(startsAt) < to && Math.max(Date.parse(endsAt), Date.parse(startsAt) + 1) > from,
    ),
  };
}

function listKeptTasks(client: QueryClient): Task[] | null {
  const lists = keptViews.map((view) => client.getQueryData<CachedPages>(toPagesKey(view)));
  if (!lists[0]) return null;
  const all = lists.flatMap((list) => list?.pages.flatMap(({ tasks }) => tasks) ?? []);
  return [...new Map(all.map((task) => [task._id, task])).values()];
}

function listView(tasks: readonly Task[], view: View, query: string, now: Date) {
  const { today, endOfToday } = dayIn({ now, timeZone: browserTimeZone() });
  const isIn = (task: Task, one: View) => isInView(task, one, today, endOfToday);
  const words = query.toLowerCase();
  const counts = Object.fromEntries(
    taskViews.map((one) => [
      one,
      one === 'all' ? tasks.length : tasks.filter((task) => isIn(task, one)).length,
    ]),
  );
  return {
    success: true,
    tasks: tasks.filter(
      (task) =>
        (views.includes(view) ? isIn(task, view) : true) &&
        `${task.title}\n${task.notes}`.toLowerCase().includes(words),
    ),
    nextCursor: null,
    counts,
    message: '',
  };
}
