import type { EstimateFigures, OverallEstimate } from '@dayloom/contracts';
import { coveredMs, type Interval, MINUTE_MS, subtractIntervals, unionIntervals } from '@dayloom/time';
import type { FinishedEstimates, OpenWork } from '../model.ts';

/** Projects with fewer finished tasks say nothing about the next one. */
export const MIN_TASKS = 3;
/** Estimates of older tasks say little about how work goes now. */
export const ESTIMATE_DAYS = 90;

const toMinutes = (milliseconds: number): number => Math.round(milliseconds / MINUTE_MS);

/** By project, how long tasks took compared with their estimates, and what that would mean for the open ones. */
export function toEstimateFigures(
  finished: readonly FinishedEstimates[],
  open: readonly OpenWork[],
): EstimateFigures[] {
  return finished.map(({ project, tasks: finishedTasks, factor: exact }) => {
    const factor = Math.round(exact * 100) / 100;
    const { tasks = 0, minutes = 0 } = open.find((work) => work.project === project) ?? {};
    return {
      project,
      tasks: finishedTasks,
      factor,
      openTasks: tasks,
      openMinutes: minutes,
      learnedMinutes: Math.round(minutes * factor),
    };
  });
}

/** The same for all tasks. Open ones of a project with figures of its own are reckoned by those. */
export function toOverallEstimate(
  finished: Omit<FinishedEstimates, 'project'> | null,
  byProject: readonly EstimateFigures[],
  open: readonly OpenWork[],
): OverallEstimate | null {
  if (finished === null) return null;
  const factor = Math.round(finished.factor * 100) / 100;
  const factors = new Map(byProject.map((figures) => [figures.project, figures.factor]));
  const sum = (pick: (work: OpenWork) => number) => open.reduce((total, work) => total + pick(work), 0);
  return {
    tasks: finished.tasks,
    factor,
    openTasks: sum(({ tasks }) => tasks),
    openMinutes: sum(({ minutes }) => minutes),
    learnedMinutes: Math.round(sum(({ project, minutes }) => minutes * (factors.get(project) ?? factor))),
  };
}

export const sumMinutes = (intervals: readonly Interval[]): number =>
  toMinutes(intervals.reduce((sum, { start, end }) => sum + end - start, 0));

/** Minutes of a day's open hours that nothing blocks, at most those that its user wants to work. */
export const getCapacity = (
  open: readonly Interval[],
  busy: readonly Interval[],
  mostMinutes: number | null,
): number =>
  Math.min(
    toMinutes(coveredMs(subtractIntervals(unionIntervals(open), unionIntervals(busy)))),
    mostMinutes ?? Infinity,
  );
