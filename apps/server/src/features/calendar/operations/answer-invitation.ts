import type { GuestAnswer } from '@dayloom/contracts';
import { getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecord } from '../model/event-record.ts';
import { toParticipation, withOwnAnswer } from '../model/guests.ts';
import type { EditToPlan } from '../rules/edit.ts';
import { findCalendar } from '../store/calendars.ts';
import { findEvent, lockObjects } from '../store/events.ts';
import type { EventResult } from './edit-events.ts';
import { replaceKind } from './event-commands.ts';
import { planEditInWorker, planSmallEdit } from './plan-edit.ts';
import type { CalendarPlatform } from './platform.ts';

interface OwnAnswerInput {
  readonly answer: GuestAnswer;
  /** One occurrence of a series; otherwise all to which the user is invited. */
  readonly recurrenceId?: string | undefined;
}

const WORDS = { accepted: 'yes', tentative: 'maybe', declined: 'no' } as const;

/** Answers an invitation of somebody else. It is a command, so it can be undone before and after the organizer is notified. */
export function answerInvitation(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  { answer, recurrenceId }: OwnAnswerInput,
): Promise<EventResult> {
  return platform.db.transaction().execute(async (tx) => {
    const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
    const target = await findEvent(tx, scope, id);
    const calendar = target && (await findCalendar(tx, scope, target.calendarId));
    if (!target || !calendar) throw notFound('The event');
    const { calendarId, uid, title } = target;
    const before = await lockObjects(tx, scope, calendarId, [uid]);
    if (!calendar.is_writable)
      throw new AppError(
        'forbidden',
        `The calendar '${calendar.name}' is read-only here. Answer in its own program.`,
      );
    if (!before.some(({ details }) => details.ownAnswer !== undefined))
      throw new AppError(
        'unprocessable',
        'Nobody else invited you to this event, so there is nothing to answer.',
      );
    const named = recurrenceId ?? target.recurrenceId ?? undefined;
    const isSeries = before.some(({ recurrence }) => recurrence !== null);
    const instance = isSeries ? named : undefined;
    const known =
      instance === undefined || before.some((record) => record.recurrenceId === instance)
        ? before
        : await withInstance(scope, { records: before, id, recurrenceId: instance, homeTimeZone });
    const status = toParticipation(answer);
    // The version stays: an answer must not refuse what is just being edited.
    const records = known.map((record) =>
      instance === undefined || record.recurrenceId === instance ? withOwnAnswer(record, status) : record,
    );
    const { commandId, result } = await platform.journal.runIn(
      tx,
      scope,
      replaceKind(platform.outboundQueue),
      {
        calendarId,
        uids: [uid],
        records,
        summary: `Answered '${title}' with ${WORDS[answer]}`,
        homeTimeZone,
      },
    );
    return { eventId: id, commandId, ...result };
  });
}

/** The calendar object with an occurrence that was like the others until now. */
async function withInstance(
  scope: Scope,
  {
    records,
    id,
    recurrenceId,
    homeTimeZone,
  }: {
    readonly records: readonly EventRecord[];
    readonly id: string;
    readonly recurrenceId: string;
    readonly homeTimeZone: string;
  },
): Promise<EventRecord[]> {
  const toPlan: EditToPlan = {
    records: [...records],
    eventId: id,
    input: { change: { scope: 'this', recurrenceId } },
    context: { homeTimeZone, isConnected: true },
  };
  const { calendarObjects } = planSmallEdit(toPlan) ?? (await planEditInWorker(scope, toPlan));
  return calendarObjects.flatMap((each) => each.records);
}
