import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await openTestServer();
});

beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  maya = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  guests = openInvitations(server, maya);
  ada = guests.newAddress();
  bo = guests.newAddress();
});

const invite = (fields: object = {}) =>
  guests.createFor({ attendees: [{ email: ada, name: 'Ada' }, { email: bo }], ...fields });

test('an event shows its guests, who get an invitation after 30 seconds', async () => {
  const { pendingNotice } = await invite();
  expect(pendingNotice).toMatchObject({
    guests: 2,
    notifiedAt: '2026-11-16T08:00:30.000Z',
    canWithhold: false,
  });
  expect((await guests.events())[0]).toMatchObject({
    attendees: [
      { email: ada, name: 'Ada', status: 'needsAction' },
      { email: bo, name: '', status: 'needsAction' },
    ],
  });
  guests.pass(29);
  await server.runJob('invitations.send', {});
  expect(await guests.subjects(ada)).toEqual([]);
  await guests.send();
  expect(await guests.subjects(ada)).toEqual(['Invitation: Roadmap, Tue, 24 November 2026, 10:00']);
  expect(await guests.subjects(bo)).toHaveLength(1);
  await guests.send();
  expect(await guests.subjects(ada)).toHaveLength(1);
});

test('an event without guests mails nobody', async () => {
  expect(await guests.createFor()).toMatchObject({ pendingNotice: null });
  expect((await guests.events())[0]).toMatchObject({ attendees: [] });
});

describe('a change', () => {
  let eventId: string;

  beforeEach(async () => {
    ({ eventId } = await invite());
    await guests.send();
  });

  test('that is undone in time sends no mail', async () => {
    const { body } = await guests.change(eventId, { title: 'Budget' });
    expect(body['pendingNotice']).toMatchObject({ guests: 2 });
    await guests.undo(body['commandId']);
    await guests.send();
    expect(await guests.subjects(ada)).toHaveLength(1);
  });

  test('that is undone later is withdrawn by another mail', async () => {
    const { body } = await guests.change(eventId, { title: 'Budget' });
    await guests.send();
    await guests.undo(body['commandId']);
    await guests.send();
    expect(await guests.subjects(ada)).toEqual([
      'Invitation: Roadmap, Tue, 24 November 2026, 10:00',
      'Updated: Budget, Tue, 24 November 2026, 10:00',
      'Updated: Roadmap, Tue, 24 November 2026, 10:00',
    ]);
    expect((await guests.files(ada)).map((file) => /SEQUENCE:(\d+)/.exec(file)?.[1] ?? '0')).toEqual([
      '0',
      '1',
      '2',
    ]);
  });

  test('that does not matter to guests mails nobody', async () => {
    const { body } = await guests.change(eventId, { isBusy: false });
    expect(body['pendingNotice']).toBeNull();
    await guests.send();
    expect(await guests.subjects(ada)).toHaveLength(1);
  });

  test('of the guests invites new ones, cancels for removed ones and updates the others', async () => {
    const cy = guests.newAddress();
    await guests.change(eventId, { attendees: [{ email: ada }, { email: cy, name: 'Cy' }] });
    await guests.send();
    expect(await guests.subjects(ada)).toEqual([
      expect.any(String),
      expect.stringMatching(/^Updated: Roadmap/),
    ]);
    expect(await guests.subjects(bo)).toEqual([expect.any(String), 'Cancelled: Roadmap']);
    expect(await guests.subjects(cy)).toEqual([expect.stringMatching(/^Invitation: Roadmap/)]);
    expect((await guests.open(bo)).body).toMatchObject({ state: 'cancelled', title: 'Roadmap', event: null });
    expect((await guests.events())[0]?.['attendees']).toEqual([
      { email: ada, name: 'Ada', status: 'needsAction' },
      { email: cy, name: 'Cy', status: 'needsAction' },
    ]);
  });

  test('of the time asks everybody again', async () => {
    await guests.answer(ada, 'accepted');
    const moved = { startsAt: '2026-11-25T09:00:00Z', endsAt: '2026-11-25T10:00:00Z' };
    await guests.change(eventId, moved);
    expect((await guests.events())[0]?.['attendees'][0].status).toBe('accepted');
    await guests.send();
    expect((await guests.events())[0]?.['attendees'][0].status).toBe('needsAction');
  });

  test('of the title keeps the answers, and its undo too', async () => {
    await guests.answer(ada, 'accepted');
    const { body } = await guests.change(eventId, { title: 'Budget' });
    await guests.answer(bo, 'declined');
    await guests.undo(body['commandId']);
    expect((await guests.events())[0]).toMatchObject({
      title: 'Roadmap',
      attendees: [{ status: 'accepted' }, { status: 'declined' }],
    });
  });
});

