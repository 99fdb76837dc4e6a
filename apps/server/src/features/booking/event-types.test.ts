import { MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({}, { poolSize: 4 });
});

const visitor = { timeZone: 'UTC', name: 'Ada Byron', email: 'ada@example.org' };
const bookWith = (host: TestUser, startsAt: string, more: object = {}) =>
  server.call('POST', '/api/booking/create', {
    username: host.profile.username,
    startsAt,
    ...visitor,
    ...more,
  });

async function listStarts(host: TestUser, eventType: string, from: string, to = from): Promise<string[]> {
  const query = `username=${host.profile.username}&eventType=${eventType}&from=${from}&to=${to}&timeZone=UTC`;
  const { status, body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
  expect(status).toBe(200);
  return body['slots'].map(({ startsAt }: { startsAt: string }) => startsAt.slice(11, 16));
}

async function createType(host: TestUser, fields: object): Promise<Record<string, any>> {
  const { status, body } = await host.call('POST', '/api/event-types', {
    slug: 'talk',
    title: 'Talk',
    durations: [30],
    ...fields,
  });
  expect(status).toBe(201);
  return body['eventType'];
}

const getToken = (reply: { body: Record<string, any> }) => reply.body['booking'].manageUrl.split('/').at(-1);

describe('event types', () => {
  test('are added, changed, ordered and removed; two cannot have the same address', async () => {
    const host = await server.signUp();
    const made = await createType(host, { slug: 'intro', title: 'Intro' });
    const same = await host.call('POST', '/api/event-types', { slug: 'intro', title: 'B', durations: [15] });
    expect(same).toMatchObject({ status: 400, body: { fields: { slug: 'is used by another event type' } } });
    const changed = await host.call('PATCH', `/api/event-types/${made['_id']}`, {
      title: 'Introduction',
      version: made['version'],
    });
    expect(changed.body['eventType']).toEqual({ ...made, title: 'Introduction', version: 2 });
    const stale = await host.call('PATCH', `/api/event-types/${made['_id']}`, { title: 'X', version: 1 });
    expect(stale.status).toBe(409);
    const ordered = await host.call('PUT', '/api/event-types/order', { ids: [made['_id']] });
    expect(ordered.body['eventTypes'].map(({ slug }: any) => slug)).toEqual([
      'intro',
      '15-min',
      '30-min',
      '60-min',
    ]);
    expect((await host.call('DELETE', `/api/event-types/${made['_id']}`)).status).toBe(200);
    const other = await server.signUp();
    expect((await other.call('DELETE', `/api/event-types/${made['_id']}`)).status).toBe(404);
  });

  test('have hours, dates, buffers, notice and steps of their own', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, {
      hours: { wed: [['10:00', '12:00']] },
      overrides: [{ date: '2026-11-19', windows: [['08:00', '09:00']] }],
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 15,
      minimumNoticeMinutes: 0,
      stepMinutes: 15,
    });
    expect(await listStarts(host, 'talk', '2026-11-17')).toEqual([]);
    expect(await listStarts(host, 'talk', '2026-11-19')).toEqual(['08:00', '08:15', '08:30']);
    await host.call('POST', '/api/events', {
      title: 'Meeting',
      startsAt: '2026-11-18T10:45:00Z',
      endsAt: '2026-11-18T11:00:00Z',
    });
    expect(await listStarts(host, 'talk', '2026-11-18')).toEqual(['10:00', '11:15', '11:30']);
    expect((await bookWith(host, '2026-11-18T11:15:00Z', { eventType: 'talk' })).status).toBe(201);
    expect(await listStarts(host, 'talk', '2026-11-18')).toEqual(['10:00']);
    // Its buffers keep other event types away too.
    expect(await listStarts(host, '15-min', '2026-11-18')).not.toContain('11:45');
    expect(await listStarts(host, '15-min', '2026-11-18')).toContain('12:00');
  });

  test('have each date once', async () => {
    const host = await server.signUp();
    const date = { date: '2026-12-24', windows: [] };
    const type = { slug: 'talk', title: 'Talk', durations: [30], overrides: [date, date] };
    const { status, body } = await host.call('POST', '/api/event-types', type);
    expect([status, body['fields']]).toEqual([400, { overrides: 'must not contain a date twice' }]);
  });

  test('have windows that do not overlap; they may touch', async () => {
    const host = await server.signUp();
    const [overlapping, touching] = [
      [
        ['09:00', '12:00'],
        ['11:00', '17:00'],
      ],
      [
        ['12:00', '17:00'],
        ['09:00', '12:00'],
      ],
    ];
    const type = { slug: 'talk', title: 'Talk', durations: [30] };
    const date = '2026-12-24';
    const wrong = { hours: { wed: overlapping }, overrides: [{ date, windows: overlapping }] };
    const problem = 'has windows that overlap';
    const fields = { 'hours.wed': problem, 'overrides.0.windows': problem };
    const refused = await host.call('POST', '/api/event-types', { ...type, ...wrong });
    expect([refused.status, refused.body['fields']]).toEqual([400, fields]);
    const right = { hours: { wed: touching }, overrides: [{ date, windows: touching }] };
    const made = await host.call('POST', '/api/event-types', { ...type, ...right });
    expect([made.status, made.body['eventType']]).toMatchObject([201, right]);
    const path = `/api/event-types/${made.body['eventType']._id}`;
    const changed = await host.call('PATCH', path, { ...wrong, version: made.body['eventType'].version });
    expect([changed.status, changed.body['fields']]).toEqual([400, fields]);
  });

  test('may be capped by day and by week, in the zone of the host', async () => {
    const host = await server.signUp({ timeZone: 'Pacific/Auckland' });
    await createType(host, { dailyCap: 1, weeklyCap: 2, minimumNoticeMinutes: 0 });
    // 09:00 on Tuesday 17 in Auckland.
    const first = await bookWith(host, '2026-11-16T20:00:00Z', { eventType: 'talk' });
    expect(first.status).toBe(201);
    const same = await bookWith(host, '2026-11-17T02:00:00Z', { eventType: 'talk' });
    expect(same.status).toBe(409);
    // The id of a booking is not accepted as that of a hold.
    const holdId = first.body['booking'].id;
    const evading = await bookWith(host, '2026-11-17T02:00:00Z', { eventType: 'talk', holdId });
    expect(evading.status).toBe(409);
    expect(same.body['alternatives'][0]).toBe('2026-11-17T20:00:00.000Z');
    expect((await bookWith(host, '2026-11-17T20:00:00Z', { eventType: 'talk' })).status).toBe(201);
    const full = await bookWith(host, '2026-11-18T20:00:00Z', { eventType: 'talk' });
    // The next week begins on Monday 23 in Auckland.
    expect(full.body['alternatives'][0]).toBe('2026-11-22T20:00:00.000Z');
  });

  test('ask questions, whose answers are checked', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, {
      location: { kind: 'phone' },
      questions: [
        { id: 'topic', label: 'Topic?', kind: 'text', isRequired: true },
        { id: 'size', label: 'Team size', kind: 'choice', choices: ['1', '2 to 10'], isRequired: false },
      ],
    });
    const at = '2026-11-18T10:00:00Z';
    const wrong = await bookWith(host, at, { eventType: 'talk', answers: { size: '99', other: 'x' } });
    expect(wrong.status).toBe(400);
    expect(wrong.body['fields']).toEqual({
      phone: 'is missing',
      'answers.other': 'is not a question of this form',
      'answers.topic': 'is missing',
      'answers.size': 'must be one of 1, 2 to 10',
    });
    for (const phone of ['(((((((', '-----', '12', '+1 617 555 0100 617 555 0100'])
      expect(
        await bookWith(host, at, { eventType: 'talk', phone, answers: { topic: 'Prices' } }),
      ).toMatchObject({ status: 400, body: { fields: { phone: 'must be a phone number' } } });
    // A number pasted from an address book.
    const phone = '\u202A+1\u00A0617\u202F555\u20110100\u202C';
    const right = { eventType: 'talk', phone, answers: { topic: 'Prices', size: '1' } };
    expect((await bookWith(host, at, right)).status).toBe(201);
    const { body } = await host.call('GET', '/api/bookings');
    expect(body['bookings']).toMatchObject([
      {
        phone: '+1 617 555-0100',
        location: '+1 617 555-0100',
        answers: [
          { label: 'Topic?', answer: 'Prices' },
          { label: 'Team size', answer: '1' },
        ],
      },
    ]);
  });
});

