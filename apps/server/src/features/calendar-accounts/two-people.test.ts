import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '../../test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '../../test/server.ts';

const SEEDS = [1, 2, 3];
const STEPS = 16;
const MINUTE_MS = 60_000;
const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-12-14T00:00:00Z';
const FAULTS = { google: 'google', outlook: 'microsoft' } as const;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
});

/** Lehmer's generator with Park and Miller's multiplier: small, seeded, the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const occurrencesOf = async (user: TestUser): Promise<Reply['body'][]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences;

/** A whole day is a date: each of them sees it from their own midnight. */
const shown = (occurrences: readonly Reply['body'][]) =>
  occurrences
    .map(
      ({ title, startsAt, endsAt, startsOn, endsOn }) =>
        `${startsOn ?? startsAt} ${endsOn ?? endsAt} ${title}`,
    )
    .sort();

describe('two people who share a calendar, by the real adapters', () => {
  describe.each(['google', 'outlook'] as const)('%s', (domain) => {
    test.each(SEEDS)(
      'see the same after both edited it while the provider stumbled (seed %i)',
      async (seed) => {
        const random = randomOf(seed);
        const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
        const account = domain === 'google' ? 'demo_google_maya' : 'demo_microsoft_maya';
        const people = [
          await server.signUp({ timeZone: 'Europe/Berlin' }),
          await server.signUp({ timeZone: 'America/New_York' }),
        ];
        for (const person of people) await connect(server, person, domain, account);
        const sandbox = await server.sandboxUrl();
        const stumble = async () => {
          const kind = pick(['error', 'rate-limit', 'expire-token', 'too-many']);
          await fetch(`${sandbox}/sandbox/faults`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ provider: FAULTS[domain], kind, times: 1 + Math.floor(random() * 2) }),
          });
        };
        const made = new Set<string>();
        const own = async (person: TestUser) =>
          (await occurrencesOf(person)).filter(({ title }) => made.has(String(title).replace(/ \(.*/, '')));
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
            await person.call('DELETE', `/api/events/${occurrence['eventId']}${aim}`);
          },
          stumble,
          (person: TestUser) => syncAllNow(server, person),
          (person: TestUser) => syncAllNow(server, person),
        ];
        for (let step = 0; step < STEPS; step += 1) await pick(steps)(pick(people));

        await fetch(`${sandbox}/sandbox/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ provider: FAULTS[domain], kind: 'error', times: 0 }),
        });
        for (let round = 0; round < 5; round += 1) {
          for (const person of people) {
            await person.call('POST', '/api/task/syncAllCalendarEvents');
            await syncAllNow(server, person);
          }
        }
        const [mine, theirs] = await Promise.all(
          people.map(async (person) => shown(await occurrencesOf(person))),
        );
        expect(mine).toEqual(theirs);
        // Nothing twice: one event has one occurrence at a time.
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
