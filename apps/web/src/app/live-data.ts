import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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

function invalidateTopics(client: QueryClient, topics: readonly string[]): void {
  for (const topic of topics) void client.invalidateQueries({ queryKey: [topic] });
}
