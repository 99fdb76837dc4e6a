import { randomUUID } from 'node:crypto';
import { getZone } from '@dayloom/time';
import { getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import { AppError } from '#platform/errors.ts';
import type { CommandKind } from '#platform/journal.ts';
import { countGuests, type EventRecord } from '../model/event-record.ts';
import type { PendingNotice } from '../model/local-change.ts';
import { withSentSpelling } from '../model/remote-event.ts';
import { mergeUndo, type UndoConflict, type UndoMerge } from '../model/undo-merge.ts';
import type { OutboundQueue } from '../ports.ts';
import { rebaseToZone } from '../rules/home-zone.ts';
import { type CalendarRow, findCalendar, findCalendarForUse } from '../store/calendars.ts';
import { deleteEvents, insertEvents, insertSingleEvent, lockObjects } from '../store/events.ts';
import { getWindow, indexObjects, toIndexWindow } from './occurrence-index.ts';
import type { CalendarPlatform } from './platform.ts';

/** Replaces the calendar objects of the given UIDs. */
export interface ReplacePayload {
  readonly calendarId: string;
  readonly uids: readonly string[];
  readonly records: readonly EventRecord[];
  readonly summary: string;
  /**
   * The home zone as of when the command was recorded. Floating times are resolved again if it has changed
   * since.
   */
  readonly homeTimeZone: string;
  /** New UIDs that are the second part of a split series, each with the UID of that series. */
  readonly splitFrom?: Readonly<Record<string, string>>;
  /** The object is new and nobody else knows its UID: there is nothing to lock or to replace. */
  readonly isNew?: boolean;
  /** In an inverse: what the command being undone wrote. Any difference from it is a later change. */
  readonly written?: readonly EventRecord[];
}

export interface ReplaceResult {
  readonly pendingNotice: PendingNotice | null;
}

/** What the caller has locked in the same transaction for a new event. */
export interface NewEventLock {
  readonly calendar: CalendarRow;
  readonly homeTimeZone: string;
}

export function replaceKind(
  outboundQueue: OutboundQueue,
  locked: NewEventLock | null = null,
): CommandKind<ReplacePayload, ReplaceResult> {
  return {
    kind: 'event.replace',
    async apply(tx, scope, payload, now) {
      const { calendarId, uids, summary } = payload;
      const { homeTimeZone } = locked ?? (await getTimeRulesForShare(tx, scope));
      // Lock before the look-up, so that a removed calendar is not found.
      const before = payload.isNew ? [] : await lockObjects(tx, scope, calendarId, uids);
      const calendar =
        locked?.calendar ??
        (await (payload.isNew ? findCalendarForUse : findCalendar)(tx, scope, calendarId));
      if (!calendar?.is_synced)
        throw new AppError(
          'not_found',
          'The calendar of this event no longer exists here. Nothing was changed.',
        );
      const { records, conflicts } = decideOutcome(rebaseToHomeZone(payload, homeTimeZone), before);
      if (before.length > 0)
        await deleteEvents(
          tx,
          scope,
          before.map((record) => record.id),
        );
      const [only] = records;
      let writing: Promise<void> | undefined;
      if (payload.isNew && records.length === 1 && only && isSingle(only)) {
        writing = insertSingleEvent(tx, scope, only, { homeTimeZone, window: toIndexWindow(now), now });
        // The journal awaits it. Until then, a failure would be unhandled and end the process.
        writing.catch(() => {});
      } else {
        await insertEvents(tx, scope, records, homeTimeZone, now);
        await indexObjects(tx, scope, records, await getWindow(tx, scope, now), homeTimeZone, {
          isNew: payload.isNew ?? false,
        });
      }
      const pendingNotice = await outboundQueue.changed(tx, scope, {
        calendarId,
        accountId: calendar.account_id,
        mailsGuests: calendar.account_id === null || calendar.invites_guests === false,
        uids,
        guests: countGuests([...before, ...records]),
        before,
        after: records,
        splitFrom: new Map(Object.entries(payload.splitFrom ?? {})),
      });
      if (conflicts.length > 0) await outboundQueue.recordUndoConflicts(tx, scope, calendarId, conflicts);
      const { splitFrom: _split, isNew: _isNew, ...undone } = payload;
      const inverse: ReplacePayload = {
        ...undone,
        homeTimeZone,
        records: before,
        written: records,
        summary: `Undid: ${summary}`,
      };
      return {
        result: writing ? writing.then(() => ({ pendingNotice })) : { pendingNotice },
        inverse: { kind: 'event.replace', payload: inverse },
        summary,
        changed: ['events'],
        notice: conflicts.length > 0 ? describeUndoConflicts(conflicts) : null,
      };
    },
  };
}

/** Whether the event takes place once, so that its index row is known without expanding anything. */
function isSingle({ recurrence, recurrenceId, status, madeBy }: EventRecord): boolean {
  return recurrence === null && recurrenceId === null && status !== 'cancelled' && !madeBy;
}

/** Moves floating recurrence ids to the current home zone, if it changed since the command was recorded. */
function rebaseToHomeZone(payload: ReplacePayload, homeTimeZone: string): ReplacePayload {
  if (payload.homeTimeZone === homeTimeZone) return payload;
  const rebase = (records: readonly EventRecord[]) =>
    rebaseToZone(records, getZone(payload.homeTimeZone), getZone(homeTimeZone));
  const { records, written } = payload;
  return { ...payload, homeTimeZone, records: rebase(records), ...(written && { written: rebase(written) }) };
}

function decideOutcome(payload: ReplacePayload, before: readonly EventRecord[]): UndoMerge {
  const { uids, records, written, homeTimeZone } = payload;
  if (written) {
    const { records: after, conflicts } = mergeUndo(
      { uids, written, wanted: records, there: before },
      homeTimeZone,
    );
    return { records: withOwnIds(after), conflicts };
  }
  const earlier = new Map(before.map((record) => [record.id, record]));
  return {
    records: records.map((record) => withSentSpelling(record, earlier.get(record.id), homeTimeZone)),
    conflicts: [],
  };
}

/**
 * When one part of a split series conflicts, both parts may contain the same instance. It becomes two events.
 */
function withOwnIds(records: readonly EventRecord[]): EventRecord[] {
  const taken = new Set<string>();
  return records.map((record) => {
    const own = taken.has(record.id) ? { ...record, id: randomUUID() } : record;
    taken.add(own.id);
    return own;
  });
}

function describeUndoConflicts(conflicts: readonly UndoConflict[]): string {
  const [first] = conflicts.flatMap(({ mergeConflicts }) => mergeConflicts);
  const title = first?.theirs?.title || first?.mine?.title;
  const name = title ? `'${title}'` : 'The event';
  const what = first?.theirs ? 'changed' : 'deleted';
  return `${name} was ${what} since, so that change was kept. Your version is under Settings, Accounts.`;
}

export const calendarCommands = ({ outboundQueue }: Pick<CalendarPlatform, 'outboundQueue'>) => [
  replaceKind(outboundQueue),
];
