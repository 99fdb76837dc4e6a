import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let host: TestUser;
let visitors = 0;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(() => {
  server.setTime('2026-11-16T08:00:00Z');
});

const call = { slug: 'call', title: 'Call', durations: [30], location: { kind: 'conference' } };

async function openHost(domain: 'google' | 'outlook'): Promise<void> {
  host = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
  await connect(server, host, domain);
  expect((await host.call('POST', '/api/event-types', call)).status).toBe(201);
}

async function getFreeStart(): Promise<string> {
  const query = `username=${host.profile.username}&eventType=call&from=2026-11-17&to=2026-11-20`;
  const { body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
  return body['slots'][0].startsAt;
}

async function book() {
  visitors += 1;
  const email = `visitor-${visitors}@example.org`;
  const { status, body } = await server.call('POST', '/api/booking/create', {
    username: host.profile.username,
    eventType: 'call',
    startsAt: await getFreeStart(),
    timeZone: 'UTC',
    name: 'Ada',
    email,
  });
  expect(status).toBe(201);
  const visit = `/api/booking/visits/${body['booking'].manageUrl.split('/p/')[1]}`;
  return { email, visit, read: async () => (await server.call('GET', visit)).body['booking'] };
}

/** The minute that a calendar takes at most. */
async function makeLinks(): Promise<void> {
  await syncAllNow(server, host);
  await server.runJob('booking.report-conference-links', {});
  await server.runJob('mails.send-due', {});
}

test.each([
  ['google', 'google_meet', 'Google Meet', /^https:\/\/meet\.google\.com\//],
  ['outlook', 'teams', 'Microsoft Teams', /^https:\/\/teams\.microsoft\.com\//],
] as const)('a calendar of %s makes the link of each booking', async (domain, conference, name, link) => {
  await openHost(domain);
  const { body } = await host.call('GET', '/api/booking-settings');
  expect(body['settings']).toEqual({ allowsSharedLinks: true, conference });
  const page = await server.call('GET', `/api/public-profile/links/${host.profile.username}`);
  expect(page.body['eventTypes'].at(-1).location).toEqual({ kind: 'conference', text: name });

  const { email, visit, read } = await book();
  expect(await read()).toMatchObject({ location: name, awaitsLink: true });
  await makeLinks();
  const booking = await read();
  expect(booking).toMatchObject({ location: expect.stringMatching(link), awaitsLink: false });
  // The mail has waited for the link, and is the only one.
  expect((await server.mailTo(email)).text).toContain(`Where: ${booking.location}`);
  const file = await server.app.http.inject({ method: 'GET', url: `${visit}/invitation.ics` });
  expect(file.body.replace(/\r\n /g, '')).toContain(`LOCATION:${booking.location}`);
  // The host's own calendar shows the link at the event.
  const day = booking.startsAt.slice(0, 10);
  const events = await host.call('GET', `/api/events?from=${day}T00:00:00Z&to=${day}T23:00:00Z`);
  const event = events.body['occurrences'].find(({ startsAt }: any) => startsAt === booking.startsAt);
  expect(event).toMatchObject({ title: 'Call: Maya Okafor and Ada', location: '' });
});

test('a link that is made later follows in a mail of its own', async () => {
  await openHost('google');
  await server.call('POST', '/sandbox/faults', { provider: 'google', kind: 'pending-conference', times: 1 });
  const { email, read } = await book();
  server.setTime('2026-11-16T08:03:00Z');
  await server.runJob('mails.send-due', {});
  expect((await server.mailTo(email)).text).toContain(
    'Where: Google Meet. The link follows in another mail.',
  );
  await makeLinks();
  const { location } = await read();
  expect(location).toMatch(/^https:\/\/meet\.google\.com\//);
  const second = await server.mailTo(email, 2);
  expect(second.subject).toContain('Link: Call: Maya');
  expect(second.text).toContain(location);
});

test('the host is notified when no link could be made', async () => {
  await openHost('google');
  const { read } = await book();
  server.setTime('2026-11-16T08:31:00Z');
  await server.runJob('booking.report-conference-links', {});
  expect(await read()).toMatchObject({ location: '', awaitsLink: false });
  await server.runJob('mails.send-due', {});
  const mails = await server.mailTo(host.profile.email, 2);
  expect(mails.subject).toContain('No link: Call: Maya');
});

test('all hosts of a link for several get the link that the first one makes', async () => {
  await openHost('google');
  const other = await server.signUp({ firstName: 'Leo', timeZone: 'UTC' });
  const username = `${host.profile.username}+${other.profile.username}`;
  const startsAt = await getFreeStart();
  const visitor = { name: 'Ada', email: 'ada@example.org', timeZone: 'UTC' };
  const made = await server.call('POST', '/api/booking/create', {
    username,
    eventType: 'call',
    startsAt,
    ...visitor,
  });
  expect(made.status).toBe(201);
  await makeLinks();
  const day = startsAt.slice(0, 10);
  const { body } = await other.call('GET', `/api/events?from=${day}T00:00:00Z&to=${day}T23:59:00Z`);
  expect(body['occurrences']).toMatchObject([{ location: expect.stringMatching(/^https:\/\/meet\./) }]);
  const own = await other.call('GET', '/api/bookings');
  expect(own.body['bookings']).toMatchObject([{ location: expect.stringMatching(/^https:\/\/meet\./) }]);
});

test('without a calendar that makes links, none is promised', async () => {
  host = await server.signUp({ timeZone: 'UTC' });
  await host.call('POST', '/api/event-types', call);
  const { read } = await book();
  expect(await read()).toMatchObject({ location: '', awaitsLink: false });
});
