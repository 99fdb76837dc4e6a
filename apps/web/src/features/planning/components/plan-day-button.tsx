import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { getQueue } from '#lib/waiting-changes.ts';
import { Button } from '#ui/button.tsx';
import { CircularProgress } from '#ui/progress.tsx';
import { notify } from '#ui/toast.tsx';
import { type PlanAnswer, proposePlan, rejectProposal } from '../api.ts';

interface PlanDayButtonProps {
  /** In the morning it is the first thing to do. */
  readonly isMain: boolean;
  readonly onPlanWeek: () => void;
}

/** Plans what is left of today, and leads to the proposal. Other days stay as they are. */
export function PlanDayButton({ isMain, onPlanWeek }: PlanDayButtonProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const isAsking = useRef(false);
  const plan = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setIsBusy(true);
    try {
      // The plan has a place for what was captured a moment ago.
      await getQueue(client).drain();
      const { proposal } = await proposePlan({ effort: 'full', horizonDays: 1 });
      if (proposal.changes.length > 0) {
        client.setQueryData<PlanAnswer>(queryKeys.plan, (answer) => answer && { ...answer, proposal });
        void navigate('/calendar-flow?view=day');
        return;
      }
      await rejectProposal(proposal._id);
      const { notPlannedYet: count, stayed } = proposal;
      if (count > 0)
        notify.info(
          `Nothing more fits today. ${count} ${count === 1 ? 'task is' : 'tasks are'} not planned yet.`,
          { label: 'Plan my week', run: onPlanWeek },
        );
      else notify.info(stayed > 0 ? 'Today still fits as it is planned.' : 'There is nothing to plan today.');
    } catch (error) {
      notify.error(getMessage(error, 'The day could not be planned. Try again in a moment.'));
    } finally {
      isAsking.current = false;
      setIsBusy(false);
    }
  };
  return (
    <Button
      {...(isMain && { variant: 'contained' as const })}
      startIcon={
        isBusy ? (
          <CircularProgress size={16} color="inherit" />
        ) : (
          <Sparkles size={16} strokeWidth={1.9} aria-hidden />
        )
      }
      aria-busy={isBusy}
      onClick={() => void plan()}
    >
      Plan my day
    </Button>
  );
}
