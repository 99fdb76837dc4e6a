import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '#lib/query-client.ts';
import { getQueue } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { type PlanAnswer, proposePlan, rejectProposal } from '../api.ts';

/** Proposes a plan of what is left of today. Without a change it says why and resolves to false. */
export async function planDay(client: QueryClient, planWeek: () => void): Promise<boolean> {
  // The plan has a place for what was captured a moment ago.
  await getQueue(client).drain();
  const { proposal } = await proposePlan({ effort: 'full', horizonDays: 1 });
  if (proposal.changes.length > 0) {
    client.setQueryData<PlanAnswer>(queryKeys.plan, (answer) => answer && { ...answer, proposal });
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
