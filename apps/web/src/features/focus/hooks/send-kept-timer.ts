import type { FocusTimer } from '@dayloom/contracts';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { getCode } from '#lib/change-kinds.ts';
import { queryKeys } from '#lib/query-client.ts';
import { sendChange } from '#lib/waiting-changes.ts';
import { readFocus, setTimer, toSessionId } from '../api.ts';
import {
  countsHere,
  findEndedWork,
  type KeptFocus,
  keepFocus,
  type Question,
  readKeptFocus,
} from '../model/kept-focus.ts';
import { recordedSession } from './waiting-sessions.ts';

/** Another page may change the timer at the same moment. */
const MOST_TRIES = 3;

/**
 * Sends what the user's timer has become while the server could not be reached, now and whenever it can be reached
 * again, until the signal aborts. Any page of the app does it; the page of the timer does it by itself, too.
 */
export async function sendKeptTimer(client: QueryClient, user: string, stop: AbortSignal): Promise<void> {
  let sending = Promise.resolve();
  const send = () => {
    sending = sending.then(() => (stop.aborted ? undefined : sendOnce(client, user))).catch(warn);
    return sending;
  };
  const unsubscribe = onlineManager.subscribe((isOnline) => {
    if (isOnline) void send();
  });
  stop.addEventListener('abort', unsubscribe);
  await send();
}

const warn = (error: unknown) => console.warn('The focus timer waits to be sent', error);

async function sendOnce(client: QueryClient, user: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const kept = readKeptFocus(user);
    if (!kept || kept === 'others' || !kept.isUnsent || !onlineManager.isOnline()) return;
    const { timer: known } = await readFocus({ as: user });
    const saved = countsHere(kept.timer, known)
      ? await trySetting({ ...kept.timer, version: known.version }, user)
      : known;
    // Another device was faster.
    if (saved === null) continue;
    const question = saved === known ? await keepEndedWork(client, kept) : kept.question;
    // Only if no other page has changed it meanwhile.
    if (JSON.stringify(readKeptFocus(user)) !== JSON.stringify(kept)) continue;
    keepFocus({ ...kept, timer: saved, question, isUnsent: false });
    await client.invalidateQueries({ queryKey: queryKeys.focus });
    return;
  }
}

/** Null if the timer was changed elsewhere in the meantime. */
async function trySetting(timer: FocusTimer, user: string): Promise<FocusTimer | null> {
  try {
    return await setTimer(timer, { as: user });
  } catch (error) {
    if (getCode(error) === 'version_conflict') return null;
    throw error;
  }
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
