import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '@dayloom/time';
import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#test/server.ts';
import { sharedPath } from '../../../../../scripts/shared-dir.ts';

const server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
const maya = await server.signUp({ timeZone: 'Europe/Berlin' });

const listEvents = async (user: TestUser, from: string, to: string) =>
  (await user.call('GET', `/api/events?from=${from}&to=${to}`)).body.occurrences as {
    eventId: string;
    title: string;
    startsAt: string;
    endsAt: string;
    recurrenceId: string | null;
    isRecurring: boolean;
    startsOn: string | null;
    endsOn: string | null;
    version: number;
  }[];
const starts = async (user: TestUser, from: string, to: string) =>
  (await listEvents(user, from, to)).map((event) => event.startsAt);

describe('calendars', () => {
  it('include the built-in one from the start', async () => {
    const { calendars } = (await maya.call('GET', '/api/calendars')).body;
    expect(calendars).toMatchObject([
      { name: 'Dayloom', kind: 'dayloom', isVisible: true, blocksTime: true },
    ]);
    const [first, second] = await Promise.all([
      maya.call('GET', '/api/calendars'),
      maya.call('GET', '/api/calendars'),
    ]);
    expect(first.body).toEqual(second.body);
    expect((await maya.call('DELETE', `/api/calendars/${calendars[0]._id}`)).status).toBe(404);
    const renamed = await maya.call('PATCH', `/api/calendars/${calendars[0]._id}`, {
      name: 'Mine',
      color: '#FF9BC8',
    });
    expect(renamed.body.calendar).toMatchObject({ name: 'Mine', color: '#FF9BC8', version: 2 });
  });
});

describe('single events', () => {
  it('are created, moved, renamed, deleted and restored', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const made = await user.call('POST', '/api/events', {
      title: 'Lunch',
      startsAt: '2026-11-18T11:00:00Z',
      endsAt: '2026-11-18T12:00:00Z',
    });
    expect(made.status).toBe(200);
    const range = ['2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z'] as const;
    const [event] = await listEvents(user, ...range);
    expect(event).toMatchObject({
      title: 'Lunch',
      startsAt: '2026-11-18T11:00:00.000Z',
      isRecurring: false,
      recurrenceId: null,
    });
    const moved = await user.call('PATCH', `/api/events/${event?.eventId}`, {
      title: 'Late lunch',
      startsAt: '2026-11-18T13:00:00+01:00',
      endsAt: '2026-11-18T14:30:00+01:00',
      version: event?.version,
    });
    expect(moved.status).toBe(200);
    expect(await listEvents(user, ...range)).toMatchObject([
      { title: 'Late lunch', startsAt: '2026-11-18T12:00:00.000Z', endsAt: '2026-11-18T13:30:00.000Z' },
    ]);
    const stale = await user.call('PATCH', `/api/events/${event?.eventId}`, {
      title: 'x',
      version: event?.version,
    });
    expect(stale.error.code).toBe('version_conflict');
    const { commandId } = (await user.call('DELETE', `/api/events/${event?.eventId}`)).body;
    expect(await listEvents(user, ...range)).toEqual([]);
    await user.call('POST', `/api/commands/${commandId}/undo`);
    await user.call('POST', `/api/commands/${moved.body.commandId}/undo`);
    expect(await listEvents(user, ...range)).toMatchObject([
      { title: 'Lunch', startsAt: '2026-11-18T11:00:00.000Z' },
    ]);
  });

  it('store whole days by date, in any zone', async () => {
    const user = await server.signUp({ timeZone: 'Pacific/Auckland' });
    await user.call('POST', '/api/events', {
      title: 'Holiday',
      startsOn: '2026-12-24',
      endsOn: '2026-12-27',
    });
    const [event] = await listEvents(user, '2026-12-24T12:00:00Z', '2026-12-24T13:00:00Z');
    expect(event).toMatchObject({
      startsOn: '2026-12-24',
      endsOn: '2026-12-27',
      startsAt: '2026-12-23T11:00:00.000Z',
      endsAt: '2026-12-26T11:00:00.000Z',
    });
  });

  it.each([
    [{ title: 'x' }, 'startsAt'],
    [{ title: 'x', startsAt: '2026-11-18T11:00:00Z' }, 'startsAt'],
    [{ title: 'x', startsAt: '2026-11-18T11:00:00Z', endsAt: '2026-11-18T10:00:00Z' }, 'endsAt'],
    [{ title: 'x', startsOn: '2026-11-18', endsOn: '2026-11-18' }, 'endsAt'],
    [
      { title: 'x', startsAt: '2026-11-18T11:00:00Z', endsAt: '2026-11-18T12:00:00Z', timeZone: 'Nowhere' },
      'timeZone',
    ],
    [
      {
        title: 'x',
        startsAt: '2026-11-18T11:00:00Z',
        endsAt: '2026-11-18T12:00:00Z',
        recurrenceRule: 'FREQ=NEVER',
      },
      'recurrenceRule',
    ],
    [
      {
        title: 'x',
        startsAt: '2026-11-18T11:00:00Z',
        endsAt: '2026-11-18T12:00:00Z',
        recurrenceRule: 'FREQ=MINUTELY',
      },
      'recurrenceRule',
    ],
  ])('refuse %o', async (body, field) => {
    const reply = await maya.call('POST', '/api/events', body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.error.fields ?? {})).toContain(field);
  });

  it('are at the given instant, in any zone', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const { eventId } = (
      await user.call('POST', '/api/events', {
        title: 'Call',
        startsAt: '2026-11-18T14:00:00Z',
        endsAt: '2026-11-18T15:00:00Z',
        timeZone: 'America/New_York',
      })
    ).body;
    await user.call('PATCH', `/api/events/${eventId}`, {
      startsAt: '2026-11-18T17:00:00Z',
      endsAt: '2026-11-18T18:30:00Z',
      timeZone: 'Asia/Tokyo',
    });
    expect(await listEvents(user, '2026-11-17T00:00:00Z', '2026-11-20T00:00:00Z')).toMatchObject([
      { startsAt: '2026-11-18T17:00:00.000Z', endsAt: '2026-11-18T18:30:00.000Z', timeZone: 'Asia/Tokyo' },
    ]);
  });

  it('are visible to their owner only', async () => {
    const { eventId } = (
      await maya.call('POST', '/api/events', {
        title: 'Secret',
        startsAt: '2026-11-18T11:00:00Z',
        endsAt: '2026-11-18T12:00:00Z',
      })
    ).body;
    const other = await server.signUp();
    expect((await other.call('PATCH', `/api/events/${eventId}`, { title: 'x' })).status).toBe(404);
    expect((await other.call('DELETE', `/api/events/${eventId}`)).status).toBe(404);
    expect(await listEvents(other, '2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z')).toEqual([]);
  });
});

