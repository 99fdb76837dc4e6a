import { accountApi, calendarApi, dashboardApi, planningApi, taskApi } from '@dayloom/contracts';
import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { getWeekStart } from '#features/dashboard/model/week-start.ts';
import type { CachedPages } from '#features/tasks/api.ts';
import { PAGE_SIZE } from '#features/tasks/model/views.ts';
import { call } from '#lib/api.ts';
import type { KeptResponse, OfflineStore } from '#lib/kept-data.ts';
import { isSavingData, whenIdle } from '#lib/load-ahead.ts';
import { queryKeys } from '#lib/query-client.ts';
import { keptRange, toRangeKey } from './kept-range.ts';
import { deriveResponse, findTopic, keptViews, toPagesKey } from './responses.ts';

/** Pause after a response until it is written: a page reads several at once. */
const WRITING_PAUSE_MS = 1_000;
/** Pause after a change until what is kept is read again. */
const READING_PAUSE_MS = 20_000;

/**
 * Keeps the responses that the app needs without a network: it reads them when the browser has nothing else to do,
 * stores what is read, and gives it to the queries when the server cannot be reached. Until the signal aborts.
 */
export function keepResponses(client: QueryClient, store: OfflineStore, stop: AbortSignal): void {
  storeResponses(client, store, stop);
  readAhead(client, stop);
  const restore = () => void restoreStoredResponses(client, store, stop);
  if (!onlineManager.isOnline()) restore();
  const unsubscribe = [
    onlineManager.subscribe((isOnline) => {
      if (!isOnline) restore();
    }),
    // Fill the queries of a page that is opened offline.
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'added' && !onlineManager.isOnline()) fillQuery(client, query, new Date());
    }),
  ];
  stop.addEventListener('abort', () => {
    for (const end of unsubscribe) end();
  });
}

/** Stored responses replace nothing that is newer. Marked with their age, they are read again with the next network. */
async function restoreStoredResponses(
  client: QueryClient,
  store: OfflineStore,
  stop: AbortSignal,
): Promise<void> {
  const responses = await store.listResponses().catch((error: unknown) => {
    console.warn('What this browser keeps could not be read', error);
    return [];
  });
  if (stop.aborted) return;
  for (const { key, data, readAt } of responses) {
    const known = client.getQueryState(key);
    if (known?.data === undefined) client.setQueryData(key, data, { updatedAt: readAt });
  }
  const now = new Date();
  for (const query of client.getQueryCache().getAll()) fillQuery(client, query, now);
}

function fillQuery(client: QueryClient, query: Query, now: Date): void {
  if (query.state.data !== undefined) return;
  const data = deriveResponse(client, query.queryKey, now);
  // Old from the beginning: it is read again as soon as the server can be reached.
  if (data !== undefined) client.setQueryData(query.queryKey, data, { updatedAt: 1 });
}

function storeResponses(client: QueryClient, store: OfflineStore, stop: AbortSignal): void {
  const unwritten = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const responses = [...unwritten].map(([topic, { queryKey, state }]): KeptResponse => {
      return { topic, key: queryKey, data: firstPage(state.data), readAt: state.dataUpdatedAt };
    });
    unwritten.clear();
    if (responses.length === 0 || stop.aborted) return;
    store
      .keepResponses(responses)
      .catch((error: unknown) => console.warn('A response could not be kept for later', error));
  };
  const note = (query: Query) => {
    const topic = findTopic(query.queryKey);
    if (topic === null || query.state.data === undefined || query.state.dataUpdatedAt <= 1) return;
    unwritten.set(topic, query);
    timer ??= setTimeout(write, WRITING_PAUSE_MS);
  };
  const cache = client.getQueryCache();
  cache.getAll().forEach(note);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query);
  });
  window.addEventListener('pagehide', write, { signal: stop });
  stop.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
}

/** The first page of a list that comes page by page. */
function firstPage(data: unknown): unknown {
  const pages = (data as Partial<CachedPages> | null)?.pages;
  const [page] = pages ?? [];
  return page ? { pages: [{ ...page, nextCursor: null }], pageParams: [''] } : data;
}

/** Reads what is kept, at first when the page is complete, then some time after each change of it. */
function readAhead(client: QueryClient, stop: AbortSignal): void {
  if (isSavingData()) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    whenIdle(() => {
      if (stop.aborted || !onlineManager.isOnline()) return;
      if (client.isFetching() > 0 || document.visibilityState === 'hidden') later();
      else void readKept(client);
    });
  };
  const later = () => {
    timer ??= setTimeout(read, READING_PAUSE_MS);
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
    if (findTopic(event.query.queryKey) !== null) later();
  });
  timer = setTimeout(read, WRITING_PAUSE_MS);
  stop.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
}

/** Reads what is missing or old. What a page shows is read by the page. */
async function readKept(client: QueryClient): Promise<void> {
  const range = keptRange(new Date());
  const query = { from: range.from.toISOString(), to: range.to.toISOString() };
  const { profile, plan, calendars, dashboard } = queryKeys;
  await client.prefetchQuery({ queryKey: plan, queryFn: () => call(planningApi.readPlan) });
  await client.prefetchQuery({ queryKey: calendars, queryFn: () => call(calendarApi.list) });
  for (const view of keptViews)
    await client.prefetchInfiniteQuery({
      queryKey: toPagesKey(view),
      queryFn: () => call(taskApi.list, { query: { view, limit: PAGE_SIZE } }),
      initialPageParam: '',
    });
  await client.prefetchQuery({
    queryKey: toRangeKey(range),
    queryFn: () => call(calendarApi.listOccurrences, { query }),
  });
  await client.prefetchQuery({
    queryKey: [...dashboard, 'figures'],
    queryFn: () => call(dashboardApi.read, { query: { weekStartsOn: getWeekStart() } }),
  });
  await client.prefetchQuery({
    queryKey: profile,
    queryFn: async () => (await call(accountApi.getProfile)).user,
  });
}