describe('approval', () => {
  test('a booking waits for the host, blocks its time, and gets an event when it is accepted', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { needsApproval: true });
    const at = '2026-11-18T10:00:00.000Z';
    const asked = await bookWith(host, at, { eventType: 'talk' });
    expect(asked.body['booking'].status).toBe('PENDING');
    expect((await bookWith(host, at, { eventType: 'talk' })).status).toBe(409);
    const events = () => host.call('GET', '/api/events?from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z');
    expect((await events()).body['occurrences']).toEqual([]);
    const { id } = asked.body['booking'];
    const accepted = await host.call('POST', `/api/bookings/${id}/approve`);
    expect(accepted.body['booking'].status).toBe('CONFIRMED');
    expect((await events()).body['occurrences']).toMatchObject([{ startsAt: at }]);
    await host.call('POST', `/api/bookings/${id}/approve`);
    expect((await events()).body['occurrences']).toHaveLength(1);
  });

  test('a declined booking frees its time and says why', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { needsApproval: true });
    const asked = await bookWith(host, '2026-11-18T10:00:00.000Z', {
      eventType: 'talk',
      email: 'declined@example.org',
    });
    await host.call('POST', `/api/bookings/${asked.body['booking'].id}/cancel`, { message: 'Not this week' });
    expect(await listStarts(host, 'talk', '2026-11-18')).toContain('10:00');
    await server.runJob('mails.send-due', {});
    const mail = await server.mailTo('declined@example.org', 1);
    expect(mail).toMatchObject({
      subject: expect.stringContaining('Declined'),
      text: expect.stringContaining('Not this week'),
    });
  });
});

