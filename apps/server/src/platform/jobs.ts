import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { ConnectionOptions, JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { isConnectionLoss } from './connection-loss.ts';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

/**
 * A job is a name, a schema of its data and a handler. Handlers are idempotent: a job may run again after a
 * crash between its work and its acknowledgement.
 */
export interface Job<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** Five-field cron expression in UTC, for jobs that run by the clock. */
  readonly cron?: string;
  /** Of the jobs with one key at most one waits and one runs; what is asked for beyond that is the waiting one. */
  readonly isKeyed?: boolean;
  /**
   * For work that may take long: how many run at once in a process, each by itself, and how many of one user over all
   * processes, so that nobody's many keep others waiting. The data names the user: `userId`.
   */
  readonly concurrency?: Concurrency;
  run(data: z.output<Schema>): Promise<void>;
}

export interface Concurrency {
  /** More than `ofOneUser` and what may be fetched at the same moment (`CONNECTIONS`), or one user can have them all. */
  readonly atOnce: number;
  readonly ofOneUser: number;
}

export interface EnqueueOptions {
  /** Not before this. */
  readonly startAfter?: Date;
  /** For keyed jobs: what the work is about. */
  readonly key?: string;
  /** Queues it with the commit of this transaction, and not at all when that is rolled back. */
  readonly tx?: Tx;
}

export interface Jobs {
  /** Queues a job. A worker of any process picks it up. */
  enqueue(name: string, data: object, options?: EnqueueOptions): Promise<void>;
  /** The same for many, in one statement. Of those with one key one is queued. */
  enqueueMany(name: string, jobs: readonly { data: object; key: string }[]): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Says which jobs there are, before any of them is queued. */
  declare(jobs: readonly Job[]): void;
  /** Begins to work on the given jobs. */
  work(jobs: readonly Job[]): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const DEAD_LETTERS = 'dead';
const FALLBACK_POLLING_SECONDS = 5;
/**
 * More than one: a worker that takes a single job waits for the next notification, or the fallback, although more are
 * waiting; several that were queued at once are told of once.
 */
const BATCH_SIZE = 5;
const CONNECTIONS = 3;
const RECONNECT_MS = 1_000;
/** A job in a slot whose worker says nothing for so long is taken for dead: it would keep its user's others waiting. */
const HEARTBEAT_SECONDS = 60;

/** Opens the queue (pg-boss, in its own schema of our database) when it is first needed. */
export function openJobs(databaseUrl: string, log: Log): JobRunner {
  let opening: Promise<PgBoss> | undefined;
  const known = new Set<string>();
  const keyed = new Set<string>();
  const concurrency = new Map<string, Concurrency>();

  const open = async () => {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      connectionString: databaseUrl,
      useListenNotify: true,
      max: CONNECTIONS,
      application_name: 'dayloom-jobs',
    });
    boss.on('error', (error) => log.warn({ err: error }, 'The job queue reported an error'));
    try {
      await boss.start();
      await boss.createQueue(DEAD_LETTERS);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw error;
    }
  };
  const ready = async (name?: string) => {
    opening ??= open().catch((error: unknown) => {
      // The database may be back at the next try.
      opening = undefined;
      throw error;
    });
    const boss = await opening;
    if (name && !known.has(name)) {
      await boss.createQueue(name, {
        notify: true,
        ...(keyed.has(name) && { policy: 'stately' }),
        retryLimit: 5,
        retryDelay: 5,
        retryBackoff: true,
        deadLetter: DEAD_LETTERS,
      });
      known.add(name);
    }
    return boss;
  };

  /** Whose it is, for what runs with limited concurrency. */
  const toMutexKey = (name: string, data: object) =>
    concurrency.has(name) && {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      group: { id: z.object({ userId: z.string() }).parse(data).userId },
    };
  const workConcurrently = async (boss: PgBoss, job: Job, { atOnce, ofOneUser }: Concurrency) => {
    let workers: string[] = [];
    await boss.work(
      job.name,
      {
        batchSize: 1,
        localConcurrency: atOnce,
        groupConcurrency: ofOneUser,
        perJobResults: true,
        notifyPollingIntervalSeconds: FALLBACK_POLLING_SECONDS,
      },
      async (batch) => {
        const results = await Promise.all(batch.map(({ id, data }) => runOne(job, id, data, log)));
        // Who is told of nothing new goes to sleep, although more may wait: for this slot, or for this user.
        for (const worker of workers) boss.notifyWorker(worker);
        return results;
      },
    );
    workers = boss
      .getWipData()
      .filter(({ name }) => name === job.name)
      .map(({ id }) => id);
  };

  const startWorkers = async (boss: PgBoss, job: Job) => {
    if (job.concurrency) return workConcurrently(boss, job, job.concurrency);
    await boss.work(
      job.name,
      {
        batchSize: BATCH_SIZE,
        burstWhenBatchFull: true,
        perJobResults: true,
        localConcurrency: 2,
        notifyPollingIntervalSeconds: FALLBACK_POLLING_SECONDS,
      },
      (batch) => Promise.all(batch.map(({ id, data }) => runOne(job, id, data, log))),
    );
  };

  return {
    async enqueue(name, data, options = {}) {
      const boss = await ready(name);
      await boss.send(name, data, {
        ...(options.startAfter && { startAfter: options.startAfter }),
        ...(options.key && { singletonKey: options.key }),
        ...toMutexKey(name, data),
        ...(options.tx && { db: inTransaction(options.tx) }),
      });
    },
    async enqueueMany(name, jobs) {
      const byKey = new Map(jobs.map((job) => [job.key, job.data]));
      if (byKey.size === 0) return;
      const boss = await ready(name);
      await boss.insert(
        name,
        [...byKey].map(([key, data]) => ({ data, singletonKey: key, ...toMutexKey(name, data) })),
      );
    },
    declare(jobs) {
      for (const job of jobs) {
        if (job.isKeyed) keyed.add(job.name);
        if (job.concurrency) concurrency.set(job.name, job.concurrency);
      }
    },
    async work(jobs) {
      for (const job of jobs) {
        await untilConnected(() => ready(job.name), log);
        await untilConnected(async () => startWorkers(await ready(), job), log);
        const { cron } = job;
        if (cron) {
          await untilConnected(async () => (await ready()).schedule(job.name, cron, {}, { tz: 'UTC' }), log);
        }
      }
    },
    async close(graceMs) {
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: graceMs });
    },
  };
}

/** Jobs may wait for their database: a server that has begun to serve does not end for want of it. */
async function untilConnected(step: () => Promise<unknown>, log: Log): Promise<void> {
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      log.warn({ reason: String(error) }, 'The job queue waits for the database');
      await sleep(RECONNECT_MS, undefined, { ref: false });
    }
  }
}

/** Each of a batch succeeds or fails by itself. */
async function runOne(job: Job, id: string, data: unknown, log: Log): Promise<JobResult> {
  try {
    await job.run(job.schema.parse(data ?? {}));
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: job.name }, 'A job failed and is tried again');
    return {
      id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** The queue lies in our database: a job can be part of the change that asks for it. */
function inTransaction(tx: Tx): NonNullable<ConnectionOptions['db']> {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
