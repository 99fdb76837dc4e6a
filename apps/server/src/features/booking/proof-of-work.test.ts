import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestServer, type Reply, type TestServer } from '#test/server.ts';

const FREE = 3;
let server: TestServer;
let username: string;
let network = 0;

beforeAll(async () => {
  server = await openTestServer({
    BOOKING_FREE_ATTEMPTS: String(FREE),
    BOOKING_FREE_ATTEMPTS_PER_HOST: String(3 * FREE),
    TRUST_PROXY: '1',
  });
});

beforeEach(async () => {
  network += 1;
  server.setTime('2026-11-16T08:00:00Z');
  username = (await server.signUp({ timeZone: 'UTC' })).profile.username;
});

const hour = (day: number, at: number) => `2026-11-${17 + day}T${String(9 + at).padStart(2, '0')}:00:00.000Z`;

const book = (startsAt: string, headers: Record<string, string> = {}, path = 'create') =>
  server.call(
    'POST',
    `/api/booking/${path}`,
    { username, eventType: '60-min', startsAt, timeZone: 'UTC', name: 'Ada', email: 'ada@example.org' },
    { 'x-forwarded-for': `203.0.113.${network}`, ...headers },
  );

/** The plain way, as any client may compute it. */
function prove({ body }: Reply, missingBits = 0): { 'booking-proof': string } {
  const { text, zeroBits } = body['challenge'];
  for (let number = 0; ; number += 1) {
    const proof = `${text}:${number}`;
    const digest = createHash('sha256').update(proof).digest('hex');
    const bits = BigInt(`0x${digest}`).toString(2).padStart(256, '0').indexOf('1');
    if (missingBits === 0 ? bits >= zeroBits : bits < zeroBits) return { 'booking-proof': proof };
  }
}

async function useFreeAttempts(): Promise<void> {
  for (let at = 0; at < FREE; at += 1) expect((await book(hour(0, at))).status).toBe(201);
}

test('programs book at usual rates; above, each attempt has to be proven', async () => {
  await useFreeAttempts();
  const refused = await book(hour(1, 0));
  expect(refused).toMatchObject({
    status: 428,
    body: { code: 'proof_needed', challenge: { text: expect.any(String), zeroBits: 16 } },
  });
  expect((await book(hour(1, 0), prove(refused))).status).toBe(201);
  // Keeping a time is an attempt too.
  expect((await book(hour(1, 1), {}, 'holds')).status).toBe(428);
  // Other people are not affected, and ten minutes later nobody is.
  expect((await book(hour(1, 2), { 'x-forwarded-for': '198.51.100.7' })).status).toBe(201);
  server.setTime('2026-11-16T08:11:00Z');
  expect((await book(hour(1, 3))).status).toBe(201);
});

test('a proof counts once, for its host and time, before it expires, and only with all its zeros', async () => {
  await useFreeAttempts();
  const proof = prove(await book(hour(1, 0)));
  expect((await book(hour(1, 1), proof)).status).toBe(428);
  expect((await book(hour(1, 0), proof)).status).toBe(201);
  expect((await book(hour(1, 0), proof)).status).toBe(428);
  const own = username;
  const refused = await book(hour(2, 0));
  username = (await server.signUp({ timeZone: 'UTC' })).profile.username;
  expect((await book(hour(2, 0), prove(refused))).status).toBe(428);
  username = own;
  expect((await book(hour(2, 0), prove(refused, 1))).status).toBe(428);
  const forged = prove(refused)['booking-proof'].replace('.', '.A');
  expect((await book(hour(2, 0), { 'booking-proof': forged })).status).toBe(428);
  expect((await book(hour(2, 0), { 'booking-proof': 'nonsense' })).status).toBe(428);
  server.setTime('2026-11-16T08:06:00Z');
  expect((await book(hour(2, 0), prove(refused))).status).toBe(428);
  server.setTime('2026-11-16T08:00:00Z');
  expect((await book(hour(2, 0), prove(refused))).status).toBe(201);
});

test('the work doubles with the rate, and a host under attack by many networks is protected', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 3 * FREE; at += 1) {
    network += 1;
    statuses.push((await book(hour(Math.floor(at / 5), at % 5))).status);
  }
  expect(statuses).toEqual(Array(3 * FREE).fill(201));
  network += 1;
  const bits: number[] = [];
  for (let at = 0; at < 3 * FREE; at += 1) bits.push((await book(hour(3, 0))).body['challenge'].zeroBits);
  expect(bits[0]).toBe(16);
  expect(bits.at(-1)).toBe(17);
});

test('used proofs are forgotten when they have expired', async () => {
  await useFreeAttempts();
  const refused = await book(hour(1, 0));
  expect((await book(hour(1, 0), prove(refused))).status).toBe(201);
  const { db } = server.app.platform;
  const count = async () => (await db.selectFrom('used_proofs').select('id').execute()).length;
  expect(await count()).toBeGreaterThan(0);
  server.setTime('2026-11-16T08:30:00Z');
  await server.runJob('booking.end-lapsed', {});
  expect(await count()).toBe(0);
});
