import { taskApi } from '@dayloom/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { useOptimistic } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { queryKeys } from '#lib/query-client.ts';
import { listCachedTasks, optimisticNewTasks } from '../model/cached-tasks.ts';
import { isOpen } from '../model/views.ts';

/** Number of open tasks to be planned, with the changes that wait; 0 until loaded. */
export function useOpenTaskCount(): number {
  const client = useQueryClient();
  const { data = 0 } = useQuery({
    queryKey: [...queryKeys.tasks, 'count'],
    queryFn: ({ signal }) => call(taskApi.list, { query: { view: 'upcoming', limit: 1 } }, { signal }),
    select: ({ counts }) => counts.upcoming ?? 0,
  });
  const withAdded = useOptimistic(optimisticNewTasks);
  const withChanges = useOptimistic(optimisticTasks);
  const cached = listCachedTasks(client);
  const known = new Set(cached.map(({ _id }) => _id));
  const added = withAdded([]).filter(({ _id }) => !known.has(_id));
  const shown = withChanges([...cached, ...added]);
  return Math.max(0, data + shown.filter(isOpen).length - cached.filter(isOpen).length);
}
