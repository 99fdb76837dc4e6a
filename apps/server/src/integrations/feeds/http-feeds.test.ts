import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { httpFeeds } from './http-feeds.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const FILE = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(listener: RequestListener, maxBytes = 1_048_576) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-word/calendar.ics`;
  const fetch = guardedFetch({ allowsPrivate: true, maxBytes, timeoutMs: 10_000 });
  closers.push(() => {
    fetch.close();
    server.closeAllConnections();
    server.close();
  });
  const feeds = httpFeeds({ fetch, clock: () => NOW });
  const read = async (etag: string | null = null) => {
    const file = await feeds.fetch(url, { etag });
    if (!file) return null;
    const pieces: Uint8Array[] = [];
    for await (const piece of file.body) pieces.push(piece);
    return { text: Buffer.concat(pieces).toString(), etag: file.etag };
  };
  return { feeds, url, read };
}

describe('httpFeeds', () => {
  it('reads a file, and nothing if it is unchanged', async () => {
    const asked: (string | undefined)[][] = [];
    const { read } = await open((request, reply) => {
      asked.push([request.headers['if-none-match'], request.headers['if-modified-since']]);
      const isKnown = request.headers['if-none-match'] === '"one"';
      reply.writeHead(isKnown ? 304 : 200, {
        etag: '"one"',
        'last-modified': 'Tue, 17 Nov 2026 08:00:00 GMT',
      });
      reply.end(isKnown ? undefined : FILE);
    });
    const first = await read();
    expect(first?.text).toBe(FILE);
    expect(await read(first?.etag ?? null)).toBeNull();
    expect(asked).toEqual([
      [undefined, undefined],
      ['"one"', 'Tue, 17 Nov 2026 08:00:00 GMT'],
    ]);
    expect((await read('no token of ours'))?.text).toBe(FILE);
  });

  it('returns a file when it is complete, however slowly it arrived', async () => {
    const order: string[] = [];
    const { feeds, url } = await open((_request, reply) => {
      reply.write(FILE.slice(0, 20));
      setTimeout(() => {
        order.push('ended');
        reply.end(FILE.slice(20));
      }, 100);
    });
    const file = await feeds.fetch(url, { etag: null });
    order.push('handed on');
    const pieces: Uint8Array[] = [];
    for await (const piece of file?.body ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(FILE);
    expect(order).toEqual(['ended', 'handed on']);
  });

  it('recognises unchanged files by the date, and by an ETag that the server ignores', async () => {
    const dated = await open((request, reply) => {
      const modified = 'Tue, 17 Nov 2026 08:00:00 GMT';
      const isKnown = request.headers['if-modified-since'] === modified;
      reply.writeHead(isKnown ? 304 : 200, { 'last-modified': modified }).end(isKnown ? undefined : FILE);
    });
    expect(await dated.read((await dated.read())?.etag ?? null)).toBeNull();
    const deaf = await open((_request, reply) => reply.writeHead(200, { etag: 'W/"same"' }).end(FILE));
    expect(await deaf.read((await deaf.read())?.etag ?? null)).toBeNull();
    const mute = await open((_request, reply) => reply.end(FILE));
    expect((await mute.read())?.etag).toBeNull();
  });

  it('decompresses, and stops at the limit', async () => {
    const body = gzipSync(FILE.repeat(100));
    const packed = await open((_request, reply) =>
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    );
    expect((await packed.read())?.text).toBe(FILE.repeat(100));
    const large = await open((_request, reply) => reply.end(FILE.repeat(1_000)), 10_000);
    await expect(large.read()).rejects.toMatchObject({ kind: 'rejected', providerCode: 'too_large' });
    const small = gzipSync(Buffer.alloc(20_000_000, 'A'));
    const bomb = await open(
      (_request, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(small),
      10_000,
    );
    await expect(bomb.read()).rejects.toMatchObject({ kind: 'rejected', providerCode: 'too_large' });
  });

  it.each([
    [401, {}, 'rejected', null],
    [403, {}, 'rejected', null],
    [404, {}, 'rejected', null],
    [410, {}, 'rejected', null],
    [418, {}, 'unavailable', null],
    [429, { 'retry-after': '90' }, 'rate_limited', 90],
    [503, { 'retry-after': 'Wed, 18 Nov 2026 12:05:00 GMT' }, 'rate_limited', 300],
    [503, {}, 'unavailable', null],
    [500, {}, 'unavailable', null],
  ] as const)('explains status %i', async (status, headers, kind, retryAfterSeconds) => {
    const { read } = await open((_request, reply) => reply.writeHead(status, headers).end('secret-word'));
    const failure = (await read().catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ kind, retryAfterSeconds });
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain('secret-word');
  });

  it.each([
    ['<!DOCTYPE html><p>Sign in', 'web page'],
    ['  \n<html>', 'web page'],
    ['', 'nothing'],
    ['\r\n \r\n', 'nothing'],
  ])('does not accept %j as a calendar', async (text, word) => {
    const { read } = await open((_request, reply) => reply.end(text));
    await expect(read()).rejects.toMatchObject({ kind: 'rejected', message: expect.stringContaining(word) });
  });

  it('refuses private addresses', async () => {
    const { url } = await open((_request, reply) => reply.end(FILE));
    const feeds = httpFeeds({ fetch: guardedFetch(), clock: () => NOW });
    await expect(feeds.fetch(url, { etag: null })).rejects.toMatchObject({ providerCode: 'address' });
  });

  it('reports a truncated body', async () => {
    const { read } = await open((_request, reply) => {
      reply.writeHead(200, { 'content-length': '9999' }).write(FILE, () => reply.destroy());
    });
    await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
