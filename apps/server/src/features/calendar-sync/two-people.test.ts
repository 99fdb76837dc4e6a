import { MINUTE_MS } from '@dayloom/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { DyingProviders } from '#test/dying-providers.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

/** Set `PEOPLE_SEEDS=100` for a long run. */
const SEEDS = Array.from({ length: Number(process.env.PEOPLE_SEEDS ?? 2) }, (_, index) => index + 1);
const STEPS = 20;
const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-12-14T00:00:00Z';
const SIDES = {
  google: { account: 'demo_google_maya', provider: 'google', faults: ['expire-token'] },
  outlook: {
    account: 'demo_microsoft_maya',
    provider: 'microsoft',
    faults: ['expire-token', 'bare-removal'],
  },
  // No fault for CalDAV: after a refused password the account has to be reconnected, which is not a temporary
  // failure.
  apple: { account: undefined, provider: 'caldav', faults: [] },
} as const;
/** A worker that has not extended its lease for this long is considered dead. */
const LEASE_MS = 3 * MINUTE_MS;

const deadly = new DyingProviders();
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer(
    { RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' },
    { calendarProviders: deadly.around },
  );
});

/** Lehmer's generator with Park and Miller's multiplier: small, seeded, deterministic on all platforms. */
function createRandom(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const listOccurrences = async (user: TestUser): Promise<Reply['body'][]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences;

/**
 * An all-day event is a date, so each user sees it from their own midnight. Floating times differ between the
 * users.
 */
const shown = (occurrences: readonly Reply['body'][]) =>
  occurrences
    .filter(({ startsOn, timeZone }) => startsOn || timeZone)
    .map(
      ({ title, startsAt, endsAt, startsOn, endsOn }) =>
        `${startsOn ?? startsAt} ${endsOn ?? endsAt} ${title}`,
    )
    .sort();

describe('two people who share a calendar, by the real adapters', () => {
  describe.each(['google', 'outlook', 'apple'] as const)('%s', (domain) => {
    test.each(SEEDS)(
      'converge although both edit, the provider fails and workers die (seed %i)',
      async (seed) => {
        const random = createRandom(seed);
        const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
        const { account, provider, faults } = SIDES[domain];
        const people = [
          await server.signUp({ timeZone: 'Europe/Berlin' }),
          await server.signUp({ timeZone: 'America/New_York' }),
        ];
        for (const person of people) await connect(server, person, domain, account);
        const sandbox = await server.sandboxUrl();
        const ask = (path: string, body: object = {}) =>
          fetch(`${sandbox}/sandbox/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          });
        const troubles = ['error', 'rate-limit', 'too-many', ...faults];
        // A token that is refused again after its renewal means that the access is gone.
        const injectFault = () => {
          const kind = pick(troubles);
          const times = kind === 'expire-token' ? 1 : 1 + Math.floor(random() * 2);
          return ask('faults', { provider, kind, times });
        };
        /** The worker dies in one of the calls to the provider; another one takes over later. */
        const dieDuringSync = async (person: TestUser) => {
          let callsLeft = Math.floor(random() * 12);
          deadly.isDeadly = () => callsLeft-- === 0;
          const end = await deadly.runUntilStopped(() => syncAllNow(server, person));
          deadly.isDeadly = () => false;
          if (end === 'stopped') server.setTime(new Date(server.now().getTime() + LEASE_MS).toISOString());
        };
        const made = new Set<string>();
        const deleted = new Set<string>();
        const own = async (person: TestUser) =>
          (await listOccurrences(person)).filter(({ title }) => made.has(String(title).replace(/ \(.*/, '')));
        let names = 0;
        const steps = [
          async (person: TestUser) => {
            const title = `Shared ${seed}.${++names}`;
            made.add(title);
            const day = 17 + Math.floor(random() * 10);
            const reply = await person.call('POST', '/api/events', {
              title,
              startsAt: `2026-11-${day}T14:00:00Z`,
              endsAt: `2026-11-${day}T15:00:00Z`,
              ...(random() < 0.5 && { recurrenceRule: pick(['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;COUNT=4']) }),
            });
            expect(reply.status).toBe(200);
          },
          async (person: TestUser) => {
            const occurrence = pick(await own(person));
            if (!occurrence) return;
            const [base] = String(occurrence['title']).split(' (');
            await person.call('PATCH', `/api/events/${occurrence['eventId']}`, {
              title: `${base} (${++names})`,
              ...(occurrence['recurrenceId'] && {
                recurrenceId: occurrence['recurrenceId'],
                scope: pick(['this', 'all']),
              }),
            });
          },
          async (person: TestUser) => {
            const occurrence = pick(await own(person));
            if (!occurrence) return;
            const later = (instant: string) => new Date(Date.parse(instant) + 45 * MINUTE_MS).toISOString();
            await person.call('PATCH', `/api/events/${occurrence['eventId']}`, {
              startsAt: later(occurrence['startsAt']),
              endsAt: later(occurrence['endsAt']),
              timeZone: occurrence['timeZone'] ?? 'UTC',
              ...(occurrence['recurrenceId'] && { recurrenceId: occurrence['recurrenceId'], scope: 'this' }),
            });
          },
          async (person: TestUser) => {
            const occurrence = pick(await own(person));
            if (!occurrence) return;
            const aim = occurrence['recurrenceId']
              ? `?recurrenceId=${encodeURIComponent(occurrence['recurrenceId'])}&scope=${pick(['this', 'following', 'all'])}`
              : '?scope=all';
            deleted.add(String(occurrence['title']).replace(/ \(.*/, ''));
            await person.call('DELETE', `/api/events/${occurrence['eventId']}${aim}`);
          },
          injectFault,
          dieDuringSync,
          dieDuringSync,
          () => ask('forget-sync-tokens'),
          (person: TestUser) => syncAllNow(server, person),
          (person: TestUser) => syncAllNow(server, person),
        ];
        for (let step = 0; step < STEPS; step += 1) await pick(steps)(pick(people));

        for (const kind of troubles) await ask('faults', { provider, kind, times: 0 });
        // Workers that were only paused find that others have taken over.
        await deadly.resumeAll();
        for (let round = 0; round < 5; round += 1) {
          for (const person of people) {
            await person.call('POST', '/api/task/syncAllCalendarEvents');
            await syncAllNow(server, person);
          }
        }
        const [mine, theirs] = await Promise.all(
          people.map(async (person) => shown(await listOccurrences(person))),
        );
        expect(mine).toEqual(theirs);
        // Everything that was not deleted still exists.
        const bases = new Set(mine?.map((line) => line.replace(/^\S+ \S+ /, '').replace(/ \(.*/, '')));
        expect([...made].filter((title) => !deleted.has(title) && !bases.has(title))).toEqual([]);
        // No duplicates: one event has one occurrence at a time.
        expect(new Set(mine).size).toBe(mine?.length);
        for (const person of people) {
          const { body } = await person.call('GET', '/api/calendar-accounts');
          for (const { sync } of body.accounts[0].calendars)
            expect(sync).toMatchObject({ state: 'in_step', pendingWrites: 0, failure: null });
        }
      },
      60_000,
    );
  });
});
