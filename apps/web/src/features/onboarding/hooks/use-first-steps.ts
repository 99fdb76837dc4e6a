import type { Calendar } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically } from '#lib/optimistic.ts';
import { settingsChange, storeSettings } from '#lib/profile-settings.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { addSampleWeek, finishFirstSteps, readSampleWeek, removeSampleWeek } from '../api.ts';

/** Ends the first steps at once; a failure brings them back. */
export function useFinishFirstSteps(): () => void {
  const client = useQueryClient();
  return () => {
    mutateOptimistically(client, {
      changes: [settingsChange(() => ({ isOnboarded: true }))],
      send: finishFirstSteps,
      updateCache: () => storeSettings(client, () => ({ isOnboarded: true })),
    }).catch((error: unknown) => notify.error(getMessage(error, 'That could not be saved. Try again.')));
  };
}

/**
 * The calendar of the sample week: undefined while it is asked for, null without one. It cannot be found by
 * its name, which users may change, and which a file of theirs may have too.
 */
export function useSampleCalendar(calendars: readonly Pick<Calendar, 'kind'>[]): string | null | undefined {
  const isPossible = calendars.some(({ kind }) => kind === 'imported');
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.calendars, 'sample-week'],
    queryFn: readSampleWeek,
    enabled: isPossible,
  });
  if (!isPossible || isError) return null;
  return data && (data.sampleWeek?.calendarId ?? null);
}

/** Adds or removes the sample week. */
export function useSampleWeek() {
  const client = useQueryClient();
  const refetch = () =>
    Promise.all(
      [queryKeys.calendars, queryKeys.events, queryKeys.tasks, queryKeys.plan, queryKeys.dashboard].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
  const add = useMutation({
    mutationFn: addSampleWeek,
    onSuccess: refetch,
    onError: (error) => notify.error(getMessage(error, 'The sample week could not be added.')),
  });
  const remove = useMutation({
    mutationFn: removeSampleWeek,
    async onSuccess() {
      await refetch();
      notify.success('The sample week is gone');
    },
    onError: (error) => notify.error(getMessage(error, 'The sample week could not be removed.')),
  });
  return { add, remove };
}
