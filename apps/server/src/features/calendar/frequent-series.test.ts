import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseInstance } from '@dayloom/planner';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { connectFakeAccount, openFakeProviderServer } from '#test/connected-person.ts';
import { eventually } from '#test/eventually.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type TestServer, type TestUser } from '#test/server.ts';

const fake = new FakeCalendars();
let server: TestServer;
beforeAll(async () => {
  server = await openFakeProviderServer(fake);
});

const createFile = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${index}`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const minutely = (index = 0) => [
  `SUMMARY:Minute ${index}`,
  'DTSTART:20260101T000000Z',
  'DURATION:PT30S',
  'RRULE:FREQ=MINUTELY',
];
const upTo = (most: number) => Array.from({ length: most }, (_, index) => index);
const everySecond = ['SUMMARY:Tick', 'DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY'];
const imported = async (user: TestUser, file: string) =>
  (await user.call('POST', '/api/calendars/import', file)).body;
const shown = async (user: TestUser, from: string, to: string) =>
  (await user.call('GET', `/api/events?from=${from}&to=${to}`)).body.occurrences;
const listRows = async (user: TestUser) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from occurrences where user_id = ${user.profile._id}`.execute(
    server.app.platform.db,
  );
  return rows[0]?.count ?? 0;
};

describe('a series that repeats too often for the index', () => {
  it('is shown in any week, up to a limit that the report names', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const { report } = await imported(user, createFile(everySecond));
    expect(report.problems).toMatchObject([
      { message: expect.stringMatching(/only the first 400 times of each week are shown/) },
    ]);
    expect(await listRows(user)).toBeLessThanOrEqual(100);
    for (const [from, to] of [
      ['2026-08-24T00:00:00Z', '2026-08-31T00:00:00Z'],
      ['2026-12-07T00:00:00Z', '2026-12-14T00:00:00Z'],
      ['2029-05-07T00:00:00Z', '2029-05-14T00:00:00Z'],
    ] as const) {
      const week = await shown(user, from, to);
      expect(week).toHaveLength(400);
      expect(week[0]).toMatchObject({
        title: 'Tick',
        startsAt: from.replace('Z', '.000Z'),
        isRecurring: true,
      });
    }
  });

  it('is complete if it repeats every hour, even beyond the index', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const hourly = ['SUMMARY:Hour', 'DTSTART:20261101T000000Z', 'DURATION:PT10M', 'RRULE:FREQ=HOURLY'];
    const { report } = await imported(user, createFile(hourly));
    expect(report.problems).toEqual([]);
    expect(await shown(user, '2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z')).toHaveLength(168);
    expect(await shown(user, '2027-03-01T00:00:00Z', '2027-03-08T00:00:00Z')).toHaveLength(168);
  });

  it('blocks every hour of the planning horizon', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const busy = ['SUMMARY:Always', 'DTSTART:20260101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY'];
    await imported(user, createFile(busy));
    const { instance } = (await user.call('GET', '/api/plan/instance')).body;
    const { start, end, busy: taken } = parseInstance(instance);
    const [first, last] = [Date.parse(start), Date.parse(end)];
    const covered = taken.reduce(
      (sum, it) => sum + Math.min(Date.parse(it.end), last) - Math.max(Date.parse(it.start), first),
      0,
    );
    expect(covered).toBeGreaterThanOrEqual((last - first) * 0.99);
  });

  it('is not expanded for the plan if it blocks no time', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const free = ['TRANSP:TRANSPARENT', 'DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'];
    const measureInstance = async () => {
      const started = process.cpuUsage();
      const { instance } = (await user.call('GET', '/api/plan/instance')).body;
      const { user: cpu } = process.cpuUsage(started);
      return { cpu, busy: instance.busy };
    };
    await imported(user, createFile(free));
    await measureInstance();
    const skipped = await measureInstance();
    await imported(user, createFile(free.slice(1)));
    const expanded = await measureInstance();
    expect(skipped.busy).toEqual([]);
    expect(expanded.busy).not.toEqual([]);
    expect(skipped.cpu).toBeLessThan(expanded.cpu / 2);
  });

  it('can be changed, moved and deleted like any other', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    await imported(user, createFile(minutely()));
    const week = ['2026-12-07T00:00:00Z', '2026-12-14T00:00:00Z'] as const;
    const [first] = await shown(user, ...week);
    await user.call('PATCH', `/api/events/${first.eventId}`, {
      scope: 'this',
      recurrenceId: first.recurrenceId,
      title: 'Another name',
    });
    const titles = (await shown(user, ...week)).map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => title === 'Another name')).toHaveLength(1);
    await user.call('PATCH', `/api/events/${first.eventId}`, { scope: 'all', recurrenceRule: 'FREQ=YEARLY' });
    expect((await shown(user, ...week)).length).toBeLessThan(3);
  });
});

