import type { FocusTimer } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import type { KeptFocus, Question } from './kept-focus.ts';

/** Whether a timer that was changed here counts, and not the server's: nobody else has changed it, or it runs only here. */
export const countsHere = (here: FocusTimer, server: FocusTimer): boolean =>
  server.version === here.version || (here.endsAt !== null && server.endsAt === null);

/** The focus session of a timer that is over at `now`, by this browser's clock. */
export function findEndedWork(
  { timer: { mode, endsAt, lengths }, aheadMs }: Pick<KeptFocus, 'timer' | 'aheadMs'>,
  now: number,
): Pick<Question, 'startedAt' | 'endedAt'> | null {
  if (mode !== 'focus' || endsAt === null || Date.parse(endsAt) - aheadMs > now) return null;
  const startedAt = new Date(Date.parse(endsAt) - lengths.focus * MINUTE_MS).toISOString();
  return { startedAt, endedAt: new Date(endsAt).toISOString() };
}
