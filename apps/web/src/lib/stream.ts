import { type StreamMessage, systemApi } from '@dayloom/contracts';
import { ApiError, askedAheadAt, dropAhead, openStream } from './api.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Answers that were requested ahead are this much older than the stream on a slow line only. */
const LONG_AGO_MS = 2_000;

type Listener = (message: StreamMessage) => void;
const listeners = new Set<Listener>();

/** Listens to every message of the event stream until the returned function is called. */
export function onStreamMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Keeps the event stream open until `signal` aborts, and reconnects with growing pauses. `onOpen` runs at each
 * connection; with `hasGap`, messages may have been missed since the last one, or since answers that were requested
 * ahead. Missed messages are unknown, so the caller refetches everything. EventSource cannot be used because it cannot
 * send the bearer token.
 */
export async function keepStreamOpen(
  signal: AbortSignal,
  onOpen: (opened: { readonly hasGap: boolean }) => void,
): Promise<void> {
  let delay = FIRST_DELAY_MS;
  let wasOpen = false;
  while (!signal.aborted) {
    try {
      const response = await openStream(systemApi.stream, signal);
      const askedAt = askedAheadAt();
      onOpen({ hasGap: wasOpen || (askedAt !== null && Date.now() - askedAt > LONG_AGO_MS) });
      wasOpen = true;
      delay = FIRST_DELAY_MS;
      if (response.body) for await (const data of eventData(response.body)) deliver(data);
    } catch (error) {
      if (signal.aborted) return;
      // Signed out, or a server without a stream: a retry would not help.
      if (error instanceof ApiError && (error.code === 'unauthenticated' || error.code === 'not_found'))
        return;
    }
    await pause(delay * (0.75 + Math.random() / 2), signal);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}

/** A newer server may send messages of types that no listener knows. */
function deliver(data: string): void {
  let message: StreamMessage;
  try {
    message = JSON.parse(data);
  } catch {
    return;
  }
  if (message.type === 'changed') dropAhead();
  for (const listener of listeners) listener(message);
}

/** The `data` of each event (WHATWG HTML, 9.2.6 "Interpreting an event stream"), without types and ids. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r', '');
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const lines = rest.slice(0, end).split('\n');
        rest = rest.slice(end + 2);
        const data = lines
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).replace(/^ /, ''));
        if (data.length > 0) yield data.join('\n');
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