describe('a booking that nobody has accepted', () => {
  const listSubjects = async (to: string) => {
    const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
    return body['messages'].map(({ subject }: { subject: string }) => subject.replace(/:.*/, ''));
  };

  test('and that the visitor cancels is mailed to the host, and not to guests, who were never invited', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { needsApproval: true });
    const people = { email: 'asking@example.org', guests: ['never-invited@example.org'] };
    const asked = await bookWith(host, '2026-11-18T10:00:00Z', { eventType: 'talk', ...people });
    await server.runJob('mails.send-due', {});
    await server.call('POST', `/api/booking/visits/${getToken(asked)}/cancel`, { message: 'I am ill' });
    await server.runJob('mails.send-due', {});
    expect(await listSubjects('never-invited@example.org')).toEqual([]);
    expect(await listSubjects('asking@example.org')).toEqual(['Cancelled', 'Request sent']);
    expect((await server.mailTo(host.profile.email)).text).toMatch(
      /no longer asks for a meeting[^]*I am ill/,
    );
  });

  test('cannot be accepted, moved or cancelled when its time has begun, and nobody is mailed', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { needsApproval: true });
    const startsAt = '2026-11-18T10:00:00Z';
    const asked = await bookWith(host, startsAt, { eventType: 'talk', email: 'too-late@example.org' });
    await server.runJob('mails.send-due', {});
    const now = server.now();
    server.setTime(startsAt);
    const visit = `/api/booking/visits/${getToken(asked)}`;
    const refused = [
      await host.call('POST', `/api/bookings/${asked.body['booking'].id}/approve`),
      await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-19T10:00:00Z' }),
      await server.call('POST', `${visit}/cancel`, {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
    await server.runJob('mails.send-due', {});
    expect(await listSubjects('too-late@example.org')).toEqual(['Request sent']);
    expect((await server.call('GET', visit)).body['booking'].status).toBe('PENDING');
    server.setTime(now.toISOString());
  });

  test('because the address is not confirmed is no news for anybody else', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { confirmsEmail: true });
    const people = { email: 'unproven@example.org', guests: ['of-unproven@example.org'] };
    const asked = await bookWith(host, '2026-11-18T10:00:00Z', { eventType: 'talk', ...people });
    await server.runJob('mails.send-due', {});
    const visit = `/api/booking/visits/${getToken(asked)}`;
    const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-18T11:00:00Z' });
    expect(moved.status).toBe(422);
    const cancelled = await server.call('POST', `${visit}/cancel`, {});
    expect(cancelled.body['booking'].status).toBe('CANCELLED');
    expect(await listStarts(host, 'talk', '2026-11-18')).toContain('10:00');
    await server.runJob('mails.send-due', {});
    expect(await listSubjects('unproven@example.org')).toEqual(['Confirm your booking']);
    expect(await listSubjects('of-unproven@example.org')).toEqual([]);
    expect(await listSubjects(host.profile.email)).toEqual(['Confirm your email address for Dayloom']);
  });
});

