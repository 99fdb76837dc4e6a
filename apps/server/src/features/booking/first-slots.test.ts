import type { FirstSlots } from '@dayloom/contracts/booking-page';
import { beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let host: TestUser;

beforeAll(async () => {
  server = await openTestServer();
  host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
});

async function readPage(search = ''): Promise<FirstSlots | null> {
  const { body } = await server.app.http.inject({
    url: `/${host.profile.username}${search}`,
    headers: { accept: 'text/html' },
  });
  const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
  return JSON.parse(data).firstSlots;
}

async function listSlots(eventType: string, durationMinutes: number, to: string) {
  const range = `to=${to}&timeZone=UTC`;
  const { body } = await server.call(
    'GET',
    `/api/booking/optimal-slots?username=${host.profile.username}&eventType=${eventType}&durationMinutes=${durationMinutes}&${range}`,
  );
  return body;
}

test("a page brings the slots of the first event type, to the end of the month in every visitor's zone", async () => {
  const slots = await readPage();
  expect(slots).toEqual({
    eventType: '15-min',
    durationMinutes: 15,
    until: '2026-12-02T00:00:00.000Z',
    response: await listSlots('15-min', 15, '2026-12-01'),
  });
  expect(slots?.response.slots.at(-1)?.startsAt).toBe('2026-12-01T15:45:00.000Z');
});

test('the month is that of the zone that is furthest ahead', async () => {
  server.setTime('2026-11-30T09:59:00Z');
  expect((await readPage())?.until).toBe('2026-12-02T00:00:00.000Z');
  server.setTime('2026-11-30T10:00:00Z');
  expect((await readPage())?.until).toBe('2027-01-02T00:00:00.000Z');
  server.setTime('2026-11-16T08:00:00Z');
});

test('the slots are those of the event type and the length in the address', async () => {
  await host.call('POST', '/api/event-types', { slug: 'talk', title: 'Talk', durations: [20, 50] });
  const slots = await readPage('?type=talk&duration=50');
  expect([slots?.eventType, slots?.durationMinutes]).toEqual(['talk', 50]);
  expect(slots?.response).toEqual(await listSlots('talk', 50, '2026-12-01'));
  expect((await readPage('?duration=50'))?.eventType).toBe('talk');
  expect((await readPage('?type=nothing&duration=7'))?.eventType).toBe('15-min');
});

test('a booking that is made takes its time from the next page', async () => {
  const [first] = (await readPage())?.response.slots ?? [];
  expect(first?.startsAt).toBeDefined();
  const { status } = await server.call('POST', '/api/booking/create', {
    username: host.profile.username,
    eventType: '15-min',
    startsAt: first?.startsAt,
    timeZone: 'UTC',
    name: 'Ada',
    email: 'ada@example.org',
  });
  expect(status).toBe(201);
  expect((await readPage())?.response.slots[0]?.startsAt).not.toBe(first?.startsAt);
});

test('a page has no slots when its address names a day, or when there are too many', async () => {
  expect(await readPage('?date=2026-12-10')).toBeNull();
  const { status } = await host.call('POST', '/api/event-types', {
    slug: 'always',
    title: 'Always',
    durations: [5],
    stepMinutes: 5,
    hours: Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]),
    ),
  });
  expect(status).toBe(201);
  expect(await readPage('?type=always')).toBeNull();
});
