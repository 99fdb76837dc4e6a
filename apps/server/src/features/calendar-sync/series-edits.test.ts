import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

/** Set `SERIES_SEEDS=100` for a long run, and `SERIES_FROM` for another first seed. */
const SEEDS = Array.from(
  { length: Number(process.env.SERIES_SEEDS ?? 1) },
  (_, index) => index + Number(process.env.SERIES_FROM ?? 103),
);
const STEPS = 6;
/** Includes both DST changes of 2027. */
const RANGE = 'from=2026-11-16T00:00:00Z&to=2027-12-10T00:00:00Z';
const ACCOUNTS = { google: 'demo_google_maya', outlook: 'demo_microsoft_maya', apple: undefined } as const;
const FEW = 12;

const SERIES: readonly { start: string; rule: string }[] = [
  { start: '2026-11-17T14:00', rule: 'FREQ=WEEKLY' },
  { start: '2026-11-17T14:00', rule: 'FREQ=WEEKLY;BYDAY=TU,TH' },
  { start: '2027-03-15T09:00', rule: 'FREQ=WEEKLY;COUNT=6' },
  { start: '2027-03-24T09:00', rule: 'FREQ=DAILY;COUNT=9' },
  { start: '2027-10-25T23:30', rule: 'FREQ=DAILY;COUNT=10' },
  { start: '2027-10-27T02:30', rule: 'FREQ=DAILY;UNTIL=20271105T230000Z' },
  { start: '2027-03-25T02:30', rule: 'FREQ=DAILY;COUNT=6' },
  { start: '2026-11-27T10:00', rule: 'FREQ=MONTHLY;BYDAY=-1FR' },
  { start: '2027-01-31T10:00', rule: 'FREQ=MONTHLY;BYMONTHDAY=31' },
  { start: '2026-12-31T10:00', rule: 'FREQ=MONTHLY;COUNT=6' },
  { start: '2026-12-01T18:00', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,FR;UNTIL=20270501T215959Z' },
  { start: '2026-12-07T08:00', rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=30' },
  { start: '2026-12-15T08:00', rule: 'FREQ=MONTHLY;BYDAY=3TU' },
];
const NEW_RULES = ['FREQ=WEEKLY', 'FREQ=DAILY;COUNT=5', 'FREQ=WEEKLY;INTERVAL=2;COUNT=8', null];

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
});

/** Lehmer's generator with Park and Miller's multiplier: small, seeded, deterministic on all platforms. */
function createRandom(seed: number): () => number {
  const next = (state: number) => (state * 48_271) % 2_147_483_647;
  // Neighbouring seeds give neighbouring first values.
  let state = next(next(next(seed * 7_919)));
  return () => {
    state = next(state);
    return state / 2_147_483_647;
  };
}

const wallIn = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(instant))
    .replace(' ', 'T');

function instantIn(wall: string, timeZone: string): string {
  let at = Date.parse(`${wall}:00Z`);
  // Repeated, because a DST change may lie between.
  for (let round = 0; round < 3; round += 1)
    at += Date.parse(`${wall}:00Z`) - Date.parse(`${wallIn(at, timeZone)}:00Z`);
  return new Date(at).toISOString();
}

const later = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
const dayLater = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const shown = (occurrences: readonly Reply['body'][]) =>
  occurrences
    .map(
      ({ title, location, startsAt, endsAt, startsOn, endsOn }) =>
        `${startsOn ?? startsAt} ${endsOn ?? endsAt} ${title} @ ${location}`,
    )
    .sort();