describe('an address to confirm', () => {
  test('the booking counts once the address is confirmed, and expires without it', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    await createType(host, { confirmsEmail: true });
    const asked = await bookWith(host, '2026-11-18T10:00:00Z', {
      eventType: 'talk',
      email: 'confirm@example.org',
    });
    expect(asked.body['booking'].status).toBe('PENDING');
    const listed = await host.call('GET', '/api/bookings?status=PENDING');
    expect(listed.body['bookings']).toMatchObject([{ needsEmail: true }]);
    const early = await host.call('POST', `/api/bookings/${asked.body['booking'].id}/approve`);
    expect(early.status).toBe(422);
    await server.runJob('mails.send-due', {});
    const { text } = await server.mailTo('confirm@example.org');
    const code = /\?confirm=([\w-]+)/.exec(text)?.[1] ?? '';
    const visit = `/api/booking/visits/${getToken(asked)}`;
    const wrong = await server.call('POST', `${visit}/confirm-email`, { code: 'x'.repeat(32) });
    expect(wrong.body['code']).toBe('invalid_code');
    const confirmed = await server.call('POST', `${visit}/confirm-email`, { code });
    expect(confirmed.body['booking']).toMatchObject({ status: 'CONFIRMED', needsEmail: false });

    const forgotten = await bookWith(host, '2026-11-18T11:00:00Z', { eventType: 'talk' });
    expect(forgotten.status).toBe(201);
    const now = server.now();
    server.setTime(new Date(now.getTime() + 31 * MINUTE_MS).toISOString());
    expect(await listStarts(host, 'talk', '2026-11-18')).toContain('11:00');
    await server.runJob('booking.end-lapsed', {});
    const read = await server.call('GET', `/api/booking/visits/${getToken(forgotten)}`);
    expect(read.body['booking'].status).toBe('CANCELLED');
    server.setTime(now.toISOString());
  });
});

