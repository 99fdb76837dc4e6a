import { type StreamMessage, systemApi, type Topic } from '@dayloom/contracts';
import { ApiError, dropPrefetched, openStream } from './api.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

type Listener = (message: StreamMessage) => void;
const listeners = new Set<Listener>();

/** Listens to every message of the event stream until the returned function is called. */
export function onStreamMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Keeps the event stream open until `signal` aborts, and reconnects with growing pauses. What changed before it was
 * open, listeners hear as its first message. EventSource cannot be used because it cannot send the bearer token.
 */
export async function keepStreamOpen(signal: AbortSignal): Promise<void> {
  let delay = FIRST_DELAY_MS;
  /** The page has read nothing before. Between two connections, messages may have been missed for any time. */
  let readSince = performance.timeOrigin;
  while (!signal.aborted) {
    try {
      const response = await openStream(systemApi.stream, signal);
      delay = FIRST_DELAY_MS;
      if (response.body)
        for await (const data of eventData(response.body)) {
          deliver(data, readSince);
          readSince = -Infinity;
        }
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
function deliver(data: string, readSince: number): void {
  let message: StreamMessage;
  try {
    message = JSON.parse(data);
  } catch {
    return;
  }
  if (message.type === 'opened') {
    const readMs = Date.now() - readSince;
    const all = Object.entries(message.unchangedMs) as [Topic, number][];
    message = { type: 'changed', topics: all.flatMap(([topic, ms]) => (ms < readMs ? topic : [])) };
    if (!message.topics[0]) return;
  }
  if (message.type === 'changed') dropPrefetched();
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
