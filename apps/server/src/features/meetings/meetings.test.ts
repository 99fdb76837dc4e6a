import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newAddress, openMeetings, THURSDAY, TUESDAY, toPage, WEDNESDAY } from '#test/meeting-requests.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let meetings: ReturnType<typeof openMeetings>;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  meetings = openMeetings(server, maya);
});

test('a request is mailed after 30 seconds, read, accepted and confirmed', async () => {
  const email = newAddress();
  const made = await meetings.askFor({
    title: 'Lunch <b>talk</b>',
    message: 'About <script>alert(1)</script> us',
    location: 'Café',
    times: [TUESDAY],
    attendees: [{ email, name: 'Ada Byron' }],
  });
  expect(made).toMatchObject({
    state: 'open',
    times: [{ startsAt: TUESDAY, endsAt: '2026-11-17T09:45:00.000Z', isFree: true, isBest: false }],
    attendees: [{ email, name: 'Ada Byron', state: 'sent', answer: null }],
  });
  expect(Date.parse(made['sendsAt']) - server.now().getTime()).toBe(30_000);
  await meetings.sendDue();
  expect(await meetings.mails(email)).toEqual([]);
  await meetings.sendMails();
  const [mail] = await meetings.mails(email);
  const [ada] = made['attendees'];
  expect(mail?.subject).toBe('Maya Okafor asks: Lunch <b>talk</b>');
  for (const part of [
    'Hello Ada Byron',
    'Tue, 17 November 2026, 10:00 to 10:45 (Europe/Berlin)',
    '45 minutes',
    'Where: Café',
    'About <script>alert(1)</script> us',
    ada.url,
  ])
    expect(mail?.text).toContain(part);

  const page = await meetings.open(ada);
  expect(page.body).toEqual({
    success: true,
    event: {
      title: 'Lunch <b>talk</b>',
      message: 'About <script>alert(1)</script> us',
      location: 'Café',
      organizer: expect.objectContaining({ firstName: 'Maya', username: maya.profile.username }),
      durationMinutes: 45,
      times: [TUESDAY],
      state: 'viewed',
      startsAt: null,
      timeZone: 'Europe/Berlin',
      answerBy: null,
      canAnswer: true,
    },
    answer: null,
    answerTimes: [],
    reason: '',
    name: 'Ada Byron',
  });
  expect((await meetings.read(made['id']))['attendees'][0].state).toBe('viewed');
  const accepted = await meetings.answer(ada, { answer: 'accept' });
  expect(accepted.body).toMatchObject({
    answer: 'accept',
    answerTimes: [TUESDAY],
    event: { state: 'answered' },
  });
  expect(await meetings.read(made['id'])).toMatchObject({
    times: [{ accepted: 1, maybe: 0, isBest: true }],
    attendees: [{ state: 'answered', answer: 'accept', times: [TUESDAY] }],
  });

  const confirmed = await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  expect(confirmed.body['meetingRequest']).toMatchObject({
    state: 'confirmed',
    confirmedAt: TUESDAY,
    times: [{ isFree: true }],
  });
  const again = await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  expect(again).toMatchObject({ status: 200, body: { commandId: null } });
  expect(await meetings.events()).toMatchObject([
    {
      title: 'Lunch <b>talk</b>',
      startsAt: TUESDAY,
      endsAt: '2026-11-17T09:45:00.000Z',
      location: 'Café',
      description: expect.stringContaining(`With Ada Byron (${email})`),
    },
  ]);
  expect(await meetings.mails(email)).toHaveLength(1);
  await meetings.sendMails();
  const [last] = await meetings.mails(email);
  expect(last?.subject).toBe('Confirmed: Lunch <b>talk</b>, Tue, 17 November 2026, 10:00');
  expect((await meetings.open(ada)).body['event']).toMatchObject({ state: 'confirmed', startsAt: TUESDAY });
});

test('a poll of five people names the time that suits most, and whom it suits', async () => {
  const made = await meetings.askFor({
    times: [THURSDAY, TUESDAY, WEDNESDAY],
    attendees: Array.from({ length: 5 }, newAddress),
  });
  expect(made['times'].map(({ startsAt }: any) => startsAt)).toEqual([TUESDAY, WEDNESDAY, THURSDAY]);
  await meetings.sendMails();
  const [a, b, c, d, e] = made['attendees'];
  await meetings.answer(a, { answer: 'accept' });
  await meetings.answer(b, { answer: 'accept', times: [WEDNESDAY, THURSDAY] });
  await meetings.answer(c, { answer: 'maybe', times: [TUESDAY] });
  await meetings.answer(d, { answer: 'decline', reason: 'On leave' });
  await meetings.answer(e, { answer: 'accept', times: [THURSDAY] });
  const read = await meetings.read(made['id']);
  expect(read['times']).toMatchObject([
    { startsAt: TUESDAY, accepted: 1, maybe: 1, isBest: false },
    { startsAt: WEDNESDAY, accepted: 2, maybe: 0, isBest: false },
    { startsAt: THURSDAY, accepted: 3, maybe: 0, isBest: true },
  ]);
  expect(read['attendees'][3]).toMatchObject({ answer: 'decline', times: [], reason: 'On leave' });
  // Somebody changes their mind.
  await meetings.answer(e, { answer: 'accept', times: [WEDNESDAY] });
  expect((await meetings.read(made['id']))['times']).toMatchObject([
    { isBest: false },
    { accepted: 3, isBest: true },
    { accepted: 2, isBest: false },
  ]);
});

