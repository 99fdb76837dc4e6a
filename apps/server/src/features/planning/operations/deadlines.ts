import { computeDeadlineSlack, type DeadlineSlack, type Instance } from '@dayloom/planner';
import { DAY_MS, type Interval, unionIntervals } from '@dayloom/time';
import { findLastHardDue, selectHasHardDue } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { toInstance } from '../rules/build-instance.ts';
import { formatInstant } from '../rules/snapshot.ts';
import { listDayBoundTasks } from '../rules/task-inputs.ts';
import { loadSnapshot, SOLVER } from './snapshot.ts';

/** Deadlines further away have time enough. */
const MAX_DAYS = 70;
const PLAN_MS = 100;

/** The hard deadlines of a user, to be kept while others book time. */
export interface Deadlines {
  readonly instance: Instance;
  readonly slack: DeadlineSlack;
}

/** Whether bookings could make a hard deadline impossible. */
export async function hasHardDeadlines(db: Db, scope: Scope): Promise<boolean> {
  return (await findLastHardDue(db, scope)) !== null;
}

/** SQL: the same. */
export const selectHasHardDeadlines = selectHasHardDue;

export interface DeadlinesQuery {
  /** The longest time to be booked. */
  readonly longestMinutes: number;
  /** The events of a booking that moves. */
  readonly exceptEvents: readonly string[];
  /** What is promised to others and not in the calendar yet. */
  readonly listUnconfirmed: () => Promise<Interval[]>;
}

/** Null if the user has no open task with a hard deadline. */
export async function loadDeadlines(
  platform: DbContext,
  scope: Scope,
  { longestMinutes, exceptEvents, listUnconfirmed }: DeadlinesQuery,
): Promise<Deadlines | null> {
  const lastDue = await findLastHardDue(platform.db, scope);
  if (!lastDue) return null;
  const ahead = lastDue.getTime() - platform.clock().getTime();
  const days = Math.min(MAX_DAYS, Math.max(1, Math.ceil(ahead / DAY_MS) + 1));
  const [found, promised] = await Promise.all([
    loadSnapshot(platform, scope, () => days, exceptEvents),
    listUnconfirmed(),
  ]);
  const snapshot = { ...found, busy: unionIntervals([...found.busy, ...promised]) };
  // What is only for its day may be left out for once, and what takes place at a fixed time needs no free time.
  const withoutDeadline = new Set(listDayBoundTasks(snapshot.tasks));
  const given = toInstance(snapshot);
  const instance: Instance = {
    ...given,
    tasks: given.tasks.map((task) =>
      task.due === null || withoutDeadline.has(task.id) || task.due > given.end
        ? { ...task, dueKind: 'soft' }
        : task,
    ),
  };
  return { instance, slack: computeDeadlineSlack(instance, longestMinutes) };
}

/**
 * Whether the planner still meets every hard deadline that it meets now, if `taken` is busy. Stricter than the
 * slack: blocks have a least length.
 */
export async function keepsDeadlines(
  { compute }: Pick<Platform, 'compute'>,
  { instance, slack }: Deadlines,
  taken: Interval,
): Promise<boolean> {
  if (!slack.canSpare(taken.start, taken.end)) return false;
  const event = { start: formatInstant(taken.start), end: formatInstant(taken.end) };
  const miss = (busy: Instance['busy']) =>
    compute.run<string[]>(SOLVER, 'listMissed', { instance: { ...instance, busy }, budgetMs: PLAN_MS });
  const missed = await miss([...instance.busy, event]);
  if (missed.length === 0) return true;
  const before = new Set(await miss(instance.busy));
  return missed.every((task) => before.has(task));
}
