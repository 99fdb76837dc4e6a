import {
  type Calendar,
  calendarAccountsApi,
  calendarApi,
  type EditScope,
  type EventChange,
  type GuestAnswer,
  type NewEvent,
  type Occurrence,
  type PendingNotice,
} from '@dayloom/contracts';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, getMessage } from '#lib/api.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { mutateOptimistically, optimisticChange, optimisticData, useOptimistic } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { rangesKey } from './model/ranges-key.ts';
import type { DateRange } from './model/views.ts';

export type Occurrences = Awaited<ReturnType<typeof fetchOccurrences>>;
type Calendars = Awaited<ReturnType<typeof fetchCalendars>>;

const fetchOccurrences = (from: string, to: string, signal?: AbortSignal) =>
  call(calendarApi.listOccurrences, { query: { from, to } }, { signal });
const fetchCalendars = (signal?: AbortSignal) => call(calendarApi.list, {}, { signal });

/** The events of all ranges. */
export const optimisticOccurrences = optimisticData<Occurrences>('occurrences');

/** Occurrences in a range; while the next range loads, the last one stays visible. */
export function useOccurrences({ from, to }: DateRange) {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const select = useOptimistic(optimisticOccurrences);
  return useQuery({
    queryKey: [...rangesKey, start, end],
    queryFn: ({ signal }) => fetchOccurrences(start, end, signal),
    placeholderData: keepPreviousData,
    select,
  });
}

const shownCalendars = optimisticData<Calendars>('calendars');

export function useCalendars() {
  const select = useOptimistic(shownCalendars);
  return useQuery({
    queryKey: queryKeys.calendars,
    queryFn: ({ signal }) => fetchCalendars(signal),
    select,
  });
}

/** Finds an occurrence in any cached range: a keyboard move may have taken it out of the visible one. */
export function findOccurrence(client: QueryClient, itemId: string): Occurrence | undefined {
  return client
    .getQueriesData<Occurrences>({ queryKey: rangesKey })
    .flatMap(([, data]) => data?.occurrences ?? [])
    .find((occurrence) => eventItemId(occurrence) === itemId);
}

/** Removes an imported calendar with its events. No undo, but the file can be imported again. */
export function useCalendarRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(calendarApi.remove, { params: { id } }),
    onSuccess: () => notify.success('Calendar removed'),
    onError: (error) => notify.error(getMessage(error, 'The calendar could not be removed.')),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.calendars }),
        client.invalidateQueries({ queryKey: queryKeys.events }),
      ]),
  });
}

/** Shows or hides a calendar at once; after a refusal it is as before. */
export function useCalendarVisibility() {
  const client = useQueryClient();
  return ({ _id, isVisible }: Pick<Calendar, '_id' | 'isVisible'>): void => {
    mutateOptimistically(client, {
      scope: 'calendars',
      changes: [
        optimisticChange(shownCalendars, (data) => ({
          ...data,
          calendars: data.calendars.map((one) => (one._id === _id ? { ...one, isVisible } : one)),
        })),
      ],
      send: () => call(calendarApi.change, { params: { id: _id }, body: { isVisible } }),
      updateCache: () => refresh(client),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, `The calendar could not be ${isVisible ? 'shown' : 'hidden'}.`)),
    );
  };
}

export interface EditTarget {
  scope: EditScope;
  recurrenceId?: string;
}

export const createEvent = (body: Omit<NewEvent, 'isBusy'> & { isBusy: boolean }) =>
  call(calendarApi.createEvent, { body });
export const changeEvent = (id: string, change: Partial<EventChange>, target: EditTarget) =>
  call(calendarApi.changeEvent, { params: { id }, body: { ...change, ...target } });
export const removeEvent = (id: string, target: EditTarget) =>
  call(calendarApi.removeEvent, { params: { id }, query: target });

export const answerEvent = (id: string, body: { answer: GuestAnswer; recurrenceId?: string }) =>
  call(calendarApi.answerEvent, { params: { id }, body });

/**
 * Refetches events and calendars. Requests from before the change would return old data and are cancelled.
 */
export function refresh(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [queryKeys.events, queryKeys.calendars].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** Sends a pending change without notifying the guests. */
export const withholdNotices = (change: Pick<PendingNotice, 'calendarId' | 'uids'>) =>
  call(calendarAccountsApi.withholdNotices, { body: change });
