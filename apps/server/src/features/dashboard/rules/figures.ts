import type { DayFigures, EstimateFigures, ProjectFigures } from '@dayloom/contracts';
import {
  coveredMs,
  formatDayNumber,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  subtractIntervals,
  unionIntervals,
  type Zone,
} from '@dayloom/time';
import type { FinishedEstimate, OpenWork, WorkBlock } from '../model.ts';

/** Projects with fewer finished tasks say nothing about the next one. */
const LEAST_TASKS = 3;

const toMinutes = (milliseconds: number): number => Math.round(milliseconds / MINUTE_MS);

/** Minutes of each day, from `firstDay` on (day numbers of the zone). A block over midnight counts on both days. */
export function toDayFigures(
  { blocks, finishedAt }: { readonly blocks: readonly WorkBlock[]; readonly finishedAt: readonly number[] },
  { zone, firstDay, count }: { readonly zone: Zone; readonly firstDay: number; readonly count: number },
): DayFigures[] {
  const days = Array.from({ length: count }, (_, index) => ({ planned: 0, worked: 0, finished: 0, index }));
  for (const { start, end, isDone } of blocks) {
    const last = localDayNumber(zone, end - 1);
    for (let day = localDayNumber(zone, start); day <= last; day += 1) {
      const figures = days[day - firstDay];
      if (!figures) continue;
      const part =
        Math.min(end, startOfDayNumber(zone, day + 1)) - Math.max(start, startOfDayNumber(zone, day));
      figures.planned += part;
      if (isDone) figures.worked += part;
    }
  }
  for (const instant of finishedAt) {
    const figures = days[localDayNumber(zone, instant) - firstDay];
    if (figures) figures.finished += 1;
  }
  return days.map(({ planned, worked, finished, index }) => ({
    date: formatDayNumber(firstDay + index),
    plannedMinutes: toMinutes(planned),
    workedMinutes: toMinutes(worked),
    finishedTasks: finished,
  }));
}

/** Minutes within a range by project, most first. */
export function toProjectFigures(blocks: readonly WorkBlock[], range: Interval): ProjectFigures[] {
  const sums = new Map<string | null, { planned: number; worked: number }>();
  for (const { start, end, isDone, project } of blocks) {
    const part = Math.min(end, range.end) - Math.max(start, range.start);
    if (part <= 0) continue;
    const sum = sums.get(project) ?? { planned: 0, worked: 0 };
    sum.planned += part;
    if (isDone) sum.worked += part;
    sums.set(project, sum);
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other.planned - one.planned)
    .map(([project, { planned, worked }]) => ({
      project,
      plannedMinutes: toMinutes(planned),
      workedMinutes: toMinutes(worked),
    }));
}

/** By project, how long tasks took beside their estimates, and what that would mean for the open ones. */
export function toEstimateFigures(
  finished: readonly FinishedEstimate[],
  open: readonly OpenWork[],
): EstimateFigures[] {
  const factors = new Map<string | null, number[]>();
  for (const { project, estimatedMinutes, workedMinutes } of finished) {
    const known = factors.get(project) ?? [];
    known.push(workedMinutes / estimatedMinutes);
    factors.set(project, known);
  }
  return [...factors].flatMap(([project, known]) => {
    if (known.length < LEAST_TASKS) return [];
    const factor = Math.round(getMedian(known) * 100) / 100;
    const { tasks = 0, minutes = 0 } = open.find((work) => work.project === project) ?? {};
    return {
      project,
      tasks: known.length,
      factor,
      openTasks: tasks,
      openMinutes: minutes,
      learnedMinutes: Math.round(minutes * factor),
    };
  });
}

function getMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Minutes of the open hours that nothing blocks. */
export const getCapacity = (open: readonly Interval[], busy: readonly Interval[]): number =>
  toMinutes(coveredMs(subtractIntervals(unionIntervals(open), unionIntervals(busy))));