test('a deleted event is cancelled, and its undo invites again', async () => {
  const { eventId } = await invite();
  await guests.send();
  const { body } = await guests.remove(eventId);
  expect(body['pendingNotice']).toMatchObject({ guests: 2 });
  await guests.send();
  expect(await guests.subjects(ada)).toEqual([expect.any(String), 'Cancelled: Roadmap']);
  await guests.undo(body['commandId']);
  await guests.send();
  expect(await guests.subjects(ada)).toHaveLength(3);
  expect((await guests.files(ada)).at(-1)).toMatch(/METHOD:REQUEST[^]*SEQUENCE:2/);
});

test('an event that is deleted before its guests are notified mails nobody', async () => {
  const { commandId } = await invite();
  await guests.undo(commandId);
  await guests.send();
  expect(await guests.subjects(ada)).toEqual([]);
});

describe('the page of a guest', () => {
  beforeEach(async () => {
    await invite();
    await guests.send();
  });

  test('shows the event and takes an answer, which the organizer sees', async () => {
    const { status, body } = await guests.open(ada);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      state: 'open',
      title: 'Roadmap',
      answer: 'needsAction',
      event: {
        title: 'Roadmap',
        description: '',
        location: 'Room 4',
        organizer: expect.objectContaining({ firstName: 'Maya' }),
        startsAt: '2026-11-24T09:00:00.000Z',
        endsAt: '2026-11-24T10:00:00.000Z',
        startsOn: null,
        endsOn: null,
        isRecurring: false,
        guests: [
          { name: 'Ada', status: 'needsAction', isYou: true },
          { name: bo.split('@')[0], status: 'needsAction', isYou: false },
        ],
      },
    });
    expect((await guests.answer(ada, 'tentative')).body).toMatchObject({ answer: 'tentative' });
    expect((await guests.answer(ada, 'accepted')).body).toMatchObject({ answer: 'accepted' });
    expect((await guests.events())[0]?.['attendees']).toMatchObject([
      { email: ada, status: 'accepted' },
      { email: bo, status: 'needsAction' },
    ]);
  });

  test('takes no answer once the event is over', async () => {
    server.setTime('2026-11-24T10:00:01Z');
    expect((await guests.open(ada)).body).toMatchObject({ state: 'over', event: { title: 'Roadmap' } });
    expect((await guests.answer(ada, 'accepted')).status).toBe(422);
  });

  test('refuses what is no answer, and unknown links', async () => {
    expect((await guests.answer(ada, 'needsAction')).status).toBe(400);
    expect((await server.call('GET', `/api/invitations/${'x'.repeat(32)}`)).status).toBe(404);
    expect(
      (await server.call('POST', `/api/invitations/${'x'.repeat(32)}`, { answer: 'accepted' })).status,
    ).toBe(404);
  });
});

test('another person sees and changes nothing of it', async () => {
  const { eventId } = await invite();
  const other = await server.signUp();
  const refused = await other.call('PATCH', `/api/events/${eventId}`, { attendees: [] });
  expect(refused.status).toBe(404);
  expect(await openInvitations(server, other).events()).toEqual([]);
});

test('the own address, the same one twice and too many are refused', async () => {
  const refused = async (attendees: object[]) => (await guests.create({ attendees })).status;
  expect(await refused([{ email: maya.profile.email.toUpperCase() }])).toBe(400);
  expect(await refused([{ email: ada }, { email: ada.toUpperCase() }])).toBe(400);
  expect(await refused([{ email: 'nobody' }])).toBe(400);
  expect(await refused(Array.from({ length: 101 }, (_, at) => ({ email: `g${at}@example.org` })))).toBe(400);
});

test('guests whom somebody else invites are shown, and nobody is mailed when the event changes', async () => {
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Elsewhere//EN',
    'BEGIN:VEVENT',
    'UID:elsewhere@example.org',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261124T090000Z',
    'DTEND:20261124T100000Z',
    'SUMMARY:Theirs',
    'ORGANIZER;CN=Zoe:mailto:zoe@example.org',
    `ATTENDEE;CN=Ada;PARTSTAT=TENTATIVE:mailto:${ada}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  await maya.call('POST', '/api/calendars/import?name=Theirs', file);
  const [event] = await guests.events();
  expect(event).toMatchObject({
    organizer: { email: 'zoe@example.org', name: 'Zoe' },
    attendees: [{ email: ada, name: 'Ada', status: 'tentative' }],
  });
  const id = event?.['eventId'];
  expect((await guests.change(id, { attendees: [{ email: bo }] })).status).toBe(403);
  expect((await guests.change(id, { title: 'Still theirs' })).body['pendingNotice']).toBeNull();
  await guests.remove(id);
  await guests.send();
  expect(await guests.subjects(ada)).toEqual([]);
});
