import { Target, Timer } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { useFocusTimer } from '../hooks/use-focus-timer.ts';
import { clockText, getRemaining, isOver } from '../model/timer.ts';

/** *Start focus* on a task; while a session or a break is under way, what is left of it. */
export function FocusLink({ taskId }: { taskId: string | null }) {
  const focus = useFocusTimer();
  if (!focus)
    return (
      <Button
        href={`/pomodoro?task=${taskId}&start=1`}
        variant="contained"
        startIcon={<Target size={16} aria-hidden />}
      >
        Start focus
      </Button>
    );
  const { timer, now } = focus;
  const name = timer.mode === 'focus' ? 'Focus' : 'Break';
  const left = clockText(getRemaining(timer, now));
  return (
    <Button href="/pomodoro" variant="contained" startIcon={<Timer size={16} aria-hidden />} className="n">
      {isOver(timer, now)
        ? `${name} is over`
        : `${name}, ${left} ${timer.endsAt === null ? 'paused' : 'left'}`}
    </Button>
  );
}
