import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { ConnectionOptions, JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { isConnectionLoss } from './connection-loss.ts';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

/**
 * A job is a name, a schema of its data and a handler. Handlers are idempotent: after a crash between work
 * and acknowledgement a job runs again.
 */
export interface Job<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  /** Five-field cron expression in UTC, for scheduled jobs. */
  readonly cron?: string;
  /** At most one job per key waits and one runs. A further request merges into the waiting one. */
  readonly isKeyed?: boolean;
  /**
   * For long work: how many jobs run at once in a process, and how many of one user over all processes, so
   * that one user's jobs cannot block the others. The data names the user in `userId`.
   */
  readonly concurrency?: Concurrency;
  run(data: z.output<Schema>): Promise<void>;
}

export interface Concurrency {
  /**
   * Must exceed `perUser` plus the jobs fetched at the same moment (`CONNECTIONS`), or one user can occupy
   * all slots.
   */
  readonly atOnce: number;
  readonly perUser: number;
}

export interface EnqueueOptions {
  /** Earliest start. */
  readonly startAfter?: Date;
  /** For keyed jobs: the subject of the work. */
  readonly key?: string;
  /** Queues the job when this transaction commits, and not at all after a rollback. */
  readonly tx?: Tx;
}

export interface Jobs {
  /** Queues a job. A worker of any process picks it up. */
  enqueue(name: string, data: object, options?: EnqueueOptions): Promise<void>;
  /**
   * Queues a job without data that finds by itself what there is to do, outside of any transaction: calls within a
   * moment are one job. It may be lost with the process, so the job needs a cron.
   */
  wake(name: string, key: string): void;
  /** Queues many jobs in one statement. Jobs with the same key are queued once. */
  enqueueMany(name: string, jobs: readonly { data: object; key: string }[]): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Registers the jobs. Must run before any of them is queued. */
  declare(jobs: readonly Job[]): void;
  work(jobs: readonly Job[]): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const DEAD_LETTERS = 'dead';
/**
 * No notification announces a job that becomes due later: one with `startAfter`, a retry, the next of a key.
 * One query finds them for all queues. If each of the hundred workers polled, an idle server would use 3 % of a core.
 */
const DUE_EVERY_MS = 2_000;
/** Only for what the notifications and that query miss. */
const FALLBACK_POLLING_SECONDS = 60;
/**
 * Must be more than one. A worker that fetches a single job waits until it is woken again while more jobs
 * wait, and jobs queued together cause only one notification.
 */
const BATCH_SIZE = 5;
const CONNECTIONS = 3;
const RECONNECT_MS = 1_000;
/** Within it, a job is woken once by a process. */
const WAKE_EVERY_MS = 500;
/**
 * Without a heartbeat for this long, a job's worker counts as dead. Otherwise it would block its user's other
 * jobs.
 */
const HEARTBEAT_SECONDS = 60;

/** Opens the queue (pg-boss, in a separate schema of our database) on first use. */
export function openJobs(databaseUrl: string, log: Log): JobRunner {
  let opening: Promise<PgBoss> | undefined;
  const known = new Set<string>();
  const keyed = new Set<string>();
  const concurrency = new Map<string, Concurrency>();
  const sleeping = new Map<string, { isAsked: boolean; readonly timer: NodeJS.Timeout }>();
  const closing = new AbortController();

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
      // The database may be back at the next attempt.
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

  /** The owner of the job, for jobs with limited concurrency. */
  const toMutexKey = (name: string, data: object) =>
    concurrency.has(name) && {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      group: { id: z.object({ userId: z.string() }).parse(data).userId },
    };
  const workConcurrently = async (boss: PgBoss, job: Job, { atOnce, perUser }: Concurrency) => {
    let workers: string[] = [];
    await boss.work(
      job.name,
      {
        batchSize: 1,
        localConcurrency: atOnce,
        groupConcurrency: perUser,
        perJobResults: true,
        notifyPollingIntervalSeconds: FALLBACK_POLLING_SECONDS,
      },
      async (batch) => {
        const results = await Promise.all(batch.map(({ id, data }) => runOne(job, id, data, log)));
        // A worker that found no job sleeps, although a job for this slot or this user may be waiting now.
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

  const enqueue: Jobs['enqueue'] = async (name, data, options = {}) => {
    const boss = await ready(name);
    await boss.send(name, data, {
      ...(options.startAfter && { startAfter: options.startAfter }),
      ...(options.key && { singletonKey: options.key }),
      ...toMutexKey(name, data),
      ...(options.tx && { db: inTransaction(options.tx) }),
    });
  };
  const wake: Jobs['wake'] = (name, key) => {
    if (closing.signal.aborted) return;
    const id = `${name} ${key}`;
    const known = sleeping.get(id);
    if (known) {
      known.isAsked = true;
      return;
    }
    const timer = setTimeout(() => {
      const isAskedAgain = sleeping.get(id)?.isAsked;
      sleeping.delete(id);
      if (isAskedAgain) wake(name, key);
    }, WAKE_EVERY_MS).unref();
    sleeping.set(id, { isAsked: false, timer });
    enqueue(name, {}, { key }).catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ err: error, job: name }, 'A job could not be woken and waits for its cron');
    });
  };

  return {
    enqueue,
    wake,
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
      void wakeWorkersOfDueJobs(await ready(), log, closing.signal);
    },
    async close(graceMs) {
      closing.abort();
      for (const { timer } of sleeping.values()) clearTimeout(timer);
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: true, timeout: graceMs });
    },
  };
}

/** Jobs may wait for the database: a running server must not end because the database is away. */
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

/**
 * `not blocked` is in the predicate of pg-boss's index of waiting jobs. Without it, each run would read all jobs
 * that are kept after they ended. pg-boss fetches no blocked job either.
 */
export const FIND_DUE_QUEUES = `
  select name from unnest($1::text[]) as queues (name) where exists (
    select from pgboss.job
    where job.name = queues.name and state < 'active' and not blocked and start_after <= now())`;

async function wakeWorkersOfDueJobs(boss: PgBoss, log: Log, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const workers = boss.getWipData();
    try {
      const { rows } = await boss
        .getDb()
        .executeSql(FIND_DUE_QUEUES, [[...new Set(workers.map(({ name }) => name))]]);
      const due = new Set(rows.map(({ name }) => name));
      for (const { id, name } of workers) if (due.has(name)) boss.notifyWorker(id);
    } catch (error) {
      if (!closing.aborted) log.warn({ err: error }, 'The job queue could not look for due jobs');
    }
    await sleep(DUE_EVERY_MS, undefined, { ref: false, signal: closing }).catch(() => {});
  }
}

/** Each job of a batch succeeds or fails on its own. */
async function runOne(job: Job, id: string, data: unknown, log: Log): Promise<JobResult> {
  try {
    await job.run(job.schema.parse(data ?? {}));
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: job.name }, 'A job failed; trying again');
    return {
      id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/**
 * Runs the queue's SQL in the caller's transaction, so that a job commits together with the change that
 * requests it.
 */
function inTransaction(tx: Tx): NonNullable<ConnectionOptions['db']> {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
