import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let host: TestUser;
let people = 0;

beforeAll(async () => {
  // Without billing, everybody has the Premium entitlements.
  server = await openTestServer({ BILLING: 'off', LOG_LEVEL: 'fatal' });
  host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
});

beforeEach(() => {
  people += 1;
  server.setTime('2026-11-16T17:00:00Z');
});

const newNumber = () => `+1212555${2_000 + people}`;
const choice = (startsAt: string) => ({
  username: host.profile.username,
  eventType: '30-min',
  startsAt,
  timeZone: 'America/New_York',
});
/** The oldest first. */
const listTexts = async (mobile: string): Promise<string[]> => {
  const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(mobile)}`);
  return body['messages'].map(({ text }: { text: string }) => text).reverse();
};
const startCheck = (startsAt: string, mobile: string) =>
  server.call('POST', '/api/booking/phone-checks', { ...choice(startsAt), mobile });
const verify = (check: string, otpCode: string | undefined) =>
  server.call('POST', `/api/booking/phone-checks/${check}/verify`, { otpCode });

async function prove(startsAt: string, mobile: string): Promise<string> {
  const { status, body } = await startCheck(startsAt, mobile);
  expect(status).toBe(200);
  const code = /\d{6}/.exec((await listTexts(mobile)).at(-1) ?? '')?.[0];
  expect((await verify(body['check'], code)).status).toBe(200);
  return body['check'];
}

const book = (startsAt: string, check: string) =>
  server.call('POST', '/api/booking/create', {
    ...choice(startsAt),
    name: 'Ada',
    email: `ada-${people}@example.org`,
    textReminder: { check, consent: true },
  });

async function runQueue(instant: string): Promise<void> {
  server.setTime(instant);
  await server.runJob('mails.send-due', {});
  await server.runJob('phone.send-due', {});
}

test('a visitor with a verified number gets a reminder at waking hours of the own zone', async () => {
  const mobile = newNumber();
  const page = await server.call('GET', `/api/public-profile/links/${host.profile.username}`);
  expect(page.body['eventTypes'][0]).toMatchObject({ offersTexts: true });
  // 9:00 in Berlin is 3:00 in New York: a day before, it is still night there.
  const startsAt = '2026-11-18T08:00:00.000Z';
  expect((await book(startsAt, await prove(startsAt, mobile))).status).toBe(201);
  const before = (await listTexts(mobile)).length;
  await runQueue('2026-11-17T08:01:00Z');
  expect(await listTexts(mobile)).toHaveLength(before);
  await runQueue('2026-11-17T13:01:00Z');
  await runQueue('2026-11-17T13:02:00Z');
  const texts = await listTexts(mobile);
  expect(texts).toHaveLength(before + 1);
  expect(texts.at(-1)).toMatch(
    /^Dayloom: reminder of 30 minutes: Maya Okafor and Ada, .*3:00.* Reply STOP to stop\.$/,
  );
  expect(texts.at(-1)).not.toContain('/p/');
  const { db } = server.app.platform;
  const consent = await db
    .selectFrom('sms_consents')
    .selectAll()
    .where('mobile', '=', mobile)
    .executeTakeFirstOrThrow();
  expect(consent).toMatchObject({
    user_id: host.profile._id,
    source: 'booking',
    is_given: true,
    wording: expect.stringContaining('one SMS reminder about this booking from Dayloom'),
  });
});

test('who has cancelled, or has sent STOP, gets none', async () => {
  const [cancelling, stopping] = [newNumber(), `+1212555${3_000 + people}`];
  const first = await book('2026-11-18T09:00:00.000Z', await prove('2026-11-18T09:00:00.000Z', cancelling));
  const token = first.body['booking'].manageUrl.split('/').at(-1);
  await server.call('POST', `/api/booking/visits/${token}/cancel`, {});
  await book('2026-11-18T10:00:00.000Z', await prove('2026-11-18T10:00:00.000Z', stopping));
  await server.call('POST', '/sandbox/phone/reply', { number: stopping, text: 'STOP' });
  const { db } = server.app.platform;
  await expect
    .poll(() => db.selectFrom('sms_opt_outs').select('mobile').where('mobile', '=', stopping).execute())
    .toHaveLength(1);
  await runQueue('2026-11-17T13:30:00Z');
  for (const mobile of [cancelling, stopping])
    expect((await listTexts(mobile)).filter((text) => text.includes('reminder of'))).toEqual([]);
  server.setTime('2026-11-17T17:00:00Z');
  expect((await startCheck('2026-11-19T10:00:00.000Z', stopping)).status).toBe(422);
});

test('a booking that moves has its reminder at the new time', async () => {
  const mobile = newNumber();
  const startsAt = '2026-11-18T14:00:00.000Z';
  const { body } = await book(startsAt, await prove(startsAt, mobile));
  const token = body['booking'].manageUrl.split('/').at(-1);
  const moved = { startsAt: '2026-11-20T15:00:00.000Z' };
  expect((await server.call('POST', `/api/booking/visits/${token}/reschedule`, moved)).status).toBe(200);
  await runQueue('2026-11-17T14:01:00Z');
  expect((await listTexts(mobile)).filter((text) => text.includes('reminder of'))).toEqual([]);
  await runQueue('2026-11-19T15:01:00Z');
  expect((await listTexts(mobile)).filter((text) => text.includes('reminder of'))).toHaveLength(1);
});

test('a number counts once it is verified, for one booking', async () => {
  const mobile = newNumber();
  const startsAt = '2026-11-18T11:00:00.000Z';
  const { body } = await startCheck(startsAt, mobile);
  expect((await book(startsAt, body['check'])).body).toMatchObject({
    code: 'invalid_request',
    fields: { phone: 'has to be verified again' },
  });
  expect((await startCheck(startsAt, mobile)).status).toBe(429);
  const code = /\d{6}/.exec((await listTexts(mobile)).at(-1) ?? '')?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 4; tries += 1)
    expect((await verify(body['check'], wrong)).error.message).toBe('Invalid verification code');
  expect((await verify(body['check'], code)).status).toBe(200);
  expect((await book(startsAt, body['check'])).status).toBe(201);
  expect((await book('2026-11-18T12:00:00.000Z', body['check'])).status).toBe(400);
  expect((await startCheck(startsAt, 'not a number')).status).toBe(400);
});

test('hosts without Premium offer none', async () => {
  const other = await openTestServer();
  other.setTime('2026-11-16T17:00:00Z');
  const free = await other.signUp();
  const { username } = free.profile;
  const page = await other.call('GET', `/api/public-profile/links/${username}`);
  expect(page.body['eventTypes'][0]).toMatchObject({ offersTexts: false });
  const refused = await other.call('POST', '/api/booking/phone-checks', {
    ...choice('2026-11-18T11:00:00.000Z'),
    username,
    mobile: newNumber(),
  });
  expect(refused.status).toBe(403);
});
