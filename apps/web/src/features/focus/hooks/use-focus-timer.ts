import { type FocusTimer, MAX_FOCUS_HOURS } from '@dayloom/contracts';
import { HOUR_MS, SECOND_MS } from '@dayloom/time';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { readFocus, setTimer } from '../api.ts';
import { pauseTimer, startTimer, type Timer } from '../model/timer.ts';

const focusQuery = {
  queryKey: queryKeys.focus,
  async queryFn() {
    const answer = await readFocus();
    return { ...answer, aheadMs: Date.parse(answer.now) - Date.now() };
  },
};

const toTimer = ({ endsAt, ...timer }: FocusTimer, aheadMs: number): Timer => ({
  ...timer,
  endsAt: endsAt === null ? null : Date.parse(endsAt) - aheadMs,
});

export type RunningFocus = NonNullable<ReturnType<typeof useFocusTimer>>;

/**
 * The timer that all devices share, by this browser's clock; null while none has begun. A paused one is shown if it
 * was running while this page was open: an old pause is no session.
 */
export function useFocusTimer() {
  const client = useQueryClient();
  const { data } = useQuery(focusQuery);
  const [wasRunning, setWasRunning] = useState(false);
  const saved = data?.timer;
  const aheadMs = data?.aheadMs ?? 0;
  const isRunning = saved ? saved.endsAt !== null : false;
  if (isRunning && !wasRunning) setWasRunning(true);
  const now = useSeconds(isRunning);
  const change = useMutation({
    mutationFn: (timer: FocusTimer) => setTimer(timer),
    onSuccess: (timer) =>
      client.setQueryData<typeof data>(queryKeys.focus, (before) => before && { ...before, timer }),
    onError: (error) => notify.error(getMessage(error, 'The timer could not be changed.')),
    // Another device may have been faster: its timer counts.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.focus }),
  });
  if (!saved || !data) return null;
  const timer = toTimer(saved, aheadMs);
  const isStale = timer.endsAt !== null && now - timer.endsAt > MAX_FOCUS_HOURS * HOUR_MS;
  if (isStale || (!isRunning && !wasRunning)) return null;
  return {
    timer,
    now,
    task: data.task,
    isSaving: change.isPending,
    toggle: () => {
      const at = Date.now();
      const { endsAt, leftMs } = isRunning ? pauseTimer(timer, at) : startTimer(timer, at);
      change.mutate({
        ...saved,
        leftMs: Math.round(leftMs),
        endsAt: endsAt === null ? null : new Date(endsAt + aheadMs).toISOString(),
      });
    },
  };
}

/** The time, every second while something runs. A background tab may be late: it is read anew each time. */
function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isRunning]);
  return now;
}
