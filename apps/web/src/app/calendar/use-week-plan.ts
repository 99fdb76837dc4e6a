import type { Proposal } from '@dayloom/contracts';
import { useCallback, useState } from 'react';
import { usePlan } from '#features/planning/api.ts';
import { usePlanning } from '#features/planning/hooks/use-planning.ts';
import { isoDate } from '#lib/local-dates.ts';
import { useViewer } from '#lib/viewer.ts';

interface ShownDays {
  readonly range: { readonly from: Date; readonly to: Date };
  readonly setDate: (date: string) => void;
}

/** Plans the week. With the first plan it asks for what planning depends on. */
export function useWeekPlan(waiting: Proposal | null, hasTasks: boolean, { range, setDate }: ShownDays) {
  const { profile } = useViewer();
  const planning = usePlanning(hasTasks);
  const { propose } = planning;
  const plan = usePlan().data?.plan;
  // A plan that has not loaded yet counts as none: the form is asked once too often rather than not at all.
  const isFirstPlan = profile?.settings.scheduling.isChosen === false && !plan?.plannedAt;
  const [isAsking, setIsAsking] = useState(false);
  const planNow = useCallback(async () => {
    await propose((proposal) => {
      const first = findBetterStart(proposal, range);
      if (first) setDate(isoDate(first));
    });
  }, [propose, range, setDate]);
  const planWeek = useCallback(async () => {
    if (isFirstPlan && hasTasks) setIsAsking(true);
    await planNow();
  }, [isFirstPlan, hasTasks, planNow]);
  const isInSight = waiting?.changes.some(({ to }) => to && isWithin(range, new Date(to.startsAt)));
  const firstWaiting = waiting && !isInSight ? findFirstStart(waiting) : null;
  return {
    planning,
    planWeek,
    planNow,
    isAsking: isAsking && isFirstPlan,
    endAsking: () => setIsAsking(false),
    /** Goes to the days of the waiting proposal; null while one of its changes is on the page. */
    showProposal: firstWaiting && (() => setDate(isoDate(firstWaiting))),
  };
}

/** The earliest new start of a proposal; null if it only removes blocks. */
function findFirstStart({ changes }: Proposal): Date | null {
  const starts = changes.flatMap(({ to }) => (to ? Date.parse(to.startsAt) : []));
  return starts.length > 0 ? new Date(Math.min(...starts)) : null;
}

/**
 * The first new start out of sight if as many days from there on show far more of the proposal: on a Saturday, the planned
 * week is the next one.
 */
function findBetterStart({ changes }: Proposal, range: ShownDays['range']): Date | null {
  const starts = changes.flatMap(({ to }) => (to ? new Date(to.startsAt) : []));
  const outside = starts.filter((start) => !isWithin(range, start)).map(Number);
  if (outside.length === 0) return null;
  const from = new Date(Math.min(...outside));
  const to = new Date(from.getTime() + range.to.getTime() - range.from.getTime());
  const countWithin = (days: ShownDays['range']) => starts.filter((start) => isWithin(days, start)).length;
  return countWithin({ from, to }) > 2 * countWithin(range) ? from : null;
}

const isWithin = ({ from, to }: ShownDays['range'], instant: Date) => instant >= from && instant < to;
