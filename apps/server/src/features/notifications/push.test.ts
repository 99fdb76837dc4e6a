import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@dayloom/time';
import { importJWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';
import { makePushKeys } from './operations/push.ts';

const server = await openTestServer(
  { BILLING: 'off', ALLOW_PRIVATE_ADDRESSES: '1', LOG_LEVEL: 'fatal' },
  { poolSize: 4 },
);
const guarded = await openTestServer({ BILLING: 'off' });

/** A push service on this machine. It keeps what it receives and returns the status that a test sets. */
const service = {
  status: 201,
  retryAfter: '',
  received: [] as { path: string; headers: IncomingHttpHeaders; body: Buffer }[],
};
const listening = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    service.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(service.status, service.retryAfter ? { 'retry-after': service.retryAfter } : {}).end();
  });
});
await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
afterAll(() => listening.close());
const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

/** The keys of a browser. */
function openBrowser(name: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  return {
    pair,
    auth,
    subscription: {
      endpoint: `${origin}/${name}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
  };
}

/** What the browser reads: RFC 8291 with the content coding of RFC 8188, in one record. */
function decrypt(body: Buffer, { pair, auth }: ReturnType<typeof openBrowser>): unknown {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The delimiter of the last record, without padding.
  expect(plain.at(-1)).toBe(2);
  return JSON.parse(plain.subarray(0, -1).toString());
}

const subscribe = (user: TestUser, { subscription }: Pick<ReturnType<typeof openBrowser>, 'subscription'>) =>
  user.call('POST', '/api/push/subscriptions', subscription);

let days = 0;
/** A user with push notifications, and an event of which they are reminded; resolves when that is sent. */
async function remind(user: TestUser): Promise<void> {
  days += 1;
  const day = new Date(Date.UTC(2026, 10, 16 + days)).toISOString().slice(0, 10);
  server.setTime(`${day}T12:00:00Z`);
  await user.call('PATCH', '/api/user/preferences', { notifications: { channels: { push: true } } });
  await user.call('POST', '/api/events', {
    title: 'Stand-up',
    startsAt: `${day}T15:00:00Z`,
    endsAt: `${day}T15:30:00Z`,
    location: 'Room 4',
  });
  server.setTime(`${day}T14:50:00Z`);
  await server.runJob('reminders.sweep', {});
  await server.runJob('mails.send-due', {});
}

it('encrypts a reminder for each browser and signs it with the key of this server', async () => {
  const user = await server.signUp({ timeZone: 'Etc/UTC' });
  const browsers = [openBrowser('desk'), openBrowser('phone')];
  for (const browser of browsers) expect((await subscribe(user, browser)).status).toBe(200);
  service.received = [];
  await remind(user);
  expect(service.received.map(({ path }) => path).sort()).toEqual(['/desk', '/phone']);
  const { publicKey } = (await user.call('GET', '/api/push/key')).body;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  for (const { path, headers, body } of service.received) {
    const browser = browsers.find(({ subscription }) => subscription.endpoint.endsWith(path));
    expect(decrypt(body, browser as ReturnType<typeof openBrowser>)).toEqual({
      title: 'Stand-up',
      body: 'Starts at 3:00 PM · Room 4',
      path: expect.stringMatching(/^\/calendar-flow\?date=2026-11-\d\d$/),
      tag: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '2400', urgency: 'high' });
    const [, token = '', sent] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(sent).toBe(publicKey);
    const { payload } = await jwtVerify(token, key, { audience: origin, currentDate: new Date() });
    expect(payload.sub).toMatch(/^mailto:/);
  }
});

it('makes the keys once, although several processes start together', async () => {
  const { notifications, platform } = server.app;
  const { db } = platform;
  await sql`delete from push_keys`.execute(db);
  await Promise.all([makePushKeys(notifications), makePushKeys(notifications), makePushKeys(notifications)]);
  const read = async () => (await sql`select * from push_keys`.execute(db)).rows;
  const made = await read();
  expect(made).toHaveLength(1);
  await makePushKeys(notifications);
  expect(await read()).toEqual(made);
});

it('keeps the keys over a restart, encrypted, and shows them to nobody', async () => {
  const user = await server.signUp();
  const before = (await user.call('GET', '/api/push/key')).body['publicKey'];
  const other = await server.openOther();
  const reply = await other.http.inject({
    method: 'GET',
    url: '/api/push/key',
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(reply.json().publicKey).toBe(before);
  const browser = openBrowser('secret-endpoint');
  await subscribe(user, browser);
  const dump = await server.dump();
  expect(dump).toContain(before);
  expect(dump).not.toContain('secret-endpoint');
  expect(dump).not.toContain(browser.auth.toString('base64url'));
});

it('takes the same browser from several tabs at once', async () => {
  const user = await server.signUp();
  const browser = openBrowser('tabs');
  const replies = await Promise.all([1, 2, 3, 4].map(() => subscribe(user, browser)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('forgets a browser whose subscription has ended, and one that now belongs to somebody else', async () => {
  const [user, next] = [await server.signUp(), await server.signUp()];
  const browser = openBrowser('shared');
  await subscribe(user, browser);
  await subscribe(next, browser);
  service.received = [];
  await remind(user);
  expect(service.received).toEqual([]);
  // Somebody else cannot end it.
  await user.call('POST', '/api/push/unsubscribe', { endpoint: browser.subscription.endpoint });
  service.status = 410;
  await remind(next);
  expect(service.received).toHaveLength(1);
  service.status = 201;
  await remind(next);
  expect(service.received).toHaveLength(1);
  await subscribe(next, browser);
  await next.call('POST', '/api/push/unsubscribe', { endpoint: browser.subscription.endpoint });
  await remind(next);
  expect(service.received).toHaveLength(1);
});

it('asks a push service again when it wants to be asked, and tries no refused push twice', async () => {
  const user = await server.signUp();
  await subscribe(user, openBrowser('busy'));
  service.received = [];
  service.status = 429;
  service.retryAfter = '600';
  await remind(user);
  expect(service.received).toHaveLength(1);
  const sentAfter = async (minutes: number) => {
    const day = new Date(Date.UTC(2026, 10, 16 + days)).toISOString().slice(0, 10);
    server.setTime(new Date(Date.parse(`${day}T14:50:00Z`) + minutes * MINUTE_MS).toISOString());
    await server.runJob('mails.send-due', {});
    return service.received.length;
  };
  expect(await sentAfter(9)).toBe(1);
  service.status = 413;
  service.retryAfter = '';
  expect(await sentAfter(11)).toBe(2);
  expect(await sentAfter(30)).toBe(2);
  service.status = 201;
});

it('makes new keys when the data key is lost, and sends mails meanwhile', async () => {
  const user = await server.signUp({ timeZone: 'Etc/UTC' });
  const browser = openBrowser('lost');
  await subscribe(user, browser);
  await user.call('PATCH', '/api/reminders/settings', {
    defaults: { event: [{ minutesBefore: 10, channels: ['push', 'email'] }] },
  });
  const { db } = server.app.platform;
  const before = (await user.call('GET', '/api/push/key')).body['publicKey'];
  await sql`update push_keys set sealed_private_key = 'v1.unknown.' || sealed_private_key`.execute(db);
  service.received = [];
  await remind(user);
  expect(service.received).toEqual([]);
  expect((await server.mailTo(user.profile.email, 2)).subject).toContain('Stand-up');
  const [note] = (await user.call('GET', '/api/notifications')).body.notifications;
  expect(JSON.stringify(note)).toContain('The push notification about it did not reach one of your browsers');
  // A browser that subscribes now gets the new key.
  expect((await user.call('GET', '/api/push/key')).body['publicKey']).not.toBe(before);
  await subscribe(user, browser);
  await remind(user);
  expect(service.received.map(({ path }) => path)).toEqual(['/lost']);
});

it('accepts public push services only', async () => {
  const { keys } = openBrowser('x').subscription;
  const careful = await guarded.signUp();
  const ask = async (endpoint: string) =>
    (await careful.call('POST', '/api/push/subscriptions', { endpoint, keys })).status;
  const refused = [
    `${origin}/x`,
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'https://push.example.com:8443/x',
    'https://user:secret@push.example.com/x',
    'ftp://push.example.com/x',
    'push',
  ];
  for (const endpoint of refused) expect(await ask(endpoint), endpoint).toBe(400);
  expect(await ask('https://push.example.com/x')).toBe(200);
  const user = await server.signUp();
  const bad = { endpoint: `${origin}/x`, keys: { p256dh: 'short', auth: keys.auth } };
  expect((await user.call('POST', '/api/push/subscriptions', bad)).status).toBe(400);
});

it('keys that nothing can be encrypted for are refused', async () => {
  const user = await server.signUp();
  const { endpoint, keys } = openBrowser('keys').subscription;
  const ask = async (change: Partial<typeof keys>) => {
    const { status, body } = await user.call('POST', '/api/push/subscriptions', {
      endpoint,
      keys: { ...keys, ...change },
    });
    return { status, fields: body['fields'] };
  };
  const point = { status: 400, fields: { 'keys.p256dh': 'must be a point of P-256' } };
  expect(await ask({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).toEqual(point);
  expect(await ask({ p256dh: Buffer.alloc(64, 4).toString('base64url') })).toEqual(point);
  expect(await ask({ auth: randomBytes(12).toString('base64url') })).toEqual({
    status: 400,
    fields: { 'keys.auth': 'must be 16 bytes' },
  });
  expect(await ask({})).toEqual({ status: 200, fields: undefined });
});
