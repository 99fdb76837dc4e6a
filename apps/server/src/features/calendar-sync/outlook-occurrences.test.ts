import { beforeAll, describe, expect, test } from 'vitest';
import { connect, syncAllNow } from '#test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

const RANGE = 'from=2026-11-23T00:00:00Z&to=2026-12-21T00:00:00Z';

let server: TestServer;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000', BILLING: 'off' });
  server.setTime('2026-11-18T12:00:00Z');
  user = await server.signUp({ timeZone: 'Europe/Berlin' });
  other = await server.signUp({ timeZone: 'America/New_York' });
  for (const person of [user, other]) await connect(server, person, 'outlook');
});

const weekly = async (person: TestUser): Promise<Reply['body'][]> =>
  (await person.call('GET', `/api/events?${RANGE}`)).body.occurrences.filter(
    (each: Reply['body']) => each['title'] === 'Weekly planning',
  );
const days = async (person: TestUser) =>
  (await weekly(person)).map(({ startsAt }) => String(startsAt).slice(0, 10));
const takeOut = async (day: string) => {
  const there = (await weekly(other)).find(({ startsAt }) => String(startsAt).startsWith(day));
  const aim = `?recurrenceId=${encodeURIComponent(there?.['recurrenceId'])}&scope=this`;
  expect((await other.call('DELETE', `/api/events/${there?.['eventId']}${aim}`)).status).toBe(200);
  await syncAllNow(server, other);
};

describe('an ordinary occurrence that is deleted in Outlook', () => {
  test('is deleted here too', async () => {
    expect(await days(user)).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']);
    await takeOut('2026-11-30');
    await syncAllNow(server, user);
    expect(await days(user)).toEqual(['2026-11-23', '2026-12-07', '2026-12-14']);
  });

  test('is deleted here too if Outlook reports only its unknown id', async () => {
    await takeOut('2026-12-07');
    await fetch(`${await server.sandboxUrl()}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'microsoft', kind: 'bare-removal', times: 1 }),
    });
    await syncAllNow(server, user);
    expect(await days(user)).toEqual(['2026-11-23', '2026-12-14']);
    const { body } = await user.call('GET', '/api/calendar-accounts');
    expect(body.conflicts).toEqual([]);
  });
});
