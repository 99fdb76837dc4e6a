import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { lockWaiters } from '../test/lock-waiters.ts';
import { openTestServer } from '../test/server.ts';
import { WriteQueue } from './write-queue.ts';

const server = await openTestServer({ RATE_LIMIT_PER_MINUTE: '100000' }, { poolSize: 6 });
const { db } = server.app.platform;
const database = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
const admin = new pg.Client({
  connectionString: inject('postgresUrl').replace(/\/dayloom$/, `/${database}`),
});
await admin.connect();
afterAll(() => admin.end());

test('while changes of one user wait, there are connections for others', async () => {
  const [busy, other] = [await server.signUp(), await server.signUp()];
  await admin.query('begin');
  await admin.query("select pg_advisory_xact_lock(hashtextextended('journal ' || $1, 0))", [
    busy.profile._id,
  ]);
  const undos = Array.from({ length: 20 }, () => busy.call('POST', `/api/commands/${randomUUID()}/undo`));
  await lockWaiters(db, 3);
  for (let i = 0; i < 5; i++) expect((await other.call('GET', '/api/tasks')).status).toBe(200);
  expect((await other.call('POST', '/api/tasks', { title: 'Mine' })).status).toBe(200);
  expect((await busy.call('GET', '/api/tasks')).status).toBe(200);
  await admin.query('rollback');
  for (const { status } of await Promise.all(undos)) expect(status).toBe(404);
  expect((await busy.call('POST', '/api/tasks', { title: 'Later' })).status).toBe(200);
});

test('a client that disconnected while its change waited takes no turn', async () => {
  const turns = new WriteQueue();
  const answers = Array.from({ length: 5 }, () => new PassThrough());
  const taken = answers.map((raw) => turns.take('user', raw).then(() => 'runs', String));
  const [first, , , gone, last] = answers as [
    PassThrough,
    PassThrough,
    PassThrough,
    PassThrough,
    PassThrough,
  ];
  gone.destroy();
  await once(gone, 'close');
  first.end();
  expect(await taken[3]).toContain('aborted');
  expect(await taken[4]).toBe('runs');
  expect(turns.isFree('user')).toBe(false);
  for (const answer of answers) answer.end();
  await eventually(() => expect(turns.isFree('user')).toBe(true));
  expect(last.writableFinished).toBe(true);
});
