import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { KeptAnswer } from './kept-answer.ts';

const schema = z.object({ success: z.literal(true), names: z.array(z.string()) });
const kept = new KeptAnswer(schema, { names: ['Ada "A"', 'Zoë'], secret: 'not in the schema' });
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

it.each(['br', 'gzip, br', 'gzip;q=0.5, br;q=1.0', 'BR;q=0.1'])('is compressed for %s', async (encoding) => {
  const reply = await get(encoding);
  expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString())).toEqual({
    success: true,
    names: ['Ada "A"', 'Zoë'],
  });
});

it.each(['gzip', 'br;q=0', 'br;q=0.000, gzip', 'abr', ''])('is plain text for %s', async (encoding) => {
  const reply = await get(encoding);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.json().names).toHaveLength(2);
});
