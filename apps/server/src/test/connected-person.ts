import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect } from 'vitest';
import { syncAllNow } from './calendar-connections.ts';
import type { FakeCalendars } from './fake-calendar-provider.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from './server.ts';

/** A server whose Google calendar provider is the fake one. */
export function openFakeProviderServer(
  fake: FakeCalendars,
  environment: Record<string, string> = {},
  options: { poolSize?: number } = {},
): Promise<TestServer> {
  return openTestServer(
    { RATE_LIMIT_PER_MINUTE: '100000', ...environment },
    // Besides two that race, tests hold a transaction open.
    { calendarProviders: () => fake.providers, poolSize: 4, ...options },
  );
}

/** Connects another account of the provider. The code becomes its name. */
export async function connectFakeAccount(user: TestUser, code: string = randomUUID()): Promise<void> {
  const started = await user.call('GET', '/api/user/getGoogleCalendarAuthUrl');
  expect(started).toMatchObject({ status: 200 });
  const connected = await user.call('POST', '/api/user/addCalendar', { code });
  expect(connected).toMatchObject({ status: 200 });
}

/** Signs up a user and connects the provider's calendars, which are emptied and available again. */
export async function signUpConnected(
  server: TestServer,
  fake: FakeCalendars,
  timeZone = 'Europe/Berlin',
): Promise<TestUser> {
  server.setTime('2026-11-16T08:00:00Z');
  fake.trouble = () => {};
  fake.spelling = (records) => records;
  for (const { id } of fake.calendars)
    for (const uid of fake.calendarObjects(id).keys()) fake.remove(id, uid);
  const user = await server.signUp({ timeZone });
  await connectFakeAccount(user);
  await syncAllNow(server, user);
  return user;
}

/** Opens a server for a file's tests, and signs up another connected person before each of them. */
export function connectForEachTest(
  fake: FakeCalendars,
  take: (given: { server: TestServer; user: TestUser }) => void,
): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await openFakeProviderServer(fake);
  });
  beforeEach(async () => {
    take({ server, user: await signUpConnected(server, fake) });
  });
}

/** The page of calendar accounts: accounts, subscriptions, mirrors, conflicts, history. */
export async function getCalendarPage(user: TestUser): Promise<Reply['body']> {
  return (await user.call('GET', '/api/calendar-accounts')).body;
}

/** A calendar of the first account. */
export async function getCalendar(user: TestUser, name: string): Promise<Reply['body']> {
  const { accounts } = await getCalendarPage(user);
  return accounts[0].calendars.find((calendar: Reply['body']) => calendar['name'] === name);
}

/** The occurrences of the four weeks from the day of the tests. */
export async function listOccurrences(user: TestUser): Promise<Reply['body'][]> {
  const range = 'from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z';
  return (await user.call('GET', `/api/events?${range}`)).body.occurrences;
}
