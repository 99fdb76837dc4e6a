import { beforeAll, expect, it } from 'vitest';
import { measureLongestHold } from '#test/event-loop.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' }, { poolSize: 4 });
  user = await server.signUp({ timeZone: 'UTC' });
});

const upTo = (most: number) => Array.from({ length: most }, (_, i) => i);
const toDay = (index: number) =>
  new Date(Date.UTC(2020, 0, 1 + index, 9)).toISOString().replace(/[-:]|\.\d+/g, '');
const EVERY_SECOND = `FREQ=DAILY;BYHOUR=${upTo(24).join()};BYMINUTE=${upTo(60).join()};BYSECOND=${upTo(60).join()}`;

/** Imports a series since 2020 with changed instances. */
async function importSeries(uid: string, rule: string, instances: number): Promise<string> {
  const series = ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${toDay(0)}`, `RRULE:${rule}`, 'END:VEVENT'];
  const changed = upTo(instances).flatMap((day) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `RECURRENCE-ID:${toDay(day)}`,
    `DTSTART:${toDay(day)}`,
    'SUMMARY:Changed',
    'END:VEVENT',
  ]);
  const file = ['BEGIN:VCALENDAR', ...series, ...changed, 'END:VCALENDAR', ''].join('\r\n');
  const { status, body } = await user.call('POST', '/api/calendars/import', file);
  expect(status).toBe(200);
  const { calendarId } = body.report;
  const row = await server.app.platform.db
    .selectFrom('events' as never)
    .select(['id' as never])
    .where('calendar_id' as never, '=', calendarId as never)
    .where('recurrence_id' as never, 'is', null as never)
    .executeTakeFirstOrThrow();
  return (row as { id: string }).id;
}

it.each([
  ['a series that fires each second and has many changed instances is moved', EVERY_SECOND, 20],
  ['a long daily series with hundreds of changed instances is moved', 'FREQ=DAILY;COUNT=40000', 600],
])('the event loop is free while %s', async (_what, rule, instances) => {
  const id = await importSeries(_what, rule, instances);
  let reply: Reply | null = null;
  const held = await measureLongestHold(async () => {
    reply = await user.call('PATCH', `/api/events/${id}`, {
      scope: 'all',
      startsAt: '2020-01-01T10:00:00Z',
      endsAt: '2020-01-01T11:00:00Z',
    });
  });
  expect([200, 422]).toContain((reply as Reply | null)?.status);
  expect(held, 'event loop, milliseconds').toBeLessThan(500);
});

it('single occurrences of a series with an expensive rule cannot be edited, but the series can be deleted', async () => {
  const id = await importSeries('costly', `${EVERY_SECOND};COUNT=99999999`, 0);
  const late = '2600-01-01T09:00:00.000Z';
  const held = await measureLongestHold(async () => {
    for (const scope of ['this', 'following']) {
      const query = `scope=${scope}&recurrenceId=${late}`;
      expect((await user.call('DELETE', `/api/events/${id}?${query}`)).status).toBe(422);
    }
  });
  expect(held, 'event loop, milliseconds').toBeLessThan(500);
  expect((await user.call('DELETE', `/api/events/${id}?scope=all`)).status).toBe(200);
});

it('edits in a thread apply to the current state', async () => {
  const id = await importSeries('rivals', 'FREQ=HOURLY', 0);
  const edits = upTo(3).map((hour) =>
    user.call('PATCH', `/api/events/${id}`, {
      scope: 'this',
      recurrenceId: `2020-01-02T0${hour}:00:00.000Z`,
      title: `Hour ${hour}`,
    }),
  );
  for (const { status } of await Promise.all(edits)) expect(status).toBe(200);
  const { body } = await user.call('GET', '/api/events?from=2020-01-02T00:00:00Z&to=2020-01-02T03:00:00Z');
  const titles = body.occurrences.map(({ title }: { title: string }) => title);
  expect(titles.filter((title: string) => title.startsWith('Hour')).sort()).toEqual([
    'Hour 0',
    'Hour 1',
    'Hour 2',
  ]);
});

it('a series with thousands of changed instances can only be deleted as a whole', async () => {
  const id = await importSeries('crowd', 'FREQ=DAILY', 2_500);
  const held = await measureLongestHold(async () => {
    const { status, error } = await user.call('PATCH', `/api/events/${id}`, { scope: 'all', title: 'New' });
    expect([status, error.message]).toEqual([
      422,
      expect.stringContaining('more than 2000 changed occurrences'),
    ]);
  });
  expect(held, 'event loop, milliseconds').toBeLessThan(500);
  expect((await user.call('DELETE', `/api/events/${id}?scope=all`)).status).toBe(200);
});
