import {
  type FocusTimer,
  type focusApi,
  MAX_CHANGE_AGE_DAYS,
  MAX_FOCUS_HOURS,
  type WorkedStretch,
} from '@dayloom/contracts';
import { toSessionId } from '@dayloom/contracts/session-ids';
import { DAY_MS, getZone, HOUR_MS, MINUTE_MS, startOfLocalDay, unionIntervals } from '@dayloom/time';
import type { z } from 'zod';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { CLOCK_AHEAD_MS } from '../rules/clock-ahead.ts';
import { hasSession, sumSessions } from '../store/sessions.ts';
import { findTimer, replaceTimer } from '../store/timers.ts';

const LENGTHS = { focus: 25, short: 5, long: 15 };

const NEW_TIMER: FocusTimer = {
  mode: 'focus',
  finished: 0,
  endsAt: null,
  leftMs: LENGTHS.focus * MINUTE_MS,
  worked: [],
  lengths: LENGTHS,
  taskId: null,
  question: null,
  version: 0,
};

type FocusState = Omit<z.infer<typeof focusApi.read.response>, 'success' | 'message'>;

export async function readFocus(platform: DbContext, scope: Scope): Promise<FocusState> {
  const now = platform.clock();
  const { homeTimeZone } = await getCachedTimeRules(platform, scope);
  const today = new Date(startOfLocalDay(getZone(homeTimeZone), now.getTime()));
  const [timer = NEW_TIMER, { minutes, sessions }] = await Promise.all([
    findTimer(platform.db, scope).then((found) => found ?? undefined),
    sumSessions(platform.db, scope, { from: today, to: now }),
  ]);
  const [task] = timer.taskId ? await listExistingTasks(platform.db, scope, [timer.taskId]) : [];
  return {
    now: now.toISOString(),
    timer: { ...timer, question: await findOpenQuestion(platform, scope, timer) },
    task: task ? { _id: task.id, title: task.title } : null,
    todayMinutes: minutes,
    todaySessions: sessions,
  };
}

export async function setTimer(platform: DbContext, scope: Scope, wanted: FocusTimer): Promise<FocusTimer> {
  const now = platform.clock().getTime();
  // No session is that long. It is not refused earlier, because a device's clock may be ahead.
  const latest = now + MAX_FOCUS_HOURS * HOUR_MS;
  const end = wanted.endsAt === null ? now : Date.parse(wanted.endsAt);
  if (end > latest)
    throw new AppError('invalid_request', 'A session cannot end that far ahead.', {
      fields: { endsAt: `is more than ${MAX_FOCUS_HOURS} hours ahead` },
    });
  if (end < now - MAX_CHANGE_AGE_DAYS * DAY_MS)
    throw new AppError('invalid_request', 'A session cannot have ended more than a year ago.', {
      fields: { endsAt: `is more than ${MAX_CHANGE_AGE_DAYS} days ago` },
    });
  const [task] = wanted.taskId === null ? [] : await listExistingTasks(platform.db, scope, [wanted.taskId]);
  // A device that was offline does not lose its timer because its task was deleted.
  const timer = {
    ...wanted,
    worked: readWorked(wanted.worked, now),
    taskId: task?.id ?? null,
    question: await findOpenQuestion(platform, scope, wanted),
  };
  if (timer.question) readWorked([timer.question, ...(timer.question.worked ?? [])], now);
  if (!(await replaceTimer(platform.db, scope, timer)))
    throw new AppError('version_conflict', 'The timer was changed on another device in the meantime.', {
      fields: { version: 'is not the current one' },
    });
  await notifyChanged(platform.db, scope, 'focus');
  return { ...timer, version: timer.version + 1 };
}

/** Its session is recorded by the first device that has the answer; then none asks any more. */
async function findOpenQuestion(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  { question }: FocusTimer,
): Promise<FocusTimer['question']> {
  return question && !(await hasSession(db, scope, toSessionId(question.endedAt))) ? question : null;
}

/** When it was worked, in order. Stretches that overlap, as after a clock was set, are one. */
function readWorked(worked: readonly WorkedStretch[], now: number): WorkedStretch[] {
  const stretches = worked.map(({ startedAt, endedAt }) => ({
    start: Date.parse(startedAt),
    end: Date.parse(endedAt),
  }));
  if (stretches.some(({ start, end }) => end < start))
    throw new AppError('invalid_request', 'Work cannot end before it begins.', {
      fields: { worked: 'has a stretch that ends before it starts' },
    });
  if (stretches.some(({ end }) => end > now + CLOCK_AHEAD_MS))
    throw new AppError('invalid_request', 'Work that is not done yet cannot be counted.', {
      fields: { worked: 'has a stretch in the future' },
    });
  return unionIntervals(stretches).map(({ start, end }) => ({
    startedAt: new Date(start).toISOString(),
    endedAt: new Date(end).toISOString(),
  }));
}