test('a counter-proposal becomes one of the times, and everybody is asked again', async () => {
  const made = await meetings.askFor({ times: [TUESDAY], attendees: [newAddress(), newAddress()] });
  await meetings.sendMails();
  const [ada, bob] = made['attendees'];
  await meetings.answer(bob, { answer: 'accept' });
  const proposed = await meetings.answer(ada, {
    answer: 'propose',
    times: [THURSDAY],
    reason: 'I travel on Tuesday',
  });
  expect(proposed.body).toMatchObject({ answer: 'propose', answerTimes: [THURSDAY] });
  const refused = await meetings.change(made['id'], 'confirm', { startsAt: THURSDAY });
  expect(refused).toMatchObject({ status: 400, body: { fields: { startsAt: expect.any(String) } } });
  const more = await meetings.change(made['id'], 'times', { times: [THURSDAY] });
  expect(more.body['meetingRequest'].times).toMatchObject([
    { startsAt: TUESDAY, accepted: 1 },
    { startsAt: THURSDAY, accepted: 1 },
  ]);
  await meetings.sendMails();
  for (const { email } of [ada, bob]) {
    const [mail] = await meetings.mails(email);
    expect(mail?.subject).toBe('More times: Roadmap');
    expect(mail?.text).toContain('Thu, 19 November 2026, 11:00 to 11:45 (Europe/Berlin)');
  }
  // A time that is known already asks nobody.
  await meetings.change(made['id'], 'times', { times: [THURSDAY] });
  await meetings.sendMails();
  expect(await meetings.mails(bob.email)).toHaveLength(2);
  expect((await meetings.change(made['id'], 'confirm', { startsAt: THURSDAY })).status).toBe(200);
  expect((await meetings.change(made['id'], 'times', { times: [WEDNESDAY] })).status).toBe(422);
});

test('more times open a request again whose time to answer is over', async () => {
  const made = await meetings.askFor({ times: [TUESDAY], answerBy: '2026-11-16' });
  server.setTime('2026-11-18T08:00:00Z');
  expect(await meetings.read(made['id'])).toMatchObject({ state: 'expired' });
  const more = await meetings.change(made['id'], 'times', { times: [THURSDAY] });
  expect(more.body['meetingRequest']).toMatchObject({ state: 'open', answerBy: null });
  const [ada] = made['attendees'];
  // The time that has passed is no longer offered.
  const { body } = await meetings.answer(ada, { answer: 'accept' });
  expect(body['answerTimes']).toEqual([THURSDAY]);
  expect((await meetings.answer(ada, { answer: 'accept', times: [TUESDAY] })).status).toBe(400);
  expect((await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY })).status).toBe(400);
});

describe('the list', () => {
  test('has open and closed requests, page by page, of the user only', async () => {
    const [first, second, third] = [
      await meetings.askFor({ title: 'First' }),
      await meetings.askFor({ title: 'Second' }),
      await meetings.askFor({ title: 'Third', answerBy: '2026-11-17' }),
    ];
    const list = async (query: string) => (await maya.call('GET', `/api/meeting-requests?${query}`)).body;
    const titles = (body: any): string[] =>
      body['meetingRequests'].map(({ title }: { title: string }) => title);
    expect(titles(await list('when=open')).toSorted()).toEqual(['First', 'Second', 'Third']);
    await meetings.change(first?.['id'], 'withdraw', {});
    // The last day to answer ends at midnight in Berlin.
    server.setTime('2026-11-17T22:59:00Z');
    expect(titles(await list('when=open')).toSorted()).toEqual(['Second', 'Third']);
    server.setTime('2026-11-17T23:00:00Z');
    // It waits for the organiser's choice until the last time has begun.
    expect(titles(await list('when=open')).toSorted()).toEqual(['Second', 'Third']);
    expect(titles(await list('when=closed'))).toEqual(['First']);
    expect(await meetings.read(third?.['id'])).toMatchObject({
      state: 'expired',
      attendees: [{ state: 'expired' }],
    });
    server.setTime(WEDNESDAY);
    expect(titles(await list('when=open'))).toEqual([]);
    expect(titles(await list('when=closed')).toSorted()).toEqual(['First', 'Second', 'Third']);
    server.setTime('2026-11-17T23:00:00Z');
    const chosen = await meetings.change(third?.['id'], 'confirm', { startsAt: WEDNESDAY });
    expect(chosen.body['meetingRequest']).toMatchObject({ state: 'confirmed', confirmedAt: WEDNESDAY });
    const page = await list('when=all&limit=2');
    const rest = await list(`when=all&limit=2&after=${encodeURIComponent(page['after'])}`);
    expect([...titles(page), ...titles(rest)].toSorted()).toEqual(['First', 'Second', 'Third']);
    expect(rest['after']).toBeNull();
    const other = await server.signUp();
    expect((await other.call('GET', '/api/meeting-requests?when=all')).body['meetingRequests']).toEqual([]);
    const id = second?.['id'];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/confirm', { startsAt: TUESDAY }],
      ['POST', '/withdraw', {}],
      ['POST', '/remind', undefined],
      ['POST', '/times', { times: [THURSDAY] }],
    ] as const)
      expect((await other.call(method, `/api/meeting-requests/${id}${path}`, body)).status).toBe(404);
  });
});