describe('series', () => {
  const weekly = async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/events', {
      title: 'Standup',
      startsAt: '2026-10-12T09:00:00+02:00',
      endsAt: '2026-10-12T09:30:00+02:00',
      timeZone: 'Europe/Berlin',
      recurrenceRule: 'FREQ=WEEKLY;COUNT=6',
    });
    return user;
  };
  const all = ['2026-10-01T00:00:00Z', '2026-12-31T00:00:00Z'] as const;

  it('keep their local time over a clock change', async () => {
    expect(await starts(await weekly(), ...all)).toEqual([
      '2026-10-12T07:00:00.000Z',
      '2026-10-19T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
      '2026-11-09T08:00:00.000Z',
      '2026-11-16T08:00:00.000Z',
    ]);
  });

  it('begin at the first of two equal hours, where a single event has the hour that was given', async () => {
    const user = await server.signUp({ timeZone: 'America/New_York' });
    const night = ['2027-11-07T00:00:00Z', '2027-11-08T00:00:00Z'] as const;
    const listTimes = async () =>
      (await listEvents(user, ...night)).map(({ startsAt, endsAt }) => [startsAt, endsAt]);
    const second = { startsAt: '2027-11-07T06:30:00.000Z', endsAt: '2027-11-07T06:45:00.000Z' };
    const later = { startsAt: '2027-11-07T05:50:00.000Z', endsAt: '2027-11-07T06:10:00.000Z' };
    const { body } = await user.call('POST', '/api/events', { title: 'Owl', ...second });
    expect(await listTimes()).toEqual([Object.values(second)]);
    const change = { scope: 'all', ...later };
    expect((await user.call('PATCH', `/api/events/${body.eventId}`, change)).status).toBe(200);
    expect(await listTimes()).toEqual([Object.values(later)]);
    await user.call('DELETE', `/api/events/${body.eventId}`, { scope: 'all' });
    await user.call('POST', '/api/events', { title: 'Owls', ...second, recurrenceRule: 'FREQ=WEEKLY' });
    expect(await listTimes()).toEqual([['2027-11-07T05:30:00.000Z', '2027-11-07T05:45:00.000Z']]);
  });

  it('change one instance', async () => {
    const user = await weekly();
    const third = (await listEvents(user, ...all))[2];
    const change = {
      scope: 'this',
      recurrenceId: third?.recurrenceId,
      startsAt: '2026-10-27T12:00:00Z',
      endsAt: '2026-10-27T12:15:00Z',
      title: 'Moved',
    };
    const { commandId } = (await user.call('PATCH', `/api/events/${third?.eventId}`, change)).body;
    const after = await listEvents(user, ...all);
    expect(after).toHaveLength(6);
    expect(after[2]).toMatchObject({
      title: 'Moved',
      startsAt: '2026-10-27T12:00:00.000Z',
      recurrenceId: '2026-10-26T08:00:00.000Z',
      isRecurring: true,
      recurrenceRule: 'FREQ=WEEKLY;COUNT=6',
    });
    // The moved instance can be moved again by its own id.
    const again = { scope: 'this', title: 'Moved twice' };
    const second = (await user.call('PATCH', `/api/events/${after[2]?.eventId}`, again)).body.commandId;
    expect((await listEvents(user, ...all))[2]).toMatchObject({
      title: 'Moved twice',
      startsAt: '2026-10-27T12:00:00.000Z',
    });
    for (const id of [second, commandId]) await user.call('POST', `/api/commands/${id}/undo`);
    expect((await listEvents(user, ...all))[2]).toMatchObject({
      title: 'Standup',
      startsAt: '2026-10-26T08:00:00.000Z',
    });
  });

  it('delete one instance, or this and all following', async () => {
    const user = await weekly();
    const [first, second, , , fifth] = await listEvents(user, ...all);
    await user.call(
      'DELETE',
      `/api/events/${first?.eventId}?scope=this&recurrenceId=${second?.recurrenceId}`,
    );
    await user.call(
      'DELETE',
      `/api/events/${first?.eventId}?scope=following&recurrenceId=${fifth?.recurrenceId}`,
    );
    expect(await starts(user, ...all)).toEqual([
      '2026-10-12T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
    ]);
  });

  it('split: this and all following move together, and the count continues', async () => {
    const user = await weekly();
    const fourth = (await listEvents(user, ...all))[3];
    await user.call('PATCH', `/api/events/${fourth?.eventId}`, {
      scope: 'following',
      recurrenceId: fourth?.recurrenceId,
      startsAt: '2026-11-03T10:00:00+01:00',
      endsAt: '2026-11-03T10:30:00+01:00',
    });
    expect(await starts(user, ...all)).toEqual([
      '2026-10-12T07:00:00.000Z',
      '2026-10-19T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-03T09:00:00.000Z',
      '2026-11-10T09:00:00.000Z',
      '2026-11-17T09:00:00.000Z',
    ]);
  });

  it('split: a deleted instance still counts', async () => {
    const user = await weekly();
    const [first, second, , fourth] = await listEvents(user, ...all);
    await user.call(
      'DELETE',
      `/api/events/${first?.eventId}?scope=this&recurrenceId=${second?.recurrenceId}`,
    );
    await user.call('PATCH', `/api/events/${first?.eventId}`, {
      scope: 'following',
      recurrenceId: fourth?.recurrenceId,
      title: 'New standup',
    });
    expect(await starts(user, ...all)).toEqual([
      '2026-10-12T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
      '2026-11-09T08:00:00.000Z',
      '2026-11-16T08:00:00.000Z',
    ]);
  });

  it('move as a whole by the distance that one instance is moved', async () => {
    const user = await weekly();
    const fourth = (await listEvents(user, ...all))[3];
    await user.call('PATCH', `/api/events/${fourth?.eventId}`, {
      scope: 'all',
      recurrenceId: fourth?.recurrenceId,
      startsAt: '2026-11-02T11:00:00+01:00',
      endsAt: '2026-11-02T12:00:00+01:00',
    });
    const after = await listEvents(user, ...all);
    expect(after.map((event) => event.startsAt.slice(11, 16))).toEqual([
      '09:00',
      '09:00',
      '10:00',
      '10:00',
      '10:00',
      '10:00',
    ]);
    expect(after[0]?.endsAt).toBe('2026-10-12T10:00:00.000Z');
  });

  it('keep their end when the first part of a split series is moved', async () => {
    const user = await weekly();
    const [first, , third] = await listEvents(user, ...all);
    const byQuarter = (instant = '', minutes = 15) =>
      new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
    await user.call('PATCH', `/api/events/${first?.eventId}`, {
      scope: 'following',
      recurrenceId: third?.recurrenceId,
      title: 'New standup',
    });
    const firstPart = async () =>
      (await listEvents(user, ...all))
        .filter(({ title }) => title === 'Standup')
        .map(({ startsAt }) => startsAt);
    for (const minutes of [-15, 15, 15]) {
      const [one] = await listEvents(user, ...all);
      await user.call('PATCH', `/api/events/${one?.eventId}`, {
        scope: 'all',
        startsAt: byQuarter(one?.startsAt, minutes),
        endsAt: byQuarter(one?.endsAt, minutes),
      });
      expect(await firstPart()).toHaveLength(2);
    }
    expect(await firstPart()).toEqual(['2026-10-12T07:15:00.000Z', '2026-10-19T07:15:00.000Z']);
  });

  it.each<[string, string, string, string[]]>([
    // 12 October 2026 is the second Monday of the month, in a month whose last day is a Saturday.
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=3', '10-12', '10-13', ['10-13', '10-20', '10-27']],
    ['FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4', '10-16', '10-15', ['10-11', '10-15', '10-18', '10-22']],
    ['FREQ=MONTHLY;BYDAY=2MO;COUNT=3', '10-12', '10-14', ['10-14', '11-11', '12-09']],
    ['FREQ=MONTHLY;BYMONTHDAY=12;COUNT=3', '10-12', '10-14', ['10-14', '11-14', '12-14']],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261026T235959Z', '10-12', '10-14', ['10-14', '10-21', '10-28']],
  ])('move the days of %s from %s to %s', async (recurrenceRule, from, to, expected) => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    await user.call('POST', '/api/events', {
      title: 'Choir',
      startsAt: '2026-10-12T07:00:00Z',
      endsAt: '2026-10-12T08:00:00Z',
      timeZone: 'Europe/Berlin',
      recurrenceRule,
    });
    const instance = (await listEvents(user, ...all)).find(({ startsAt }) => startsAt.slice(5, 10) === from);
    await user.call('PATCH', `/api/events/${instance?.eventId}`, {
      scope: 'all',
      recurrenceId: instance?.recurrenceId,
      startsAt: `2026-${to}T07:00:00Z`,
      endsAt: `2026-${to}T08:00:00Z`,
    });
    expect((await starts(user, ...all)).map((at) => at.slice(5, 10))).toEqual(expected);
  });

  it('refuse unknown instances', async () => {
    const user = await weekly();
    const [first] = await listEvents(user, ...all);
    const path = `/api/events/${first?.eventId}`;
    expect((await user.call('DELETE', `${path}?scope=this`)).status).toBe(400);
    expect(
      (await user.call('DELETE', `${path}?scope=this&recurrenceId=2026-10-13T07:00:00.000Z`)).status,
    ).toBe(404);
    expect((await user.call('DELETE', `${path}?scope=this&recurrenceId=nonsense`)).status).toBe(400);
  });

  it('are shown far beyond the index', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    await user.call('POST', '/api/events', {
      title: 'Yearly',
      startsAt: '2020-06-01T09:00:00Z',
      endsAt: '2020-06-01T10:00:00Z',
      recurrenceRule: 'FREQ=YEARLY',
    });
    expect(await starts(user, '2035-01-01T00:00:00Z', '2036-01-01T00:00:00Z')).toEqual([
      '2035-06-01T09:00:00.000Z',
    ]);
    expect(await starts(user, '2021-01-01T00:00:00Z', '2022-01-01T00:00:00Z')).toEqual([
      '2021-06-01T09:00:00.000Z',
    ]);
    expect(await starts(user, '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z')).toEqual([
      '2027-06-01T09:00:00.000Z',
    ]);
  });
});

