import type { FocusTimer } from '@dayloom/contracts';
import { toSessionId } from '@dayloom/contracts/session-ids';
import type { QueryClient } from '@tanstack/react-query';
import { findCode } from '#lib/change-kinds.ts';
import { queryKeys } from '#lib/query-client.ts';
import { sendChange } from '#lib/waiting-changes.ts';
import { readFocus, setTimer } from '../api.ts';
import {
  findKeptFocus,
  findUnsentFocus,
  type KeptFocus,
  keepFocus,
  type SessionTime,
} from '../model/kept-focus.ts';
import { findEndedWork, isLocalTimerCurrent, rebaseOnServerTimer } from '../model/reconcile-timers.ts';
import { recordedSession } from './waiting-sessions.ts';

let sending = Promise.resolve();

/** Sends what the user's timer has become while the server could not be reached. */
export function sendKeptTimer(client: QueryClient, user: string): Promise<void> {
  const sent = sending.then(() => send(client, user));
  sending = sent.catch(() => {});
  return sent;
}

async function send(client: QueryClient, user: string): Promise<void> {
  const kept = findUnsentFocus(user);
  if (!kept) return;
  let { timer } = await readFocus({ as: user });
  const isSent = isLocalTimerCurrent(kept.timer, timer);
  const wanted = isSent ? rebaseOnServerTimer(kept.timer, timer) : await keepWork(client, kept, timer);
  if (wanted !== timer) {
    try {
      timer = await setTimer(wanted, { as: user });
    } catch (error) {
      // Another page or device was faster.
      if (findCode(error) === 'version_conflict') return await send(client, user);
      throw error;
    }
  }
  const now = findKeptFocus(user);
  if (JSON.stringify(now) !== JSON.stringify(kept)) {
    // It was changed again meanwhile. The new change is based on the version just sent.
    if (isSent && now?.isUnsent && now.timer.version === kept.timer.version)
      keepFocus({ ...now, timer: { ...now.timer, version: timer.version } });
    return;
  }
  keepFocus({ ...kept, timer, isUnsent: false });
  await client.invalidateQueries({ queryKey: queryKeys.focus });
}

/**
 * The timer of another device counts, but a session that ended here was worked: it is asked about, unless that device
 * asks about another one. What nobody asks about is recorded. Resolves to the other timer with the question.
 */
async function keepWork(client: QueryClient, kept: KeptFocus, server: FocusTimer): Promise<FocusTimer> {
  const { task } = kept;
  const work = findEndedWork(kept, Date.now());
  const question =
    kept.timer.question ?? (work && task ? { ...work, taskId: task._id, title: task.title } : null);
  if (work && work.endedAt !== question?.endedAt) await record(client, work, task?._id ?? null);
  if (!question || question.endedAt === server.question?.endedAt) return server;
  if (!server.question) return { ...server, question };
  await record(client, question, question.taskId);
  return server;
}

async function record(
  client: QueryClient,
  { startedAt, endedAt, worked }: SessionTime,
  taskId: string | null,
): Promise<void> {
  const id = toSessionId(endedAt);
  await sendChange(client, recordedSession, taskId ?? id, {
    _id: id,
    startedAt,
    endedAt,
    ...(worked && { worked }),
    taskId,
    outcome: 'stopped',
    moreMinutes: 25,
  });
}
