import { MAX_FOCUS_AGE_DAYS, MAX_FOCUS_HOURS, type NewFocusSession } from '@dayloom/contracts';
import { DAY_MS, HOUR_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { replanAfterWork, withdrawReplan } from '#features/planning/operations/fix-plan.ts';
import { planRecordedWork, type TaskBefore } from '#features/planning/operations/record-work.ts';
import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { CommandKind } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
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

const listStretches = ({
  worked,
  ...whole
}: Pick<NewFocusSession, 'startedAt' | 'endedAt' | 'worked'>): Interval[] =>
  (worked ?? [whole]).map(({ startedAt, endedAt }) => ({
    start: Date.parse(startedAt),
    end: Date.parse(endedAt),
  }));

const isInOrder = (stretches: readonly Interval[], whole: Interval): boolean =>
  stretches[0]?.start === whole.start &&
  stretches.at(-1)?.end === whole.end &&
  stretches.every(({ start, end }, at) => start < end && start >= (stretches[at - 1]?.end ?? start));

/** A client's clock may be ahead by this much. */
const CLOCK_AHEAD_MS = MINUTE_MS;

/**
 * Records a session, and its work on a task, as one change. A repeated `_id` records nothing, and the command
 * id is null then.
 */
export async function recordSession(
  platform: Pick<Platform, 'db' | 'clock' | 'journal'>,
  scope: Scope,
  { _id: id, taskId, startedAt, endedAt, worked, outcome, moreMinutes }: NewFocusSession,
): Promise<{ readonly commandId: string | null; readonly taskWas: TaskBefore | null }> {
  const now = platform.clock().getTime();
  if (Date.parse(startedAt) < now - MAX_FOCUS_AGE_DAYS * DAY_MS)
    throw new AppError(
      'invalid_request',
      'This session is too old to be recorded. It began more than a year ago.',
      {
        fields: { startedAt: `is more than ${MAX_FOCUS_AGE_DAYS} days ago` },
      },
    );
  if (Date.parse(endedAt) > now + CLOCK_AHEAD_MS)
    throw new AppError('invalid_request', 'A session is recorded when it has ended.', {
      fields: { endedAt: 'is in the future' },
    });
  const stretches = listStretches({ startedAt, endedAt, worked });
  if (!isInOrder(stretches, { start: Date.parse(startedAt), end: Date.parse(endedAt) }))
    throw new AppError('invalid_request', 'The work of a session lies between its start and its end.', {
      fields: { worked: 'must lie between startedAt and endedAt, in order' },
    });
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
    if (await hasSession(tx, scope, id)) return { commandId: null, taskWas: null };
    const work =
      taskId === null
        ? null
        : await planRecordedWork(platform, tx, scope, {
            taskId,
            stretches,
            outcome,
            moreMinutes,
          });
    const { commandId } = await platform.journal.runAllIn(tx, scope, [
      { kind: recordKind.kind, payload: session },
      ...(work?.commands ?? []),
    ]);
    if (work && work.commands.length > 0) await replanAfterWork(platform, tx, scope);
    return { commandId, taskWas: work?.taskWas ?? null };
  });
}
