import { randomUUID } from 'node:crypto';
import { type Client as PgClient, default as pg } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../test/eventually.ts';
import { FIND_DUE_QUEUES, type Job, type JobRunner, openJobs } from './jobs.ts';
import type { Log } from './log.ts';

const log: Log = { error() {}, warn() {}, info() {}, debug() {} };
const Data = z.object({ id: z.string() });
/** Less than the fallback poll, or a job that is only found by it would pass too. */
const AT_ONCE_MS = 3_000;

let client: PgClient;
let url: string;
const running: JobRunner[] = [];

beforeAll(async () => {
  const base = inject('postgresUrl');
  const name = `jobs_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(base.replace(/\/dayloom$/, '/postgres'));
  await admin.connect();
  await admin.query(`create database ${name} template dayloom`);
  await admin.end();
  url = base.replace(/\/dayloom$/, `/${name}`);
  client = new pg.Client(url);
  await client.connect();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.close(0)));
});
afterAll(() => client.end());

async function start(name: string, run: (data: z.output<typeof Data>) => Promise<void>): Promise<JobRunner> {
  const job: Job<typeof Data> = { name, schema: Data, isKeyed: true, run };
  const jobs = openJobs(url, log);
  running.push(jobs);
  jobs.declare([job]);
  await jobs.work([job]);
  return jobs;
}

test('a key that runs and waits delays no other key, and runs again when its first run has ended', async () => {
  const started: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const jobs = await start('blocked', async ({ id }) => {
    started.push(id);
    if (started.length === 1) await released;
  });
  const enqueue = (id: string, key: string) => jobs.enqueue('blocked', { id }, { key });

  await enqueue('first run of a', 'a');
  await eventually(() => expect(started).toEqual(['first run of a']), AT_ONCE_MS);
  await enqueue('second run of a', 'a');
  await enqueue('third run of a', 'a');
  await enqueue('run of b', 'b');
  await eventually(() => expect(started).toEqual(['first run of a', 'run of b']), AT_ONCE_MS);

  release();
  await eventually(() => expect(started).toEqual(['first run of a', 'run of b', 'second run of a']));
});

test('a key that ran when the queue counted its jobs is not held back once it has ended', async () => {
  const started: string[] = [];
  const run = async ({ id }: z.output<typeof Data>) => void started.push(id);
  await (await start('counted', run)).enqueue('counted', { id: 'before' }, { key: 'a' });
  await eventually(() => expect(started).toEqual(['before']));
  await Promise.all(running.splice(0).map((jobs) => jobs.close(5_000)));
  await client.query(`update pgboss.queue set singletons_active = '{a}' where name = 'counted'`);

  const jobs = await start('counted', run);
  await jobs.enqueue('counted', { id: 'after' }, { key: 'a' });
  await eventually(() => expect(started).toEqual(['before', 'after']), AT_ONCE_MS);
});

test('a job that becomes due later starts soon after its time, and so does one that is tried again', async () => {
  const started: string[] = [];
  const jobs = await start('later', async ({ id }) => {
    started.push(id);
    if (started.length === 1) throw new Error('The first try fails.');
  });
  const due = new Date(Date.now() + 1_000);
  await jobs.enqueue('later', { id: 'due' }, { key: 'a', startAfter: due });
  // The pause before a retry is at most 10 s, the fallback poll comes after 60.
  await eventually(() => expect(started).toEqual(['due', 'due']), 30_000);
  expect(Date.now()).toBeGreaterThan(due.getTime());
});

test('looking for due jobs reads none of those that ended', async () => {
  await start('kept', async () => {});
  await client.query(
    `insert into pgboss.job (name, state, start_after, completed_on)
       select 'kept', 'completed', now(), now() from generate_series(1, 5000)`,
  );
  await client.query('analyze pgboss.job');
  const { rows } = await client.query(`explain (analyze, costs off, timing off) ${FIND_DUE_QUEUES}`, [
    ['kept'],
  ]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('job_common_i11');
  expect(plan).not.toMatch(/Rows Removed|Seq Scan/);
});
