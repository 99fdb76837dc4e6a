import { toSessionId } from '@dayloom/contracts/session-ids';
import { MINUTE_MS } from '@dayloom/time';
import type { QueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { getQueue, sendChange } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { undo } from '../api.ts';
import {
  findKeptFocus,
  getTotal,
  type SessionTime,
  toFocusTimer,
  toSessionTime,
  toTimer,
} from '../model/kept-focus.ts';
import { freshTimer, isOver, listWorked, nextTimer, SESSIONS_PER_CYCLE } from '../model/timer.ts';
import { changeHere } from './use-focus-timer.ts';
import { recordedSession } from './waiting-sessions.ts';

/** Shorter work is no session. */
const MIN_MS = MINUTE_MS;

/**
 * Ends the session on a task, because its block was finished: its time is recorded without a question.
 * Resolves to the reversal, or to null without a session.
 */
export async function endSession(
  client: QueryClient,
  user: string,
  taskId: string | null,
): Promise<(() => void) | null> {
  const kept = findKeptFocus(user);
  if (!kept || taskId === null || kept.timer.mode !== 'focus') return null;
  if (kept.timer.taskId !== taskId || kept.timer.endsAt === null) return null;
  const now = Date.now();
  const shown = toTimer(kept);
  const { finished, lengths } = shown;
  const next = isOver(shown, now)
    ? nextTimer(shown, true)
    : freshTimer('focus', finished % SESSIONS_PER_CYCLE, lengths);
  const timer = { ...kept.timer, ...toFocusTimer(next, kept.aheadMs), taskId: null };
  changeHere(client, { ...kept, timer, task: null, isUnsent: true });
  const session = toSessionTime(listWorked(toTimer({ timer: kept.timer, aheadMs: 0 }), now + kept.aheadMs));
  const undoRecord = session && getTotal(session) >= MIN_MS ? await record(client, session, taskId) : null;
  return () => {
    undoRecord?.().catch(reportFailure);
    const version = findKeptFocus(user)?.timer.version ?? kept.timer.version;
    changeHere(client, { ...kept, timer: { ...kept.timer, version }, isUnsent: true });
  };
}

async function record(
  client: QueryClient,
  time: SessionTime,
  taskId: string,
): Promise<(() => Promise<unknown>) | null> {
  const session = {
    ...time,
    _id: toSessionId(time.endedAt),
    taskId,
    outcome: 'stopped' as const,
    moreMinutes: 25,
  };
  try {
    const sending = await sendChange(client, recordedSession, taskId, session);
    if (sending.status === 'waits') return () => getQueue(client).withdraw(sending.id);
    const { commandId } = sending.response;
    return commandId === null ? null : () => undo(commandId);
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

function reportFailure(error: unknown): void {
  notify.error(getMessage(error, 'The focus session could not be saved.'));
}
