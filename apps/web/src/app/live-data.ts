import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../lib/query-client.ts';
import { keepStreamOpen, onStreamMessage } from '../lib/stream.ts';

/** Asks again for whatever the server says has changed, while somebody is signed in. */
export function useLiveData(isEnabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    const stop = new AbortController();
    const unsubscribe = onStreamMessage((message) => {
      if (message.type === 'changed') invalidateTopics(client, message.topics);
    });
    void keepStreamOpen(stop.signal, () => void client.invalidateQueries());
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [isEnabled, client]);
}

/** What a plan is made from beside the plan there is. */
const PLANNED_WITH: ReadonlySet<string> = new Set(['tasks', 'events', 'calendars', 'profile']);

function invalidateTopics(client: QueryClient, topics: readonly string[]): void {
  for (const topic of topics) void client.invalidateQueries({ queryKey: [topic] });
  if (topics.some((topic) => PLANNED_WITH.has(topic)))
    void client.invalidateQueries({ queryKey: queryKeys.planInstance });
}
