import { type FocusTimer, type focusApi, MAX_FOCUS_HOURS } from '@dayloom/contracts';
import { getZone, HOUR_MS, MINUTE_MS, startOfLocalDay } from '@dayloom/time';
import type { z } from 'zod';
import { getRequestTimeRules } from '#features/account/operations/time-rules.ts';
import { findTasksByIds } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { sumSessions } from '../store/sessions.ts';
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
  version: 0,
};

type FocusState = Omit<z.infer<typeof focusApi.read.response>, 'success' | 'message'>;

export async function readFocus(platform: DbContext, scope: Scope): Promise<FocusState> {
  const now = platform.clock();
  const { homeTimeZone } = await getRequestTimeRules(platform, scope);
  const today = new Date(startOfLocalDay(getZone(homeTimeZone), now.getTime()));
  const [timer = NEW_TIMER, { minutes, sessions }] = await Promise.all([
    findTimer(platform.db, scope).then((found) => found ?? undefined),
    sumSessions(platform.db, scope, { from: today, to: now }),
  ]);
  const [task] = timer.taskId ? await findTasksByIds(platform.db, scope, [timer.taskId]) : [];
  return {
    now: now.toISOString(),
    timer,
    task: task ? { _id: task.id, title: task.title } : null,
    todayMinutes: minutes,
    todaySessions: sessions,
  };
}

export async function setTimer(platform: DbContext, scope: Scope, timer: FocusTimer): Promise<FocusTimer> {
  // No session is that long. It is not refused earlier, because a device's clock may be ahead.
  const latest = platform.clock().getTime() + MAX_FOCUS_HOURS * HOUR_MS;
  if (timer.endsAt !== null && Date.parse(timer.endsAt) > latest)
    throw new AppError('invalid_request', 'A session cannot end that far ahead.', {
      fields: { endsAt: `is more than ${MAX_FOCUS_HOURS} hours ahead` },
    });
  if (!(await replaceTimer(platform.db, scope, timer)))
    throw new AppError('version_conflict', 'The timer was changed on another device in the meantime.', {
      fields: { version: 'is not the current one' },
    });
  await notifyChanged(platform.db, scope, 'focus');
  return { ...timer, version: timer.version + 1 };
}
