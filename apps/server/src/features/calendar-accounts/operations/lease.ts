import { randomUUID } from 'node:crypto';
import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import type { Scope } from '../../../platform/scope.ts';
import { extendLease, holdSync, type SyncRow, takeLease, takeLeasesAway } from '../store/syncs.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';

/** A worker that says nothing for so long is taken for dead. */
const LEASE_MS = 120_000;
/** It is extended while the work goes on, also while a provider takes its time. */
const EXTEND_EVERY_MS = LEASE_MS / 3;

/**
 * The calendar was left out or disconnected while a sync run of it was under way, the sync run was away for so long that
 * another worker took it over, or it has to begin anew: there is nothing more to do.
 */
export class CalendarLeft extends Error {
  override name = 'CalendarLeft';
}

/** That a calendar is one worker's. It is told apart by name: who outlasted it has it no more, whatever they think. */
export interface Lease {
  /**
   * First in each transaction of a sync run that writes; keeps the calendar until the transaction ends. Rejects with
   * `CalendarLeft`.
   */
  hold(tx: Tx): Promise<void>;
  /** Between steps, before anything is done that others can see. Rejects with `CalendarLeft`. */
  keep(): Promise<void>;
}

/** Works on a calendar that nobody else works on; false when somebody does. */
export async function withLease(
  { db, clock, log }: Pick<AccountsPlatform, 'db' | 'clock' | 'log'>,
  scope: Scope,
  calendarId: string,
  work: (lease: Lease, sync: SyncRow) => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  const until = () => new Date(clock().getTime() + LEASE_MS);
  const sync = await takeLease(db, scope, calendarId, holder, { now: clock(), until: until() });
  if (!sync) return false;
  const lease: Lease = {
    async hold(tx) {
      if (!(await holdSync(tx, scope, calendarId, holder))) throw new CalendarLeft();
    },
    async keep() {
      if (!(await extendLease(db, scope, calendarId, holder, { until: until() }))) throw new CalendarLeft();
    },
  };
  const extending = setInterval(() => {
    extendLease(db, scope, calendarId, holder, { until: until(), unlessBusy: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'A round could not keep its calendar; it is tried again'),
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
 * What sync runs tell events with is about to be otherwise: those that are under way end at their next step, and begin
 * anew after the transaction. First of all in it: a sync run has the calendar's sync before it has anything else.
 */
export async function beginRoundsAnew({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, scope: Scope): Promise<void> {
  for (const calendarId of await takeLeasesAway(tx, scope))
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/** A transaction of a sync run: it writes only while the calendar is still ours. */
export function writeUnder<Result>(
  { platform: { db }, lease }: { platform: Pick<AccountsPlatform, 'db'>; lease: Lease },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lease.hold(tx);
    return work(tx);
  });
}
