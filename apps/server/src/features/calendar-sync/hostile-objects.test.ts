import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { calendarText } from '#integrations/test/caldav-side.ts';
import { demoCaldav } from '#integrations/test/demo-caldav.ts';
import { syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer } from '#test/server.ts';

const STAMP = 'DTSTAMP:20261101T000000Z';
const upTo = (most: number) => Array.from({ length: most }, (_, i) => i);

/** An event whose own zone has rules that are costlier than those of any real zone. */
function inCostlyZone(index: number): string {
  const times = `BYHOUR=${upTo(24).join()};BYMINUTE=${upTo(60).join()};BYSECOND=${upTo(60).join()}`;
  const zone = [
    'BEGIN:VTIMEZONE',
    `TZID:Costly ${index}`,
    ...upTo(300).flatMap((i) => [
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      `TZOFFSETFROM:+01${String(i % 60).padStart(2, '0')}`,
      `TZOFFSETTO:+02${String(i % 60).padStart(2, '0')}`,
      i % 2 === 0 ? 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10' : `RRULE:FREQ=DAILY;${times};COUNT=99999999`,
      'END:STANDARD',
    ]),
    'END:VTIMEZONE',
  ].join('\r\n');
  return calendarText(
    `UID:costly-${index}@x.example`,
    STAMP,
    `DTSTART;TZID=Costly ${index}:20261201T100000`,
    `DTEND;TZID=Costly ${index}:20261201T110000`,
    `SUMMARY:Costly ${index}`,
  ).replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`);
}

/** Valid, but very large. */
const long = calendarText(
  'UID:long@x.example',
  STAMP,
  'DTSTART:20261202T100000Z',
  'DTEND:20261202T110000Z',
  'SUMMARY:Long',
  ...upTo(20_000).map((i) => `X-NOTE-${i}:${'n'.repeat(60)}`),
);

test('expensive objects of a calendar delay only their owner, and are reported', async () => {
  const server = await openTestServer({ BILLING: 'off', RATE_LIMIT_PER_MINUTE: '100000' });
  server.setTime('2026-11-20T12:00:00Z');
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const { login, side } = demoCaldav(server);
  await side.put(
    'good.ics',
    calendarText('UID:good@x.example', STAMP, 'DTSTART:20261203T100000Z', 'SUMMARY:Good'),
  );
  await side.put('long.ics', long);
  for (const index of upTo(12)) await side.put(`costly-${index}.ics`, inCostlyZone(index));
  await other.call('GET', '/api/calendars');

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const state = { isSynced: false };
  expect((await owner.call('POST', '/api/integrations/caldav/connect', login)).status).toBe(200);
  const syncRun = syncAllNow(server, owner).finally(() => {
    state.isSynced = true;
  });
  const waits: number[] = [];
  while (!state.isSynced || waits.length < 20) {
    const asked = performance.now();
    expect((await other.call('GET', '/api/calendars')).status).toBe(200);
    waits.push(performance.now() - asked);
  }
  await syncRun;
  delay.disable();
  expect(delay.percentile(90) / 1e6, 'event loop, milliseconds').toBeLessThan(250);
  expect(delay.max / 1e6, 'longest block, milliseconds').toBeLessThan(1_000);
  expect(waits.toSorted((a, b) => b - a)[Math.floor(waits.length / 10)], 'p90 of a request').toBeLessThan(
    250,
  );
  expect(performance.now() - started, 'the whole sync, milliseconds').toBeLessThan(30_000);

  const { body } = await owner.call('GET', '/api/events?from=2026-11-20T00:00:00Z&to=2027-01-01T00:00:00Z');
  const titles = body.occurrences.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Good', 'Long', 'Costly 0', 'Costly 11']));
  const { accounts } = (await owner.call('GET', '/api/calendar-accounts')).body;
  const { sync } = accounts[0].calendars.find(({ name }: { name: string }) => name === 'Home');
  expect(sync).toMatchObject({ failure: null, problems: { count: 12 } });
  expect(sync.problems.first).toMatch(/Costly \d+.*take too long to evaluate/);
});