describe('a file of many such series', () => {
  it('takes little space: 200 minutely events', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const file = createFile(...Array.from({ length: 200 }, (_, i) => minutely(i)));
    const { report } = await imported(user, file);
    expect(report).toMatchObject({ created: 200, problemCount: 200 });
    expect(await listRows(user)).toBeLessThanOrEqual(200 * 100);
    const started = process.cpuUsage();
    const week = await shown(user, '2026-12-07T00:00:00Z', '2026-12-14T00:00:00Z');
    const { user: cpu } = process.cpuUsage(started);
    expect(new Set(week.map(({ title }: { title: string }) => title)).size).toBe(200);
    expect(week.length).toBeLessThanOrEqual(20_000);
    expect(cpu / 1000).toBeLessThan(5000);
  });

  it('is refused with the limit if there are too many to show', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const refused = async (length: number, rule = 'FREQ=MINUTELY') => {
      const started = process.cpuUsage();
      const file = createFile(...upTo(length).map((i) => [...minutely(i).slice(0, 3), `RRULE:${rule}`]));
      const { status, error } = await user.call('POST', '/api/calendars/import', file);
      expect(status).toBe(422);
      expect(error.message).toMatch(/too many events that repeat many times a day. At most 500/);
      const { user: cpu } = process.cpuUsage(started);
      return cpu;
    };
    const kept = process.cpuUsage();
    await imported(await server.signUp({ timeZone: 'UTC' }), createFile(...upTo(100).map(minutely)));
    const { user: keepingCost } = process.cpuUsage(kept);
    // No series is expanded before the refusal: rules without a filter are counted by arithmetic.
    expect(await refused(501)).toBeLessThan(keepingCost);
    expect(await refused(2_000)).toBeLessThan(keepingCost);
    await refused(501, 'FREQ=DAILY;BYHOUR=8,9,10,11,12;BYMINUTE=0,10,20,30,40,50');
    // A filter may drop any occurrence, so these rules are expanded.
    await refused(501, 'FREQ=MINUTELY;BYDAY=MO,TU,WE,TH,FR');
    expect(await shown(user, '2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z')).toEqual([]);
  });

  it('in a connected calendar is kept and reported', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const recurrence = { rules: ['FREQ=MINUTELY'], exceptionRules: [], rdates: [], exdates: [] };
    for (let i = 0; i < 510; i += 1) fake.put('main', [remoteEvent(`minutely ${i}`, { recurrence })]);
    await connectFakeAccount(user);
    await syncAllNow(server, user);
    expect(await listRows(user)).toBeLessThanOrEqual(510 * 100);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events
      where user_id = ${user.profile._id} and indexed_until is not null`.execute(server.app.platform.db);
    expect(rows[0]?.count).toBe(500);
    const week = await shown(user, '2027-02-01T00:00:00Z', '2027-02-08T00:00:00Z');
    expect(new Set(week.map(({ eventId }: { eventId: string }) => eventId)).size).toBe(500);
  });

  it('is aborted when the client disconnects', async () => {
    const user = await server.signUp({ timeZone: 'UTC' });
    const http = server.app.http;
    await http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = http.server.address() as AddressInfo;
    const file = createFile(
      ...Array.from({ length: 3000 }, (_, i) => [
        `SUMMARY:Day ${i}`,
        'DTSTART:20260101T000000Z',
        'RRULE:FREQ=DAILY',
      ]),
    );
    const queriesBefore = server.queries.length;
    const upload = request({
      port,
      method: 'POST',
      path: '/api/calendars/import',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/calendar' },
    });
    upload.on('error', () => undefined);
    upload.end(file);
    await once(upload, 'finish');
    await eventually(async () => {
      const asked = server.queries.slice(queriesBefore);
      if (!asked.some((query) => query.startsWith('insert into "occurrences"')))
        throw new Error('Not begun yet.');
    });
    upload.destroy();
    await eventually(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(
        server.app.platform.db,
      );
      if (rows[0]?.count !== 0) throw new Error('The import goes on.');
    });
    expect(
      (await user.call('GET', '/api/calendars')).body.calendars.map((it: { kind: string }) => it.kind),
    ).not.toContain('imported');
  });
});
