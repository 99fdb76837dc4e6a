import type { FocusTimer } from '@dayloom/contracts';
import { type KeptFocus, type SessionTime, toSessionTime, toTimer } from './kept-focus.ts';
import { isOver, listWorked } from './timer.ts';

/** Whether the local timer wins over the server's: nobody else has changed it, or only the local one runs. */
export const isLocalTimerCurrent = (here: FocusTimer, server: FocusTimer): boolean =>
  server.version === here.version || (here.endsAt !== null && server.endsAt === null);

/** The local timer as a change of the server's version. Keeps a question that was asked elsewhere meanwhile. */
export const rebaseOnServerTimer = (here: FocusTimer, server: FocusTimer): FocusTimer => ({
  ...here,
  version: server.version,
  question: here.question ?? (server.version === here.version ? null : server.question),
});

/** The focus session of a timer that is over at `now`, by this browser's clock. */
export function findEndedWork(
  { timer, aheadMs }: Pick<KeptFocus, 'timer' | 'aheadMs'>,
  now: number,
): SessionTime | null {
  const byServer = toTimer({ timer, aheadMs: 0 });
  return isOver(byServer, now + aheadMs) ? toSessionTime(listWorked(byServer, now + aheadMs)) : null;
}
