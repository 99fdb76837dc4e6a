import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let host: TestUser;
let username: string;

beforeAll(async () => {
  server = await openTestServer();
  host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  username = host.profile.username;
});

interface Booked {
  readonly email: string;
  readonly visit: string;
  readonly event: { readonly id: string; readonly version: number };
}

let bookings = 0;
async function book(startsAt: string, more: object = {}): Promise<Booked> {
  bookings += 1;
  const email = `visitor-${bookings}@example.org`;
  const body = { username, eventType: '30-min', startsAt, timeZone: 'UTC', name: 'Ada', email, ...more };
  const made = await server.call('POST', '/api/booking/create', body);
  expect(made.status).toBe(201);
  const visit = `/api/booking/visits/${made.body['booking'].manageUrl.split('/').at(-1)}`;
  const { body: events } = await host.call('GET', `/api/events?from=${startsAt}&to=${later(startsAt, 1)}`);
  const [{ eventId, version }] = events['occurrences'];
  await server.runJob('mails.send-due', {});
  return { email, visit, event: { id: eventId, version } };
}

const later = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();

/** The job sees a change, and acts on it a minute later. */
async function letMinutesPass(): Promise<void> {
  await server.runJob('booking.follow-events', {});
  server.setTime(later(server.now().toISOString(), 1));
  await server.runJob('booking.follow-events', {});
  await server.runJob('mails.send-due', {});
}

const move = (booked: Booked, startsAt: string) =>
  host.call('PATCH', `/api/events/${booked.event.id}`, {
    version: booked.event.version,
    startsAt,
    endsAt: later(startsAt, 45),
  });
const readBooking = async ({ visit }: Booked) => (await server.call('GET', visit)).body['booking'];

test('a host who moves the event moves the booking, and the visitor is notified', async () => {
  const booked = await book('2026-11-18T09:00:00.000Z', { guests: ['guest@example.org'] });
  expect((await move(booked, '2026-11-18T11:15:00.000Z')).status).toBe(200);
  await letMinutesPass();
  expect(await readBooking(booked)).toMatchObject({
    status: 'CONFIRMED',
    startsAt: '2026-11-18T11:15:00.000Z',
    endsAt: '2026-11-18T12:00:00.000Z',
  });
  const mail = await server.mailTo(booked.email);
  expect(mail.subject).toContain('New time: 30 minutes');
  expect((await server.mailTo('guest@example.org')).text).toContain('has a new time');
  const file = await server.app.http.inject({ url: `${booked.visit}/invitation.ics` });
  expect(file.body).toContain('SEQUENCE:1');
  const slots = await server.call(
    'GET',
    `/api/booking/optimal-slots?username=${username}&eventType=30-min&from=2026-11-18&to=2026-11-18`,
  );
  const starts = slots.body['slots'].map(({ startsAt }: { startsAt: string }) => startsAt);
  expect(starts).toContain('2026-11-18T09:00:00.000Z');
  expect(starts).not.toContain('2026-11-18T11:30:00.000Z');
});

test('a change that is undone at once notifies nobody', async () => {
  const booked = await book('2026-11-19T09:00:00.000Z');
  const moved = await move(booked, '2026-11-19T11:15:00.000Z');
  await server.runJob('booking.follow-events', {});
  await host.call('POST', `/api/commands/${moved.body['commandId']}/undo`);
  const before = (await server.mailTo(booked.email)).subject;
  await letMinutesPass();
  expect(await readBooking(booked)).toMatchObject({ startsAt: '2026-11-19T09:00:00.000Z' });
  expect((await server.mailTo(booked.email)).subject).toBe(before);
});

test('an event moved over another booking takes its booking with it', async () => {
  const first = await book('2026-11-20T09:00:00.000Z');
  const second = await book('2026-11-20T11:00:00.000Z');
  await move(second, '2026-11-20T09:15:00.000Z');
  await letMinutesPass();
  expect(await readBooking(first)).toMatchObject({ startsAt: '2026-11-20T09:00:00.000Z' });
  expect(await readBooking(second)).toMatchObject({ startsAt: '2026-11-20T09:15:00.000Z' });
});

test('the other hosts of a booking are notified when one of them moves or cancels it', async () => {
  const other = await server.signUp({ firstName: 'Leo', timeZone: 'Europe/Berlin' });
  const together = { username: `${username}+${other.profile.username}` };
  const startsAt = '2026-11-27T09:00:00.000Z';
  const booked = await book(startsAt, together);
  await server.runJob('mails.send-due', {});
  await move(booked, '2026-11-27T11:15:00.000Z');
  await letMinutesPass();
  const moved = await server.mailTo(other.profile.email, 2);
  expect(moved.subject).toContain('Moved: 30 minutes');
  expect(moved.text).toContain('Maya Okafor has moved a meeting of both of you with Ada.');
  const [{ id }] = (await other.call('GET', '/api/bookings')).body['bookings'];
  expect((await other.call('POST', `/api/bookings/${id}/cancel`, { message: 'Ill' })).status).toBe(200);
  await server.runJob('mails.send-due', {});
  const cancelled = await server.mailTo(host.profile.email);
  expect(cancelled.text).toContain('Leo Okafor has cancelled a meeting of both of you with Ada.');
  expect(cancelled.text).toContain('Message: Ill');
  // Nothing is left that would remind the visitor, whichever host's mails it was queued with.
  const { rows } = await sql`
    select key from queued_mails where subject_id = ${id} and sent_at is null`.execute(
    server.app.platform.db,
  );
  expect(rows).toEqual([]);
});

test('a host who deletes the event cancels the booking', async () => {
  const booked = await book('2026-11-23T09:00:00.000Z');
  const { id, version } = booked.event;
  expect((await host.call('DELETE', `/api/events/${id}?version=${version}`)).status).toBe(200);
  await letMinutesPass();
  expect(await readBooking(booked)).toMatchObject({ status: 'CANCELLED', cancelledBy: 'host' });
  expect((await server.mailTo(booked.email)).subject).toContain('Cancelled: 30 minutes');
  const again = await book('2026-11-23T09:00:00.000Z');
  expect(again.visit).not.toBe(booked.visit);
});

test('a calendar that is removed cancels nothing', async () => {
  const booked = await book('2026-11-24T09:00:00.000Z');
  await sql`delete from calendars where user_id = ${host.profile._id}`.execute(server.app.platform.db);
  await letMinutesPass();
  expect(await readBooking(booked)).toMatchObject({ status: 'CONFIRMED' });
});
