import type { EstimateFigures } from '@dayloom/contracts';
import { coveredMs, type Interval, MINUTE_MS, subtractIntervals, unionIntervals } from '@dayloom/time';
import type { FinishedEstimate, OpenWork } from '../model.ts';

/** Projects with fewer finished tasks say nothing about the next one. */
const LEAST_TASKS = 3;

const toMinutes = (milliseconds: number): number => Math.round(milliseconds / MINUTE_MS);

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
