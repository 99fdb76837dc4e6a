import { readCalendar } from '@dayloom/time/icalendar';
import ICAL from 'ical.js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
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

/** What two readers that know nothing of each other find in a file. They must agree. */
function readFile(text: string | undefined) {
  const root = new ICAL.Component(ICAL.parse(text ?? ''));
  const toInstant = (time: ICAL.Time) => time.toJSDate().toISOString();
  const theirs = root.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const exdates = component
      .getAllProperties('exdate')
      .map((each) => toInstant(each.getFirstValue() as ICAL.Time));
    return {
      uid: event.uid,
      sequence: Number(component.getFirstPropertyValue('sequence') ?? 0),
      title: event.summary,
      status: String(component.getFirstPropertyValue('status')),
      startsAt: toInstant(event.startDate),
      endsAt: toInstant(event.endDate),
      recurrenceId: event.recurrenceId ? toInstant(event.recurrenceId) : null,
      rule: component.getFirstPropertyValue('rrule')?.toString() ?? null,
      exdates,
      organizer: event.organizer.replace(/^mailto:/i, ''),
      attendees: event.attendees.map((attendee) => [
        String(attendee.getFirstValue()).replace(/^mailto:/i, ''),
        attendee.getFirstParameter('partstat'),
      ]),
    };
  });
  const ours = readCalendar(text ?? '').eventList.map((item) => {
    const zones: Record<string, string> = { UTC: 'Z', 'Europe/Berlin': '+01:00' };
    const at = (time: typeof item.start) => {
      if (!time) return null;
      const { year, month, day, hour, minute } = time.local as unknown as Record<string, number>;
      const two = (number = 0) => String(number).padStart(2, '0');
      const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00`;
      return new Date(`${local}${zones[time.timeZone ?? ''] ?? 'none'}`).toISOString();
    };
    return {
      uid: item.uid,
      sequence: item.sequence,
      title: item.summary,
      status: item.status,
      startsAt: at(item.start),
      endsAt: at(item.end),
      recurrenceId: at(item.recurrenceId),
      rule: item.rrules[0] ?? null,
      exdates: item.exdates.map(at),
      organizer: item.organizer?.email,
      attendees: item.attendees.map(({ email, status }) => [email, status]),
    };
  });
  expect(ours).toEqual(theirs);
  return { method: String(root.getFirstPropertyValue('method')), events: theirs };
}

const weekly = {
  title: 'Größe; "Plan", B',
  startsAt: '2026-11-24T09:00:00.000Z',
  endsAt: '2026-11-24T10:00:00.000Z',
  recurrenceRule: 'FREQ=WEEKLY;COUNT=4',
};

async function inviteWeekly(): Promise<string> {
  const { eventId } = await guests.createFor({
    ...weekly,
    attendees: [{ email: ada, name: 'Ada "A" B' }, { email: bo }],
  });
  await guests.send();
  return eventId;
}

const second = '2026-12-01T09:00:00.000Z';
const everybody = () => [
  [ada, 'NEEDS-ACTION'],
  [bo, 'NEEDS-ACTION'],
];
const lastFile = async (address: string) => readFile((await guests.files(address)).at(-1));

test('a series is one REQUEST with its rule', async () => {
  await inviteWeekly();
  const { method, events } = await lastFile(ada);
  expect(method).toBe('REQUEST');
  expect(events).toEqual([
    {
      uid: expect.any(String),
      sequence: 0,
      title: weekly.title,
      status: 'CONFIRMED',
      startsAt: weekly.startsAt,
      endsAt: weekly.endsAt,
      recurrenceId: null,
      rule: weekly.recurrenceRule,
      exdates: [],
      organizer: maya.profile.email,
      attendees: everybody(),
    },
  ]);
  expect((await guests.files(ada))[0]).toContain('RSVP=TRUE');
});

test('one moved occurrence is a REQUEST for it alone, and deleting it a CANCEL', async () => {
  const eventId = await inviteWeekly();
  await guests.answer(ada, 'accepted');
  const moved = { startsAt: '2026-12-02T13:00:00.000Z', endsAt: '2026-12-02T14:00:00.000Z' };
  const { body } = await guests.change(eventId, { scope: 'this', recurrenceId: second, ...moved });
  await guests.send();
  expect(await lastFile(ada)).toMatchObject({
    method: 'REQUEST',
    events: [{ sequence: 1, recurrenceId: second, ...moved, rule: null, attendees: everybody() }],
  });
  const statuses = (await guests.events()).map((each) => each['attendees'][0].status);
  expect(statuses).toEqual(['accepted', 'needsAction', 'accepted', 'accepted']);
  await guests.remove(body['eventId'], `?scope=this&recurrenceId=${second}`);
  await guests.send();
  expect(await lastFile(ada)).toMatchObject({
    method: 'CANCEL',
    events: [{ sequence: 2, status: 'CANCELLED', recurrenceId: second, attendees: [[ada, 'NEEDS-ACTION']] }],
  });
  expect((await guests.subjects(ada)).at(-1)).toMatch(/^Cancelled: .*2 December 2026, 14:00$/);
});

test('a deleted occurrence comes back with the whole series, without others that are deleted', async () => {
  const eventId = await inviteWeekly();
  const third = '2026-12-08T09:00:00.000Z';
  await guests.remove(eventId, `?scope=this&recurrenceId=${second}`);
  const { body } = await guests.remove(eventId, `?scope=this&recurrenceId=${third}`);
  await guests.send();
  expect(await lastFile(ada)).toMatchObject({
    method: 'CANCEL',
    events: [{ recurrenceId: second }, { recurrenceId: third }],
  });
  await guests.undo(body['commandId']);
  await guests.send();
  expect(await lastFile(ada)).toMatchObject({
    method: 'REQUEST',
    events: [{ sequence: 2, exdates: [second] }],
  });
});

test('a guest of one occurrence gets only that, and who is not wanted there gets a CANCEL of it', async () => {
  const eventId = await inviteWeekly();
  const cy = guests.newAddress();
  await guests.change(eventId, {
    scope: 'this',
    recurrenceId: second,
    attendees: [{ email: ada }, { email: cy }],
  });
  await guests.send();
  expect(await lastFile(cy)).toMatchObject({
    method: 'REQUEST',
    events: [
      {
        recurrenceId: second,
        attendees: [
          [ada, 'NEEDS-ACTION'],
          [cy, 'NEEDS-ACTION'],
        ],
      },
    ],
  });
  expect(await lastFile(bo)).toMatchObject({ method: 'CANCEL', events: [{ recurrenceId: second }] });
  await guests.change(eventId, { location: 'Room 5' });
  await guests.send();
  expect(await lastFile(bo)).toMatchObject({
    method: 'REQUEST',
    events: [{ recurrenceId: null, exdates: [second] }],
  });
});

test('guests added to the series come to its changed occurrences, and removed ones leave them', async () => {
  const eventId = await inviteWeekly();
  const cy = guests.newAddress();
  await guests.change(eventId, { scope: 'this', recurrenceId: second, title: 'Special' });
  await guests.send();
  await guests.change(eventId, { scope: 'all', attendees: [{ email: ada }, { email: cy }] });
  await guests.send();
  const shown = (await guests.events()).map((each) =>
    each['attendees'].map(({ email }: { email: string }) => email),
  );
  expect(shown).toEqual(Array.from({ length: 4 }, () => [ada, cy]));
  expect(await lastFile(bo)).toMatchObject({
    method: 'CANCEL',
    events: [{ recurrenceId: null }, { recurrenceId: second }],
  });
  expect((await lastFile(cy)).events).toMatchObject([
    { title: weekly.title },
    { title: 'Special', recurrenceId: second },
  ]);
});

test('a split series is an update of the first part and an invitation to the second', async () => {
  const eventId = await inviteWeekly();
  await guests.change(eventId, {
    scope: 'following',
    recurrenceId: '2026-12-08T09:00:00.000Z',
    title: 'Later',
  });
  await guests.send();
  const files = (await guests.files(ada)).slice(1).map(readFile);
  expect(files.map(({ events }) => [events[0]?.title, events[0]?.sequence])).toEqual(
    expect.arrayContaining([
      [weekly.title, 1],
      ['Later', 0],
    ]),
  );
  expect(new Set(files.map(({ events }) => events[0]?.uid)).size).toBe(2);
});

test('an all-day event over the change of the clocks keeps its days', async () => {
  await guests.createFor({
    title: 'Offsite',
    startsAt: undefined,
    endsAt: undefined,
    timeZone: undefined,
    startsOn: '2026-12-30',
    endsOn: '2027-01-01',
    attendees: [{ email: ada }],
  });
  await guests.send();
  const [file = ''] = await guests.files(ada);
  expect(file).toContain('DTSTART;VALUE=DATE:20261230');
  expect(file).toContain('DTEND;VALUE=DATE:20270101');
  expect((await guests.mails(ada))[0]?.text).toContain('Wed, 30 December 2026 to Thu, 31 December 2026');
});