const OWN_FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:one@example.com',
  'DTSTART;TZID=Europe/Berlin:20261118T100000',
  'DTEND;TZID=Europe/Berlin:20261118T110000',
  'SUMMARY:Imported',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:two@example.com',
  'DTSTART;VALUE=DATE:20261119',
  'RRULE:FREQ=DAILY;COUNT=3',
  'SUMMARY:Three days',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:two@example.com',
  'RECURRENCE-ID;VALUE=DATE:20261120',
  'DTSTART;VALUE=DATE:20261125',
  'SUMMARY:Moved day',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

describe('the name of an imported calendar', () => {
  const file = (name: string) =>
    OWN_FILE.replace('BEGIN:VCALENDAR\r\n', `BEGIN:VCALENDAR\r\n${name && `X-WR-CALNAME:${name}\r\n`}`);

  it.each([
    ['is its own', '?name=basic.ics', 'Team \\, Berlin', 'Team , Berlin'],
    ['is the chosen one', '?name=Mine', 'Theirs', 'Mine'],
    ['is that of the file if it has none', '?name=basic.ICS', '', 'basic'],
    ['is there without any', '', '', 'Imported calendar'],
    [
      'is cut, and has only what can be stored',
      '?name=a.ics',
      `a\u0000b${'x'.repeat(300)}`,
      `ab${'x'.repeat(198)}`,
    ],
  ])('%s', async (_how, query, own, expected) => {
    const user = await server.signUp();
    const { report } = (await user.call('POST', `/api/calendars/import${query}`, file(own))).body;
    const { calendars } = (await user.call('GET', '/api/calendars')).body;
    const imported = calendars.find(({ _id }: { _id: string }) => _id === report.calendarId);
    expect(imported.name).toBe(expected);
  });
});

