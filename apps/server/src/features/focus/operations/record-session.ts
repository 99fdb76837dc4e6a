import { MAX_CHANGE_AGE_DAYS, MAX_FOCUS_HOURS, type NewFocusSession } from '@dayloom/contracts';
import { DAY_MS, HOUR_MS, type Interval } from '@dayloom/time';
import { replanAfterWork, withdrawReplan } from '#features/planning/operations/check-plans.ts';
import { prepareRecordedWork, type TaskBefore } from '#features/planning/operations/record-work.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { CommandKind } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { CLOCK_AHEAD_MS } from '../rules/clock-ahead.ts';
import { deleteSession, hasSession, insertSession, type StoredSession } from '../store/sessions.ts';

const recordKind: CommandKind<StoredSession, void> = {
  kind: 'focus.record',
  async apply(tx, scope, session) {
    // A device may have sent it again between an undo and the redo.
    if (await hasSession(tx, scope, session.id))
      throw new AppError('version_conflict', 'This session has been recorded again meanwhile.');
    await insertSession(tx, scope, session);
    return {
      result: undefined,
      inverse: { kind: forgetKind.kind, payload: session },
      summary: 'Recorded a focus session',
      changed: ['focus'],
    };
  },
};

const forgetKind: CommandKind<StoredSession, void> = {
  kind: 'focus.forget',
  async apply(tx, scope, session) {
    await deleteSession(tx, scope, session.id);
    await withdrawReplan(tx, scope);
    return {
      result: undefined,
      inverse: { kind: recordKind.kind, payload: session },
      summary: 'Undid: Recorded a focus session',
      changed: ['focus'],
    };
  },
};

export const focusCommands = [recordKind, forgetKind];

type WorkedTime = Pick<NewFocusSession, 'startedAt' | 'endedAt' | 'worked'>;

const listStretches = ({ worked, ...whole }: WorkedTime): Interval[] =>
  (worked ?? [whole]).map(({ startedAt, endedAt }) => ({
    start: Date.parse(startedAt),
    end: Date.parse(endedAt),
  }));

const isInOrder = (stretches: readonly Interval[], whole: Interval): boolean =>
  stretches[0]?.start === whole.start &&
  stretches.at(-1)?.end === whole.end &&
  stretches.every(({ start, end }, at) => start < end && start >= (stretches[at - 1]?.end ?? start));

/** What lies ahead of now, by a clock that runs ahead, has not been worked yet. */
function cutAt(now: number, { startedAt, endedAt, worked }: WorkedTime): WorkedTime {
  if (Date.parse(endedAt) <= now || Date.parse(startedAt) >= now) return { startedAt, endedAt, worked };
  const cut = (end: string) => (Date.parse(end) > now ? new Date(now).toISOString() : end);
  return {
    startedAt,
    endedAt: cut(endedAt),
    worked: worked
      ?.filter((stretch) => Date.parse(stretch.startedAt) < now)
      .map((stretch) => ({ ...stretch, endedAt: cut(stretch.endedAt) })),
  };
}

/**
 * Records a session, and its work on a task, as one change. A repeated `_id` records nothing, and the command
 * id is null then, unless this answer completes the task.
 */
export async function recordSession(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  { _id: id, taskId, outcome, madeAt, moreMinutes, ...sent }: NewFocusSession,
): Promise<{ readonly commandId: string | null; readonly taskWas: TaskBefore | null }> {
  const now = platform.clock().getTime();
  if (Date.parse(sent.startedAt) < now - MAX_CHANGE_AGE_DAYS * DAY_MS)
    throw new AppError(
      'invalid_request',
      'This session is too old to be recorded. It began more than a year ago.',
      {
        fields: { startedAt: `is more than ${MAX_CHANGE_AGE_DAYS} days ago` },
      },
    );
  if (Date.parse(sent.endedAt) > now + CLOCK_AHEAD_MS)
    throw new AppError('invalid_request', 'A session can be recorded once it has ended.', {
      fields: { endedAt: 'is in the future' },
    });
  const whole = { start: Date.parse(sent.startedAt), end: Date.parse(sent.endedAt) };
  if (!isInOrder(listStretches(sent), whole))
    throw new AppError('invalid_request', 'The work of a session must be between its start and its end.', {
      fields: { worked: 'must lie between startedAt and endedAt, in order' },
    });
  const { startedAt, endedAt, worked } = cutAt(now, sent);
  const stretches = listStretches({ startedAt, endedAt, worked });
  if (stretches.reduce((sum, { start, end }) => sum + end - start, 0) > MAX_FOCUS_HOURS * HOUR_MS)
    throw new AppError('invalid_request', `A session has at most ${MAX_FOCUS_HOURS} hours of work.`, {
      fields: { endedAt: `must be at most ${MAX_FOCUS_HOURS} hours of work after startedAt` },
    });
  const session: StoredSession = {
    id,
    taskId,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    ...(worked && {
      worked: worked.map((stretch) => ({
        startedAt: new Date(stretch.startedAt).toISOString(),
        endedAt: new Date(stretch.endedAt).toISOString(),
      })),
    }),
  };
  return platform.db.transaction().execute(async (tx) => {
    await platform.journal.lockUser(tx, scope);
    const isRecorded = await hasSession(tx, scope, id);
    // Another device has recorded the work before its user said here that the task is done.
    if (isRecorded && (taskId === null || outcome !== 'done')) return { commandId: null, taskWas: null };
    const work =
      taskId === null
        ? null
        : await prepareRecordedWork(platform, tx, scope, {
            taskId,
            stretches: isRecorded ? [] : stretches,
            outcome,
            madeAt,
            moreMinutes,
          });
    const commands = work?.commands ?? [];
    if (isRecorded && commands.length === 0) return { commandId: null, taskWas: null };
    const { commandId } = await platform.journal.runAllIn(tx, scope, [
      ...(isRecorded ? [] : [{ kind: recordKind.kind, payload: session }]),
      ...commands,
    ]);
    if (work && work.commands.length > 0) await replanAfterWork(platform, tx, scope);
    return { commandId, taskWas: work?.taskWas ?? null };
  });
}
