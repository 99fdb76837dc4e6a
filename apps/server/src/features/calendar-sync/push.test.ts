import { HOUR_MS } from '@dayloom/time';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#test/calendar-connections.ts';
import { eventually } from '#test/eventually.ts';
import { openTestServer, type Reply, type TestServer, type TestUser } from '#test/server.ts';

const RANGE = 'from=2026-11-16T00:00:00Z&to=2026-11-30T00:00:00Z';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
  // Jobs run as in production, none by hand.
  await server.app.work();
});

const listTitles = async (user: TestUser): Promise<string[]> =>
  (await user.call('GET', `/api/events?${RANGE}`)).body.occurrences.map(({ title }: Reply['body']) => title);

describe('without user action', () => {
  test.each(['google', 'outlook'] as const)(
    'a change reaches the other user of a shared calendar at %s',
    async (domain) => {
      const [maya, sam] = [await server.signUp(), await server.signUp()];
      for (const person of [maya, sam]) await connect(server, person, domain);
      await eventually(async () => {
        const { body } = await sam.call('GET', '/api/calendar-accounts');
        const own = body.accounts[0].calendars.filter(({ isWritable }: Reply['body']) => isWritable);
        expect(own.every(({ sync }: Reply['body']) => sync.isPushed)).toBe(true);
      });
      const { body } = await maya.call('POST', '/api/events', {
        title: `Pushed by ${domain}`,
        startsAt: '2026-11-19T15:00:00Z',
        endsAt: '2026-11-19T16:00:00Z',
      });
      await eventually(async () => expect(await listTitles(sam)).toContain(`Pushed by ${domain}`));
      await maya.call('DELETE', `/api/events/${body.eventId}`);
      await eventually(async () => expect(await listTitles(sam)).not.toContain(`Pushed by ${domain}`));
    },
    60_000,
  );

  test('polling makes up for a lost notification', async () => {
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
    await eventually(async () => {
      const { last_success_at } = await syncedAt();
      expect(last_success_at?.getTime()).toBeGreaterThan(before.last_success_at?.getTime() ?? 0);
    });
  });

  describe.each(['google', 'outlook'] as const)('a channel of %s that ended silently', (domain) => {
    const steer = async (times: number) =>
      fetch(`${await server.sandboxUrl()}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          provider: domain === 'google' ? 'google' : 'microsoft',
          kind: 'expire-channel',
          times,
        }),
      });
    /** The shared calendar and the user's channel for it. */
    const watched = async (user: TestUser) =>
      server.app.platform.db
        .selectFrom('calendar_channels as ch')
        .innerJoin('calendars as c', 'c.id', 'ch.calendar_id')
        .innerJoin('calendar_syncs as s', 's.calendar_id', 'ch.calendar_id')
        .select(['ch.id', 'ch.expires_at', 's.next_at', 's.calendar_id'])
        .where('ch.user_id', '=', user.profile._id)
        .where('c.is_default', '=', true)
        .executeTakeFirstOrThrow();
    const write = async (user: TestUser, title: string) => {
      const reply = await user.call('POST', '/api/events', {
        title,
        startsAt: '2026-11-20T15:00:00Z',
        endsAt: '2026-11-20T16:00:00Z',
      });
      expect(reply.status).toBe(200);
      await eventually(async () => {
        const waiting = await server.app.platform.db
          .selectFrom('event_outbox')
          .select('uid')
          .where('user_id', '=', user.profile._id)
          .execute();
        expect(waiting).toEqual([]);
      });
    };
    const stored = async (user: TestUser): Promise<string[]> =>
      (
        await server.app.platform.db
          .selectFrom('events')
          .select('title')
          .where('user_id', '=', user.profile._id)
          .execute()
      ).map(({ title }) => title);
    const goTo = async (instant: number) => {
      server.setTime(new Date(instant).toISOString());
      await server.runJob('calendar-accounts.queue-due', {});
    };
    /** Waits until all requested sync runs are over: a late one would find the unannounced change. */
    const atRest = async (user: TestUser) => {
      const { calendar_id } = await watched(user);
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pgboss.job
          where singleton_key in (${calendar_id}, ${`${calendar_id} later`})
            and state in ('created', 'retry', 'active')
        `.execute(server.app.platform.db);
        expect(rows).toEqual([]);
      });
    };
    /** Two users whose shared calendar no longer sends notifications, which neither of them can see. */
    const connectWithoutNotifications = async (title: string) => {
      const [maya, sam] = [await server.signUp(), await server.signUp()];
      for (const person of [maya, sam]) await connect(server, person, domain);
      await eventually(() => watched(sam));
      await eventually(() => watched(maya));
      await atRest(sam);
      await steer(100);
      await write(maya, title);
      await steer(0);
      return { maya, sam, before: await watched(sam) };
    };

    test('is replaced after polling found a change', async () => {
      const { maya, sam, before } = await connectWithoutNotifications(`Unheard ${domain}`);
      expect(await stored(sam)).not.toContain(`Unheard ${domain}`);
      await goTo(before.next_at.getTime() + 1_000);
      await eventually(async () => expect(await stored(sam)).toContain(`Unheard ${domain}`));
      await eventually(async () => expect((await watched(sam)).id).not.toBe(before.id));
      await write(maya, `Heard again ${domain}`);
      await eventually(async () => expect(await stored(sam)).toContain(`Heard again ${domain}`));
    }, 180_000);

    test('is renewed before it expires, even without changes', async () => {
      const now = server.now().toISOString();
      const { maya, sam, before } = await connectWithoutNotifications(`Long unheard ${domain}`);
      // A sync run that was requested by the user does not show that the watch is deaf.
      await sam.call('POST', '/api/task/syncAllCalendarEvents');
      await eventually(async () => expect(await stored(sam)).toContain(`Long unheard ${domain}`));
      expect((await watched(sam)).id).toBe(before.id);
      await goTo(before.expires_at.getTime() - 23 * HOUR_MS);
      await eventually(async () => {
        const { id, expires_at } = await watched(sam);
        expect(id).not.toBe(before.id);
        expect(expires_at.getTime()).toBeGreaterThan(before.expires_at.getTime());
      });
      // User sessions would have expired by then.
      server.setTime(now);
      await write(maya, `Watched again ${domain}`);
      await eventually(async () => expect(await stored(sam)).toContain(`Watched again ${domain}`));
    }, 180_000);
  });
});
