import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type Reply, type TestServer } from '#test/server.ts';

/** The most notifications that Microsoft sends in one request. */
const MANY = 1_000;
const TOKEN = 'Lq3Zk0oHkq7Jp1c9v2mX5s8tR4wY6bNdEaUfGiKhMjQ';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' });
  const { db, secrets } = server.app.platform;
  const user = await server.signUp();
  const ids = Array.from({ length: MANY }, () => crypto.randomUUID());
  await db
    .insertInto('calendars')
    .values(
      ids.map((id, index) => ({
        user_id: user.profile._id,
        id,
        name: `Calendar ${index}`,
        color: '#5AD6A0',
        kind: 'connected' as const,
        is_visible: true,
        blocks_time: true,
        created_at: server.now(),
      })),
    )
    .execute();
  await db
    .insertInto('calendar_channels')
    .values(
      ids.map((id, index) => ({
        id,
        user_id: user.profile._id,
        calendar_id: id,
        token_hash: secrets.mac(TOKEN, `calendar-channel:${id}`),
        resource_id: getName(index),
        expires_at: new Date('2026-11-20T00:00:00Z'),
      })),
    )
    .execute();
});
afterEach(async () => {
  await sql`delete from pgboss.job`.execute(server.app.platform.db);
});

function getName(index: number): string {
  return `7f105c7d-2dc5-4530-97cd-${String(index).padStart(12, '0')}`;
}

/** Notices as long as those of Graph. */
const notice = (index: number, clientState = TOKEN, more: object = {}) => ({
  subscriptionId: getName(index),
  subscriptionExpirationDateTime: '2026-11-20T00:00:00.0000000Z',
  changeType: 'updated',
  resource: `Users/622eaaff-0683-4862-9de4-f2ec83c2bd98/Events/AQMkAGUwNjQ4ZjIxAAAA${index}`,
  resourceData: {
    '@odata.type': '#Microsoft.Graph.Event',
    '@odata.id': `Users/622eaaff-0683-4862-9de4-f2ec83c2bd98/Events/AQMkAGUwNjQ4ZjIxAAAA${index}`,
    '@odata.etag': 'W/"DwAAABYAAABSY3hN60JWRaW0AXwFKoaeAAH8Ml1N"',
    id: `AQMkAGUwNjQ4ZjIxAAAA${index}`,
  },
  clientState,
  tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
  ...more,
});
const notifyAll = (value: readonly object[]): Promise<Reply> =>
  server.call('POST', '/api/webhooks/microsoft-graph', { value });
const jobs = async (): Promise<string[]> =>
  (
    await sql<{ key: string }>`
      select singleton_key as key from pgboss.job where name = 'calendar-accounts.sync'
    `.execute(server.app.platform.db)
  ).rows.map(({ key }) => key);

describe('a thousand notifications in one request', () => {
  test('need one lookup, and each calendar gets one sync run', async () => {
    // The first notification opens the queue.
    await notifyAll([notice(0)]);
    const value = Array.from({ length: MANY }, (_, index) => notice(index));
    server.queries.length = 0;
    const since = performance.now();
    expect((await notifyAll(value)).status).toBe(200);
    console.log(`${MANY} notices of as many calendars: ${(performance.now() - since).toFixed(0)} ms`);
    expect(server.queries.filter((query) => query.includes('calendar_channels'))).toHaveLength(1);
    const queued = await jobs();
    expect(queued).toHaveLength(MANY);
    expect(new Set(queued).size).toBe(MANY);
  });

  test('start one sync run per calendar, and none with a wrong token', async () => {
    const same = Array.from({ length: MANY - 2 }, (_, index) => ({ ...notice(7), changeType: `${index}` }));
    const since = performance.now();
    const reply = await notifyAll([...same, notice(8, 'guess'), notice(MANY + 5)]);
    console.log(`${MANY} notices of one calendar: ${(performance.now() - since).toFixed(0)} ms`);
    expect(reply.status).toBe(200);
    expect(await jobs()).toHaveLength(1);
  });

  test('are refused if all are unknown, and no more than a thousand are read', async () => {
    expect((await notifyAll([notice(8, 'guess'), notice(MANY + 5)])).status).toBe(404);
    expect((await notifyAll(Array.from({ length: MANY + 1 }, () => notice(1)))).status).toBe(400);
    expect(await jobs()).toEqual([]);
  });

  test('of expired subscriptions remove only those', async () => {
    const over = { lifecycleEvent: 'subscriptionRemoved' };
    expect((await notifyAll([notice(1, TOKEN, over), notice(2, 'guess', over), notice(3)])).status).toBe(200);
    const { rows } = await sql<{ name: string }>`
      select resource_id as name from calendar_channels where resource_id in (${getName(1)}, ${getName(2)}, ${getName(3)})
      order by 1
    `.execute(server.app.platform.db);
    expect(rows.map(({ name }) => name)).toEqual([getName(2), getName(3)]);
    expect(await jobs()).toHaveLength(2);
  });
});

test('the lookup uses an index', async () => {
  const { db } = server.app.platform;
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`
      explain select * from calendar_channels where id = any('{a,b}') or resource_id = any('{c,d}')
    `.execute(tx);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('calendar_channels_resource');
  expect(plan).not.toContain('Seq Scan');
});