describe('links', () => {
  test('a one-time link books a hidden event type once', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    const made = await createType(host, { isHidden: true });
    const page = await server.call('GET', `/api/public-profile/links/${host.profile.username}`);
    expect(page.body['eventTypes'].map(({ slug }: any) => slug)).not.toContain('talk');
    const own = await server.call('GET', `/api/public-profile/links/${host.profile.username}?type=talk`);
    expect(own.body['eventTypes'].map(({ slug }: any) => slug)).toContain('talk');
    const link = await host.call('POST', `/api/event-types/${made['_id']}/one-time-links`);
    const token = link.body['url'].split('/').at(-1);
    const target = await server.call('GET', `/api/links/${token}`);
    expect(target.body['target']).toMatchObject({ kind: 'event_type', eventType: { slug: 'talk' } });
    expect((await bookWith(host, '2026-11-18T10:00:00Z', { link: token })).status).toBe(201);
    expect((await bookWith(host, '2026-11-18T11:00:00Z', { link: token })).status).toBe(404);
    expect((await server.call('GET', `/api/links/${token}`)).status).toBe(404);
  });

  test('for one booking are listed with their uses, and revoked by their host', async () => {
    const [host, other] = [await server.signUp({ timeZone: 'UTC' }), await server.signUp()];
    const { _id } = await createType(host, {});
    const path = `/api/event-types/${_id}/one-time-links`;
    const [used, revoked] = [await host.call('POST', path), await host.call('POST', path)];
    const toToken = ({ body }: { body: Record<string, any> }) => body['url'].split('/').at(-1);
    await bookWith(host, '2026-11-18T10:00:00Z', { link: toToken(used) });
    const link = { createdAt: server.now().toISOString(), expiresAt: used.body['expiresAt'] };
    expect((await host.call('GET', path)).body['links']).toEqual(
      expect.arrayContaining([
        { ...link, id: used.body['id'], uses: 1 },
        { ...link, id: revoked.body['id'], uses: 0 },
      ]),
    );

    const revoke = `/api/one-time-links/${revoked.body['id']}`;
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('DELETE', revoke)).status).toBe(404);
    expect((await server.call('GET', `/api/links/${toToken(revoked)}`)).status).toBe(200);
    expect((await host.call('DELETE', revoke)).status).toBe(200);
    expect((await host.call('DELETE', revoke)).status).toBe(404);
    expect((await server.call('GET', `/api/links/${toToken(revoked)}`)).status).toBe(404);
    const late = await bookWith(host, '2026-11-18T12:00:00Z', { link: toToken(revoked) });
    expect([late.status, late.body['message']]).toEqual([
      404,
      'This link no longer works. Ask the person who sent it for a new one.',
    ]);
    expect((await host.call('GET', path)).body['links']).toMatchObject([{ id: used.body['id'] }]);
  });

  test('for several hosts, all are booked or none', async () => {
    const [maya, noah] = [await server.signUp({ timeZone: 'UTC' }), await server.signUp({ timeZone: 'UTC' })];
    const names = `${maya.profile.username}+${noah.profile.username}`;
    await noah.call('POST', '/api/events', {
      title: 'Busy',
      startsAt: '2026-11-18T09:00:00Z',
      endsAt: '2026-11-18T12:00:00Z',
    });
    const query = `username=${encodeURIComponent(names)}&eventType=60-min&from=2026-11-18&to=2026-11-18&timeZone=UTC`;
    const { body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
    expect(body['slots'][0].startsAt).toBe('2026-11-18T12:00:00.000Z');
    const bookBoth = (startsAt: string) => bookWith(maya, startsAt, { username: names, eventType: '60-min' });
    expect((await bookBoth('2026-11-18T11:00:00Z')).status).toBe(409);
    expect((await maya.call('GET', '/api/bookings')).body['bookings']).toEqual([]);
    expect((await bookBoth('2026-11-18T12:00:00Z')).status).toBe(201);
    await noah.call('PUT', '/api/user/username', { username: 'noah-again' });
    for (const [host, otherHosts] of [
      [maya, ['noah-again']],
      [noah, [maya.profile.username]],
    ] as const) {
      const list = await host.call('GET', '/api/bookings');
      expect(list.body['bookings']).toMatchObject([{ otherHosts }]);
      expect(await listStarts(host, '60-min', '2026-11-18')).not.toContain('12:00');
    }
    await noah.call('PATCH', '/api/booking-settings', { allowsSharedLinks: false });
    expect((await server.call('GET', `/api/booking/optimal-slots?${query}`)).status).toBe(404);
  });

  test('that name one host twice book this host once', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    const { username, canonicalId } = host.profile;
    const twice = { username: `${username}+${canonicalId}`, eventType: '30-min' };
    expect((await bookWith(host, '2026-11-18T10:00:00Z', twice)).status).toBe(201);
    const list = await host.call('GET', '/api/bookings');
    expect(list.body['bookings']).toMatchObject([{ startsAt: '2026-11-18T10:00:00.000Z', otherHosts: [] }]);
  });
});

describe('the QR code of a page', () => {
  test('is an SVG and a PNG; nobody has none', async () => {
    const host = await server.signUp();
    const read = (path: string) => server.app.http.inject({ url: `/api/public-profile/qr/${path}` });
    const svg = await read(`${host.profile.username}.svg?type=30-min`);
    expect(svg.headers['content-type']).toContain('image/svg+xml');
    expect(svg.body).toMatch(/^<svg/);
    const png = await read(`${host.profile.username}.png`);
    expect(png.headers['content-type']).toBe('image/png');
    expect(png.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await read('nobody-here.svg')).statusCode).toBe(404);
    expect((await read(`${host.profile.username}.svg?type=none`)).statusCode).toBe(404);
  });
});

