import { accountApi } from '@dayloom/contracts';
import { HOUR_MS } from '@dayloom/time';
import { expect, test, vi } from 'vitest';
import { aProfile } from '../test/fixtures.ts';
import { createApi, installApi } from './api.ts';
import { eventData, keepStreamOpen, onStreamMessage } from './stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function createStream(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(bytes(part));
      controller.close();
    },
  });
}

test('events are read across chunks, with comments and CRLF', async () => {
  const found: string[] = [];
  const body = createStream(
    ': hello\r\n\r\ndata: {"a"',
    ':1}\r\n\r',
    '\nevent: x\ndata: one\ndata: two\n\n',
    'data: cut',
  );
  for await (const data of eventData(body)) found.push(data);
  expect(found).toEqual(['{"a":1}', 'one\ntwo']);
});

interface Heard {
  readonly topics: string[];
  readonly opened: number;
}

/** What listeners receive of one stream after the other. */
async function listen(streams: readonly (readonly string[])[]): Promise<Heard> {
  // The pauses between connections.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const stop = new AbortController();
  let opened = 0;
  vi.stubGlobal('fetch', async () => {
    const parts = streams[opened];
    if (!parts) stop.abort();
    else opened++;
    return new Response(createStream(...(parts ?? [])));
  });
  installApi(
    createApi('http://localhost/api', {
      accessToken: async () => 'token',
      refreshToken: async () => null,
      sessionEnded: async () => {},
    }),
  );
  const topics: string[] = [];
  const unsubscribe = onStreamMessage((message) => {
    if (message.type === 'changed') topics.push(...message.topics);
  });
  const ended = keepStreamOpen(stop.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  await ended;
  unsubscribe();
  vi.useRealTimers();
  return { topics, opened };
}

const message = (content: object) => `data: ${JSON.stringify(content)}\n\n`;

test('messages reach listeners, and unknown ones are ignored', async () => {
  const parts = [message({ type: 'from the future' }), message({ type: 'changed', topics: ['tasks'] })];
  expect(await listen([parts])).toEqual({ topics: ['tasks'], opened: 1 });
});

test('changes since the page began to load arrive when its stream opens', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + 1_500);
  const opened = message({ type: 'opened', unchangedMs: { tasks: 90_000, plan: 1_400, focus: 1_600 } });
  expect(await listen([[opened]])).toEqual({ topics: ['plan'], opened: 1 });
});

test('after a lost connection, everything may have changed', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + 1_500);
  const opened = message({ type: 'opened', unchangedMs: { tasks: 90_000, plan: 80_000 } });
  expect(await listen([[opened], [opened]])).toEqual({ topics: ['tasks', 'plan'], opened: 2 });
});

test.each([
  ['are not used after a change elsewhere', { type: 'changed', topics: ['profile'] }, 2],
  ['are not used if something changed meanwhile', { type: 'opened', unchangedMs: { profile: 0 } }, 2],
  ['are used if nothing has', { type: 'opened', unchangedMs: { profile: HOUR_MS } }, 1],
])('answers that were requested ahead %s', async (_, content, requests) => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const stop = new AbortController();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address).pathname);
    return address.endsWith('/stream')
      ? new Response(createStream(message(content), message({ type: 'plan.progress', improvements: 1 })))
      : Response.json({ success: true, user: aProfile(), message: '' });
  });
  const api = createApi('http://localhost/api', {
    accessToken: async () => 'token',
    refreshToken: async () => 'token',
    sessionEnded: async () => {},
  });
  installApi(api);
  await api.prefetch(['/user/profile']);
  const changed = Promise.withResolvers<void>();
  const unsubscribe = onStreamMessage(({ type }) => type === 'plan.progress' && changed.resolve());
  void keepStreamOpen(stop.signal);
  await changed.promise;
  await api.call(accountApi.getProfile);
  stop.abort();
  unsubscribe();
  expect(asked.filter((one) => one === '/api/user/profile')).toHaveLength(requests);
});
