import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let user: TestUser;
/** The response of the address, and the numbers of requests and of complete responses. */
const feed = { text: '', type: 'text/calendar', status: 200, asked: 0, sent: 0 };
const web = createServer((request, response) => {
  feed.asked += 1;
  const etag = `"${createHash('sha256').update(feed.text).digest('hex')}"`;
  if (feed.status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  feed.sent += 1;
  response.writeHead(feed.status, { 'content-type': feed.type, etag }).end(feed.text);
});
let address = '';

beforeAll(async () => {
  server = await openTestServer({ ALLOW_PRIVATE_ADDRESSES: '1' });
  await new Promise<void>((resolve) => {
    web.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/league.ics`;
});
afterAll(() => void web.close());

beforeEach(async () => {
  Object.assign(feed, { text: calendar(match('a', 17), match('b', 18)), type: 'text/calendar', status: 200 });
  user = await server.signUp({ timeZone: 'Europe/Berlin' });
});

const match = (uid: string, day: number) =>
  `BEGIN:VEVENT\r\nUID:${uid}@league\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:202611${day}T180000Z\r\nDTEND:202611${day}T200000Z\r\nSUMMARY:Match ${uid}\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//League//EN\r\n${events.join('')}END:VCALENDAR\r\n`;
const subscribe = (url: string, name?: string) =>
  user.call('POST', '/api/calendar-subscriptions', { url, name });
const subscriptions = async (): Promise<Reply['body'][]> =>
  (await user.call('GET', '/api/calendar-accounts')).body.subscriptions;
const titles = async (): Promise<string[]> =>
  (
    await user.call('GET', '/api/events?from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z')
  ).body.occurrences.map(({ title }: Reply['body']) => title);

describe('a subscribed address', () => {
  test('is shown, blocks no time, and follows the file', async () => {
    expect((await subscribe(address, 'League')).status).toBe(200);
    await syncAllNow(server, user);
    expect(await titles()).toEqual(['Match a', 'Match b']);
    expect(await subscriptions()).toMatchObject([
      { name: 'League', blocksTime: false, isWritable: false, url: address, sync: { state: 'in_step' } },
    ]);

    const sent = feed.sent;
    await syncAllNow(server, user);
    expect(feed.sent).toBe(sent);

    feed.text = calendar(match('b', 19), match('c', 20));
    await syncAllNow(server, user);
    expect(await titles()).toEqual(['Match b', 'Match c']);
  });

  test('reports what cannot be shown as written, until the file is fixed', async () => {
    const endless = match('endless', 17).replace('END:VEVENT', 'RRULE:FREQ=SECONDLY\r\nEND:VEVENT');
    const impossible = match('impossible', 18).replace('END:VEVENT', 'RRULE:FREQ=NEVER\r\nEND:VEVENT');
    feed.text = calendar(endless, impossible, match('a', 19));
    await subscribe(address, 'League');
    await syncAllNow(server, user);
    expect(await titles()).toContain('Match a');
    const [received] = await subscriptions();
    expect(received).toMatchObject({ sync: { state: 'in_step' } });
    expect(received?.['sync'].problems).toEqual({ count: 2, first: expect.stringMatching(/^Line|^'Match/) });
    feed.text = calendar(match('a', 19));
    await syncAllNow(server, user);
    expect(await subscriptions()).toMatchObject([{ sync: { state: 'in_step', problems: null } }]);
  });

  test('is stored once per user, however often it is added', async () => {
    const first = await subscribe(address);
    expect((await subscribe(address)).body.calendarId).toBe(first.body.calendarId);
    const eve = await server.signUp();
    const path = `/api/calendar-subscriptions/${first.body.calendarId}`;
    expect((await eve.call('DELETE', path)).error.code).toBe('not_found');
    expect((await user.call('DELETE', path)).status).toBe(200);
    expect(await subscriptions()).toEqual([]);
    expect(await titles()).toEqual([]);
  });

  test('that stops being a calendar reports it, keeps its events, and recovers', async () => {
    await subscribe(address);
    await syncAllNow(server, user);
    feed.text = '<!doctype html><title>Sign in</title>';
    feed.type = 'text/html';
    await syncAllNow(server, user);
    expect((await subscriptions())[0]).toMatchObject({
      sync: { state: 'failing', failure: { kind: 'rejected' } },
    });
    expect(await titles()).toEqual(['Match a', 'Match b']);
    feed.text = calendar(match('z', 21));
    feed.type = 'text/calendar';
    await syncAllNow(server, user);
    expect(await titles()).toEqual(['Match z']);
    expect((await subscriptions())[0]).toMatchObject({ sync: { state: 'in_step', failure: null } });
    feed.status = 503;
    await syncAllNow(server, user);
    expect((await subscriptions())[0]).toMatchObject({ sync: { failure: { kind: 'unavailable' } } });
    expect(await titles()).toEqual(['Match z']);
  });

  test.each([
    '',
    'not an address',
    'ftp://example.com/a.ics',
    'javascript:alert(1)',
    'https://me:secret@example.com/a.ics',
  ])('is refused if it is not a calendar: %s', async (url) => {
    expect((await subscribe(url)).status).toBe(400);
  });
});

test('an address in the private network is refused unless the server allows it', async () => {
  const guarded = await openTestServer();
  const person = await guarded.signUp();
  const asked = feed.asked;
  for (const url of [address, 'http://169.254.169.254/latest/meta-data', 'http://[::1]:3999/api/health'])
    await person.call('POST', '/api/calendar-subscriptions', { url });
  await syncAllNow(guarded, person);
  expect(feed.asked).toBe(asked);
  const { body } = await person.call('GET', '/api/calendar-accounts');
  expect(body.subscriptions).toHaveLength(3);
  for (const { sync } of body.subscriptions)
    expect(sync).toMatchObject({ state: 'failing', failure: { kind: 'rejected' } });
});
