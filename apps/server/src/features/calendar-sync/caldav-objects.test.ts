import { MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { calendarText } from '#integrations/test/caldav-side.ts';
import { demoCaldav } from '#integrations/test/demo-caldav.ts';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

const RANGE = 'from=2026-11-20T00:00:00Z&to=2027-06-01T00:00:00Z';
const STAMP = 'DTSTAMP:20261101T000000Z';
let server: TestServer;
let user: TestUser;
let side: ReturnType<typeof demoCaldav>['side'];
let minutes = 0;

beforeAll(async () => {
  server = await openTestServer({ BILLING: 'off', RATE_LIMIT_PER_MINUTE: '100000' });
  server.setTime('2026-11-20T12:00:00Z');
  user = await server.signUp({ timeZone: 'Europe/Berlin' });
  const demo = demoCaldav(server);
  side = demo.side;
  const reply = await user.call('POST', '/api/integrations/caldav/connect', demo.login);
  expect(reply.status).toBe(200);
});

/** Advances the clock, so that changes of events with guests are sent. */
async function sync() {
  minutes += 1;
  server.setTime(new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * MINUTE_MS).toISOString());
  await syncAllNow(server, user);
}

async function shown(title: string): Promise<Reply['body'][]> {
  const { body } = await user.call('GET', `/api/events?${RANGE}`);
  return body.occurrences.filter((one: Reply['body']) => one['title'] === title);
}

async function homeCalendar(): Promise<Reply['body']> {
  const { body } = await user.call('GET', '/api/calendar-accounts');
  const calendars = body.accounts.flatMap((account: Reply['body']) => account['calendars']);
  return calendars.find(({ name }: Reply['body']) => name === 'Home') ?? calendars[0];
}

function withZone(text: string, tzid: string, offset: string): string {
  const zone = [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n');
  return text.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`);
}

describe('events in zones named by an offset', () => {
  test.each([
    ['GMT-0500', '-0500', '15:00'],
    ['GMT+0100', '+0100', '09:00'],
    ['GMT-05:00', '-0500', '15:00'],
    ['UTC-5', '-0500', '15:00'],
    ['UTC+01:00', '+0100', '09:00'],
    ['+01:00', '+0100', '09:00'],
    ['GMT+0545', '+0545', '04:15'],
  ])('are shown and block time: %s', async (tzid, offset, utc) => {
    const title = `Zone ${tzid}`;
    const parameter = tzid.includes(':') ? `TZID="${tzid}"` : `TZID=${tzid}`;
    const text = calendarText(
      `UID:${tzid.replace(/\W/g, 'x')}@zones.example`,
      STAMP,
      `DTSTART;${parameter}:20261201T100000`,
      `DTEND;${parameter}:20261201T110000`,
      `SUMMARY:${title}`,
    );
    await side.put(`zone-${tzid.replace(/\W/g, 'x')}.ics`, withZone(text, tzid, offset));
    await sync();
    expect(await shown(title)).toEqual([
      expect.objectContaining({ startsAt: `2026-12-01T${utc}:00.000Z`, isBusy: true }),
    ]);
  });
});

describe('a text that is longer than the stored limit', () => {
  test('is marked as truncated, cannot be edited, and stays complete through other edits', async () => {
    const description = `${'All of it matters. '.repeat(2_000)}The end.`;
    const id = await side.put(
      'long.ics',
      calendarText(
        'UID:long@texts.example',
        STAMP,
        'DTSTART:20261203T100000Z',
        'DTEND:20261203T110000Z',
        'SUMMARY:Long',
        `DESCRIPTION:${description}`,
      ),
    );
    await sync();
    const [event] = await shown('Long');
    expect(event).toMatchObject({ shortened: ['description'] });
    const refused = await user.call('PATCH', `/api/events/${event?.['eventId']}`, { description: 'Short' });
    expect(refused).toMatchObject({
      status: 422,
      error: { fields: { description: expect.any(String) } },
    });
    const renamed = await user.call('PATCH', `/api/events/${event?.['eventId']}`, { title: 'Long, renamed' });
    expect(renamed.status).toBe(200);
    await sync();
    const text = (await side.get(id)).replace(/\r?\n[ \t]/g, '');
    expect(text).toContain('SUMMARY:Long\\, renamed');
    expect(text).toContain(`DESCRIPTION:${description}`);
  });
});

describe('an unreadable object', () => {
  test('is reported with the reason until it can be read', async () => {
    const name = 'unreadable.ics';
    await side.put(name, calendarText('UID:unreadable@x.example', STAMP, 'SUMMARY:When?'));
    await sync();
    expect((await homeCalendar())['sync']).toMatchObject({
      problems: { count: 1, first: "'When?': DTSTART is missing" },
    });
    await side.put(
      name,
      calendarText('UID:unreadable@x.example', STAMP, 'SUMMARY:When?', 'DTSTART:20261204T100000Z'),
    );
    await sync();
    expect((await homeCalendar())['sync']).toMatchObject({ problems: null });
    expect(await shown('When?')).toHaveLength(1);
  });

  test('is replaced by the newer of two versions', async () => {
    const version = (sequence: number, title: string) =>
      calendarText(
        'UID:versions@x.example',
        STAMP,
        `SEQUENCE:${sequence}`,
        'DTSTART:20261205T100000Z',
        'DTEND:20261205T110000Z',
        `SUMMARY:${title}`,
      );
    const [newer, older] = [version(7, 'Newer version'), version(3, 'Older version')];
    const body = older.replace(/^[^]*?(?=BEGIN:VEVENT)|END:VCALENDAR\r\n/g, '');
    await side.put('versions.ics', newer.replace('END:VCALENDAR', `${body}END:VCALENDAR`));
    await sync();
    expect([await shown('Newer version'), await shown('Older version')]).toEqual([[expect.anything()], []]);
  });
});

describe('an instance with RANGE=THISANDFUTURE', () => {
  test('gives later instances its title and time, and can be changed alone', async () => {
    const master = calendarText(
      'UID:future@x.example',
      STAMP,
      'DTSTART:20261201T100000Z',
      'DTEND:20261201T110000Z',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'SUMMARY:Choir of old',
    );
    const leader = calendarText(
      'UID:future@x.example',
      STAMP,
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261215T100000Z',
      'DTSTART:20261215T120000Z',
      'DTEND:20261215T123000Z',
      'SUMMARY:Choir at noon',
    ).replace(/^[^]*?(?=BEGIN:VEVENT)|END:VCALENDAR\r\n/g, '');
    await side.put('future.ics', master.replace('END:VCALENDAR', `${leader}END:VCALENDAR`));
    await sync();
    const times = async (title: string) =>
      (await shown(title)).map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`);
    expect(await times('Choir of old')).toHaveLength(2);
    expect(await times('Choir at noon')).toEqual([
      '2026-12-15T12:00:00.000Z 2026-12-15T12:30:00.000Z',
      '2026-12-22T12:00:00.000Z 2026-12-22T12:30:00.000Z',
      '2026-12-29T12:00:00.000Z 2026-12-29T12:30:00.000Z',
    ]);
    const [first] = await shown('Choir at noon');
    const renamed = await user.call('PATCH', `/api/events/${first?.['eventId']}`, {
      title: 'Once only',
      scope: 'this',
      recurrenceId: first?.['recurrenceId'],
    });
    expect(renamed.status).toBe(200);
    await sync();
    expect(await times('Choir at noon')).toHaveLength(2);
    expect(await times('Once only')).toHaveLength(1);
    await user.call('POST', `/api/commands/${renamed.body.commandId}/undo`);
    await sync();
    expect(await times('Choir at noon')).toHaveLength(3);
  });
});