/** The event moved by hours or days; all-day events move by days. */
function movedBy(
  { startsOn, endsOn, startsAt, endsAt, timeZone }: Reply['body'],
  days: number,
  minutes: number,
) {
  if (startsOn) return { startsOn: dayLater(startsOn, days), endsOn: dayLater(endsOn, days) };
  const zone = timeZone ?? 'UTC';
  const wall = Date.parse(`${wallIn(Date.parse(startsAt), zone)}:00Z`) + days * DAY_MS + minutes * MINUTE_MS;
  const start = instantIn(new Date(wall).toISOString().slice(0, 16), zone);
  return {
    startsAt: start,
    endsAt: later(start, (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS),
    timeZone: zone,
  };
}

/** Turns an all-day event into a timed one and vice versa. */
function otherKind({ startsOn, startsAt, timeZone }: Reply['body']) {
  if (startsOn) {
    const start = instantIn(`${startsOn}T15:00`, 'Europe/Berlin');
    return { startsAt: start, endsAt: later(start, 60), timeZone: 'Europe/Berlin' };
  }
  const date = wallIn(Date.parse(startsAt), timeZone ?? 'UTC').slice(0, 10);
  return { startsOn: date, endsOn: dayLater(date, 1) };
}

describe.each(['google', 'outlook', 'apple'] as const)(
  'a shared series edited by both users, %s',
  (domain) => {
    const people: TestUser[] = [];
    const calendarIds: string[] = [];

    beforeAll(async () => {
      for (const timeZone of ['Europe/Berlin', 'America/New_York']) {
        const person = await server.signUp({ timeZone });
        await connect(server, person, domain, ACCOUNTS[domain]);
        const { body } = await person.call('GET', '/api/calendars');
        calendarIds.push(body.calendars.find((calendar: Reply['body']) => calendar['isDefault'])._id);
        people.push(person);
      }
    }, 60_000);

    const sync = (index: number) =>
      syncNow(server, {
        userId: (people[index] as TestUser).profile._id,
        calendarId: calendarIds[index] as string,
      });

    test.each(SEEDS)(
      'is the same for both after each edit and after a full sync (seed %i)',
      async (seed) => {
        const random = createRandom(seed);
        const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
        const own = async (index: number): Promise<Reply['body'][]> => {
          const { body } = await (people[index] as TestUser).call('GET', `/api/events?${RANGE}`);
          return body.occurrences.filter(({ title }: Reply['body']) => String(title).startsWith(`S${seed}.`));
        };
        /** The steps so far, shown in case of a failure. */
        const log: string[] = [];
        const amiss: unknown[] = [];
        const compare = (actual: unknown, expected: unknown) => {
          if (!isDeepStrictEqual(actual, expected)) amiss.push({ log: [...log], actual, expected });
        };
        /** False: the provider reports that it cannot store it. */
        const isKept = async (index: number, expected: readonly string[]): Promise<boolean> => {
          await sync(index);
          const { body } = await (people[index] as TestUser).call('GET', '/api/calendar-accounts');
          const { sync: status } = body.accounts[0].calendars.find(
            ({ calendarId }: Reply['body']) => calendarId === calendarIds[index],
          );
          if (domain === 'outlook' && status.failure?.kind === 'rejected') {
            compare(/^Outlook (?:cannot|does not|no longer)/.test(status.failure.message), true);
            return false;
          }
          compare([status.state, status.pendingWrites, status.failure], ['in_step', 0, null]);
          compare(shown(await own(index)), expected);
          await sync(1 - index);
          compare(shown(await own(1 - index)), expected);
          return amiss.length === 0;
        };
        const listAnew = async () => {
          await fetch(`${await server.sandboxUrl()}/sandbox/forget-sync-tokens`, { method: 'POST' });
        };

        const edit = async (index: number): Promise<boolean> => {
          const person = people[index] as TestUser;
          const occurrences = await own(index);
          const before = shown(occurrences);
          // Mostly one of the first occurrences, as people do.
          const target = pick(random() < 0.6 ? occurrences.slice(0, FEW) : occurrences);
          if (!target) return false;
          const { eventId, recurrenceId, startsOn, startsAt, endsAt } = target;
          const scope = recurrenceId ? pick(['this', 'this', 'following', 'all']) : 'all';
          const aim = { scope, ...(recurrenceId && { recurrenceId }) };
          const changes: Record<string, () => object | null> = {
            rename: () => ({ title: `S${seed}.${Math.floor(random() * 1_000)}` }),
            place: () => ({ location: `Room ${Math.floor(random() * 1_000)}` }),
            move: () => movedBy(target, startsOn ? pick([1, -1]) : 0, pick([45, -30, 120, 600])),
            moveDays: () => movedBy(target, pick([1, -1, 2, 3]), pick([0, 0, 60])),
            kind: () => otherKind(target),
            zone: () =>
              startsOn
                ? null
                : { startsAt, endsAt, timeZone: pick(['America/New_York', 'Asia/Tokyo', 'Europe/London']) },
            rule: () => (scope === 'this' ? null : { recurrenceRule: pick(NEW_RULES) }),
          };
          const what = pick(['move', 'delete', 'undo', 'list', ...Object.keys(changes)]);
          log.push(`${index}: ${what} ${scope} at ${startsOn ?? startsAt} (${recurrenceId})`);
          if (what === 'list') {
            await listAnew();
            return isKept(index, before);
          }
          if (what === 'delete') {
            const query = new URLSearchParams(aim as Record<string, string>);
            compare((await person.call('DELETE', `/api/events/${eventId}?${query.toString()}`)).status, 200);
            const after = shown(await own(index));
            if (scope === 'this') compare(after.length, before.length - 1);
            return isKept(index, after);
          }
          const change = changes[what === 'undo' ? pick(['rename', 'move', 'kind']) : what]?.();
          if (!change) return true;
          log.push(JSON.stringify(change));
          const reply = await person.call('PATCH', `/api/events/${eventId}`, { ...change, ...aim });
          compare(reply.status, 200);
          if (what === 'undo') {
            if (random() < 0.5) await sync(index);
            await person.call('POST', `/api/commands/${reply.body['commandId']}/undo`);
            compare(shown(await own(index)), before);
            return isKept(index, before);
          }
          const after = shown(await own(index));
          if (scope === 'this') {
            compare(after.length, before.length);
            compare(before.filter((line) => !after.includes(line)).length <= 1, true);
          }
          return isKept(index, after);
        };

        const { start, rule } = pick(SERIES);
        const timeZone = pick(['Europe/Berlin', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']);
        const startsAt = instantIn(start, timeZone);
        const startsOn = start.slice(0, 10);
        const input =
          random() < 0.25
            ? {
                startsOn,
                endsOn: dayLater(startsOn, pick([1, 1, 2])),
                recurrenceRule: rule.replace(/(UNTIL=\d{8})T\d{6}Z/, '$1'),
              }
            : { startsAt, endsAt: later(startsAt, pick([30, 60, 90])), timeZone, recurrenceRule: rule };
        const author = pick([0, 1]);
        const made = await (people[author] as TestUser).call('POST', '/api/events', {
          title: `S${seed}.a`,
          ...input,
        });
        expect(made.status).toBe(200);
        log.push(`${author}: ${JSON.stringify(input)}`);
        let isGoing = await isKept(author, shown(await own(author)));
        for (let step = 0; step < STEPS && isGoing; step += 1) isGoing = await edit(pick([0, 1]));
        if (isGoing) {
          const before = shown(await own(0));
          await listAnew();
          await isKept(0, before);
        }
        // Refused changes wait with their author; none of them may affect the next seed.
        for (const index of [0, 1, 0, 1]) {
          for (const id of new Set((await own(index)).map(({ eventId }) => eventId)))
            await (people[index] as TestUser).call('DELETE', `/api/events/${id}?scope=all`);
          await sync(index);
        }
        expect(amiss).toEqual([]);
      },
      60_000,
    );
  },
);
