import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { openFakeProviderServer } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';
import type { GrantKeeper } from './ports.ts';

/** Simultaneous requests that share one database connection. */
const MANY = 10;
const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;
let people = 0;

beforeAll(async () => {
  server = await openFakeProviderServer(fake, {}, { poolSize: 1 });
});
beforeEach(async () => {
  server.setTime('2026-11-16T08:00:00Z');
  people += 1;
  user = await server.signUp();
  await user.call('GET', '/api/user/getGoogleCalendarAuthUrl');
});
afterEach(() => {
  fake.gate = async () => {};
  fake.trouble = () => {};
});

const connect = (code: string) => user.call('POST', '/api/user/addCalendar', { code });
const accounts = async (): Promise<Reply['body'][]> =>
  (await user.call('GET', '/api/calendar-accounts')).body.accounts;

/** Asserts that no connection is held. */
async function expectFree(): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
  `.execute(server.app.platform.db);
  expect(rows).toEqual([{ open: 0 }]);
}

describe('an authorization code', () => {
  test('is exchanged once, without holding a transaction', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let exchanges = 0;
    fake.gate = async (call) => {
      if (call !== 'exchange') return;
      exchanges += 1;
      asked.resolve();
      await answered.promise;
    };
    const replies = Promise.all(Array.from({ length: MANY }, () => connect(`once-${people}`)));
    await asked.promise;
    await expectFree();
    expect(await accounts()).toEqual([]);
    answered.resolve();
    expect(new Set((await replies).map(({ status }) => status))).toEqual(new Set([200]));
    expect(exchanges).toBe(1);
    expect(await accounts()).toHaveLength(1);
    // Also a later reload.
    expect((await connect(`once-${people}`)).status).toBe(200);
    expect(exchanges).toBe(1);
  });

  test('is refused for all requests after one exchange', async () => {
    let exchanges = 0;
    fake.gate = async () => {
      exchanges += 1;
    };
    const replies = await Promise.all(Array.from({ length: MANY }, () => connect(`spent-${people}`)));
    expect(new Set(replies.map(({ error }) => error.code))).toEqual(new Set(['invalid_code']));
    expect(exchanges).toBe(1);
  });

  test('can be sent again if the provider did not respond', async () => {
    fake.trouble = (call) => {
      if (call === 'exchange') throw new ProviderFailure('unavailable', 'no answer');
    };
    expect((await connect(`later-${people}`)).error.code).toBe('unavailable');
    fake.trouble = () => {};
    expect((await connect(`later-${people}`)).status).toBe(200);
  });

  test('is released two minutes after its request died', async () => {
    fake.gate = () => new Promise(() => {});
    void connect(`dead-${people}`);
    const claimed = () =>
      server.app.platform.db
        .selectFrom('oauth_codes')
        .select('is_connected')
        .where('user_id', '=', user.profile._id)
        .execute();
    await expect.poll(claimed).toEqual([{ is_connected: null }]);
    fake.gate = async () => {};
    server.setTime('2026-11-16T08:02:01Z');
    expect((await connect(`dead-${people}`)).error.code).toBe('invalid_code');
    expect((await connect(`alive-${people}`)).status).toBe(200);
  });
});

describe('an expired access token', () => {
  /** Keepers of several workers, which share only the database. */
  async function keepers(): Promise<GrantKeeper[]> {
    await connect(`grant-${people}`);
    const [account] = await accounts();
    for (const { calendarId } of account?.['calendars'] ?? [])
      await server.runJob('calendar-accounts.sync-whole', { userId: user.profile._id, calendarId });
    return fake.keepers.slice(-3);
  }

  test('is renewed once for all requests, without holding a transaction', async () => {
    const workers = await keepers();
    expect(workers).toHaveLength(3);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let renewals = 0;
    const make = async (current: string) => {
      renewals += 1;
      asked.resolve();
      await answered.promise;
      return `${current}, renewed`;
    };
    const stale = await (workers[0] as GrantKeeper).current();
    const all = Promise.all([...workers, ...workers, ...workers].map((keeper) => keeper.renew(stale, make)));
    await asked.promise;
    await expectFree();
    answered.resolve();
    expect(new Set(await all)).toEqual(new Set([`${stale}, renewed`]));
    expect(renewals).toBe(1);
    // A late call with the old grant gets the new one.
    expect(await (workers[1] as GrantKeeper).renew(stale, make)).toBe(`${stale}, renewed`);
    expect(renewals).toBe(1);
  });

  test('is tried again by the next request after a failed renewal', async () => {
    const [first, second] = (await keepers()) as [GrantKeeper, GrantKeeper];
    const stale = await first.current();
    const refuse = async () => {
      throw new ProviderFailure('reconnect_needed', 'over');
    };
    await expect(first.renew(stale, refuse)).rejects.toMatchObject({ kind: 'reconnect_needed' });
    expect(await second.renew(stale, async () => 'fresh')).toBe('fresh');
  });

  test('is waited for at most 15 seconds if its renewer died', async () => {
    const [dead, next] = (await keepers()) as [GrantKeeper, GrantKeeper];
    const stale = await dead.current();
    const begun = Promise.withResolvers<void>();
    void dead.renew(stale, () => {
      begun.resolve();
      return new Promise(() => {});
    });
    await begun.promise;
    let renewals = 0;
    const waiting = next.renew(stale, async () => `fresh ${++renewals}`);
    server.setTime('2026-11-16T08:00:16Z');
    expect(await waiting).toBe('fresh 1');
  });

  test('is replaced by a newer one, which is never overwritten', async () => {
    const [slow, fast] = (await keepers()) as [GrantKeeper, GrantKeeper];
    const stale = await slow.current();
    for (const end of ['refused', 'late'] as const) {
      const from = end === 'refused' ? stale : await slow.current();
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const outlasted = slow.renew(from, async () => {
        begun.resolve();
        await goOn.promise;
        if (end === 'refused') throw new ProviderFailure('reconnect_needed', 'rotated');
        return 'too late';
      });
      await begun.promise;
      server.setTime(new Date(server.now().getTime() + 16_000).toISOString());
      expect(await fast.renew(from, async () => `fresh after ${end}`)).toBe(`fresh after ${end}`);
      goOn.resolve();
      expect(await outlasted).toBe(`fresh after ${end}`);
      expect(await fast.current()).toBe(`fresh after ${end}`);
    }
  });
});
