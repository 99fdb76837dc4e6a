import { calendarApi, dashboardApi, planningApi } from '@dayloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/api.ts';
import { useOptimistic } from '#lib/optimistic.ts';
import { optimisticPlan } from '#lib/optimistic-plan.ts';
import { queryKeys } from '#lib/query-client.ts';
import { agendaRange } from './model/agenda-range.ts';
import { getWeekStart } from './model/week-start.ts';

/** Events and plan from the start of today to the end of the day three days ahead. */
export function useAgenda(today: Date) {
  const { from, to } = agendaRange(today);
  const events = useQuery({
    queryKey: [...queryKeys.events, 'range', from.toISOString(), to.toISOString()],
    queryFn: ({ signal }) =>
      call(
        calendarApi.listOccurrences,
        { query: { from: from.toISOString(), to: to.toISOString() } },
        { signal },
      ),
  });
  const plan = useQuery({
    queryKey: queryKeys.plan,
    queryFn: ({ signal }) => call(planningApi.readPlan, {}, { signal }),
    select: useOptimistic(optimisticPlan),
  });
  // Only for colours: the agenda works without them.
  const { data } = useQuery({
    queryKey: queryKeys.calendars,
    queryFn: ({ signal }) => call(calendarApi.list, {}, { signal }),
  });
  return { events, plan, calendars: data?.calendars };
}

/** Figures of today, this week and the last weeks, in the home zone. They are read again when its day is over. */
export function useFigures(now: Date) {
  const query = useQuery({
    queryKey: [...queryKeys.dashboard, 'figures'],
    queryFn: ({ signal }) => call(dashboardApi.read, { query: { weekStartsOn: getWeekStart() } }, { signal }),
  });
  const { data, refetch } = query;
  // Each minute until the server's clock has the new day as well.
  const overAt = data && Date.parse(data.today.endsAt) <= now.getTime() ? now.getTime() : null;
  useEffect(() => {
    if (overAt !== null) void refetch();
  }, [overAt, refetch]);
  return query;
}
