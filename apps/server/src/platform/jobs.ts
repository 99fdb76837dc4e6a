import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
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
  run(data: z.output<Schema>): Promise<void>;
}

export interface Jobs {
  /** Queues a job; `startAfter` delays it. A worker of any process picks it up. */
  enqueue(name: string, data: object, options?: { startAfter?: Date }): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Begins to work on the given jobs. */
  work(jobs: readonly Job[]): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const DEAD_LETTERS = 'dead';
const FALLBACK_POLLING_SECONDS = 5;

/** Opens the queue (pg-boss, in its own schema of our database) when it is first needed. */
export function openJobs(databaseUrl: string, log: Log): JobRunner {
  let opening: Promise<PgBoss> | undefined;
  const known = new Set<string>();

  const open = async () => {
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      connectionString: databaseUrl,
      useListenNotify: true,
      max: 3,
      application_name: 'dayloom-jobs',
    });
    boss.on('error', (error) => log.warn({ err: error }, 'The job queue reported an error'));
    await boss.start();
    await boss.createQueue(DEAD_LETTERS);
    return boss;
  };
  const ready = async (name?: string) => {
    opening ??= open();
    const boss = await opening;
    if (name && !known.has(name)) {
      await boss.createQueue(name, {
        notify: true,
        retryLimit: 5,
        retryDelay: 5,
        retryBackoff: true,
        deadLetter: DEAD_LETTERS,
      });
      known.add(name);
    }
    return boss;
  };

  return {
    async enqueue(name, data, options = {}) {
      const boss = await ready(name);
      await boss.send(name, data, options.startAfter ? { startAfter: options.startAfter } : {});
    },
    async work(jobs) {
      for (const job of jobs) {
        const boss = await ready(job.name);
        await boss.work(
          job.name,
          { batchSize: 1, localConcurrency: 2, notifyPollingIntervalSeconds: FALLBACK_POLLING_SECONDS },
          async (batch) => {
            for (const { data } of batch) await job.run(job.schema.parse(data ?? {}));
          },
        );
        if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
      }
    },
    async close(graceMs) {
      const boss = await opening;
      await boss?.stop({ graceful: true, timeout: graceMs });
    },
  };
}
