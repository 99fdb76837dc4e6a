import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
});

const createCalendar = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (index: number, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${index}`,
  `SUMMARY:Event ${index}`,
  'DTSTART:20200101T000000Z',
  ...lines,
  'END:VEVENT',
];
const upTo = (most: number) => Array.from({ length: most }, (_, i) => i);
/** No step of these rules finds an occurrence, so each rule uses up its whole budget. */
const costly = createCalendar(
  upTo(40).flatMap((i) =>
    event(
      i,
      `RRULE:FREQ=DAILY;BYHOUR=${upTo(24).join()};BYMINUTE=${upTo(60).join()};BYSECOND=${upTo(60).join()};COUNT=99999999${i}`,
    ),
  ),
);

describe('an expensive file', () => {
  it('delays only its owner: requests and imports of others continue', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    await other.call('GET', '/api/tasks');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const order: string[] = [];
    const slow = owner.call('POST', '/api/calendars/import', costly).then(({ status }) => {
      order.push('slow');
      return status;
    });
    delay.enable();
    const waits: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const started = performance.now();
      expect((await other.call('GET', '/api/calendars')).status).toBe(200);
      waits.push(performance.now() - started);
    }
    const { status, body } = await other.call(
      'POST',
      '/api/calendars/import',
      createCalendar(event(1, 'RRULE:FREQ=HOURLY')),
    );
    order.push('other');
    delay.disable();
    expect(status).toBe(200);
    expect(body.report.created).toBe(1);
    expect(await slow).toBe(200);
    expect(order).toEqual(['other', 'slow']);
    expect(delay.percentile(90) / 1e6, 'event loop, milliseconds').toBeLessThan(250);
    expect(waits.toSorted((a, b) => a - b)[10], 'median of a request, milliseconds').toBeLessThan(250);
  });

  it('is refused after the time limit, and the next one is read', async () => {
    const hasty = await openTestServer({ IMPORT_LIMIT_SECONDS: '1', IMPORT_LIMIT_EVENTS: '1000000' });
    const owner = await hasty.signUp();
    const long = createCalendar(upTo(110_000).flatMap((i) => event(i, 'RRULE:FREQ=DAILY;COUNT=900')));
    const started = performance.now();
    const { status, error } = await owner.call('POST', '/api/calendars/import', long);
    expect(status).toBe(422);
    expect(error.message).toMatch(/takes too much time or memory/);
    expect(performance.now() - started).toBeLessThan(20_000);
    const { body } = await owner.call('POST', '/api/calendars/import', createCalendar(event(1)));
    expect(body.report.created).toBe(1);
  });
});