describe('importing a file', () => {
  it('keeps a series that repeats every minute, and shows its first instances', async () => {
    const user = await server.signUp();
    const file =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:minutely\r\nSUMMARY:Ping\r\nDTSTART:20261116T080000Z\r\nDTEND:20261116T080030Z\r\nRRULE:FREQ=MINUTELY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
    const { report } = (await user.call('POST', '/api/calendars/import', file)).body;
    expect(report).toMatchObject({
      events: 1,
      problemCount: 1,
      problems: [
        {
          message: expect.stringMatching(
            /^'Ping': It repeats too often: only the first 400 times of each week are shown/,
          ),
        },
      ],
    });
    const shown = async (to: string) =>
      (await user.call('GET', `/api/events?from=2026-11-16T00:00:00Z&to=${to}`)).body.occurrences;
    const week = await shown('2026-11-23T00:00:00Z');
    expect(week).toHaveLength(400);
    expect(week.at(-1).startsAt).toBe('2026-11-16T14:39:00.000Z');
    expect(await shown('2026-11-30T00:00:00Z')).toHaveLength(800);
    // Renaming keeps the rule, even when the request contains the rule.
    const change = { title: 'Pong', recurrenceRule: 'FREQ=MINUTELY' };
    expect((await user.call('PATCH', `/api/events/${week[0].eventId}`, change)).status).toBe(200);
  });

  it('gives each calendar the least used colour', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    for (let number = 1; number <= 7; number++)
      await user.call('POST', `/api/calendars/import?name=${number}.ics`, OWN_FILE);
    const { calendars } = (await user.call('GET', '/api/calendars')).body;
    const colors = calendars
      .filter(({ kind }: { kind: string }) => kind === 'imported')
      .map(({ color }: { color: string }) => color);
    expect(colors).toHaveLength(7);
    expect(new Set(colors).size).toBe(6);
  });

  it('adds its events, and changes nothing the second time', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const first = await user.call('POST', '/api/calendars/import?name=Work.ics', OWN_FILE);
    expect(first.body.report).toMatchObject({
      events: 3,
      created: 3,
      updated: 0,
      unchanged: 0,
      problems: [],
    });
    const { calendars } = (await user.call('GET', '/api/calendars')).body;
    expect(calendars.map((calendar: { name: string }) => calendar.name)).toContain('Work');
    const shown = await listEvents(user, '2026-11-18T00:00:00Z', '2026-11-30T00:00:00Z');
    expect(shown.map((event) => [event.title, event.startsOn ?? event.startsAt])).toEqual([
      ['Imported', '2026-11-18T09:00:00.000Z'],
      ['Three days', '2026-11-19'],
      ['Three days', '2026-11-21'],
      ['Moved day', '2026-11-25'],
    ]);
    const { calendarId } = first.body.report;
    const again = await user.call('POST', `/api/calendars/import?calendarId=${calendarId}`, OWN_FILE);
    expect(again.body.report).toMatchObject({ events: 3, created: 0, updated: 0, unchanged: 3 });
    const changed = await user.call(
      'POST',
      `/api/calendars/import?calendarId=${calendarId}`,
      OWN_FILE.replace('Imported', 'Renamed'),
    );
    expect(changed.body.report).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect((await listEvents(user, '2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z'))[0]?.title).toBe(
      'Renamed',
    );
  });

  it('keeps two different events with the same UID, and reports it', async () => {
    const user = await server.signUp();
    const twin = OWN_FILE.replace('two@example.com', 'one@example.com').replace(
      'two@example.com',
      'three@example.com',
    );
    const { report } = (await user.call('POST', '/api/calendars/import', twin)).body;
    expect(report).toMatchObject({ events: 3, created: 3 });
    expect(report.problems).toMatchObject([{ message: expect.stringContaining('same UID') }]);
  });

  it('keeps an event without a time as a free all-day event, and reports it', async () => {
    const user = await server.signUp({ timeZone: 'Europe/Berlin' });
    const bare =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nDTSTAMP:20261117T080000Z\nSUMMARY:Some time\nEND:VEVENT\nEND:VCALENDAR\n';
    const { report } = (await user.call('POST', '/api/calendars/import', bare)).body;
    expect(report).toMatchObject({ events: 1, created: 1 });
    expect(report.problems.map(({ message }: { message: string }) => message)).toContain(
      "'Some time' has no start that can be read. It is shown as an all-day event on 2026-11-17. Open it there to set its time.",
    );
    expect(await listEvents(user, '2026-11-17T00:00:00Z', '2026-11-18T00:00:00Z')).toMatchObject([
      { title: 'Some time', startsOn: '2026-11-17' },
    ]);
  });

  it('refuses files that are no calendar or too large, and calendars of other users', async () => {
    const user = await server.signUp();
    expect((await user.call('POST', '/api/calendars/import', 'Dear Sir or Madam')).error.code).toBe(
      'unprocessable',
    );
    expect(
      (await user.call('POST', '/api/calendars/import', '', { 'content-type': 'image/png' })).status,
    ).toBe(415);
    expect((await user.call('POST', '/api/calendars/import', 'x'.repeat(21 * 1_048_576))).status).toBe(413);
    const { calendars } = (await maya.call('GET', '/api/calendars')).body;
    expect(
      (await user.call('POST', `/api/calendars/import?calendarId=${calendars[0]._id}`, OWN_FILE)).status,
    ).toBe(404);
    expect((await user.call('GET', '/api/calendars')).body.calendars).toHaveLength(1);
  });

  it('imports 20,000 events', async () => {
    const user = await server.signUp();
    const events = Array.from({ length: 20_000 }, (_, i) => {
      const day = new Date(Date.UTC(2026, 0, 1 + (i % 365))).toISOString().slice(0, 10).replaceAll('-', '');
      return `BEGIN:VEVENT\r\nUID:${i}@bulk\r\nDTSTART:${day}T100000Z\r\nDTEND:${day}T110000Z\r\nSUMMARY:Event ${i}\r\nEND:VEVENT\r\n`;
    });
    const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
    const { report } = (await user.call('POST', '/api/calendars/import', file)).body;
    expect(report).toMatchObject({ events: 20_000, created: 20_000, problemCount: 0 });
  });

  const folder = sharedPath('calendars');
  if (!folder) console.info('The shared calendars are absent: importing is shown by our own file only.');
  it.runIf(folder)(
    'loses no event of any real-world file',
    async () => {
      const user = await server.signUp({ timeZone: 'America/New_York' });
      const files = readdirSync(folder ?? '').filter((name) => name.endsWith('.ics'));
      expect(files.length).toBeGreaterThan(300);
      const lost: string[] = [];
      for (const name of files) {
        const bytes = readFileSync(path.join(folder ?? '', name));
        const reply = await server.app.http.inject({
          method: 'POST',
          url: `/api/calendars/import?name=${name}`,
          payload: bytes,
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/calendar' },
        });
        const { report, code } = reply.json();
        if (code === 'unprocessable' && !/BEGIN:V(EVENT|TODO)/i.test(bytes.toString('latin1'))) continue;
        const stored = report ? report.created + report.updated + report.unchanged : 0;
        const isOlder = ({ message }: { message: string }) =>
          message.includes('has a newer version of this event');
        const older = report ? report.problems.filter(isOlder).length : 0;
        if (reply.statusCode !== 200 || stored + older !== report.events)
          lost.push(`${name}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      }
      expect(lost).toEqual([]);
    },
    180_000,
  );
});
