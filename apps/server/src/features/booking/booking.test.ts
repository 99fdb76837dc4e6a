import { MINUTE_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let host: TestUser;
let username: string;

beforeAll(async () => {
  server = await openTestServer();
  host = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  username = host.profile.username;
});

const visitor = { timeZone: 'America/New_York', name: 'Ada Byron', email: 'ada@example.org' };

async function listSlotStarts(query: string): Promise<string[]> {
  const { status, body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
  expect(status).toBe(200);
  return body['slots'].map(({ startsAt }: { startsAt: string }) => startsAt);
}

const book = (startsAt: string, more: object = {}, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/booking/create', { username, startsAt, ...visitor, ...more }, headers);

/** All that a booking could write. */
async function listWritten(): Promise<string[]> {
  const tables = ['bookings', 'events', 'occurrences', 'followed_events', 'commands', 'queued_mails'];
  const found = await Promise.all(
    tables.map((name) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(server.app.platform.db),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ row }) => row)).toSorted();
}

describe('a new user', () => {
  test('has three event types with free slots on weekdays from 9 to 17', async () => {
    const { body } = await server.call('GET', `/api/public-profile/links/${username}`);
    expect(body['eventTypes'].map(({ slug, durations }: any) => [slug, durations])).toEqual([
      ['15-min', [15]],
      ['30-min', [30]],
      ['60-min', [60]],
    ]);
    // Tuesday, 17 November 2026, 09:00 to 17:00 in Berlin.
    const starts = await listSlotStarts(
      `username=${username}&eventType=60-min&from=2026-11-17&to=2026-11-17&timeZone=Europe/Berlin`,
    );
    expect(starts[0]).toBe('2026-11-17T08:00:00.000Z');
    expect(starts.at(-1)).toBe('2026-11-17T15:00:00.000Z');
    expect(starts).toHaveLength(15);
    expect(
      await listSlotStarts(`username=${username}&from=2026-11-21&to=2026-11-22&timeZone=Europe/Berlin`),
    ).toEqual([]);
  });

  test('is offered until the midnight of the visitor, also where a meeting ends on the next day', async () => {
    // 9:00 to 17:00 in Berlin are 21:00 to 5:00 in Auckland.
    const query = `username=${username}&eventType=60-min&timeZone=Pacific/Auckland`;
    const days = await Promise.all(
      ['2026-11-17', '2026-11-18'].map((day) => listSlotStarts(`${query}&from=${day}&to=${day}`)),
    );
    expect(days[0]?.at(-1)).toBe('2026-11-17T10:30:00.000Z');
    expect(days.flat()).toEqual(await listSlotStarts(`${query}&from=2026-11-17&to=2026-11-18`));
    // Instants are the ends of what is asked for.
    const until = 'from=2026-11-17T09:00:00Z&to=2026-11-17T11:00:00Z';
    expect((await listSlotStarts(`${query}&${until}`)).at(-1)).toBe('2026-11-17T10:00:00.000Z');
  });

  test('is not asked for in a zone that IANA does not have', async () => {
    const query = `username=${username}&from=2026-11-17&timeZone=CST`;
    const { status, body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
    expect([status, Object.keys(body['fields'])]).toEqual([400, ['timeZone']]);
  });

  test('without an event type, the first one counts', async () => {
    const { body } = await server.call(
      'GET',
      `/api/booking/optimal-slots?username=${username}&from=2026-11-17&to=2026-11-17&timeZone=Europe/Berlin`,
    );
    const [first] = body['slots'];
    expect(Date.parse(first.endsAt) - Date.parse(first.startsAt)).toBe(15 * MINUTE_MS);
    expect(first).toMatchObject({ rank: expect.any(Number), preferred: expect.any(Boolean) });
    expect(first.reasons).toContain('no_planned_work');
  });
});

test.each(['1900-01-01', '2026-11-01'])(
  'a range of %s, which is over, has no times but a next one',
  async (date) => {
    const range = `from=${date}&to=${date}&timeZone=Europe/Berlin`;
    const { status, body } = await server.call(
      'GET',
      `/api/booking/optimal-slots?username=${username}&eventType=60-min&${range}`,
    );
    const from = server.now().toISOString();
    expect([status, body]).toEqual([200, { success: true, slots: [], nextStartsAt: expect.any(String) }]);
    expect(body['nextStartsAt'] > from).toBe(true);
    expect((await host.call('GET', `/api/booking/own-busy?${range}`)).body).toEqual({
      success: true,
      busy: [],
    });
  },
);

describe('a booking', () => {
  test('is confirmed, blocks its slot and appears in the calendar of the host', async () => {
    const startsAt = '2026-11-18T09:00:00.000Z';
    const { status, body } = await book(startsAt, { eventType: '30-min', notes: 'About the <b>offer</b>' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      booking: {
        id: expect.any(String),
        status: 'CONFIRMED',
        startsAt,
        endsAt: '2026-11-18T09:30:00.000Z',
        manageUrl: expect.stringMatching(/\/p\/[\w-]{22,}$/),
      },
    });
    const free = await listSlotStarts(
      `username=${username}&eventType=30-min&from=2026-11-18&to=2026-11-18&timeZone=Europe/Berlin`,
    );
    expect(free).not.toContain(startsAt);
    expect(free).toContain('2026-11-18T09:30:00.000Z');
    const events = await host.call('GET', '/api/events?from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z');
    expect(events.body['occurrences']).toMatchObject([
      {
        startsAt,
        endsAt: '2026-11-18T09:30:00.000Z',
        title: '30 minutes: Maya Okafor and Ada Byron',
        isBusy: true,
      },
    ]);
    const taken = await book(startsAt, { eventType: '30-min', email: 'other@example.org' });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({
      success: false,
      code: 'slot_taken',
      alternatives: ['2026-11-18T09:30:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-18T10:30:00.000Z'],
    });
  });

  test('in an hour that the clocks show twice keeps its time and length, also when it is moved', async () => {
    const owl = await server.signUp({ timeZone: 'America/New_York' });
    const hours = { sun: [['00:00', '06:00']] };
    await owl.call('POST', '/api/event-types', {
      slug: 'night',
      title: 'Night',
      durations: [60],
      horizonDays: 365,
      hours,
    });
    const listTimes = async () => {
      const { body } = await owl.call('GET', '/api/events?from=2027-11-07T00:00:00Z&to=2027-11-08T00:00:00Z');
      return body['occurrences'].map(({ startsAt, endsAt }: any) => [startsAt, endsAt]);
    };
    // 1:30 in winter time; half an hour before it the clocks were set back.
    const { body } = await book('2027-11-07T06:30:00.000Z', {
      username: owl.profile.username,
      eventType: 'night',
    });
    expect(await listTimes()).toEqual([['2027-11-07T06:30:00.000Z', '2027-11-07T07:30:00.000Z']]);
    const token = new URL(body['booking'].manageUrl).pathname.split('/').at(-1);
    for (const [startsAt, endsAt] of [
      ['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z'],
      ['2027-11-07T06:00:00.000Z', '2027-11-07T07:00:00.000Z'],
    ]) {
      const moved = await server.call('POST', `/api/booking/visits/${token}/reschedule`, { startsAt });
      expect(moved.status).toBe(200);
      expect(await listTimes()).toEqual([[startsAt, endsAt]]);
    }
  });

  test('is mailed to the visitor with an invitation, and to the host', async () => {
    const email = 'mail-visitor@example.org';
    await book('2026-11-19T09:00:00.000Z', { eventType: '30-min', email, guests: ['guest@example.org'] });
    await server.runJob('mails.send-due', {});
    const mail = await server.mailTo(email);
    expect(mail.subject).toContain('Confirmed: 30 minutes: Maya');
    expect(mail.text).toContain('/p/');
    expect((await server.mailTo('guest@example.org')).text).toContain('Ada Byron has invited you');
    expect((await server.mailTo(host.profile.email)).subject).toContain('New booking');
  });

  test('is shown in the pages of its host at once, and later where the process died before it said so', async () => {
    const { db, hub } = server.app.platform;
    const heard: unknown[] = [];
    const stop = hub.subscribe(host.profile._id, (message) => heard.push(message));
    const listening = sql`
      select from pg_stat_activity
      where datname = current_database() and query = 'listen dayloom_stream'`;
    await eventually(async () => expect((await listening.execute(db)).rows).toHaveLength(1));
    await server.runJob('mails.send-due', {});
    await book('2026-12-02T10:00:00.000Z', { eventType: '30-min', email: 'at-once@example.org' });
    const changed = { type: 'changed', topics: ['bookings', 'events'] };
    await eventually(() => expect(heard).toEqual([changed]));
    // A process that died between the two has said nothing. It cannot have written the mails soon.
    const before = server.now();
    server.setTime(new Date(before.getTime() + 6_000).toISOString());
    await server.runJob('mails.send-due', {});
    await eventually(() => expect(heard).toEqual([changed, changed]));
    await book('2026-12-02T11:00:00.000Z', { eventType: '30-min', email: 'soon@example.org' });
    await server.runJob('mails.send-due', {});
    await eventually(() => expect(heard).toEqual([changed, changed, changed]));
    stop();
    server.setTime(before.toISOString());
  });

  test('invites each person once', async () => {
    const email = 'Once@example.org';
    const guests = [
      'Pal@example.org',
      'pal@example.org',
      'once@example.org',
      host.profile.email.toUpperCase(),
    ];
    const { body } = await book('2026-12-01T10:00:00.000Z', { eventType: '30-min', email, guests });
    const visit = `/api/booking/visits/${body['booking'].manageUrl.split('/').at(-1)}`;
    expect((await server.call('GET', visit)).body['booking'].guests).toEqual(['pal@example.org']);
    const file = await server.app.http.inject({ url: `${visit}/invitation.ics` });
    const people = file.body.replaceAll('\r\n ', '').match(/(?<=^ATTENDEE.*mailto:).*$/gm);
    expect(people).toEqual([email, 'pal@example.org']);
  });

  test('that is cancelled before its mails were written has a mail about that only', async () => {
    const email = 'quick@example.org';
    const { body } = await book('2026-11-19T15:00:00.000Z', { eventType: '15-min', email });
    const token = body['booking'].manageUrl.split('/').at(-1);
    await server.call('POST', `/api/booking/visits/${token}/cancel`, {});
    await server.runJob('mails.send-due', {});
    expect((await server.mailTo(email)).subject).toContain('Cancelled');
    const { body: all } = await server.call('GET', `/sandbox/messages?to=${email}`);
    expect(all['messages']).toHaveLength(1);
  });

  test('whose mails cannot be written holds up nobody else', async () => {
    const broken = await book('2026-11-19T15:15:00.000Z', {
      eventType: '15-min',
      email: 'broken@example.org',
    });
    const { id } = broken.body['booking'];
    const { db } = server.app.platform;
    const { sealed_token } = await db
      .selectFrom('bookings')
      .select('sealed_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const setToken = (sealed: string | null) =>
      db.updateTable('bookings').set({ sealed_token: sealed }).where('id', '=', id).execute();
    await setToken('unreadable');
    await book('2026-11-19T15:30:00.000Z', { eventType: '15-min', email: 'whole@example.org' });
    await server.runJob('mails.send-due', {});
    expect((await server.mailTo('whole@example.org')).subject).toContain('Confirmed');
    // The next run tries again.
    await setToken(sealed_token);
    await server.runJob('mails.send-due', {});
    expect((await server.mailTo('broken@example.org')).subject).toContain('Confirmed');
  });

  test('sent twice at once with one Idempotency-Key is made once', async () => {
    const key = { 'idempotency-key': 'twice' };
    const [first, second] = await Promise.all([
      book('2026-11-19T14:00:00.000Z', { eventType: '30-min' }, key),
      book('2026-11-19T14:00:00.000Z', { eventType: '30-min' }, key),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  test('with the same Idempotency-Key is made once', async () => {
    const key = { 'idempotency-key': 'abc' };
    const first = await book('2026-11-19T10:00:00.000Z', { eventType: '30-min' }, key);
    const second = await book('2026-11-19T10:00:00.000Z', { eventType: '30-min' }, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const other = await book('2026-11-19T11:00:00.000Z', { eventType: '30-min' }, key);
    expect(other.status).toBe(422);
  });

  test.each([
    ['empty', ''],
    ['of spaces', '  '],
    ['too long to be kept', 'k'.repeat(201)],
  ])(
    'with an Idempotency-Key that is %s is refused: it may be that of another booking',
    async (_name, key) => {
      const before = await host.call('GET', '/api/bookings?when=all&limit=200');
      for (const startsAt of ['2026-11-19T12:00:00.000Z', '2026-11-19T13:00:00.000Z']) {
        const refused = await book(startsAt, { eventType: '30-min' }, { 'idempotency-key': key });
        expect([refused.status, Object.keys(refused.body['fields'])]).toEqual([400, ['Idempotency-Key']]);
      }
      const after = await host.call('GET', '/api/bookings?when=all&limit=200');
      expect(after.body).toEqual(before.body);
    },
  );

  test('can be moved and cancelled by its link, and by nothing else', async () => {
    const { body } = await book('2026-11-20T09:00:00.000Z', { eventType: '30-min' });
    const token = body['booking'].manageUrl.split('/').at(-1);
    const visit = `/api/booking/visits/${token}`;
    expect((await server.call('GET', `/api/links/${token}`)).body['target']).toEqual({ kind: 'booking' });
    expect((await server.call('GET', visit)).body['booking']).toMatchObject({
      status: 'CONFIRMED',
      name: 'Ada Byron',
      canChange: true,
      hosts: [{ username }],
      hostTimeZone: 'Europe/Berlin',
    });
    const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-20T09:30:00.000Z' });
    expect(moved.body['booking']).toMatchObject({ startsAt: '2026-11-20T09:30:00.000Z' });
    const day = '/api/events?from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z';
    expect((await host.call('GET', day)).body['occurrences']).toMatchObject([
      { startsAt: '2026-11-20T09:30:00.000Z' },
    ]);
    const file = await server.app.http.inject({ url: `${visit}/invitation.ics` });
    expect(file.body).toContain('SEQUENCE:1');
    const cancelled = await server.call('POST', `${visit}/cancel`, { message: 'I am ill' });
    expect(cancelled.body['booking']).toMatchObject({ status: 'CANCELLED', cancelledBy: 'visitor' });
    expect((await host.call('GET', day)).body['occurrences']).toEqual([]);
    expect((await book('2026-11-20T09:30:00.000Z', { eventType: '30-min' })).status).toBe(201);
    expect((await server.call('GET', `/api/booking/visits/${'x'.repeat(32)}`)).status).toBe(404);
    const again = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-20T11:00:00.000Z' });
    expect(again.status).toBe(422);
  });

  test('moved to where it is, as by a page that had no answer, changes nothing and mails nobody', async () => {
    const { body } = await book('2026-12-03T09:00:00.000Z', { eventType: '30-min' });
    const { id, manageUrl } = body['booking'];
    const visit = `/api/booking/visits/${manageUrl.split('/').at(-1)}`;
    const { db } = server.app.platform;
    const read = async () => ({
      bookings: await db.selectFrom('bookings').selectAll().where('id', '=', id).execute(),
      mails: await db.selectFrom('queued_mails').selectAll().where('subject_id', '=', id).execute(),
      events: await db.selectFrom('events').selectAll().where('user_id', '=', host.profile._id).execute(),
    });
    const move = () => server.call('POST', `${visit}/reschedule`, { startsAt: '2026-12-03T10:00:00.000Z' });
    const moved = await move();
    const before = await read();
    expect(before.bookings).toMatchObject([{ sequence: 1, starts_at: new Date('2026-12-03T10:00:00.000Z') }]);
    expect(await move()).toMatchObject({ status: 200, body: moved.body });
    expect(await read()).toEqual(before);
    // Another zone is a change: mails name the time in it.
    await server.call('POST', `${visit}/reschedule`, {
      startsAt: '2026-12-03T10:00:00.000Z',
      timeZone: 'Asia/Tokyo',
    });
    expect((await read()).bookings).toMatchObject([{ sequence: 2, details: { timeZone: 'Asia/Tokyo' } }]);
  });

  test('can be moved to a time that overlaps its own', async () => {
    const { body } = await book('2026-11-24T09:00:00.000Z', { eventType: '60-min' });
    const visit = `/api/booking/visits/${body['booking'].manageUrl.split('/').at(-1)}`;
    const { body: free } = await server.call('GET', `${visit}/slots?from=2026-11-24&to=2026-11-24`);
    expect(free['slots'].map(({ startsAt }: any) => startsAt)).toContain('2026-11-24T09:30:00.000Z');
    const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-24T09:30:00.000Z' });
    expect(moved.body['booking']).toMatchObject({ endsAt: '2026-11-24T10:30:00.000Z' });
  });

  test.each([
    ['in the past', { startsAt: '2026-11-13T09:00:00.000Z' }, 'startsAt'],
    ['off the grid', { startsAt: '2026-11-19T12:07:00.000Z' }, 'startsAt'],
    ['outside the hours', { startsAt: '2026-11-19T20:00:00.000Z' }, 'startsAt'],
    ['partly outside the hours', { startsAt: '2026-12-10T15:30:00.000Z', eventType: '60-min' }, 'startsAt'],
    ['on a day without hours', { startsAt: '2026-11-21T12:00:00.000Z' }, 'startsAt'],
    ['beyond the horizon', { startsAt: '2027-11-19T12:00:00.000Z' }, 'startsAt'],
    ['of another event type', { startsAt: '2026-11-19T12:15:00.000Z', eventType: '60-min' }, 'startsAt'],
    ['of another length', { startsAt: '2026-11-19T12:00:00.000Z', durationMinutes: 45 }, 'durationMinutes'],
    ['in a zone that does not exist', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['with a line separator in the name', { name: 'Ada\u2028Bcc: all@example.org' }, 'name'],
    ['with a line break in the name', { name: 'Ada\r\nBcc: all@example.org' }, 'name'],
    ['with a name that shows nothing', { name: '\u200B' }, 'name'],
    ['with a name that turns its letters around', { name: 'Ada \u202Egnp.exe' }, 'name'],
    ['with an address of two lines', { email: 'ada@example.org\r\nBcc: x@example.org' }, 'email'],
    ['with a character that cannot be stored', { notes: 'a\u0000b' }, 'notes'],
    ['with half of a character', { notes: 'a\uD800b' }, 'notes'],
    ['with too long notes', { notes: 'x'.repeat(4_001) }, 'notes'],
    ['of part of a minute', { durationMinutes: 30.5 }, 'durationMinutes'],
    ['of less than nothing', { durationMinutes: -30 }, 'durationMinutes'],
    ['at a time without a zone', { startsAt: '2026-11-19T12:00:00' }, 'startsAt'],
    ['on a day that does not exist', { startsAt: '2027-02-30T10:00:00Z' }, 'startsAt'],
    ['in a zone that is an offset', { timeZone: 'GMT+5:30' }, 'timeZone'],
    ['with a slug in other letters', { eventType: 'dreißig-мин' }, 'eventType'],
    ['with an answer to no question', { answers: { nope: 'x' } }, 'answers.nope'],
    ['with 200 guests', { guests: Array.from({ length: 200 }, (_, i) => `g${i}@example.org`) }, 'guests'],
  ])('%s is refused, and nothing is written', async (_name, wrong, field) => {
    const before = await listWritten();
    const { status, body } = await book('2026-11-19T12:00:00.000Z', { eventType: '30-min', ...wrong });
    expect(status).toBe(400);
    expect(Object.keys(body['fields'])).toEqual([field]);
    // Neither a booking nor a hold, nor a mail to be sent.
    expect(await listWritten()).toEqual(before);
  });
});

describe('a change between two bookings', () => {
  test('of the event type or of the host counts at once', async () => {
    const other = await server.signUp({ firstName: 'Noor', timeZone: 'UTC' });
    const { username: name } = other.profile;
    const bookOther = (startsAt: string, more: object = {}) =>
      book(startsAt, { username: name, eventType: '30-min', ...more });
    const findTitle = async (id: string): Promise<string> => {
      const { body } = await other.call('GET', '/api/bookings?when=all&limit=200');
      return body['bookings'].find((one: { id: string }) => one.id === id)?.title;
    };
    expect((await bookOther('2026-11-24T09:00:00.000Z')).status).toBe(201);

    const { body } = await other.call('GET', '/api/event-types');
    const eventType = body['eventTypes'].find(({ slug }: { slug: string }) => slug === '30-min');
    const change = (fields: object) => other.call('PATCH', `/api/event-types/${eventType._id}`, fields);
    await change({ title: 'Office hours', needsApproval: true, minimumNoticeMinutes: 0 });
    await other.call('PUT', '/api/user/update-name', { firstName: 'Nora', lastName: 'Lee' });
    const asked = await bookOther('2026-11-24T10:00:00.000Z');
    expect(asked.body['booking']).toMatchObject({ status: 'PENDING' });
    expect(await findTitle(asked.body['booking'].id)).toBe('Office hours: Nora Lee and Ada Byron');

    // Refused by what was known, and no longer.
    expect((await bookOther('2026-11-24T11:00:00.000Z', { durationMinutes: 45 })).status).toBe(400);
    await change({ durations: [30, 45], needsApproval: false });
    const longer = await bookOther('2026-11-24T11:00:00.000Z', { durationMinutes: 45 });
    expect(longer.body['booking']).toMatchObject({ status: 'CONFIRMED', endsAt: '2026-11-24T11:45:00.000Z' });
    // The other way round.
    await change({ durations: [30] });
    expect((await bookOther('2026-11-24T12:00:00.000Z', { durationMinutes: 45 })).status).toBe(400);

    await change({
      questions: [{ id: 'topic', label: 'Topic', kind: 'text', choices: [], isRequired: true }],
    });
    expect((await bookOther('2026-11-24T13:00:00.000Z')).status).toBe(400);
    await other.call('DELETE', `/api/event-types/${eventType._id}`);
    expect((await bookOther('2026-11-24T14:00:00.000Z', { answers: { topic: 'x' } })).status).toBe(404);
    const all = await other.call('GET', '/api/bookings?when=all&limit=200');
    expect(all.body['bookings']).toHaveLength(3);
  });

  test('that gives the name to another person leads to that person', async () => {
    const first = await server.signUp({ timeZone: 'UTC' });
    const { username: name } = first.profile;
    const bookNamed = (startsAt: string) => book(startsAt, { username: name, eventType: '30-min' });
    expect((await bookNamed('2026-11-24T09:00:00.000Z')).status).toBe(201);
    expect((await bookNamed('2026-11-24T09:30:00.000Z')).status).toBe(201);
    const { db } = server.app.platform;
    const second = await server.signUp({ timeZone: 'UTC' });
    await db.transaction().execute(async (tx) => {
      await sql`update users set username = username || '-old' where id = ${first.profile._id}`.execute(tx);
      await sql`update user_directory set user_id = ${second.profile._id} where kind = 'username' and value = ${name}`.execute(
        tx,
      );
      await sql`update users set username = ${name} where id = ${second.profile._id}`.execute(tx);
    });
    expect((await bookNamed('2026-11-24T10:00:00.000Z')).status).toBe(201);
    const counts = await Promise.all(
      [first, second].map(
        async (one) => (await one.call('GET', '/api/bookings?when=all')).body['bookings'].length,
      ),
    );
    expect(counts).toEqual([2, 1]);
  });
});

describe('a hold', () => {
  test('keeps a slot from others until it expires, and is used by its booking', async () => {
    const startsAt = '2026-11-23T09:00:00.000Z';
    const held = await server.call('POST', '/api/booking/holds', {
      username,
      eventType: '30-min',
      startsAt,
      timeZone: 'UTC',
    });
    expect(held.status).toBe(201);
    expect((await book(startsAt, { eventType: '30-min' })).status).toBe(409);
    const own = await book(startsAt, { eventType: '30-min', holdId: held.body['hold'].id });
    expect(own.status).toBe(201);
    const next = '2026-11-23T10:00:00.000Z';
    await server.call('POST', '/api/booking/holds', {
      username,
      eventType: '30-min',
      startsAt: next,
      timeZone: 'UTC',
    });
    expect((await book(next, { eventType: '30-min' })).status).toBe(409);
    server.setTime(new Date(server.now().getTime() + 11 * MINUTE_MS).toISOString());
    expect((await book(next, { eventType: '30-min' })).status).toBe(201);
  });
});

describe('a time that is not offered', () => {
  // Saturday.
  const startsAt = '2026-11-28T10:05:00.000Z';
  const find = async (id: string) => {
    const { body } = await host.call('GET', '/api/bookings?when=all&limit=200');
    return body['bookings'].find((one: { id: string }) => one.id === id);
  };

  test('can be asked for, blocks nothing, and is booked when the host accepts it', async () => {
    expect((await book(startsAt, { eventType: '30-min' })).status).toBe(400);
    const email = 'asks@example.org';
    const { status, body } = await book(startsAt, { eventType: '30-min', email, isRequest: true });
    expect([status, body['booking'].status]).toEqual([201, 'PENDING']);
    await server.runJob('mails.send-due', {});
    expect((await server.mailTo(email)).subject).toContain('Request sent');
    const second = await book(startsAt, { eventType: '30-min', email: 'too@example.org', isRequest: true });
    expect(second.status).toBe(201);

    expect((await host.call('POST', `/api/bookings/${body['booking'].id}/approve`)).status).toBe(200);
    expect(await find(body['booking'].id)).toMatchObject({ status: 'CONFIRMED', startsAt });
    const day = '/api/events?from=2026-11-28T00:00:00Z&to=2026-11-29T00:00:00Z';
    expect((await host.call('GET', day)).body['occurrences']).toMatchObject([{ startsAt }]);
    // The other one would overlap it now.
    const conflict = await host.call('POST', `/api/bookings/${second.body['booking'].id}/approve`);
    expect([conflict.status, conflict.body['code']]).toEqual([409, 'time_conflict']);
    expect(await find(second.body['booking'].id)).toMatchObject({ status: 'PENDING' });
    await host.call('POST', `/api/bookings/${second.body['booking'].id}/cancel`, { message: 'Sorry' });
    expect(await find(second.body['booking'].id)).toMatchObject({ status: 'CANCELLED' });
  });

  test('blocks nothing either when it is moved to one that is', async () => {
    const asked = await book('2026-11-28T12:00:00Z', { eventType: '30-min', isRequest: true });
    const visit = `/api/booking/visits/${asked.body['booking'].manageUrl.split('/').at(-1)}`;
    const offered = '2026-11-27T12:00:00.000Z';
    const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: offered });
    expect(moved.body['booking']).toMatchObject({ status: 'PENDING', startsAt: offered, isRequest: true });
    expect((await book(offered, { eventType: '30-min' })).status).toBe(201);
    const late = await host.call('POST', `/api/bookings/${asked.body['booking'].id}/approve`);
    expect(late.body['code']).toBe('time_conflict');
  });

  test.each([
    ['in the past', '2026-11-13T09:00:00.000Z'],
    ['in two years', '2028-11-13T09:00:00.000Z'],
    ['at an odd minute', '2026-11-28T10:07:00.000Z'],
  ])('must not be %s', async (_name, wrong) => {
    const { status, body } = await book(wrong, { eventType: '30-min', isRequest: true });
    expect([status, Object.keys(body['fields'])]).toEqual([400, ['startsAt']]);
  });
});
