import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CachedBytes, CachedResponse } from './cached-response.ts';

const schema = z.object({ success: z.literal(true), names: z.array(z.string()) });
const kept = new CachedResponse(schema, { names: ['Ada "A"', 'Zoë'], secret: 'not in the schema' });
const app = Fastify();
app.get('/', (request, reply) => kept.send(request, reply));
const get = (encoding?: string) =>
  app.inject({ url: '/', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

it('sends the fields of the schema, again and again', async () => {
  for (let time = 0; time < 2; time += 1) {
    const reply = await get();
    expect(reply.json()).toEqual({ success: true, names: ['Ada "A"', 'Zoë'] });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

it.each([
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
  ['BR;q=0.1', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.000, gzip', 'gzip'],
])('is compressed for %s by %s', async (accepted, encoding) => {
  const reply = await get(accepted);
  expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect(JSON.parse(decompress(reply.rawPayload).toString())).toEqual({
    success: true,
    names: ['Ada "A"', 'Zoë'],
  });
});

it.each(['deflate', 'br;q=0', 'gzip;q=0.0, br;q=0', 'abr', ''])('is plain text for %s', async (encoding) => {
  const reply = await get(encoding);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.json().names).toHaveLength(2);
});

it('is compressed further where its bytes matter most', async () => {
  const text = Buffer.from(Array.from({ length: 2_000 }, (_, index) => `<p>${index * 7919}</p>`).join(''));
  const sizes = [];
  for (const quality of ['fast', 'best'] as const) {
    const bytes = new CachedBytes(text, 'text/html', quality);
    const page = Fastify();
    page.get('/', (request, reply) => bytes.send(request, reply));
    const { rawPayload } = await page.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(rawPayload)).toEqual(text);
    sizes.push(rawPayload.length);
  }
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.9);
});

it('is not sent again to those who have it, and is sent to those who have another one', async () => {
  const etag = (await get()).headers.etag ?? '';
  const ask = (tags: string) => app.inject({ url: '/', headers: { 'if-none-match': tags } });
  const same = await ask(`W/"other", ${etag}`);
  expect({ status: same.statusCode, body: same.body, etag: same.headers.etag }).toEqual({
    status: 304,
    body: '',
    etag,
  });
  expect((await ask('W/"other"')).json().names).toHaveLength(2);
});
