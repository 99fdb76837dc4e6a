import { type EndpointInput, meetingsApi } from '@dayloom/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { openRequestsKey } from './model/requests-key.ts';

export const meetingsKey = queryKeys.meetings;
export type Show = 'open' | 'closed';
export type NewRequest = EndpointInput<typeof meetingsApi.create>['body'];
type SuggestionsInput = EndpointInput<typeof meetingsApi.suggestTimes>['body'];

const PAGE = 30;
const MAX_OPEN = 100;

export const requestPagesQuery = (show: Show) =>
  infiniteQueryOptions({
    queryKey: [...meetingsKey, 'list', show],
    queryFn: ({ pageParam, signal }) =>
      call(
        meetingsApi.list,
        { query: { when: show, limit: PAGE, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
  });

/** The requests that still want answers. */
export const openRequestsQuery = queryOptions({
  queryKey: openRequestsKey,
  queryFn: async ({ signal }) =>
    (await call(meetingsApi.list, { query: { when: 'open', limit: MAX_OPEN } }, { signal })).meetingRequests,
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...meetingsKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(meetingsApi.read, { params: { id } }, { signal })).meetingRequest,
  });

/** People whose name or address contains the text. */
export const knownPeopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...meetingsKey, 'people', search],
    queryFn: async ({ signal }) =>
      (await call(meetingsApi.completeAttendees, { query: { search, limit: 6 } }, { signal })).people,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

export const suggestedTimesQuery = (input: SuggestionsInput) =>
  queryOptions({
    queryKey: [...meetingsKey, 'suggestions', input],
    queryFn: ({ signal }) => call(meetingsApi.suggestTimes, { body: input }, { signal }),
    placeholderData: keepPreviousData,
  });

export const createRequest = (body: NewRequest, idempotencyKey: string) =>
  call(meetingsApi.create, { body }, { idempotencyKey });

export const addTimes = (id: string, times: string[]) =>
  call(meetingsApi.addTimes, { params: { id }, body: { times } });

export const confirmTime = (id: string, startsAt: string) =>
  call(meetingsApi.confirm, { params: { id }, body: { startsAt } });

export const remindWaiting = (id: string) => call(meetingsApi.remind, { params: { id } });

export const renewLink = (id: string, attendeeId: string) =>
  call(meetingsApi.renewLink, { params: { id, attendeeId } });

export const withdrawRequest = (id: string, message: string) =>
  call(meetingsApi.withdraw, { params: { id }, body: { message } });
