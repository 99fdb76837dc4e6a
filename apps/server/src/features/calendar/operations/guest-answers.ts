import { getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { Db, Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import type { ObjectName } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
import { isSameAddress, listGuests, withAnswer } from '../model/guests.ts';
import type { EditToPlan } from '../rules/edit.ts';
import { findEvent, lockObjects } from '../store/events.ts';
import { findNextOccurrence, listRecords, updateGuests } from '../store/guests.ts';
import { replaceKind } from './event-commands.ts';
import { planEditInWorker, planSmallEdit } from './plan-edit.ts';
import type { CalendarPlatform } from './platform.ts';

export interface GuestAnswerInput {
  readonly email: string;
  /** PARTSTAT. */
  readonly participation: string;
  /** The occurrence that was answered; null for all to which the guest is invited. */
  readonly recurrenceId: string | null;
  /** Occurrences to which the guest gave a later answer. */
  readonly except?: readonly string[];
}

export interface LockedObject {
  /** Empty if it does not exist. */
  readonly records: EventRecord[];
  readonly homeTimeZone: string;
}

/** The calendar object, which nothing else changes until the transaction ends. */
export async function lockCalendarObject(
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: ObjectName,
): Promise<LockedObject> {
  const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
  return { records: await lockObjects(tx, scope, calendarId, [uid]), homeTimeZone };
}

/** The calendar object as it is now. Empty if it does not exist. */
export function listObjectRecords(db: Db, scope: Scope, name: ObjectName): Promise<EventRecord[]> {
  return listRecords(db, scope, name);
}

/**
 * Records a guest's answer. The caller holds the lock of the calendar object. Undo never reverts it: it is the
 * guest's own. Returns false if the guest is not invited.
 */
export async function recordAnswer(
  platform: Pick<CalendarPlatform, 'clock' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  { records, homeTimeZone }: LockedObject,
  { email, participation, recurrenceId, except = [] }: GuestAnswerInput,
): Promise<boolean> {
  const isInvited = ({ details }: EventRecord) =>
    listGuests(details).some((guest) => isSameAddress(guest.email, email));
  const known = records
    .filter((record) => isInvited(record) && !except.includes(record.recurrenceId ?? ''))
    .filter((record) => recurrenceId === null || record.recurrenceId === recurrenceId);
  if (known.length > 0) {
    await writeGuests(
      platform,
      tx,
      scope,
      known.map((record) => withAnswer(record, email, participation)),
    );
    return true;
  }
  const master = records.find((record) => record.recurrence !== null);
  const isChanged = records.some((record) => record.recurrenceId === recurrenceId);
  if (recurrenceId === null || isChanged || !master || !isInvited(master)) return false;
  return answerInstance(platform, tx, scope, {
    records,
    homeTimeZone,
    master,
    recurrenceId,
    email,
    participation,
  });
}

/**
 * Records a guest's answer to a single event, in the caller's transaction. Does nothing if its owner has deleted it or
 * has removed the guest.
 */
export async function recordAnswerToEvent(
  platform: Pick<CalendarPlatform, 'clock' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  id: string,
  answer: Pick<GuestAnswerInput, 'email' | 'participation'>,
): Promise<void> {
  const event = await findEvent(tx, scope, id);
  if (!event) return;
  const locked = await lockCalendarObject(tx, scope, event);
  await recordAnswer(platform, tx, scope, locked, { ...answer, recurrenceId: null });
}

/** Writes answers to one event, in the caller's transaction. The page shows them at once. */
export async function writeGuests(
  { outboundQueue }: Pick<CalendarPlatform, 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  records: readonly EventRecord[],
): Promise<void> {
  const [first] = records;
  if (!first) return;
  for (const record of records) await updateGuests(tx, scope, record);
  await outboundQueue.answered(tx, scope, first);
  await notifyChanged(tx, scope, 'events');
}

/** The answer for one occurrence that was like the others until now. */
async function answerInstance(
  platform: Pick<CalendarPlatform, 'clock' | 'outboundQueue'>,
  tx: Tx,
  scope: Scope,
  {
    records,
    homeTimeZone,
    master,
    recurrenceId,
    email,
    participation,
  }: Omit<GuestAnswerInput, 'recurrenceId'> &
    LockedObject & { readonly master: EventRecord; readonly recurrenceId: string },
): Promise<boolean> {
  const toPlan: EditToPlan = {
    records,
    eventId: master.id,
    input: { change: { scope: 'this', recurrenceId } },
    context: { homeTimeZone, isConnected: true },
  };
  const { calendarObjects } = planSmallEdit(toPlan) ?? (await planEditInWorker(scope, toPlan));
  const after = calendarObjects.flatMap((each) => each.records);
  const isNew = ({ id }: EventRecord) => !records.some((record) => record.id === id);
  const { calendarId, uid, title } = master;
  await replaceKind(platform.outboundQueue).apply(
    tx,
    scope,
    {
      calendarId,
      uids: [uid],
      records: after.map((record) => (isNew(record) ? withAnswer(record, email, participation) : record)),
      summary: `A guest answered '${title}'`,
      homeTimeZone,
    },
    platform.clock(),
  );
  await notifyChanged(tx, scope, 'events');
  return true;
}

/** The occurrence that runs or comes next, of those that the index knows; null if all are over. */
export function findNextTimes(db: Db, scope: Scope, eventIds: readonly string[], now: Date) {
  return findNextOccurrence(db, scope, eventIds, now);
}
