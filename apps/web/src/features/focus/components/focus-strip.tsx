import { Pause, Play, Timer as TimerIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { LinearProgress } from '#ui/progress.tsx';
import type { RunningFocus } from '../hooks/use-focus-timer.ts';
import {
  clockText,
  getElapsed,
  getLength,
  getRemaining,
  isOver,
  type Mode,
  type Timer,
} from '../model/timer.ts';
import { signalEnd } from './end-signals.ts';
import './focus-strip.css';

const names: Record<Mode, string> = { focus: 'Focus', short: 'Short break', long: 'Long break' };

/** What the strip shows of a session. */
export function FocusStrip({ timer, now, task, question, toggle }: RunningFocus) {
  const isEnded = isOver(timer, now);
  const end = timer.mode === 'focus' ? 'The session is over.' : 'The break is over.';
  useEndSignal(timer, isEnded, end);
  const isRunning = timer.endsAt !== null;
  const left = clockText(getRemaining(timer, now));
  return (
    <section aria-label="Focus timer" className="focus-strip text-small">
      <TimerIcon size={16} strokeWidth={1.75} className="focus-strip-icon" aria-hidden />
      <span className="focus-strip-name">
        <strong>{names[timer.mode]}</strong>
        {timer.mode === 'focus' && task && <span className="focus-strip-task">{task.title}</span>}
      </span>
      {isEnded ? (
        <>
          <output className="focus-strip-end">{end}</output>
          <Button size="small" variant="contained" href="/pomodoro">
            {timer.mode === 'focus' ? 'How did it go?' : 'Next session'}
          </Button>
        </>
      ) : (
        <>
          <span role="timer" aria-label="Time left" className="focus-strip-clock n">
            {left}
          </span>
          <LinearProgress
            aria-label="Time of the session that has passed"
            className="focus-strip-progress"
            value={(getElapsed(timer, now) / getLength(timer)) * 100}
          />
          <IconButton
            size="small"
            aria-label={isRunning ? 'Pause the timer' : 'Go on with the timer'}
            onClick={toggle}
          >
            {isRunning ? <Pause size={16} strokeWidth={1.9} /> : <Play size={16} strokeWidth={1.9} />}
          </IconButton>
          {question ? (
            <Button
              size="small"
              variant="contained"
              href="/pomodoro"
              aria-label={`How did it go with '${question.title}'?`}
            >
              How did it go?
            </Button>
          ) : (
            <Button size="small" variant="text" href="/pomodoro">
              Open
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** Signals the end of a session that ran while this page was open: one that ended before is not news. */
function useEndSignal({ endsAt }: Timer, isEnded: boolean, message: string): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (endsAt === null || !isEnded) {
      hasRun.current = endsAt !== null;
      return;
    }
    if (hasRun.current) signalEnd(message, endsAt);
    hasRun.current = false;
  }, [endsAt, isEnded, message]);
}
