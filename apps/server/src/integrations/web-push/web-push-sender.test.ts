import { createECDH, randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { guardedFetch } from '../http/guarded-fetch.ts';
import { webPushSender } from './web-push-sender.ts';

let connections = 0;
/** Something on this machine that nobody outside may reach. */
const inside = createServer((_request, reply) => reply.writeHead(201).end());
inside.on('connection', () => {
  connections += 1;
});
inside.listen(0);
await once(inside, 'listening');
afterAll(() => inside.close());
const { port } = inside.address() as AddressInfo;

/** Sends to a name that resolves to this address. */
async function push(name: string, address: LookupAddress, allowsPrivate = false) {
  const fetch = guardedFetch({ allowsPrivate, resolve: async () => [address] });
  const sender = webPushSender({
    fetch,
    subject: 'mailto:operator@example.com',
    clock: () => new Date('2026-11-26T12:00:00Z'),
  });
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const subscription = {
    endpoint: `https://${name}:${port}/x`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  try {
    return await sender.send({ subscription, payload: '{}', keys: sender.makeKeys(), ttlSeconds: 60 });
  } finally {
    fetch.close();
  }
}

it.each<[string, LookupAddress]>([
  ['127.0.0.1.nip.io', { address: '127.0.0.1', family: 4 }],
  ['push.example.com', { address: '::1', family: 6 }],
  ['mapped.example.com', { address: '::ffff:127.0.0.1', family: 6 }],
  ['10-0-0-1.nip.io', { address: '10.0.0.1', family: 4 }],
  ['metadata.example.com', { address: '169.254.169.254', family: 4 }],
])('does not connect to %s, whose name leads inside', async (name, address) => {
  await expect(push(name, address)).rejects.toMatchObject({ kind: 'rejected', providerCode: 'address' });
  expect(connections).toBe(0);
});

it('connects where private addresses are allowed', async () => {
  // The service there speaks no TLS.
  await expect(push('localhost', { address: '127.0.0.1', family: 4 }, true)).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(connections).toBeGreaterThan(0);
});

it('asks a slow address no more for a while, and others at once', async () => {
  let now = Date.parse('2026-11-26T12:00:00Z');
  const asked: string[] = [];
  const fetch = Object.assign(
    async (url: string | URL) => {
      const { hostname } = new URL(url);
      asked.push(hostname);
      if (hostname === 'slow.example.com') await setTimeout(40);
      return new Response(null, { status: 201 });
    },
    { close() {} },
  );
  const sender = webPushSender({
    fetch,
    subject: 'mailto:operator@example.com',
    clock: () => new Date(now),
    slowMs: 20,
  });
  const keys = sender.makeKeys();
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const browserKeys = {
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const send = (host: string) =>
    sender.send({
      subscription: { endpoint: `https://${host}/x`, keys: browserKeys },
      payload: '{}',
      keys,
      ttlSeconds: 60,
    });
  expect(await send('slow.example.com')).toBe('sent');
  now += 5_000;
  await expect(send('slow.example.com')).rejects.toMatchObject({
    kind: 'unavailable',
    retryAfterSeconds: 40,
  });
  expect(await send('quick.example.com')).toBe('sent');
  now += 40_000;
  expect(await send('slow.example.com')).toBe('sent');
  expect(asked).toEqual(['slow.example.com', 'quick.example.com', 'slow.example.com']);
});
