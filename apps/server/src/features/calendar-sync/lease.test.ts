import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { syncNow } from '#test/calendar-connections.ts';
import { getCalendarPage, openFakeProviderServer, signUpConnected } from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { lockWaiters } from '#test/lock-waiters.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';
import type { RemoteEvent } from '../calendar/model/event.ts';

const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z';
const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;
let data: { userId: string; calendarId: string };
let site: Server;
let answer: (ask: number) => Promise<string>;
let asked = 0;
let address = '';

beforeAll(async () => {
  server = await openFakeProviderServer(fake, { ALLOW_PRIVATE_ADDRESSES: '1' });
  site = createServer((_request, reply) => {
    asked += 1;
    void answer(asked).then((body) => reply.end(body));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/league.ics`;
});
afterAll(() => site.close());

beforeEach(async () => {
  asked = 0;
  user = await signUpConnected(server, fake, 'UTC');
  const { accounts } = await getCalendarPage(user);
  const main = accounts[0].calendars.find(({ name }: Reply['body']) => name === 'Main');
  data = { userId: user.profile._id, calendarId: main.calendarId };
});
afterEach(() => {
  vi.useRealTimers();
  fake.gate = async () => {};
  fake.trouble = () => {};
});

const event = (title: string): RemoteEvent => ({
  uid: 'review',
  recurrenceId: null,
  title,
  description: '',
  location: '',
  status: 'confirmed',
  isBusy: true,
  isAllDay: false,
  start: { at: '20261117T100000', timeZone: 'UTC' },
  end: { at: '20261117T110000', timeZone: 'UTC' },
  recurrence: null,
  details: {},
  zoneDefinition: null,
  madeBy: null,
});
const titles = async (): Promise<string[]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences.map(({ title }: Reply['body']) => title);
const row = (calendarId = data.calendarId) =>
  server.app.platform.db
    .selectFrom('calendar_syncs')
    .selectAll()
    .where('calendar_id', '=', calendarId)
    .executeTakeFirstOrThrow();

/** Blocks the first caller until it is released; later callers pass. */
function holdFirst() {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let count = 0;
  return {
    arrived: arrived.promise,
    release: () => released.resolve(),
    pass: async () => {
      count += 1;
      if (count > 1) return;
      arrived.resolve();
      await released.promise;
    },
  };
}

/** A worker that is blocked with a page until its lease expires, while another one takes over. */
async function runPastLease(): Promise<{ slow: Promise<void>; release: () => void }> {
  const hold = holdFirst();
  fake.gate = hold.pass;
  fake.put('main', [event('Old news')]);
  const slow = syncNow(server, data);
  await hold.arrived;
  server.setTime('2026-11-16T08:00:16Z');
  return { slow, release: hold.release };
}

describe('a worker with an expired lease', () => {
  test('does not overwrite newer events with older ones', async () => {
    const { slow, release } = await runPastLease();
    fake.put('main', [event('News')]);
    await syncNow(server, data);
    expect(await titles()).toEqual(['News']);
    const after = await row();
    release();
    await slow;
    expect(await titles()).toEqual(['News']);
    expect(await row()).toEqual(after);
  });

  test('does not end the work of the next holder', async () => {
    for (const trouble of [false, true]) {
      server.setTime('2026-11-16T08:00:00Z');
      const { slow, release } = await runPastLease();
      const second = holdFirst();
      fake.gate = second.pass;
      const other = syncNow(server, data);
      await second.arrived;
      const { lease_holder, leased_until } = await row();
      if (trouble)
        fake.trouble = () => {
          throw new ProviderFailure('unavailable', 'no answer');
        };
      release();
      await slow;
      fake.trouble = () => {};
      expect(await row()).toMatchObject({ lease_holder, leased_until, failures: 0 });
      second.release();
      await other;
      expect(await row()).toMatchObject({ lease_holder: null, leased_until: null, failures: 0 });
    }
  });

  test('does not replace a newer file by an older one', async () => {
    const hold = holdFirst();
    const file = (title: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${title}\r\nSUMMARY:${title}\r\nDTSTART:20261118T180000Z\r\nDTEND:20261118T200000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    answer = async (ask) => {
      await hold.pass();
      return file(ask === 1 ? 'Old file' : 'New file');
    };
    const { body } = await user.call('POST', '/api/calendar-subscriptions', { url: address });
    const feed = { userId: data.userId, calendarId: body.calendarId };
    const slow = server.runJob('calendar-accounts.sync-feed', feed);
    await hold.arrived;
    server.setTime('2026-11-16T08:00:16Z');
    await server.runJob('calendar-accounts.sync-feed', feed);
    hold.release();
    await slow;
    expect(await titles()).toEqual(['New file']);
    expect(await row(feed.calendarId)).toMatchObject({ lease_holder: null, failures: 0 });
  });
});

describe('a subscription that is removed while its file is being stored', () => {
  test('waits, and is then removed completely', async () => {
    answer = async () =>
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:match\r\nSUMMARY:Match\r\nDTSTART:20261118T180000Z\r\nDTEND:20261118T200000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    const { body } = await user.call('POST', '/api/calendar-subscriptions', { url: address });
    const { db, log } = server.app.platform;
    const complaints = vi.spyOn(log, 'error');
    const [syncRun, removal] = await db.transaction().execute(async (tx) => {
      await sql`lock table events in share mode`.execute(tx);
      const reading = server.runJob('calendar-accounts.sync-feed', { ...data, calendarId: body.calendarId });
      await lockWaiters(db, 1);
      const removing = user.call('DELETE', `/api/calendars/${body.calendarId}`);
      await lockWaiters(db, 2);
      return [reading, removing];
    });
    await syncRun;
    expect((await removal)?.status).toBe(200);
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
    expect(await titles()).toEqual([]);
  });
});

describe('a home zone that changes in the middle of a sync run', () => {
  const wholeDay: RemoteEvent = {
    ...event('Away'),
    isAllDay: true,
    isBusy: false,
    start: { at: '20261119', timeZone: null },
    end: { at: '20261120', timeZone: null },
  };
  const days = async (): Promise<Reply['body'][]> =>
    (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences;

  test('leaves no all-day event in the old zone', async () => {
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'Europe/Berlin' });
    const hold = holdFirst();
    fake.gate = hold.pass;
    fake.put('main', [wholeDay]);
    const slow = syncNow(server, data);
    await hold.arrived;
    await user.call('PUT', '/api/user/home-time-zone', { timeZoneName: 'America/New_York' });
    hold.release();
    await slow;
    await syncNow(server, data);
    expect(await days()).toMatchObject([{ startsOn: '2026-11-19', startsAt: '2026-11-19T05:00:00.000Z' }]);
    expect(await row()).toMatchObject({ lease_holder: null, failures: 0 });
  });
});

describe('a slow worker', () => {
  test.each(['a page', 'a file'])('keeps its lease while it waits for %s', async (what) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const hold = holdFirst();
    fake.gate = hold.pass;
    answer = async () => {
      await hold.pass();
      return 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
    };
    let job = { name: 'calendar-accounts.sync', data };
    if (what === 'a file') {
      const { body } = await user.call('POST', '/api/calendar-subscriptions', { url: address });
      job = { name: 'calendar-accounts.sync-feed', data: { ...data, calendarId: body.calendarId } };
    }
    const slow = server.runJob(job.name, job.data);
    await hold.arrived;
    const { lease_holder } = await row(job.data.calendarId);
    server.setTime('2026-11-16T08:00:10Z');
    vi.advanceTimersByTime(10_000);
    await eventually(async () =>
      expect((await row(job.data.calendarId)).leased_until).toEqual(new Date('2026-11-16T08:00:25Z')),
    );
    server.setTime('2026-11-16T08:00:20Z');
    await server.runJob(job.name, job.data);
    expect(await row(job.data.calendarId)).toMatchObject({ lease_holder });
    hold.release();
    await slow;
    expect(await row(job.data.calendarId)).toMatchObject({ lease_holder: null, failures: 0 });
  });
});
