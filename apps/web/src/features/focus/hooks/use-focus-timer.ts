import { MAX_FOCUS_HOURS } from '@dayloom/contracts';
import { HOUR_MS, SECOND_MS } from '@dayloom/time';
import { onlineManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getMessage, isUnreachable } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { useViewer } from '#lib/viewer.ts';
import { notify } from '#ui/toast.tsx';
import { readFocus } from '../api.ts';
import {
  findKeptFocus,
  type KeptFocus,
  keepFocus,
  toFocusTimer,
  toTimer,
  watchKeptFocus,
} from '../model/kept-focus.ts';
import { isLocalTimerCurrent } from '../model/reconcile-timers.ts';
import { getElapsed, MIN_JUMP_MS, pauseTimer, startTimer } from '../model/timer.ts';

/** The server's timer, or this browser's timer if it has unsent changes that win. */
async function readShown(user: string): Promise<KeptFocus> {
  const { timer, task, now } = await readFocus({ as: user });
  const kept = findKeptFocus(user);
  if (kept?.isUnsent && isLocalTimerCurrent(kept.timer, timer)) return kept;
  const aheadMs = Date.parse(now) - Date.now();
  const read = { user, timer, isUnsent: false, aheadMs, task };
  // Unsent changes are merged when they are sent.
  if (!kept?.isUnsent) keepFocus(read);
  return read;
}

export type RunningFocus = NonNullable<ReturnType<typeof useFocusTimer>>;

/**
 * The timer that all devices share, by this browser's clock; null while none has begun. Without a network it is the one
 * that this browser keeps. A paused one is shown if it was running while this page was open, or was paused without a
 * network: an old pause is not a session.
 */
export function useFocusTimer() {
  const client = useQueryClient();
  const { user } = useViewer();
  const { data } = useQuery({
    queryKey: queryKeys.focus,
    queryFn: () => readShown(user),
    initialData: () => findKeptFocus(user) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  useEffect(() => {
    const leave = new AbortController();
    watchKeptFocus(user, (kept) => client.setQueryData(queryKeys.focus, kept), leave.signal);
    return () => leave.abort();
  }, [client, user]);
  const [wasRunning, setWasRunning] = useState(false);
  const isRunning = data ? data.timer.endsAt !== null : false;
  if (isRunning && !wasRunning) setWasRunning(true);
  // The offset to the server's clock must then be measured again.
  const onJump = useCallback(() => void client.invalidateQueries({ queryKey: queryKeys.focus }), [client]);
  const now = useSeconds(isRunning, onJump);
  if (!data) return null;
  const timer = toTimer(data);
  const isStale = timer.endsAt !== null && now - timer.endsAt > MAX_FOCUS_HOURS * HOUR_MS;
  const isPaused = (wasRunning || data.isUnsent) && getElapsed(timer, now) > 0;
  const isShown = isRunning || isPaused || data.timer.question !== null;
  if (isStale || !isShown) return null;
  return {
    timer,
    /** The work that waits until its user says how it went. */
    question: data.timer.question,
    now,
    task: data.task,
    toggle: () => {
      const at = Date.now();
      const next = isRunning ? pauseTimer(timer, at) : startTimer(timer, at);
      const changed = { ...data.timer, ...toFocusTimer(next, data.aheadMs) };
      changeHere(client, { ...data, timer: changed, isUnsent: true });
    },
  };
}

/** A change counts at once. It is sent now, or by any page when the connection is back. */
export function changeHere(client: QueryClient, kept: KeptFocus): void {
  keepFocus(kept);
  client.setQueryData(queryKeys.focus, kept);
  if (!onlineManager.isOnline()) return;
  import('./send-kept-timer.ts')
    .then(({ sendKeptTimer }) => sendKeptTimer(client, kept.user))
    .catch((error: unknown) => {
      if (!isUnreachable(error)) notify.error(getMessage(error, 'The timer could not be saved yet.'));
    });
}

/**
 * The time, every second while something runs. It is read from the clock each time, because ticks of a background tab
 * come late. `onJump` is called when the clock was set or the device slept.
 */
function useSeconds(isRunning: boolean, onJump: () => void): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    let ahead = Date.now() - performance.now();
    const tick = () => {
      const next = Date.now();
      const moved = next - performance.now() - ahead;
      if (Math.abs(moved) > MIN_JUMP_MS) {
        ahead += moved;
        onJump();
      }
      setNow(next);
    };
    tick();
    const timer = setInterval(tick, SECOND_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isRunning, onJump]);
  return now;
}