describe('instances of a series that is not in the calendar', () => {
  test('stay when one of them is changed or deleted', async () => {
    const instance = (day: string, title: string) =>
      calendarText(
        'UID:invited@x.example',
        STAMP,
        `RECURRENCE-ID:202612${day}T100000Z`,
        `DTSTART:202612${day}T100000Z`,
        `DTEND:202612${day}T110000Z`,
        `SUMMARY:${title}`,
      );
    const second = instance('22', 'Second day');
    const lines = second.replace(/^[^]*?(?=BEGIN:VEVENT)|END:VCALENDAR\r\n/g, '');
    const id = await side.put(
      'invited.ics',
      instance('15', 'First day').replace('END:VCALENDAR', `${lines}END:VCALENDAR`),
    );
    await sync();
    const [event] = await shown('First day');
    // A single event: 'following' and 'all' have no meaning.
    expect(event).toMatchObject({ isRecurring: false, recurrenceRule: null });
    const aim = { scope: 'this', recurrenceId: event?.['recurrenceId'] };
    const path = `/api/events/${event?.['eventId']}`;
    const renamed = await user.call('PATCH', path, { title: 'First day, renamed', ...aim });
    expect(renamed.status).toBe(200);
    await sync();
    expect(await side.get(id)).toContain('SUMMARY:First day\\, renamed');
    expect(await side.get(id)).toContain(lines);
    const removed = await user.call('DELETE', `${path}?${new URLSearchParams(aim).toString()}`);
    expect(removed.status).toBe(200);
    await sync();
    expect(await side.get(id)).not.toContain('First day');
    expect(await side.get(id)).toContain(lines);
    await user.call('POST', `/api/commands/${removed.body.commandId}/undo`);
    await sync();
    expect(await side.get(id)).toContain('SUMMARY:First day\\, renamed');
    expect(await side.get(id)).toContain(lines);
  });
});