describe('a request that is not valid', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => `p${at}@example.org`);
  test.each([
    ['without a title', { title: ' ' }, 'title'],
    ['with a line break in the title', { title: 'Hi\r\nBcc: all@example.org' }, 'title'],
    ['with a title that turns its letters around', { title: 'Hi \u202Egnp.exe' }, 'title'],
    ['with a line break in a place', { location: 'Here\nBcc: all@example.org' }, 'location'],
    [
      'with a line break in a name',
      { attendees: [{ email: 'a@example.org', name: 'A\r\nB' }] },
      'attendees.0.name',
    ],
    ['with an address of two lines', { attendees: ['a@example.org\r\nBcc: b@example.org'] }, 'attendees.0'],
    ['with no attendee', { attendees: [] }, 'attendees'],
    ['with 200 attendees', { attendees: many(200) }, 'attendees'],
    ['with an attendee twice', { attendees: ['a@example.org', 'A@example.org'] }, 'attendees'],
    ['without a time', { times: [] }, 'times'],
    ['with a time in the past', { times: ['2026-11-13T09:00:00.000Z', TUESDAY] }, 'times'],
    ['with a time three years ahead', { times: [TUESDAY, '2029-11-20T09:00:00Z'] }, 'times'],
    ['with a time that has milliseconds', { times: ['2026-11-17T09:00:00.001Z'] }, 'times'],
    ['with a time twice', { times: [TUESDAY, '2026-11-17T10:00:00+01:00'] }, 'times'],
    ['with a time that is none', { times: ['tomorrow'] }, 'times.0'],
    ['in a zone that does not exist', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['of no length', { durationMinutes: 0 }, 'durationMinutes'],
    ['to be answered by yesterday', { answerBy: '2026-11-15' }, 'answerBy'],
    ['to be answered by the day after the last time', { answerBy: '2026-11-19' }, 'answerBy'],
  ])('%s is refused, and nothing is written or mailed', async (_name, wrong, field) => {
    const { status, body } = await meetings.ask(wrong);
    expect(status).toBe(400);
    expect(Object.keys(body['fields'])).toEqual([field]);
    expect((await maya.call('GET', '/api/meeting-requests?when=all')).body['meetingRequests']).toEqual([]);
    const queued = await server.app.platform.db
      .selectFrom('queued_mails')
      .selectAll()
      .where('user_id', '=', maya.profile._id)
      .execute();
    expect(queued).toEqual([]);
  });

  test('with the own address is refused', async () => {
    const { status, body } = await meetings.ask({
      attendees: [newAddress(), maya.profile.email.toUpperCase()],
    });
    expect([status, body['fields']]).toEqual([400, { 'attendees.1': 'is your own address' }]);
  });
});

