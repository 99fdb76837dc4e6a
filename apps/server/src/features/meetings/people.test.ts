import { HOUR_MS } from '@dayloom/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAddress, openMeetings } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let meetings: ReturnType<typeof openMeetings>;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'UTC' });
  meetings = openMeetings(server, maya);
});

describe('people', () => {
  const list = async (query: string): Promise<{ email: string; name: string }[]> =>
    (await maya.call('GET', `/api/people?${query}`)).body['people'];

  const FILE = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'BEGIN:VEVENT',
    'UID:1@example.org',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261118T090000Z',
    'DTEND:20261118T100000Z',
    'SUMMARY:Board',
    'ORGANIZER;CN=Olga Chair:mailto:olga@example.org',
    'ATTENDEE;CN=Grace Hopper:mailto:GRACE@example.org',
    'ATTENDEE:urn:uuid:no-address',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

  test('come from requests, bookings and events, the most frequent first', async () => {
    await meetings.askFor({
      attendees: [{ email: 'grace@example.org', name: 'Grace Hopper' }, 'alan@example.org'],
    });
    await meetings.askFor({ attendees: ['grace@example.org'] });
    await server.call('POST', '/api/booking/create', {
      username: maya.profile.username,
      eventType: '30-min',
      startsAt: '2026-11-19T09:00:00Z',
      timeZone: 'UTC',
      name: 'Alan Turing',
      email: 'Alan@example.org',
      guests: ['guest.of.alan@example.org'],
    });
    const imported = await maya.call('POST', '/api/calendars/import?name=Work', FILE);
    expect(imported.status, JSON.stringify(imported.body)).toBeLessThan(300);
    expect(await list('')).toEqual([
      { email: 'grace@example.org', name: 'Grace Hopper' },
      { email: 'alan@example.org', name: 'Alan Turing' },
      { email: 'guest.of.alan@example.org', name: '' },
      { email: 'olga@example.org', name: 'Olga Chair' },
    ]);
    const emails = async (query: string) => (await list(query)).map(({ email }) => email);
    expect(await emails('search=HOPP')).toEqual(['grace@example.org']);
    expect(await emails('search=alan')).toEqual(['alan@example.org', 'guest.of.alan@example.org']);
    expect(await emails('search=chair&limit=1')).toEqual(['olga@example.org']);
    for (const text of ['%', '_', '\\'])
      expect(await emails(`search=${encodeURIComponent(text)}`)).toEqual([]);
    const other = await server.signUp();
    expect((await other.call('GET', '/api/people')).body['people']).toEqual([]);
  });
});

describe('suggested times', () => {
  /** A user whose address is confirmed. */
  async function signUpKnown(timeZone = 'UTC'): Promise<TestUser> {
    const email = `known-${newAddress()}`;
    const user = await server.signUp({ email, timeZone });
    const { text } = await server.mailTo(email);
    const [link = ''] = /\/oidc\/verify-email\?token=[\w-]+/.exec(text) ?? [];
    expect((await server.app.http.inject({ url: link })).statusCode).toBe(200);
    return user;
  }

  const suggest = (attendees: string[], fields: object = {}) =>
    maya.call('POST', '/api/meeting-requests/suggestions', {
      durationMinutes: 60,
      from: '2026-11-17T00:00:00Z',
      to: '2026-11-18T00:00:00Z',
      attendees,
      timeZone: 'UTC',
      ...fields,
    });

  const block = (user: TestUser, startsAt: string, endsAt: string) =>
    user.call('POST', '/api/events', { title: 'Busy', startsAt, endsAt });

  test('are in the work hours and free for all who are known, the best first', async () => {
    const noah = await signUpKnown();
    await block(maya, '2026-11-17T09:00:00Z', '2026-11-17T12:00:00Z');
    await block(noah, '2026-11-17T12:30:00Z', '2026-11-17T16:00:00Z');
    const { email } = noah.profile;
    const { status, body } = await suggest([email, 'stranger@example.org']);
    expect(status).toBe(200);
    expect(body['unknown']).toEqual(['stranger@example.org']);
    const [first, ...rest] = body['times'];
    expect(first).toEqual({
      startsAt: '2026-11-17T16:00:00.000Z',
      endsAt: '2026-11-17T17:00:00.000Z',
      free: [email],
      busy: [],
    });
    expect(rest.length).toBeGreaterThan(0);
    for (const time of rest) {
      expect(time).toMatchObject({ free: [], busy: [email] });
      expect(time.startsAt >= '2026-11-17T12:00:00.000Z' && time.endsAt <= '2026-11-17T17:00:00.000Z').toBe(
        true,
      );
    }
    // With no attendees, no two times overlap, and one day has at most three.
    const own = (await suggest([], { to: '2026-11-21T00:00:00Z' })).body['times'];
    const starts = own
      .map(({ startsAt }: any) => Date.parse(startsAt))
      .toSorted((a: number, b: number) => a - b);
    expect(starts).toHaveLength(10);
    const gaps = starts.slice(1).map((start: number, at: number) => start - starts[at]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR_MS);
    const days = Map.groupBy(own, ({ startsAt }: any) => startsAt.slice(0, 10));
    for (const times of days.values()) expect(times.length).toBeLessThanOrEqual(3);
  });

  test('say nothing of those who allow no shared links, whose address is not confirmed, or who are leaving', async () => {
    const [closed, hidden, unconfirmed] = [await signUpKnown(), await signUpKnown(), await server.signUp()];
    await hidden.call('PATCH', '/api/booking-settings', { allowsSharedLinks: false });
    const deletion = await closed.call('POST', '/api/user/delete-account', {
      email: closed.profile.email,
      password: 'correct horse battery',
    });
    expect(deletion.status).toBe(200);
    const emails = [closed, hidden, unconfirmed].map(({ profile }) => profile.email);
    const { body } = await suggest([...emails, maya.profile.email]);
    expect(body['unknown']).toEqual(emails);
    expect(body['times'][0]).toMatchObject({ free: [], busy: [] });
  });

  test.each([
    ['that ends before it begins', { to: '2026-11-16T00:00:00Z' }, 'to'],
    ['of a year', { to: '2027-11-16T00:00:00Z' }, 'to'],
    ['of 200 people', {}, 'attendees'],
  ])('a range %s is refused', async (_name, fields, field) => {
    const attendees = field === 'attendees' ? Array.from({ length: 200 }, newAddress) : [];
    const { status, body } = await suggest(attendees, fields);
    expect([status, Object.keys(body['fields'])]).toEqual([400, [field]]);
  });

  test('a range in the past has none', async () => {
    const past = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' };
    expect((await suggest([], past)).body).toMatchObject({ times: [], unknown: [] });
  });
});