describe('the host', () => {
  test('searches bookings, marks who did not come, and exports them safely', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    const made = await bookWith(host, '2026-11-17T10:00:00Z', {
      eventType: '30-min',
      name: '=cmd|x',
      notes: 'a "b"',
    });
    await bookWith(host, '2026-11-17T11:00:00Z', { eventType: '30-min', name: 'Grace 100%' });
    const search = (text: string) => host.call('GET', `/api/bookings?search=${encodeURIComponent(text)}`);
    expect((await search('grace')).body['bookings']).toHaveLength(1);
    expect((await search('%')).body['bookings']).toHaveLength(1);
    const page = await host.call('GET', '/api/bookings?limit=1');
    const next = await host.call(
      'GET',
      `/api/bookings?limit=1&after=${encodeURIComponent(page.body['after'])}`,
    );
    expect([page, next].map(({ body }) => body['bookings'][0].name)).toEqual(['=cmd|x', 'Grace 100%']);
    expect(next.body['after']).toBeNull();
    await host.call('POST', `/api/bookings/${next.body['bookings'][0].id}/cancel`, {});
    const named = async (status: string) => {
      const { body } = await host.call('GET', `/api/bookings?when=all&status=${status}`);
      return body['bookings'].map(({ name }: { name: string }) => name);
    };
    expect(await named('NOT_CANCELLED')).toEqual(['=cmd|x']);
    expect(await named('CANCELLED')).toEqual(['Grace 100%']);
    const { id } = made.body['booking'];
    expect((await host.call('PUT', `/api/bookings/${id}/no-show`, { isNoShow: true })).status).toBe(422);
    const now = server.now();
    server.setTime('2026-11-17T12:00:00Z');
    const marked = await host.call('PUT', `/api/bookings/${id}/no-show`, { isNoShow: true });
    expect(marked.body['booking'].isNoShow).toBe(true);
    server.setTime(now.toISOString());
    const csv = await server.app.http.inject({
      url: '/api/bookings/export.csv',
      headers: { authorization: `Bearer ${host.token}` },
    });
    expect(csv.body.split('\r\n')[2]).toContain(`,'=cmd|x,`);
    expect(csv.body).toContain('"a ""b"""');
    const other = await server.signUp();
    expect((await other.call('POST', `/api/bookings/${id}/cancel`, {})).status).toBe(404);
  });
});

/** A host whose deadline leaves one hour of Tuesday. */
async function leaveAnHour(): Promise<TestUser> {
  const host = await server.signUp({ timeZone: 'UTC' });
  const { status } = await host.call('POST', '/api/tasks', {
    title: 'Report',
    // 7 of the 8 hours of Tuesday.
    durationMinutes: 420,
    dueAt: '2026-11-17T17:00:00Z',
    dueKind: 'hard',
    startAfter: '2026-11-17T09:00:00Z',
    isSplittable: true,
    minChunkMinutes: 15,
    maxChunkMinutes: 420,
  });
  expect(status).toBe(200);
  return host;
}