test('the page of an attendee says what happened, and takes answers until the meeting begins', async () => {
  const made = await meetings.askFor({ attendees: [newAddress()], answerBy: '2026-11-16' });
  const [ada] = made['attendees'];
  const closed = { status: 409, body: { code: 'meeting_closed' } };
  server.setTime('2026-11-16T23:30:00Z');
  expect((await meetings.open(ada)).body['event']).toMatchObject({ state: 'expired', canAnswer: false });
  expect(await meetings.answer(ada, { answer: 'accept' })).toMatchObject(closed);
  // The organizer may still choose a time.
  await meetings.change(made['id'], 'confirm', { startsAt: TUESDAY });
  expect(await meetings.answer(ada, { answer: 'accept' })).toMatchObject({
    status: 200,
    body: { answerTimes: [TUESDAY] },
  });
  server.setTime('2026-11-17T09:00:00Z');
  expect(await meetings.answer(ada, { answer: 'decline' })).toMatchObject(closed);
  expect((await meetings.open(ada)).body).toMatchObject({
    answer: 'accept',
    event: { state: 'confirmed', canAnswer: false },
  });
  expect(await meetings.change(made['id'], 'remind')).toMatchObject(closed);
  server.setTime('2026-11-17T10:00:00Z');
  expect(await meetings.change(made['id'], 'withdraw', {})).toMatchObject(closed);
  const withdrawn = await meetings.askFor({ times: [THURSDAY], attendees: [newAddress()] });
  await meetings.change(withdrawn['id'], 'withdraw', {});
  expect(await meetings.answer(withdrawn['attendees'][0], { answer: 'accept' })).toMatchObject(closed);
  expect((await meetings.open(withdrawn['attendees'][0])).body['event'].state).toBe('withdrawn');
});

test.each([
  ['accept of a time that was not proposed', { answer: 'accept', times: [THURSDAY] }, 'times'],
  ['maybe to no time', { answer: 'maybe', times: [] }, 'times'],
  ['propose without a time', { answer: 'propose' }, 'times'],
  [
    'propose of six times',
    { answer: 'propose', times: Array.from({ length: 6 }, (_, day) => `2026-12-0${day + 1}T09:00:00Z`) },
    'times',
  ],
  ['propose of a time that is proposed', { answer: 'propose', times: [THURSDAY, TUESDAY] }, 'times'],
  ['propose of a time in the past', { answer: 'propose', times: ['2026-11-01T09:00:00Z'] }, 'times'],
  ['an answer that is none', { answer: 'perhaps' }, 'answer'],
])('%s is refused', async (_name, body, field) => {
  const made = await meetings.askFor();
  const refused = await meetings.answer(made['attendees'][0], body);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body['fields'])).toEqual([field]);
  expect((await meetings.read(made['id']))['attendees'][0].answer).toBeNull();
});

describe('privacy', () => {
  test('a wrong slug and a wrong token get the same answer', async () => {
    const made = await meetings.askFor();
    const other = await meetings.askFor();
    const page = toPage(made['attendees'][0]);
    const [, , , slug = '', token = ''] = page.split('/');
    const forged = [
      `/api/event/${slug}x/${token}`,
      `/api/event/${slug}/${'x'.repeat(32)}`,
      `/api/event/${other['slug']}/${token}`,
      `/api/event/${slug}/short`,
      `/api/event/${slug}/${made['attendees'][0].id}`,
    ];
    const strip = ({ status, body }: any) => [status, { ...body, requestId: '', fields: undefined }];
    const [first] = forged;
    const expected = strip(await server.call('GET', first ?? ''));
    expect(expected).toMatchObject([404, { code: 'not_found' }]);
    for (const path of forged) {
      expect((await server.call('GET', path)).status).toBe(404);
      expect((await server.call('POST', path, { answer: 'accept' })).status).toBe(404);
      expect((await server.call('GET', `${path}/invitation.ics`)).status).toBe(404);
    }
    for (const path of forged.slice(1, 3)) expect(strip(await server.call('GET', path))).toEqual(expected);
    expect((await meetings.read(made['id']))['attendees'][0]).toMatchObject({ state: 'sent', answer: null });
  });

  test('attendees see names and answers of others where allowed, never reasons or addresses', async () => {
    const attendees = [{ email: 'secret-ada@example.org', name: 'Ada' }, 'bob.private@example.org'];
    const [shown, hidden] = [
      await meetings.askFor({ attendees, showsAnswers: true }),
      await meetings.askFor({ attendees }),
    ];
    for (const made of [shown, hidden])
      await meetings.answer(made['attendees'][0], { answer: 'decline', reason: 'A private reason' });
    const page = (await meetings.open(shown['attendees'][1])).body;
    expect(page['attendees']).toEqual([
      { name: 'Ada', answer: 'decline', times: [], isYou: false },
      { name: 'bob.private', answer: null, times: [], isYou: true },
    ]);
    for (const text of ['A private reason', 'secret-ada', '@example.org'])
      expect(JSON.stringify(page)).not.toContain(text);
    expect((await meetings.open(hidden['attendees'][1])).body).not.toHaveProperty('attendees');
    expect((await meetings.open(hidden['attendees'][0])).body['reason']).toBe('A private reason');
  });

  test('neither the database nor the journal holds a token', async () => {
    const made = await meetings.askFor();
    const token = made['attendees'][0].url.split('/').at(-1);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await server.dump()).not.toContain(token);
    const { body } = await maya.call('GET', '/api/commands');
    expect(JSON.stringify(body)).not.toContain(token);
  });
});
