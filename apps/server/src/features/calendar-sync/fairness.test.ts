import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectFakeAccount, getCalendarPage, openFakeProviderServer } from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';

const MANY = 30;
const fake = new FakeCalendars();
const slow = Array.from({ length: MANY }, (_, index) => `slow-${index}`);
for (const id of slow) fake.calendars.push({ id, name: id, color: null, isPrimary: false, isWritable: true });

let server: TestServer;
let site: Server;
let origin = '';
const hanging: ServerResponse[] = [];
const fast = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';

beforeAll(async () => {
  server = await openFakeProviderServer(fake, { BILLING: 'off', ALLOW_PRIVATE_ADDRESSES: '1' });
  site = createServer((request, reply) => {
    if (request.url === '/fast.ics') reply.end(fast);
    else {
      reply.write('BEGIN:VCALENDAR\r\n');
      hanging.push(reply);
    }
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await server.app.work();
});
afterEach(() => {
  fake.gate = async () => {};
  fake.shows = () => true;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const getMainCalendar = async (user: TestUser): Promise<Reply['body']> =>
  (await getCalendarPage(user))['accounts'][0].calendars.find(({ name }: Reply['body']) => name === 'Main');

async function connected(code: string): Promise<TestUser> {
  const user = await server.signUp();
  await connectFakeAccount(user, code);
  return user;
}

/** Waits for the first sync, an outgoing change and an incoming one, without running any job by hand. */
async function expectPrompt(user: TestUser, title: string): Promise<void> {
  await eventually(async () =>
    expect((await getMainCalendar(user))['sync']).toMatchObject({ state: 'in_step' }),
  );
  const reply = await user.call('POST', '/api/events', {
    calendarId: (await getMainCalendar(user))['calendarId'],
    title,
    startsAt: '2026-11-19T15:00:00Z',
    endsAt: '2026-11-19T16:00:00Z',
  });
  expect(reply.status).toBe(200);
  const there = () => [...fake.calendarObjects('main').values()].map(([first]) => first?.title);
  await eventually(() => expect(there()).toContain(title));
}

describe('users do not wait', () => {
  test('for the many calendars of another user', async () => {
    let release = () => {};
    const opened = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    fake.gate = async (_call, of) => {
      if (!slow.includes(of)) return;
      waiting += 1;
      await opened;
    };
    await connected('has-many');
    await eventually(() => expect(waiting).toBeGreaterThan(1));
    fake.shows = (id) => !slow.includes(id);
    const other = await connected('has-one');
    try {
      await expectPrompt(other, 'Not starved');
      // One user's limit of concurrency slots.
      expect(waiting).toBeLessThan(6);
    } finally {
      release();
    }
    await eventually(() => expect(waiting).toBe(MANY));
  }, 90_000);

  test('for files that arrive slowly', async () => {
    const [reader, other] = [await server.signUp(), await server.signUp()];
    for (const name of slow)
      await reader.call('POST', '/api/calendar-subscriptions', { url: `${origin}/${name}.ics` });
    await eventually(() => expect(hanging.length).toBeGreaterThan(1));
    fake.shows = (id) => !slow.includes(id);
    await other.call('POST', '/api/calendar-subscriptions', { url: `${origin}/fast.ics` });
    await eventually(async () =>
      expect((await getCalendarPage(other))['subscriptions'][0].sync).toMatchObject({ state: 'in_step' }),
    );
    await expectPrompt(await connected('beside-files'), 'Beside files');
    expect(hanging.length).toBeLessThan(6);
    for (const reply of hanging.splice(0)) reply.destroy();
  }, 60_000);
});
