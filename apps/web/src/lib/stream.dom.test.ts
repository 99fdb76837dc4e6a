import { accountApi } from '@dayloom/contracts';
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

test('messages reach listeners, unknown ones are ignored, and a gap is reported', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const stop = new AbortController();
  let opened = 0;
  vi.stubGlobal('fetch', async () => {
    opened++;
    return new Response(
      createStream('data: {"type":"from the future"}\n\ndata: {"type":"changed","topics":["tasks"]}\n\n'),
    );
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
  const onOpen = vi.fn(({ hasGap }: { readonly hasGap: boolean }) => hasGap && stop.abort());
  await keepStreamOpen(stop.signal, onOpen);
  unsubscribe();
  expect(opened).toBe(2);
  expect(onOpen.mock.calls).toEqual([[{ hasGap: false }], [{ hasGap: true }]]);
  expect(topics).toContain('tasks');
});

test('answers that are much older than the stream are reported as a gap', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/stream')) return Response.json({});
    setTimeout(closed.resolve);
    return new Response(createStream());
  });
  const connect = async () => {
    const onOpen = vi.fn();
    void keepStreamOpen(stop.signal, onOpen);
    await closed.promise;
    stop.abort();
    return onOpen;
  };
  const api = createApi('http://localhost/api', {
    accessToken: async () => 'token',
    refreshToken: async () => 'token',
    sessionEnded: async () => {},
  });
  installApi(api);
  await api.askAhead(['/plan']);
  now.mockReturnValue(4_000);
  expect((await connect()).mock.calls).toEqual([[{ hasGap: true }]]);
  now.mockRestore();
});

test('answers that were requested ahead of a change elsewhere are not used', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const stop = new AbortController();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address).pathname);
    return address.endsWith('/stream')
      ? new Response(createStream('data: {"type":"changed","topics":["profile"]}\n\n'))
      : Response.json({ success: true, user: aProfile(), message: '' });
  });
  const api = createApi('http://localhost/api', {
    accessToken: async () => 'token',
    refreshToken: async () => 'token',
    sessionEnded: async () => {},
  });
  installApi(api);
  await api.askAhead(['/user/profile']);
  const changed = Promise.withResolvers<void>();
  const unsubscribe = onStreamMessage(() => changed.resolve());
  void keepStreamOpen(stop.signal, () => {});
  await changed.promise;
  await api.call(accountApi.getProfile);
  stop.abort();
  unsubscribe();
  expect(asked).toEqual(['/api/user/profile', '/api/stream', '/api/user/profile']);
});
