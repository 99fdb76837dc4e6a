import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMail, writeReplyMail } from '#test/reply-mail.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

const ADA = 'ada@example.org';
const BO = 'bo@example.org';

let server: TestServer;
let host: TestUser;
let id: string;
let uid: string;
let token: string;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  const { body } = await server.call('POST', '/api/booking/create', {
    username: host.profile.username,
    startsAt: '2026-11-18T09:00:00.000Z',
    eventType: '30-min',
    timeZone: 'Europe/Berlin',
    name: 'Ada Byron',
    email: ADA,
    guests: [BO],
  });
  id = body['booking'].id;
  token = body['booking'].manageUrl.split('/').at(-1);
  uid = `booking-${id}@localhost`;
});

const shown = async () => {
  const { body } = await host.call('GET', '/api/bookings?when=all');
  return body['bookings'].find((booking: { id: string }) => booking.id === id);
};
const reply = async (given: Partial<Parameters<typeof writeReplyMail>[0]>) =>
  (await deliverMail(server, writeReplyMail({ uid, from: ADA, ...given }))).body['recorded'];

test('a visitor’s decline by mail is shown to the host and cancels nothing; a later answer replaces it', async () => {
  expect(await reply({ status: 'DECLINED' })).toBe(1);
  expect(await shown()).toMatchObject({ status: 'CONFIRMED', replies: [{ email: ADA, answer: 'declined' }] });
  server.setTime('2026-11-16T08:10:00Z');
  expect(await reply({ status: 'TENTATIVE', stamp: '20261116T080500Z' })).toBe(1);
  expect(await reply({ from: BO, status: 'ACCEPTED' })).toBe(1);
  expect((await shown())['replies']).toEqual([
    { email: ADA, answer: 'tentative' },
    { email: BO, answer: 'accepted' },
  ]);
});

test('the same mail again, an older one, a forged one and an unknown one change nothing', async () => {
  server.setTime('2026-11-16T08:10:00Z');
  await reply({ status: 'DECLINED', stamp: '20261116T080500Z' });
  const before = await shown();
  expect(await reply({ status: 'DECLINED', stamp: '20261116T080500Z' })).toBe(0);
  expect(await reply({ status: 'ACCEPTED', stamp: '20261116T080400Z' })).toBe(0);
  expect(await reply({ status: 'ACCEPTED', stamp: '20261116T080900Z', from: 'eve@example.org' })).toBe(0);
  expect(
    await reply({ status: 'ACCEPTED', stamp: '20261116T080900Z', from: 'eve@example.org', attendee: ADA }),
  ).toBe(0);
  expect(await reply({ uid: `booking-${crypto.randomUUID()}@localhost`, stamp: '20261116T080900Z' })).toBe(0);
  expect(await reply({ uid: `booking-${id}@elsewhere.example`, stamp: '20261116T080900Z' })).toBe(0);
  expect(await reply({ uid: 'booking-------------------------------------@localhost' })).toBe(0);
  expect(await shown()).toEqual(before);
});

test('an answer to an earlier time is not shown, and none is taken for a cancelled booking', async () => {
  await reply({ status: 'DECLINED' });
  const visit = `/api/booking/visits/${token}`;
  const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-18T10:00:00.000Z' });
  expect(moved.status).toBe(200);
  expect((await shown())['replies']).toEqual([]);
  server.setTime('2026-11-16T08:10:00Z');
  expect(await reply({ status: 'DECLINED', stamp: '20261116T080900Z' })).toBe(0);
  expect(await reply({ status: 'ACCEPTED', stamp: '20261116T080900Z', sequence: 1 })).toBe(1);
  expect((await shown())['replies']).toEqual([{ email: ADA, answer: 'accepted' }]);
  await server.call('POST', `${visit}/cancel`, {});
  expect(await reply({ status: 'DECLINED', stamp: '20261116T081000Z', sequence: 1 })).toBe(0);
});
