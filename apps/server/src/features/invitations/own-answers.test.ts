import { readCalendar } from '@dayloom/time/icalendar';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoCaldav } from '#integrations/test/demo-caldav.ts';
import { connect, demoAccounts, syncAllNow } from '#test/calendar-connections.ts';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;
let zoe: string;
let side: ReturnType<typeof demoCaldav>['side'];

const US = 'maya.demo@icloud.example';
const startsAt = '2026-12-08T09:00:00.000Z';

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
});

beforeEach(async () => {
  await steer('reset', {});
  maya = await server.signUp();
  guests = openInvitations(server, maya);
  zoe = guests.newAddress();
});

async function steer(path: string, body: object): Promise<void> {
  const reply = await fetch(`${await server.sandboxUrl()}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status, path).toBeLessThan(300);
}

const object = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'BEGIN:VEVENT',
    'UID:choir@elsewhere.example',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261208T090000Z',
    'DTEND:20261208T100000Z',
    'SEQUENCE:4',
    'SUMMARY:Choir',
    ...lines,
    `ORGANIZER;CN=Zoe:mailto:${zoe}`,
    `ATTENDEE;CN=Zoe;PARTSTAT=ACCEPTED:mailto:${zoe}`,
    'ATTENDEE;CN=Bo;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE:mailto:bo@elsewhere.example',
    `ATTENDEE;CUTYPE=INDIVIDUAL;X-NUM-GUESTS=0;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Maya:MAILTO:${US}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'DESCRIPTION:Choir',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** An invitation by Zoe, which came to a connected calendar. */
async function invite(place: 'google' | 'outlook' | 'apple', ...lines: string[]): Promise<void> {
  await connect(server, maya, place);
  if (place === 'apple') {
    ({ side } = demoCaldav(server));
    await side.put('choir.ics', object(...lines));
  } else {
    const account = demoAccounts[place].email;
    await steer('calendars', { account, title: 'Choir', startsAt: startsAt.slice(0, 16), organizer: zoe });
  }
  await syncAllNow(server, maya);
}

async function send(): Promise<void> {
  guests.pass(31);
  await syncAllNow(server, maya);
  await server.runJob('mails.send-due', {});
}

const shownAll = async () => (await guests.events()).filter(({ title }) => title === 'Choir');
const shown = async () => (await shownAll()).find((event) => event['startsAt'] === startsAt);
const answer = async (given: string, more: object = {}): Promise<Reply> =>
  maya.call('POST', `/api/events/${(await shown())?.['eventId']}/answer`, { answer: given, ...more });
const ownLine = async () => {
  const text = (await side.texts()).find((each) => each.includes('UID:choir@')) ?? '';
  return text.replaceAll('\r\n ', '');
};
/** The object without the lines that a change stamps. */
const lasting = (text: string) =>
  text.split('\r\n').filter((line) => line !== '' && !/^(?:DTSTAMP|LAST-MODIFIED)/.test(line));

describe.each(['google', 'outlook', 'apple'] as const)('an invitation at %s', (place) => {
  test('is answered at once here, 30 seconds later there, and the answer survives a sync', async () => {
    await invite(place);
    expect(await shown()).toMatchObject({ ownAnswer: 'needsAction', organizer: { email: zoe } });
    const { status, body } = await answer('accepted');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.pendingNotice).not.toBeNull();
    expect(await shown()).toMatchObject({ ownAnswer: 'accepted', isBusy: true });
    await syncAllNow(server, maya);
    expect(await shown()).toMatchObject({ ownAnswer: 'accepted' });
    await send();
    await syncAllNow(server, maya);
    expect(await shown()).toMatchObject({ ownAnswer: 'accepted', isBusy: true });
    expect((await answer('tentative')).status).toBe(200);
    await send();
    expect(await shown()).toMatchObject({ ownAnswer: 'tentative' });
  });

  test('an undo within 30 seconds notifies nobody', async () => {
    await invite(place);
    // The server of a CalDAV calendar may have sent the organizer what another program wrote.
    const before = await guests.subjects(zoe);
    const { body } = await answer('declined');
    expect(await shown()).toMatchObject({ ownAnswer: 'declined', isBusy: false });
    await guests.undo(body.commandId);
    expect(await shown()).toMatchObject({ ownAnswer: 'needsAction', isBusy: true });
    await send();
    expect(await shown()).toMatchObject({ ownAnswer: 'needsAction', isBusy: true });
    expect(await guests.subjects(zoe)).toEqual(before);
  });
});

test('Outlook takes a declined meeting out of the calendar, and so does Dayloom', async () => {
  await invite('outlook');
  await answer('declined');
  await send();
  expect(await shown()).toBeUndefined();
  expect(await guests.subjects(zoe)).toEqual(['Declined: Choir']);
});

test('a declined event at Google leaves the time free, and an acceptance takes it again', async () => {
  await invite('google');
  await answer('declined');
  await send();
  expect(await shown()).toMatchObject({ ownAnswer: 'declined', isBusy: false });
  await answer('accepted');
  await send();
  expect(await shown()).toMatchObject({ ownAnswer: 'accepted', isBusy: true });
});

test('only PARTSTAT changes in the object of a CalDAV server, which notifies the organizer, and an undo restores it', async () => {
  await invite('apple');
  const { body } = await answer('accepted');
  await send();
  const before = lasting(object());
  const after = before.map((line) =>
    line.endsWith(US) ? line.replace('PARTSTAT=NEEDS-ACTION', 'PARTSTAT=ACCEPTED') : line,
  );
  expect(lasting(await ownLine())).toEqual(after);
  expect(await guests.subjects(zoe)).toEqual(['Accepted: Choir']);
  await guests.undo(body.commandId);
  await send();
  expect(lasting(await ownLine())).toEqual(before);
});

test('where the server notifies nobody, the organizer gets the answer by mail, once', async () => {
  await steer('caldav/scheduling', { schedules: 'no' });
  await invite('apple');
  await answer('accepted');
  await answer('declined');
  await send();
  expect(await guests.subjects(zoe)).toEqual(['Declined: Choir']);
  const [file = ''] = await guests.files(zoe);
  expect(file).toMatch(/^METHOD:REPLY\r?$/m);
  expect(readCalendar(file).eventList).toMatchObject([
    {
      uid: 'choir@elsewhere.example',
      sequence: 4,
      organizer: { email: zoe },
      attendees: [{ email: US, status: 'DECLINED' }],
    },
  ]);
  expect(await ownLine()).toContain('PARTSTAT=DECLINED');
  await answer('declined');
  await send();
  expect(await guests.subjects(zoe)).toHaveLength(1);
});

test('one occurrence of a series is answered alone, then the whole series', async () => {
  await steer('caldav/scheduling', { schedules: 'no' });
  await invite('apple', 'RRULE:FREQ=WEEKLY;COUNT=3');
  const [first, second] = await shownAll();
  const eventId = first?.['eventId'];
  const recurrenceId = second?.['recurrenceId'];
  await maya.call('POST', `/api/events/${eventId}/answer`, { answer: 'declined', recurrenceId });
  const answers = async () => (await shownAll()).map(({ ownAnswer }) => ownAnswer);
  expect(await answers()).toEqual(['needsAction', 'declined', 'needsAction']);
  await send();
  expect(await answers()).toEqual(['needsAction', 'declined', 'needsAction']);
  const [file = ''] = await guests.files(zoe);
  expect(file).toMatch(/^RECURRENCE-ID/m);
  await maya.call('POST', `/api/events/${eventId}/answer`, { answer: 'accepted' });
  await send();
  await syncAllNow(server, maya);
  expect(await answers()).toEqual(['accepted', 'accepted', 'accepted']);
});

test('there is nothing to answer to one’s own event, and other people’s events do not exist', async () => {
  const { eventId } = await guests.createFor({ attendees: [{ email: zoe }] });
  const own = await maya.call('POST', `/api/events/${eventId}/answer`, { answer: 'accepted' });
  expect(own.status).toBe(422);
  expect((await maya.call('POST', `/api/events/${eventId}/answer`, { answer: 'perhaps' })).status).toBe(400);
  const other = await server.signUp();
  expect((await other.call('POST', `/api/events/${eventId}/answer`, { answer: 'accepted' })).status).toBe(
    404,
  );
});

test('an invitation is answered in the chat when that is applied, and not a second time', async () => {
  await invite('apple');
  const say = async (text: string) => (await maya.call('POST', '/api/chat/turns', { text })).body['turn'];
  const draft = await say('accept the choir invitation');
  expect(draft).toMatchObject({ state: 'waiting', actions: [{ tool: 'answer_invitation' }] });
  expect(await shown()).toMatchObject({ ownAnswer: 'needsAction' });
  const { body } = await maya.call('POST', `/api/chat/turns/${draft.id}/apply`);
  expect(body['turn']).toMatchObject({ state: 'done', isUndoable: true });
  expect(await shown()).toMatchObject({ ownAnswer: 'accepted' });
  expect(await say('accept the choir invitation')).toMatchObject({
    state: 'done',
    isUndoable: false,
    reply: expect.stringMatching(
      /^Nothing to change: the invitation to 'Choir', .* is answered with yes already\.$/,
    ),
  });
});
