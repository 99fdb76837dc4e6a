import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../lib/query-client.ts';
import { keepStreamOpen, onStreamMessage } from '../lib/stream.ts';

/** While a user is signed in, refetches what the server reports as changed. */
export function useLiveData(isEnabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    const stop = new AbortController();
    const unsubscribe = onStreamMessage((message) => {
      if (message.type === 'changed') invalidateTopics(client, message.topics);
    });
    void keepStreamOpen(stop.signal);
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [isEnabled, client]);
}

/** The inputs of the planner apart from the current plan. */
const PLANNED_WITH: ReadonlySet<string> = new Set(['tasks', 'events', 'calendars', 'profile']);

/** What the figures of the dashboard are computed from. */
const FIGURES_OF: ReadonlySet<string> = new Set(['tasks', 'plan', 'events', 'calendars', 'profile', 'focus']);

function invalidateTopics(client: QueryClient, topics: readonly string[]): void {
  for (const topic of topics) void client.invalidateQueries({ queryKey: [topic] });
  if (topics.some((topic) => PLANNED_WITH.has(topic)))
    void client.invalidateQueries({ queryKey: queryKeys.planInstance });
  if (topics.some((topic) => FIGURES_OF.has(topic)))
    void client.invalidateQueries({ queryKey: queryKeys.dashboard });
}
