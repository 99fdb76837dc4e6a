import type { QueryClient } from '@tanstack/react-query';
import { getCode } from '#lib/change-kinds.ts';
import { queryKeys } from '#lib/query-client.ts';
import { sendChange } from '#lib/waiting-changes.ts';
import { readFocus, setTimer, toSessionId } from '../api.ts';
import {
  findKeptFocus,
  findUnsentFocus,
  type KeptFocus,
  keepFocus,
  type Question,
} from '../model/kept-focus.ts';
import { countsHere, findEndedWork } from '../model/whose-timer.ts';
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
  let { question } = kept;
  const isSent = countsHere(kept.timer, timer);
  if (isSent) {
    try {
      timer = await setTimer({ ...kept.timer, version: timer.version }, { as: user });
    } catch (error) {
      // Another page or device was faster.
      if (getCode(error) === 'version_conflict') return await send(client, user);
      throw error;
    }
  } else question = await keepEndedWork(client, kept);
  const now = findKeptFocus(user);
  if (JSON.stringify(now) !== JSON.stringify(kept)) {
    // It was changed again meanwhile: that is made from what was just sent.
    if (isSent && now?.isUnsent && now.timer.version === kept.timer.version)
      keepFocus({ ...now, timer: { ...now.timer, version: timer.version } });
    return;
  }
  keepFocus({ ...kept, timer, question, isUnsent: false });
  await client.invalidateQueries({ queryKey: queryKeys.focus });
}

/**
 * The timer of another device counts, but a session that ended here was worked: the page of the timer asks how it went,
 * or it is recorded. Resolves to the question that waits there.
 */
async function keepEndedWork(client: QueryClient, kept: KeptFocus): Promise<Question | null> {
  const work = findEndedWork(kept, Date.now());
  if (!work) return kept.question;
  const { task, question } = kept;
  if (task && !question) return { ...work, taskId: task._id, title: task.title };
  if (question?.endedAt === work.endedAt) return question;
  const id = toSessionId(work.endedAt);
  const session = {
    _id: id,
    ...work,
    taskId: task?._id ?? null,
    outcome: 'stopped',
    moreMinutes: 25,
  } as const;
  await sendChange(client, recordedSession, session.taskId ?? id, session);
  return question;
}
