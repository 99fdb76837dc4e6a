import { beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../test/calendar-connections.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '../../test/server.ts';

const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z';
const SOON = { timeout: 15_000, interval: 50 };
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
  // Nobody runs a job by hand here.
  await server.app.work();
});

const titlesOf = async (user: TestUser): Promise<string[]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences.map(({ title }: Reply['body']) => title);

describe('without anybody pressing anything', () => {
  test.each(['google', 'outlook'] as const)(
    'a change of one person reaches the other who shares the calendar at %s',
    async (domain) => {
      const [maya, sam] = [await server.signUp(), await server.signUp()];
      for (const person of [maya, sam]) await connect(server, person, domain);
      await vi.waitFor(async () => {
        const { body } = await sam.call('GET', '/api/calendar-accounts');
        const own = body.accounts[0].calendars.filter(({ isWritable }: Reply['body']) => isWritable);
        expect(own.every(({ sync }: Reply['body']) => sync.isPushed)).toBe(true);
      }, SOON);
      const { body } = await maya.call('POST', '/api/events', {
        title: `Pushed by ${domain}`,
        startsAt: '2026-11-19T15:00:00Z',
        endsAt: '2026-11-19T16:00:00Z',
      });
      await vi.waitFor(async () => expect(await titlesOf(sam)).toContain(`Pushed by ${domain}`), SOON);
      await maya.call('DELETE', `/api/events/${body.eventId}`);
      await vi.waitFor(async () => expect(await titlesOf(sam)).not.toContain(`Pushed by ${domain}`), SOON);
    },
    60_000,
  );

  test('a lost push is made up for by asking', async () => {
    const user = await server.signUp();
    const account = await connect(server, user, 'google');
    const calendar = account['calendars'].find(({ isDefault }: Reply['body']) => isDefault);
    const syncedAt = () =>
      server.app.platform.db
        .selectFrom('calendar_syncs')
        .select(['last_success_at', 'next_at'])
        .where('calendar_id', '=', calendar.calendarId)
        .executeTakeFirstOrThrow();
    const before = await syncedAt();
    server.setTime(new Date(before.next_at.getTime() + 1_000).toISOString());
    await server.runJob('calendar-accounts.queue-due', {});
    await vi.waitFor(async () => {
      const { last_success_at } = await syncedAt();
      expect(last_success_at?.getTime()).toBeGreaterThan(before.last_success_at?.getTime() ?? 0);
    }, SOON);
  });
});
