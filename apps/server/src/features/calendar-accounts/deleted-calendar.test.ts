import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { syncAllNow } from '#test/calendar-connections.ts';
import { listOccurrences, openFakeProviderServer, signUpConnected } from '#test/connected-person.ts';
import { FakeCalendars } from '#test/fake-calendar-provider.ts';
import { remoteEvent } from '#test/remote-event.ts';
import { type Reply, type TestServer, type TestUser } from '#test/server.ts';

const fake = new FakeCalendars();
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await openFakeProviderServer(fake);
  user = await signUpConnected(server, fake);
});

const titles = async (): Promise<string[]> => (await listOccurrences(user)).map((one) => one['title']);

describe('a calendar that was deleted at the provider', () => {
  test('disappears at the next sync, with its busy time', async () => {
    fake.calendars.push({ id: 'team', name: 'Team', color: null, isPrimary: false, isWritable: true });
    fake.put('team', [remoteEvent('meeting', { title: 'Team meeting' })]);
    fake.put('main', [remoteEvent('own', { title: 'My own' })]);
    const { userId, accountId } = await getAccount();
    await server.runJob('calendar-accounts.discover', { userId, accountId });
    await syncAllNow(server, user);
    expect((await titles()).sort()).toEqual(['My own', 'Team meeting']);

    await takeQueuedDiscoveries();
    fake.calendars.splice(
      fake.calendars.findIndex(({ id }) => id === 'team'),
      1,
    );
    server.setTime('2026-11-16T09:00:00Z');
    await syncAllNow(server, user);
    expect(await takeQueuedDiscoveries()).toEqual([{ userId, accountId }]);
    await server.runJob('calendar-accounts.discover', { userId, accountId });
    expect(await titles()).toEqual(['My own']);
    const { body } = await user.call('GET', '/api/calendar-accounts');
    expect(body.accounts[0].calendars.map(({ name }: Reply['body']) => name)).not.toContain('Team');
  });
});

describe('an account that is refused while its calendars are listed', () => {
  test('is still to be reconnected', async () => {
    const { userId, accountId } = await getAccount();
    const listed = Promise.withResolvers<void>();
    fake.trouble = (call, when) => {
      if (call === 'listCalendars' && when === 'after') listed.resolve();
    };
    const refusal = server.app.platform.db.transaction().execute(async (tx) => {
      const refused = { state: 'reconnect_needed', failure_kind: 'reconnect_needed' } as const;
      await tx.updateTable('calendar_accounts').set(refused).where('id', '=', accountId).execute();
      await listed.promise;
    });
    await Promise.all([refusal, server.runJob('calendar-accounts.discover', { userId, accountId })]);
    const { body } = await user.call('GET', '/api/calendar-accounts');
    expect(body.accounts[0]).toMatchObject({
      state: 'reconnect_needed',
      failure: { kind: 'reconnect_needed' },
    });
  });
});

async function getAccount(): Promise<{ userId: string; accountId: string }> {
  const { db } = server.app.platform;
  const { id } = await db.selectFrom('calendar_accounts').select('id').executeTakeFirstOrThrow();
  return { userId: user.profile._id, accountId: id };
}

async function takeQueuedDiscoveries(): Promise<object[]> {
  const { rows } = await sql<{ data: object }>`
    delete from pgboss.job where name = 'calendar-accounts.discover' and state = 'created' returning data
  `.execute(server.app.platform.db);
  return rows.map(({ data }) => data);
}
