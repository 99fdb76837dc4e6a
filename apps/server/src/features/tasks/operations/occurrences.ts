import { findDayNumber, formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import type { TimeRules } from '#features/account/operations/time-rules.ts';
import type { PlannedWork } from '../model/planned-work.ts';
import {
  createDayTest,
  findOwnDate,
  isMissed,
  listLaterOccurrences,
  takesPlaceAtFixedTime,
} from '../model/series.ts';
import type { StoredTask } from '../model/stored-task.ts';
import { toFields } from '../store/fields.ts';

/** What occurrences depend on. */
export type OccurrenceContext = Pick<TimeRules, 'homeTimeZone' | 'hours' | 'hoursOverrides'> & {
  readonly now: Date;
};

/** The date of the later occurrence that is to be done because the task's own was missed; null if none. */
export function findDueOccurrence(task: StoredTask, context: OccurrenceContext): string | null {
  const fields = toFields(task);
  const series = { ...context, timeZone: context.homeTimeZone };
  const [next] = listLaterOccurrences(fields, series, { until: 'next two' });
  return next && isMissed(fields, series, next) ? next.on : null;
}

export interface WorkQuery {
  /** Later occurrences are due before this instant, or among these dates by task. */
  readonly until: Date;
  readonly datesInPlan: ReadonlyMap<string, ReadonlySet<string>>;
  readonly toId: (taskId: string, occurrenceOn: string) => string;
}

/** The open tasks, with the later occurrences of those that repeat. */
export function listWork(
  tasks: readonly StoredTask[],
  context: OccurrenceContext,
  { until, datesInPlan, toId }: WorkQuery,
): PlannedWork[] {
  const series = { ...context, timeZone: context.homeTimeZone };
  const zone = getZone(context.homeTimeZone);
  const today = formatDayNumber(localDayNumber(zone, context.now.getTime()));
  const untilDay = localDayNumber(zone, until.getTime() - 1) + 1;
  const work = tasks.flatMap((task): PlannedWork[] => {
    const isFixed = takesPlaceAtFixedTime(toFields(task));
    const fields = toFields(task);
    const ownDate = findOwnDate(fields, context.homeTimeZone);
    const isForDate = createDayTest(fields, series);
    const day = ownDate !== null && ownDate >= today && isForDate(ownDate) ? ownDate : null;
    const isFlexible = task.has_flexible_days && task.due_at === null;
    const own = { ...task, taskId: task.id, occurrenceOn: null, isFixed, isFlexible, day };
    if (!task.recurrence_rule) return [own];
    const planned = datesInPlan.get(task.id) ?? new Set();
    const lastDay = Math.max(untilDay, ...[...planned].map((date) => (findDayNumber(date) ?? 0) + 1));
    const later = listLaterOccurrences(fields, series, { until: lastDay });
    const works = later
      .filter(({ on }) => (findDayNumber(on) ?? 0) < untilDay || planned.has(on))
      .map(
        ({ on, dueOn, dueAt, startAfter }): PlannedWork => ({
          ...task,
          id: toId(task.id, on),
          taskId: task.id,
          occurrenceOn: on,
          isFixed,
          isFlexible,
          day: isForDate(on) ? on : null,
          due_on: dueOn,
          due_at: dueAt === null ? null : new Date(dueAt),
          start_after: startAfter === null ? null : new Date(startAfter),
          depends_on: [],
        }),
      );
    return isMissed(fields, series, later[0]) ? works : [own, ...works];
  });
  // What depends on a missed task waits for the occurrence that took its place.
  const first = new Map(work.toReversed().map(({ taskId, id }) => [taskId, id]));
  return work.map((one) => ({ ...one, depends_on: one.depends_on.map((id) => first.get(id) ?? id) }));
}
