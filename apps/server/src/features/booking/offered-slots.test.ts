import { MINUTE_MS } from '@dayloom/time';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/server.ts';

/** `BOOKING_RUNS=200` tries more hosts, `BOOKING_SEED` others. */
const RUNS = Number(process.env.BOOKING_RUNS ?? 6);
const SEED = process.env.BOOKING_SEED === undefined ? undefined : Number(process.env.BOOKING_SEED);
const ATTEMPTS = 6;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  server.setTime('2026-11-16T08:00:00Z');
});

/** Weeks with a change of the clocks: by an hour, by half an hour, and none. */
const places = [
  ['America/New_York', '2027-03-14'],
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/London', '2027-10-31'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Africa/Casablanca', '2027-02-07'],
  ['Asia/Kathmandu', '2027-03-28'],
] as const;

const aTime = fc.integer({ min: 0, max: 23 * 60 + 55 });
const toClock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Open at night too, when clocks change. */
const aWindow = fc
  .tuple(aTime, fc.integer({ min: 30, max: 14 * 60 }))
  .map(([start, length]): [string, string] => [toClock(start), toClock(Math.min(start + length, 24 * 60))]);

const aHost = fc.record({
  place: fc.constantFrom(...places),
  window: aWindow,
  eventType: fc.record({
    durations: fc.constantFrom([15], [30], [50], [90]),
    stepMinutes: fc.constantFrom(5, 10, 15, 20, 30, 60),
    bufferBeforeMinutes: fc.constantFrom(0, 5, 30),
    bufferAfterMinutes: fc.constantFrom(0, 10, 45),
    dailyCap: fc.constantFrom(null, null, 2),
  }),
  /** Events of the host, in minutes after the Saturday's midnight in UTC. */
  events: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 * 1440 }), fc.integer({ min: 5, max: 600 })), {
    maxLength: 4,
  }),
  /** Which of the offered times are asked for, and how far from them others are tried. */
  choices: fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0, 0, 5, 15, -10)), {
    minLength: ATTEMPTS,
    maxLength: ATTEMPTS,
  }),
});

/** Random windows may all be too short for their event types. This host always offers times. */
const FREE_HOST: typeof aHost extends fc.Arbitrary<infer Host> ? Host : never = {
  place: places[0],
  window: ['09:00', '17:00'],
  eventType: {
    durations: [30],
    stepMinutes: 30,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    dailyCap: null,
  },
  events: [],
  choices: [[0, 0]],
};

interface Booked {
  readonly from: number;
  readonly to: number;
}

test('an offered time can be booked, another one cannot, and nothing overlaps', async () => {
  let offers = 0;
  await fc.assert(
    fc.asyncProperty(aHost, async ({ place: [timeZone, sunday], window, eventType, events, choices }) => {
      const host = await server.signUp({ timeZone });
      const day = Date.parse(`${sunday}T00:00:00Z`) - 24 * 60 * MINUTE_MS;
      for (const [start, minutes] of events)
        await host.call('POST', '/api/events', {
          title: 'Busy',
          startsAt: new Date(day + start * MINUTE_MS).toISOString(),
          endsAt: new Date(day + (start + minutes) * MINUTE_MS).toISOString(),
        });
      const end = day + 3 * 1440 * MINUTE_MS;
      const every = [window];
      const hours = Object.fromEntries(
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((weekday) => [weekday, every]),
      );
      const body = { slug: 'any', title: 'Any', horizonDays: 365, hours, ...eventType };
      expect((await host.call('POST', '/api/event-types', body)).status).toBe(201);
      const { username } = host.profile;
      const range = `from=${new Date(day).toISOString()}&to=${new Date(end).toISOString()}`;
      const list = async (): Promise<string[]> => {
        const { body: answer } = await server.call(
          'GET',
          `/api/booking/optimal-slots?username=${username}&eventType=any&${range}`,
        );
        return answer['slots'].map(({ startsAt }: { startsAt: string }) => startsAt);
      };
      for (const [which, minutes] of choices) {
        const offered = await list();
        const start = offered[which % Math.max(1, offered.length)];
        if (start === undefined) return;
        const at = Date.parse(start) + minutes * MINUTE_MS;
        // Outside of the range nothing is listed.
        if (at < day || at >= end) continue;
        offers += 1;
        const startsAt = new Date(at).toISOString();
        const { status } = await server.call('POST', '/api/booking/create', {
          username,
          eventType: 'any',
          startsAt,
          timeZone: 'UTC',
          name: 'Ada',
          email: 'ada@example.org',
        });
        const expected = offered.includes(startsAt) ? [201] : [400, 409];
        expect(expected, `${startsAt} of ${timeZone}`).toContain(status);
      }
      const { rows } = await sql<{ from: Date; to: Date; source: string }>`
        select lower(blocked) as from, upper(blocked) as to, 'booking' as source from bookings
        where user_id = ${host.profile._id}
        union all
        select starts_at, ends_at, 'event' from events where user_id = ${host.profile._id} and title = 'Busy'
        order by 1`.execute(server.app.platform.db);
      const taken = rows.map(({ from, to, source }) => ({ from: +from, to: +to, source }));
      const bookings: Booked[] = taken.filter(({ source }) => source === 'booking');
      for (const booking of bookings) {
        const others = taken.filter((one) => one !== booking);
        expect(others.filter(({ from, to }) => from < booking.to && to > booking.from)).toEqual([]);
      }
    }),
    { numRuns: RUNS, examples: [[FREE_HOST]], ...(SEED !== undefined && { seed: SEED }) },
  );
  expect(offers).toBeGreaterThan(0);
}, 600_000);
