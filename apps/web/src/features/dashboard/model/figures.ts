import { type dashboardApi, taskPoints } from '@dayloom/contracts';
import type { z } from 'zod';
import { formatMinutes } from '#lib/format-minutes.ts';

export type Figures = z.infer<typeof dashboardApi.read.response>;

export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  /** Per cent, for a bar. */
  readonly share?: number;
  /** How it is computed. */
  readonly formula?: string;
}

/** Whether it is evening: time for the summary of the day. */
export const isEvening = (now: Date, { eveningAt, endsAt }: Figures['today']): boolean =>
  new Date(eveningAt) <= now && now < new Date(endsAt);

const POINTS_FORMULA = `${taskPoints.planned} points for a finished task that was in the plan, ${taskPoints.unplanned} for another one, and ${taskPoints.goodEstimate} more if it took at most ${taskPoints.estimateShare * 100} % more or less time than estimated.`;

interface PlanState {
  readonly isPlanned: boolean;
  /** Open tasks without a place in the plan. */
  readonly waitingTasks: number;
  /** Planned blocks under events or other blocks. */
  readonly overlaps: number;
  /** A proposal waits for an answer. */
  readonly isChanging: boolean;
}

/** Leaves out deadlines at risk: whether tasks that are not planned fit is unknown. */
function describeWhatFits({ isPlanned, waitingTasks, overlaps, isChanging }: PlanState): string {
  if (overlaps > 0) return overlaps === 1 ? '1 block overlaps' : `${overlaps} blocks overlap`;
  if (isChanging) return 'a new plan waits';
  if (!isPlanned) return 'nothing is planned yet';
  return waitingTasks > 0 ? `${waitingTasks} not planned yet` : 'everything fits';
}

/** The four figures of the day. */
export function toTiles(
  { today, points, focus }: Pick<Figures, 'today' | 'points' | 'focus'>,
  atRisk: readonly { readonly isHard: boolean }[],
  plan: PlanState,
): Tile[] {
  const hard = atRisk.filter(({ isHard }) => isHard).length;
  const soft = atRisk.length - hard;
  const counts = [hard > 0 && `${hard} hard`, soft > 0 && `${soft} soft`].filter(Boolean).join(', ');
  return [
    {
      name: 'Planned today',
      value: formatMinutes(today.plannedMinutes),
      meaning:
        today.capacityMinutes > 0
          ? `of ${formatMinutes(today.capacityMinutes)} you have`
          : 'no free working hours today',
      ...(today.capacityMinutes > 0 && {
        share: Math.min(100, (today.plannedMinutes / today.capacityMinutes) * 100),
      }),
    },
    {
      name: 'At risk',
      value: String(atRisk.length),
      meaning: counts
        ? `${counts} ${atRisk.length === 1 ? 'deadline' : 'deadlines'}`
        : describeWhatFits(plan),
    },
    {
      name: 'Points this week',
      value: String(points.thisWeek),
      meaning: compareWeeks(points.thisWeek - points.lastWeek, points.lastWeek),
      formula: POINTS_FORMULA,
    },
    {
      name: 'Focus today',
      value: formatMinutes(focus.todayMinutes),
      meaning: `${formatMinutes(focus.weekMinutes)} this week`,
    },
  ];
}

function compareWeeks(difference: number, lastWeek: number): string {
  if (lastWeek === 0) return 'none last week';
  if (difference === 0) return 'as many as last week';
  return difference > 0 ? `${difference} more than last week` : `${-difference} fewer than last week`;
}