describe('hard deadlines', () => {
  test('no slot is offered or booked that would make one impossible', async () => {
    const host = await leaveAnHour();
    expect(await listStarts(host, '60-min', '2026-11-17')).toContain('10:00');
    expect((await bookWith(host, '2026-11-17T10:00:00Z', { eventType: '60-min' })).status).toBe(201);
    expect(await listStarts(host, '15-min', '2026-11-17')).toEqual([]);
    const refused = await bookWith(host, '2026-11-17T12:00:00Z', { eventType: '15-min' });
    expect(refused.status).toBe(409);
    expect(refused.body['alternatives'][0]).toBe('2026-11-18T09:00:00.000Z');
  });

  test('of visitors at the same moment one gets the last time that it leaves', async () => {
    const host = await leaveAnHour();
    const starts = ['10:00', '11:30', '13:00', '14:30'];
    const replies = await Promise.all(
      starts.map((time) => bookWith(host, `2026-11-17T${time}:00Z`, { eventType: '60-min' })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });

  test('a time that is kept or waits for the host counts as booked', async () => {
    const host = await leaveAnHour();
    const { profile } = host;
    const choice = { username: profile.username, eventType: '60-min', timeZone: 'UTC' };
    const startsAt = '2026-11-17T10:00:00.000Z';
    const { body } = await server.call('POST', '/api/booking/holds', { ...choice, startsAt });
    expect(await listStarts(host, '15-min', '2026-11-17')).toEqual([]);
    const other = await bookWith(host, '2026-11-17T13:00:00Z', { eventType: '60-min' });
    expect(other.status).toBe(409);
    const holdId = body['hold'].id;
    expect((await bookWith(host, startsAt, { eventType: '60-min', holdId })).status).toBe(201);

    const careful = await leaveAnHour();
    await createType(careful, { durations: [60], needsApproval: true });
    const waiting = await bookWith(careful, startsAt, { eventType: 'talk' });
    expect(waiting.body).toMatchObject({ booking: { status: 'PENDING' } });
    expect((await bookWith(careful, '2026-11-17T13:00:00Z', { eventType: '15-min' })).status).toBe(409);
    await server.call(
      'POST',
      `/api/booking/visits/${waiting.body['booking'].manageUrl.split('/').at(-1)}/cancel`,
      {},
    );
    expect((await bookWith(careful, '2026-11-17T13:00:00Z', { eventType: '15-min' })).status).toBe(201);
  });

  test('a booking can still be moved, because its own time becomes free', async () => {
    const host = await leaveAnHour();
    const { body } = await bookWith(host, '2026-11-17T10:00:00Z', { eventType: '60-min' });
    const visit = `/api/booking/visits/${body['booking'].manageUrl.split('/').at(-1)}`;
    const free = await server.call('GET', `${visit}/slots?from=2026-11-17&to=2026-11-17`);
    expect(free.body['slots'].map(({ startsAt }: any) => startsAt)).toContain('2026-11-17T13:00:00.000Z');
    const moved = await server.call('POST', `${visit}/reschedule`, { startsAt: '2026-11-17T13:00:00.000Z' });
    expect(moved).toMatchObject({
      status: 200,
      body: { booking: { startsAt: '2026-11-17T13:00:00.000Z' } },
    });
    expect(await listStarts(host, '15-min', '2026-11-17')).toEqual([]);
  });
});

describe('slots are never outdated', () => {
  test('after a change of events, hours, tasks or bookings', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    const day = '2026-11-18';
    const starts = () => listStarts(host, '60-min', day);
    expect(await starts()).toContain('10:00');
    const event = await host.call('POST', '/api/events', {
      title: 'Busy',
      startsAt: `${day}T10:00:00Z`,
      endsAt: `${day}T11:00:00Z`,
    });
    expect(await starts()).not.toContain('10:00');
    await host.call('DELETE', `/api/events/${event.body['eventId']}?scope=all`);
    expect(await starts()).toContain('10:00');
    const hours = { work: { wed: [['12:00', '13:00']] }, personal: {} };
    expect((await host.call('PUT', '/api/user/working-hours', hours)).status).toBe(200);
    expect(await starts()).toEqual(['12:00']);
  });

  test('also where the host is named by the public id', async () => {
    const host = await server.signUp({ timeZone: 'UTC' });
    const { canonicalId } = host.profile;
    const query = `username=${canonicalId}&eventType=60-min&from=2026-11-18&to=2026-11-18&timeZone=UTC`;
    const read = async () => {
      const { body } = await server.call('GET', `/api/booking/optimal-slots?${query}`);
      return body['slots'].map(({ startsAt }: { startsAt: string }) => startsAt);
    };
    const startsAt = '2026-11-18T10:00:00.000Z';
    expect(await read()).toContain(startsAt);
    await bookWith(host, startsAt, { eventType: '60-min' });
    expect(await read()).not.toContain(startsAt);
  });
});
