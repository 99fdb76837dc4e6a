import { randomUUID } from 'node:crypto';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { acquireLease, extendLease, lockSync, revokeLeases, type SyncRow } from '../store/syncs.ts';
import { jobNames, type SyncPlatform } from './platform.ts';

/**
 * A worker that does not extend its lease for this long is considered dead. Short, because nobody can book a host
 * whose calendar a dead worker holds.
 */
const LEASE_MS = 15_000;
/** Extended while the work continues, even when a provider is slow. */
const EXTEND_EVERY_MS = LEASE_MS / 3;

/**
 * The sync run no longer has its calendar: the calendar was deselected or disconnected, another worker took
 * over, or the run has to start again. The run simply ends.
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * One worker's right to sync a calendar. An expired holder can no longer write: its token is checked (fencing
 * token).
 */
export interface Lease {
  /**
   * The first statement of each writing transaction of a sync run. Locks the calendar until the transaction
   * ends. Rejects with `LeaseLost`.
   */
  lockCalendar(tx: Tx): Promise<void>;
  /** Called between steps, before each externally visible action. Rejects with `LeaseLost`. */
  extend(): Promise<void>;
}

/** Runs the work with the calendar's lease; false when another worker holds it. */
export async function withLease(
  { db, clock, log }: DbContext & Pick<Platform, 'log'>,
  scope: Scope,
  calendarId: string,
  work: (lease: Lease, sync: SyncRow) => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  const until = () => new Date(clock().getTime() + LEASE_MS);
  const sync = await acquireLease(db, scope, calendarId, holder, { now: clock(), until: until() });
  if (!sync) return false;
  const lease: Lease = {
    async lockCalendar(tx) {
      if (!(await lockSync(tx, scope, calendarId, holder))) throw new LeaseLost();
    },
    async extend() {
      if (!(await extendLease(db, scope, calendarId, holder, { until: until() }))) throw new LeaseLost();
    },
  };
  const extending = setInterval(() => {
    extendLease(db, scope, calendarId, holder, { until: until(), unlessBusy: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'The lease of a calendar could not be extended; trying again'),
    );
  }, EXTEND_EVERY_MS);
  try {
    await work(lease, sync);
  } finally {
    clearInterval(extending);
  }
  return true;
}

/**
 * Restarts all sync runs of a user after the transaction, because the zones used to convert events change. It
 * must be the first statement of the transaction: sync runs also lock the calendar's sync before anything
 * else.
 */
export async function restartSyncRuns({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, scope: Scope): Promise<void> {
  for (const calendarId of await revokeLeases(tx, scope))
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/** A transaction of a sync run, which fails once the lease is lost. */
export function writeWithLease<Result>(
  { platform: { db }, lease }: { platform: Pick<SyncPlatform, 'db'>; lease: Lease },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lease.lockCalendar(tx);
    return work(tx);
  });
}
