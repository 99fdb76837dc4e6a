import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useIsOnline } from '#lib/connection.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { CircularProgress } from '#ui/progress.tsx';
import { notify } from '#ui/toast.tsx';

/** Only for those who plan. */
export const loadPlanDay = () => import('../hooks/plan-day.ts');

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
  const isOnline = useIsOnline();
  const plan = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { proposeDay } = await loadPlanDay();
      if (await proposeDay(client, onPlanWeek)) void navigate('/calendar-flow?view=day');
    } catch (error) {
      notify.error(getMessage(error, 'The day could not be planned. Try again in a moment.'));
    } finally {
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
      disabled={!isOnline}
      title={isOnline ? undefined : 'Planning needs a connection'}
      onClick={() => void plan()}
    >
      Plan my day
    </Button>
  );
}