describe('an undone change leaves the object as it was', () => {
  const BERLIN = [
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const inBerlin = (uid: string, title: string) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    STAMP,
    'SEQUENCE:3',
    'DTSTART;TZID=Europe/Berlin:20270112T100000',
    'DTEND;TZID=Europe/Berlin:20270112T110000',
    `SUMMARY:${title}`,
    'END:VEVENT',
  ];
  const object = (...lines: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Elsewhere//EN',
      ...BERLIN,
      ...lines,
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  /** Fields that change with each write. */
  const withoutVersion = (text: string | null) =>
    (text ?? '').replace(/^(?:DTSTAMP|SEQUENCE|LAST-MODIFIED):.*\r\n/gm, '').trimEnd();

  test('after a move into another zone', async () => {
    const text = object(...inBerlin('moved@x.example', 'Travels'));
    const id = await side.put('travels.ics', text);
    await sync();
    const [event] = await shown('Travels');
    const moved = await user.call('PATCH', `/api/events/${event?.['eventId']}`, {
      startsAt: '2027-01-12T15:00:00Z',
      endsAt: '2027-01-12T16:00:00Z',
      timeZone: 'America/New_York',
    });
    expect(moved.status).toBe(200);
    await sync();
    expect(await side.get(id)).toContain('TZID:America/New_York');
    const undone = await user.call('POST', `/api/commands/${moved.body.commandId}/undo`);
    await sync();
    expect(withoutVersion(await side.get(id))).toBe(withoutVersion(text));
    // Redo keeps the zone of the event.
    await user.call('POST', `/api/commands/${undone.body.commandId}/undo`);
    await sync();
    expect(await side.get(id)).toMatch(/DTSTART;TZID=America\/New_York:20270112T100000/);
    expect(await side.get(id)).toContain('TZID:America/New_York');
  });

  test.each([
    ['an event of another UID', inBerlin('other@x.example', 'Goes on')],
    ['a task', ['BEGIN:VTODO', 'UID:task@x.example', STAMP, 'SUMMARY:Buy tickets', 'END:VTODO']],
  ])('after a deletion from an object that contains %s', async (name, others) => {
    const text = object(...inBerlin(`${name}@x.example`, `Beside ${name}`), ...others);
    const id = await side.put(`${name.replaceAll(' ', '-')}.ics`, text);
    await sync();
    const [event] = await shown(`Beside ${name}`);
    const removed = await user.call('DELETE', `/api/events/${event?.['eventId']}`);
    await sync();
    expect(await side.get(id)).not.toContain('Beside');
    expect(await side.get(id)).toContain(others.join('\r\n'));
    await user.call('POST', `/api/commands/${removed.body.commandId}/undo`);
    await sync();
    const inAnyOrder = (object: string | null) => withoutVersion(object).split('\r\n').toSorted();
    expect(inAnyOrder(await side.get(id))).toEqual(inAnyOrder(text));
    await sync();
    expect(await shown(`Beside ${name}`)).toHaveLength(1);
    expect(await shown('Goes on')).toHaveLength(0);
    // The event can be changed again.
    const [again] = await shown(`Beside ${name}`);
    await user.call('PATCH', `/api/events/${again?.['eventId']}`, { title: `Renamed ${name}` });
    await sync();
    expect(await side.get(id)).toContain(`SUMMARY:Renamed ${name}`);
    expect(await side.get(id)).toContain(others.join('\r\n'));
  });
});

test('a series leaves a zone defined only in its file, while a changed instance stays in it', async () => {
  const mars = (day: string) => [
    `DTSTART;TZID=Mars/Olympus:202703${day}T100000`,
    `DTEND;TZID=Mars/Olympus:202703${day}T110000`,
  ];
  const text = calendarText(
    'UID:mars@x.example',
    STAMP,
    ...mars('02'),
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'SUMMARY:Rover',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:mars@x.example',
    STAMP,
    'RECURRENCE-ID;TZID=Mars/Olympus:20270309T100000',
    ...mars('10'),
    'SUMMARY:Rover',
  );
  const id = await side.put('mars.ics', withZone(text, 'Mars/Olympus', '+0130'));
  await sync();
  const [event] = await shown('Rover');
  const moved = await user.call('PATCH', `/api/events/${event?.['eventId']}`, {
    scope: 'all',
    recurrenceId: event?.['recurrenceId'],
    startsAt: '2027-03-02T08:30:00Z',
    endsAt: '2027-03-02T09:30:00Z',
    timeZone: 'Asia/Tokyo',
  });
  expect(moved.status).toBe(200);
  await sync();
  expect((await shown('Rover')).map(({ startsAt }) => startsAt)).toEqual([
    '2027-03-02T08:30:00.000Z',
    '2027-03-10T08:30:00.000Z',
    '2027-03-16T08:30:00.000Z',
  ]);
  expect(await side.get(id)).toContain('DTSTART;TZID=Asia/Tokyo:20270302T173000');
  expect(await side.get(id)).toContain('DTSTART;TZID=Mars/Olympus:20270310T100000');
});
