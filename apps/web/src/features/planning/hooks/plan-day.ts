import type { Proposal } from '@dayloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import type { PlanResponse } from '#lib/optimistic-plan.ts';
import { queryKeys } from '#lib/query-client.ts';
import { getQueue } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { acceptProposal, proposePlan, rejectProposal } from '../api.ts';
import { describeGap, describeRisks, sameRisks } from '../model/plan-items.ts';

/** Proposes a plan of what is left of today. Without a change it says why and resolves to false. */
export async function proposeDay(client: QueryClient, planWeek: () => void): Promise<boolean> {
  // The plan has a place for what was captured a moment ago.
  await getQueue(client).drain();
  const { proposal } = await proposePlan({ effort: 'full', horizonDays: 1 });
  if (proposal.changes.length > 0) {
    showProposal(client, proposal);
    return true;
  }
  await rejectProposal(proposal._id);
  const { notPlannedYet: count, stayed } = proposal;
  if (count > 0)
    notify.info(
      `Nothing more fits today. ${count} ${count === 1 ? 'task is' : 'tasks are'} not planned yet.`,
      { label: 'Plan my week', run: planWeek },
    );
  else notify.info(stayed > 0 ? 'Today still fits as it is planned.' : 'There is nothing to plan today.');
  return false;
}

/** Proposes a plan, which then waits among the issues of the page. Without a change it says so. */
export async function proposeHere(client: QueryClient): Promise<void> {
  try {
    // The plan has a place for what was captured a moment ago.
    await getQueue(client).drain();
    const { proposal } = await proposePlan({ effort: 'full' });
    if (proposal.changes.length > 0) return showProposal(client, proposal);
    await settleEmptyProposal(client, proposal);
    notify.info(
      proposal.atRisk.length > 0
        ? `Nothing else moves: ${describeRisks(proposal.atRisk)}.`
        : 'Nothing else has to move.',
    );
  } catch (error) {
    notify.error(getMessage(error, 'The week could not be planned. Try again in a moment.'));
  } finally {
    for (const queryKey of [queryKeys.plan, queryKeys.dashboard])
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }
}

const showProposal = (client: QueryClient, proposal: Proposal): void =>
  void client.setQueryData<PlanResponse>(queryKeys.plan, (response) => response && { ...response, proposal });

/** An empty diff needs no consent; its deadline information is stored with the plan. */
export async function settleEmptyProposal(client: QueryClient, { _id, atRisk }: Proposal): Promise<void> {
  const response = client.getQueryData<PlanResponse>(queryKeys.plan);
  if (sameRisks(atRisk, response?.atRisk ?? [])) await rejectProposal(_id);
  else await acceptProposal(_id, []);
}

/** What a proposal without a change means. */
export function describeNothingMoves({ atRisk, notPlannedYet, stayed, gap }: Proposal): void {
  const unplacedCount = atRisk.filter(({ shortMinutes }) => shortMinutes > 0).length;
  if (unplacedCount > 0)
    notify.info(
      `Nothing moves. ${unplacedCount} ${unplacedCount === 1 ? "task doesn't" : "tasks don't"} fit this week.`,
    );
  else if (notPlannedYet > 0)
    notify.info(
      `Nothing moves: the days are full. ${notPlannedYet} ${notPlannedYet === 1 ? 'task is' : 'tasks are'} not planned yet.`,
    );
  else if (stayed > 0) {
    const words = describeGap(gap);
    notify.success(
      `Your plan still fits: all ${stayed} blocks stay where they are.${words ? ` ${words}.` : ''}`,
    );
  } else notify.info('Nothing to plan this week.');
}
