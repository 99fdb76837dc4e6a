import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z';
let server: TestServer;
let site: Server;
let address: string;
let body = '';
/** Called while an endless response is being read. */
let dripped = () => {};

const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
const match = (uid: string, day: number) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Match ${uid}\r\nDTSTART:202611${day}T180000Z\r\nDTEND:202611${day}T200000Z\r\nEND:VEVENT\r\n`;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', ALLOW_PRIVATE_ADDRESSES: '1' });
  site = createServer((request, reply) => {
    if (request.url !== '/drip.ics') return reply.end(body);
    // More than the socket buffers: once it is written, the client is reading.
    return reply.write(`BEGIN:VCALENDAR\r\n${'\r\n'.repeat(8_000_000)}`, () => dripped());
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/fixtures.ics`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
afterEach(() => vi.useRealTimers());

const listTitles = async (user: TestUser): Promise<string[]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences.map(
    ({ title }: { title: string }) => title,
  );
const getSubscription = async (user: TestUser) =>
  (await user.call('GET', '/api/calendar-accounts')).body.subscriptions[0];
const subscribe = (user: TestUser, url = address) =>
  user.call('POST', '/api/calendar-subscriptions', { url });

describe('a subscribed address', () => {
  test('is shown, follows the file, and blocks nothing', async () => {
    const user = await server.signUp();
    body = calendar(match('a', 18), match('b', 19));
    const { calendarId } = (await subscribe(user)).body;
    // Subscribing to the same address again gives the same calendar.
    expect((await subscribe(user)).body.calendarId).toBe(calendarId);
    await syncAllNow(server, user);
    expect(await listTitles(user)).toEqual(['Match a', 'Match b']);
    expect(await getSubscription(user)).toMatchObject({
      url: address,
      blocksTime: false,
      isWritable: false,
      sync: { state: 'in_step' },
    });
    body = calendar(match('b', 20));
    await syncAllNow(server, user);
    expect(await listTitles(user)).toEqual(['Match b']);
  });

  test('has the name in its file, unless the user gave another', async () => {
    body = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Hockey \u0000league${'!'.repeat(300)}\r\n${match('a', 18)}END:VCALENDAR\r\n`;
    const user = await server.signUp();
    await subscribe(user);
    expect(await getSubscription(user)).toMatchObject({ name: '127.0.0.1' });
    await syncAllNow(server, user);
    const { name } = await getSubscription(user);
    expect(name).toMatch(/^Hockey league!+$/);
    expect(name).toHaveLength(200);
    const other = await server.signUp();
    await other.call('POST', '/api/calendar-subscriptions', { url: address, name: 'Thursdays' });
    await syncAllNow(server, other);
    expect(await getSubscription(other)).toMatchObject({ name: 'Thursdays' });
  });

  test('may be empty at times', async () => {
    const user = await server.signUp();
    body = calendar(match('last', 18));
    await subscribe(user);
    await syncAllNow(server, user);
    body = calendar();
    await syncAllNow(server, user);
    expect(await listTitles(user)).toEqual([]);
    expect(await getSubscription(user)).toMatchObject({ sync: { state: 'in_step', failure: null } });
  });

  test.each([
    ['a web page', '<!doctype html><p>Sign in</p>', 'This is the address of a web page, not of a calendar.'],
    ['nonsense', 'nothing of the kind', 'There is no calendar at this address.'],
    ['the beginning of a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'The file ends in the middle'],
    ['nothing', '', 'There is nothing at this address.'],
  ])('that gives %s reports it and keeps its events', async (_what, given, words) => {
    const user = await server.signUp();
    body = calendar(match('kept', 18));
    await subscribe(user);
    await syncAllNow(server, user);
    body = given;
    await syncAllNow(server, user);
    expect(await listTitles(user)).toEqual(['Match kept']);
    const { sync } = await getSubscription(user);
    expect(sync).toMatchObject({ state: 'failing', failure: { kind: 'rejected' } });
    expect(sync.failure.message).toContain(words);
  });

  test.each([
    ['inside of an event', (text: string) => text.slice(0, text.indexOf('T180000Z', text.indexOf('UID:b')))],
    [
      'between two events',
      (text: string) => text.slice(0, text.indexOf('BEGIN:VEVENT', text.indexOf('UID:a'))),
    ],
    ['after its last event', (text: string) => text.slice(0, text.indexOf('END:VCALENDAR'))],
    ['inside of its last line', (text: string) => text.slice(0, text.indexOf('VCALENDAR', 20) + 4)],
    ['inside of a second calendar', (text: string) => `${text}${text.slice(0, -30)}`],
  ])('with a file that is cut off %s reports it, changes nothing, and is read again', async (_where, cut) => {
    const user = await server.signUp();
    body = calendar(match('a', 18), match('b', 19), match('c', 20));
    await subscribe(user);
    await syncAllNow(server, user);
    const { body: before } = await user.call('GET', `/api/events?${RANGE}`);
    expect(before.occurrences).toHaveLength(3);

    const next = calendar(match('a', 21), match('b', 22), match('c', 23), match('d', 24));
    body = cut(next);
    await syncAllNow(server, user);
    expect((await user.call('GET', `/api/events?${RANGE}`)).body.occurrences).toEqual(before.occurrences);
    const { sync } = await getSubscription(user);
    expect(sync).toMatchObject({ state: 'failing', failure: { kind: 'rejected' } });
    expect(sync.failure.message).toContain('The file ends in the middle');

    body = next;
    await syncAllNow(server, user);
    expect(await listTitles(user)).toEqual(['Match a', 'Match b', 'Match c', 'Match d']);
    expect(await getSubscription(user)).toMatchObject({ sync: { state: 'in_step', failure: null } });
  });

  test('accepts an uploaded file that is cut off, and reports the problem', async () => {
    const user = await server.signUp();
    const text = calendar(match('a', 18), match('b', 19)).replace('END:VCALENDAR', '');
    const { status, body: reply } = await user.call('POST', '/api/calendars/import', text);
    expect(status).toBe(200);
    expect(reply.report).toMatchObject({ created: 2, problemCount: 1 });
    expect(reply.report.problems[0].message).toContain('END:VCALENDAR is missing');
  });

  test('that takes longer than a minute reports it, and is paused', async () => {
    const user = await server.signUp();
    await subscribe(user, address.replace('fixtures', 'drip'));
    const reading = new Promise<void>((resolve) => {
      dripped = resolve;
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const syncRun = syncAllNow(server, user);
    await reading;
    vi.advanceTimersByTime(60_001);
    await syncRun;
    vi.useRealTimers();
    const { sync } = await getSubscription(user);
    expect(sync).toMatchObject({ state: 'failing', failure: { kind: 'unavailable' } });
    expect(sync.failure.message).toMatch(/^127\.0\.0\.1:\d+ takes longer than a minute/);
    expect(Date.parse(sync.failure.retryAt) - server.now().getTime()).toBeGreaterThanOrEqual(900_000);
  });

  test('is removed with its events, by its owner only', async () => {
    const [maya, eve] = [await server.signUp(), await server.signUp()];
    body = calendar(match('a', 18));
    const { calendarId } = (await subscribe(maya)).body;
    await syncAllNow(server, maya);
    const path = `/api/calendar-subscriptions/${calendarId}`;
    expect((await server.call('DELETE', path)).status).toBe(401);
    expect((await eve.call('DELETE', path)).error.code).toBe('not_found');
    expect((await maya.call('DELETE', path)).status).toBe(200);
    expect(await listTitles(maya)).toEqual([]);
  });

  test.each(['nonsense', 'ftp://example.com/a.ics', 'javascript:alert(1)', 'https://a:b@example.com/a.ics'])(
    'is refused: %s',
    async (url) => {
      const user = await server.signUp();
      const reply = await subscribe(user, url);
      expect(reply.error).toMatchObject({
        code: 'invalid_request',
        fields: { url: 'begins with https:// or webcal://' },
      });
      expect((await server.call('POST', '/api/calendar-subscriptions', { url })).status).toBe(401);
    },
  );
});

test('an address in the private network is not requested', async () => {
  const strict = await openTestServer();
  const user = await strict.signUp();
  body = calendar(match('secret', 18));
  expect((await subscribe(user)).status).toBe(200);
  await syncAllNow(strict, user);
  expect(await listTitles(user)).toEqual([]);
  const { sync } = await getSubscription(user);
  expect(sync.failure.message).toContain('in a private network');
});
