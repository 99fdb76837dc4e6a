import { weeklyReviewApi } from '@dayloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { getWeekStart } from '../model/week-start.ts';

/** The review of the week of a date, by the days of this browser's language. */
export function useReview(date: string) {
  return useQuery({
    queryKey: [...queryKeys.dashboard, 'review', date],
    queryFn: ({ signal }) =>
      call(weeklyReviewApi.read, { query: { weekStartsOn: getWeekStart(), date } }, { signal }),
  });
}
