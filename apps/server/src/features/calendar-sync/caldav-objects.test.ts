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

/** Later, so that changes of events with guests have gone out. */
async function sync() {
  minutes += 1;
  server.setTime(new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000).toISOString());
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

describe('events in zones that are named by an offset', () => {
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

describe('a text that is longer than what is kept', () => {
  test('is shown as shortened, refuses an edit, and stays whole through other edits', async () => {
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

describe('what cannot be read', () => {
  test('is told with its reason, and no more once it can be read', async () => {
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

  test('of two versions of an event the newer one is shown', async () => {
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

describe('an instance that all later ones follow (THISANDFUTURE)', () => {
  test('gives them its title and time, and can be changed alone', async () => {
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

describe('instances of a series that is not here', () => {
  test('keep each other when one of them is changed or deleted', async () => {
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
