import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoCaldav } from '#integrations/test/demo-caldav.ts';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openInvitations } from '#test/invited-events.ts';
import { openTestServer, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let maya: TestUser;
let guests: ReturnType<typeof openInvitations>;
let side: ReturnType<typeof demoCaldav>['side'];
let ada: string;
let bo: string;

const US = 'maya.demo@icloud.example';
const times = { startsAt: '2026-12-08T09:00:00.000Z', endsAt: '2026-12-08T10:00:00.000Z' };

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
});

async function steer(path: string, body: object): Promise<void> {
  const steered = await fetch(`${await server.sandboxUrl()}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(steered.status).toBe(200);
}

/** Connects the demo's CalDAV account, whose server invites guests by itself or does not. */
async function open(schedules: 'yes' | 'no') {
  maya = await server.signUp();
  guests = openInvitations(server, maya);
  await steer('reset', {});
  await steer('caldav/scheduling', { schedules });
  await connect(server, maya, 'apple');
  ({ side } = demoCaldav(server));
  [ada, bo] = [guests.newAddress(), guests.newAddress()];
}

/** Lets the outbox pass: the server gets the change, then the guests their mails. */
async function send() {
  guests.pass(31);
  await syncAllNow(server, maya);
  await server.runJob('invitations.send', {});
  await server.runJob('mails.send-due', {});
  await syncAllNow(server, maya);
}

const invite = () => guests.createFor({ ...times, attendees: [{ email: ada, name: 'Ada' }, { email: bo }] });
const shown = async (title = 'Roadmap') =>
  (await guests.events()).find((event) => event['title'] === title && event['startsAt'] === times.startsAt);
const text = async (title = 'Roadmap') => {
  const found = (await side.texts()).find((each) => each.includes(`SUMMARY:${title}\r\n`));
  if (found === undefined) throw new Error(`The server has no '${title}'.`);
  return found.replaceAll('\r\n ', '');
};
const peopleLines = (object: string) =>
  object.split('\r\n').filter((line) => /^(?:ORGANIZER|ATTENDEE)/.test(line));

/** An event of another program with everything that must survive. */
const strange = () =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Other//EN',
    'X-CALENDAR-COLOUR:blue',
    'BEGIN:VEVENT',
    'UID:strange@elsewhere.example',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261208T090000Z',
    'DTEND:20261208T100000Z',
    'SEQUENCE:4',
    'SUMMARY:Choir',
    `ORGANIZER;CN="Maya, who sings";X-ROLE=alto:mailto:${US}`,
    `ATTENDEE;CN=Maya;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:${US}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED;X-NUM-GUESTS=2;CN="Ada; A":MAILTO:${ada}`,
    `ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED;DELEGATED-FROM="mailto:hall@elsewhere.example":mailto:${bo}`,
    'ATTENDEE;CN=Phone:tel:+1-202-555-0100',
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR;X-A=1:AUTOMATIC',
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'TRIGGER:-PT15M',
    'ATTENDEE:mailto:alarm@elsewhere.example',
    'SUMMARY:Choir soon',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
/** The object without the lines that every change counts up. */
const lasting = (object: string) =>
  object
    .replaceAll('\r\n ', '')
    .trimEnd()
    .split('\r\n')
    .filter((line) => !/^(?:SEQUENCE|DTSTAMP|LAST-MODIFIED)/.test(line));

describe('at a server that invites guests by itself', () => {
  beforeEach(() => open('yes'));

  test('the server invites them, and only the server', async () => {
    const { eventId, pendingNotice } = await invite();
    expect(pendingNotice).toMatchObject({ guests: 2, canWithhold: false });
    await send();
    expect(await guests.subjects(ada)).toEqual(['Invitation: Roadmap']);
    expect(peopleLines(await text())).toEqual([
      expect.stringMatching(new RegExp(`^ORGANIZER;CN="[^"]+":mailto:${US}$`)),
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;CN="Ada";RSVP=TRUE:mailto:${ada}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${bo}`,
    ]);
    expect((await shown())?.['organizer']).toBeUndefined();
    await guests.remove(eventId);
    await send();
    expect(await guests.subjects(ada)).toEqual(['Invitation: Roadmap', 'Canceled event: Roadmap']);
    expect(await guests.subjects(bo)).toEqual(['Invitation: Roadmap', 'Canceled event: Roadmap']);
  });

  test('an undo in time notifies nobody', async () => {
    const { commandId } = await invite();
    await guests.undo(commandId);
    await send();
    expect(await guests.subjects(ada)).toEqual([]);
    expect((await side.texts()).some((each) => each.includes('Roadmap'))).toBe(false);
  });

  test('guests come and go, and everything else stays byte for byte, also after an undo', async () => {
    await side.put('strange.ics', strange());
    await syncAllNow(server, maya);
    const event = await shown('Choir');
    expect(event).toMatchObject({
      attendees: [
        { email: ada, name: 'Ada; A', status: 'accepted' },
        { email: bo, status: 'accepted' },
        { email: '', name: 'Phone' },
      ],
    });
    const cy = guests.newAddress();
    const { status, body } = await guests.change(event?.['eventId'], {
      attendees: [{ email: ada }, { email: cy, name: 'Cy' }],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await send();
    const added = `ATTENDEE;PARTSTAT=NEEDS-ACTION;CN="Cy";RSVP=TRUE:mailto:${cy}`;
    expect(lasting(await text('Choir'))).toEqual(
      lasting(strange())
        .filter((line) => !line.includes(`:mailto:${bo}`))
        .flatMap((line) => (line.startsWith('ATTENDEE;CN=Phone') ? [line, added] : [line])),
    );
    expect(await guests.subjects(bo)).toEqual(['Invitation: Choir', 'Canceled event: Choir']);
    expect(await guests.subjects(ada)).toEqual(['Invitation: Choir']);
    await guests.undo(body['commandId']);
    await send();
    expect(lasting(await text('Choir'))).toEqual(lasting(strange()));
    expect(await guests.subjects(cy)).toEqual(['Invitation: Choir', 'Canceled event: Choir']);
  });

  test('answers that the server received show here, and stay when the event is edited', async () => {
    const { eventId } = await invite();
    await send();
    const answered = (await text()).replace(
      `PARTSTAT=NEEDS-ACTION;CN="Ada"`,
      'PARTSTAT=DECLINED;SCHEDULE-STATUS="2.0";CN="Ada"',
    );
    const name = /UID:(.+)/.exec(answered)?.[1]?.trim() ?? '';
    await side.put(`${name}.ics`, answered);
    await syncAllNow(server, maya);
    expect((await shown())?.['attendees']).toMatchObject([
      { email: ada, status: 'declined' },
      { email: bo, status: 'needsAction' },
    ]);
    await guests.change(eventId, { location: 'Room 5' });
    await send();
    expect(peopleLines(await text())[1]).toBe(peopleLines(answered)[1]);
  });
});

describe('at a server that leaves it to us', () => {
  beforeEach(() => open('no'));

  test('we mail the invitations, write the guests into the event, and record their answers there', async () => {
    const { eventId, pendingNotice } = await invite();
    expect(pendingNotice).toMatchObject({ guests: 2, canWithhold: false });
    await send();
    expect(await guests.subjects(ada)).toEqual([expect.stringMatching(/^Invitation: Roadmap, /)]);
    expect(await guests.files(ada)).toHaveLength(1);
    expect(peopleLines(await text()).slice(1)).toEqual([
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;CN="Ada";RSVP=TRUE:mailto:${ada}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${bo}`,
    ]);
    expect((await guests.answer(ada, 'accepted')).status).toBe(200);
    const answered = [
      { email: ada, name: 'Ada', status: 'accepted' },
      { email: bo, status: 'needsAction' },
    ];
    expect((await shown())?.['attendees']).toMatchObject(answered);
    await syncAllNow(server, maya);
    expect(peopleLines(await text())[1]).toBe(`ATTENDEE;PARTSTAT=ACCEPTED;CN="Ada";RSVP=TRUE:mailto:${ada}`);
    expect((await shown())?.['attendees']).toMatchObject(answered);
    // A new time asks everybody again, here and at the server.
    await guests.change(eventId, { startsAt: times.startsAt, endsAt: '2026-12-08T11:00:00.000Z' });
    await send();
    expect(await guests.subjects(ada)).toHaveLength(2);
    expect(peopleLines(await text())[1]).toBe(
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;CN="Ada";RSVP=TRUE:mailto:${ada}`,
    );
    await guests.remove(eventId);
    await send();
    expect((await guests.subjects(ada)).at(-1)).toBe('Cancelled: Roadmap');
  });

  test('guests whom another program invited hear only what changes here, by a higher SEQUENCE', async () => {
    await side.put('strange.ics', strange());
    await syncAllNow(server, maya);
    const event = await shown('Choir');
    const cy = guests.newAddress();
    await guests.change(event?.['eventId'], { attendees: [{ email: ada }, { email: bo }, { email: cy }] });
    await send();
    // A guest list is part of what the others see.
    expect(await guests.subjects(cy)).toEqual([expect.stringMatching(/^Invitation: Choir/)]);
    expect(await guests.subjects(ada)).toEqual([expect.stringMatching(/^Updated: Choir/)]);
    const [file = ''] = await guests.files(ada);
    expect(Number(/^SEQUENCE:(\d+)/m.exec(file)?.[1])).toBeGreaterThan(4);
    expect(lasting(await text('Choir'))).toEqual(
      lasting(strange()).flatMap((line) =>
        line.startsWith('ATTENDEE;CN=Phone')
          ? [line, `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${cy}`]
          : [line],
      ),
    );
    // A program that changes an event notifies the guests itself.
    await side.put(
      'strange.ics',
      (await text('Choir')).replace('SUMMARY:Choir\r\n', 'SUMMARY:Big choir\r\n'),
    );
    await syncAllNow(server, maya);
    await guests.change(event?.['eventId'], { location: 'Hall' });
    await send();
    const [, latest = ''] = await guests.files(ada);
    expect(latest).toContain('SUMMARY:Big choir');
    expect(await guests.subjects(cy)).toHaveLength(2);
  });

  test('nobody is notified of a change that the server does not have, or in a calendar that is turned off', async () => {
    await invite();
    await steer('faults', { provider: 'caldav', kind: 'error', times: 100 });
    await send();
    expect(await guests.subjects(ada)).toEqual([]);
    const { body } = await maya.call('GET', '/api/calendar-accounts');
    for (const { calendarId } of body.accounts[0].calendars)
      await maya.call('PATCH', `/api/calendar-accounts/calendars/${calendarId}`, { isSynced: false });
    await send();
    expect(await guests.subjects(ada)).toEqual([]);
  });
});
