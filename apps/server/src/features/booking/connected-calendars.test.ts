import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openFakeProviderServer, signUpConnected } from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import type { TestServer, TestUser } from '#test/server.ts';

const fake = new FakeCalendars();
let server: TestServer;
let host: TestUser;

beforeAll(async () => {
  server = await openFakeProviderServer(fake);
});

beforeEach(async () => {
  host = await signUpConnected(server, fake, 'UTC');
});

const startsAt = '2026-11-18T10:00:00.000Z';
const book = (headers: Record<string, string> = {}) =>
  server.call(
    'POST',
    '/api/booking/create',
    {
      username: host.profile.username,
      eventType: '30-min',
      startsAt,
      timeZone: 'UTC',
      name: 'Ada',
      email: 'ada@example.org',
    },
    headers,
  );
const listBookings = async () => (await host.call('GET', '/api/bookings')).body['bookings'];

test('a meeting that was added elsewhere a moment ago is seen before the booking is written', async () => {
  fake.put('main', [
    remoteEvent('new', {
      title: 'Dentist',
      start: { at: '20261118T100000', timeZone: 'UTC' },
      end: { at: '20261118T110000', timeZone: 'UTC' },
    }),
  ]);
  const refused = await book();
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'slot_taken',
      alternatives: ['2026-11-18T11:00:00.000Z', expect.any(String), expect.any(String)],
    },
  });
  expect(await listBookings()).toEqual([]);
});

test('while the calendar cannot be read, nothing is booked', async () => {
  fake.trouble = () => {
    throw new ProviderFailure('unavailable', 'The calendar service does not answer.');
  };
  const refused = await book();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toEqual(expect.any(String));
  expect(await listBookings()).toEqual([]);
  fake.trouble = () => {};
});

test('a calendar whose worker died is read by the booking itself, as soon as the lease has ended', async () => {
  const { db } = server.app.platform;
  await sql`delete from pgboss.job`.execute(db);
  server.setTime('2026-11-16T08:00:01Z');
  // What a killed process leaves behind.
  await db
    .updateTable('calendar_syncs')
    .set({ lease_holder: randomUUID(), leased_until: new Date('2026-11-16T08:00:15Z') })
    .where('user_id', '=', host.profile._id)
    .execute();
  const waiting = book();
  await eventually(async () => {
    const { rows } = await sql`
      select from pgboss.job where name = 'calendar-accounts.sync' and singleton_key like '% later'`.execute(
      db,
    );
    expect(rows).not.toEqual([]);
  });
  server.setTime('2026-11-16T08:00:16Z');
  expect((await waiting).status).toBe(201);
});

test('the event of a booking is sent to the connected calendar', async () => {
  expect((await book()).status).toBe(201);
  const { body } = await host.call('GET', '/api/events?from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z');
  expect(body['occurrences']).toMatchObject([{ startsAt, isBusy: true }]);
});

test.each(['before', 'after'] as const)(
  'a worker that dies %s the provider has the event leaves one event of one booking',
  async (moment) => {
    expect((await book({ 'idempotency-key': 'k' })).status).toBe(201);
    let isDead = false;
    fake.trouble = (call, when) => {
      if (call !== 'write' || when !== moment) return;
      isDead = true;
      throw new ProviderFailure('unavailable', 'The process was killed.');
    };
    await syncAllNow(server, host);
    expect(isDead).toBe(true);
    fake.trouble = () => {};
    // Its lease ends, and the visitor sends the same again meanwhile.
    expect((await book({ 'idempotency-key': 'k' })).status).toBe(201);
    server.setTime('2026-11-16T08:30:00Z');
    await syncAllNow(server, host);
    await syncAllNow(server, host);
    const objects = [...fake.calendarObjects('main').keys()].filter((uid) => uid.startsWith('booking-'));
    expect(objects).toHaveLength(1);
    expect(await listBookings()).toHaveLength(1);
  },
);
