import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from './event.ts';
import type { EventRecord } from './event-record.ts';
import { isSameObject, type MergeConflict, mergeObjects, rebaseLocalChanges } from './merge.ts';
import { findSentEvent, readRemoteEvent, toRemoteEvent } from './remote-event.ts';

/** A calendar object that was changed again after the change being undone. */
export interface UndoConflict {
  readonly uid: string;
  /** The calendar object as it would be if everything had been undone. */
  readonly mine: readonly RemoteEvent[];
  readonly mergeConflicts: readonly MergeConflict[];
}

interface Sides {
  readonly uids: readonly string[];
  /** What the change being undone wrote. */
  readonly written: readonly EventRecord[];
  /** The state before that change. */
  readonly wanted: readonly EventRecord[];
  /** The current state. */
  readonly there: readonly EventRecord[];
}

export interface UndoMerge {
  readonly records: readonly EventRecord[];
  /** What was changed again since then and is not undone. */
  readonly conflicts: readonly UndoConflict[];
}

/**
 * Undoes a change of calendar objects, but keeps later changes by the provider or in another tab. A change of
 * several objects (a series split in two) is undone as a whole or not at all: half of it would show days
 * twice or never.
 */
export function mergeUndo({ uids, written, wanted, there }: Sides, homeTimeZone: string): UndoMerge {
  const calendarObjects = uids.map((uid) => {
    const [base, mine, theirs] = [written, wanted, there].map((records) =>
      records.filter((record) => record.uid === uid),
    ) as [EventRecord[], EventRecord[], EventRecord[]];
    const canonical = (records: readonly EventRecord[]) =>
      records.flatMap((record) => findSentEvent(record, homeTimeZone) ?? []);
    const sides = [canonical(base), canonical(mine), canonical(theirs)] as const;
    return { uid, records: { base, mine, theirs }, sides, merge: mergeObjects(...sides) };
  });
  const isHeld = uids.length > 1 && calendarObjects.some(({ merge }) => merge.mergeConflicts.length > 0);
  const after: EventRecord[] = [];
  const conflicts: UndoConflict[] = [];
  for (const { uid, records, sides, merge } of calendarObjects) {
    const mergeConflicts = isHeld ? reportWholeObject(merge.mergeConflicts, sides) : merge.mergeConflicts;
    if (mergeConflicts.length > 0)
      conflicts.push({ uid, mine: rebaseLocalChanges(...sides), mergeConflicts });
    const [, mine, theirs] = sides;
    // A result that equals one side uses that side's records, in the provider's spelling.
    if (isHeld || isSameObject(merge.events, theirs)) after.push(...withChoice(records.theirs, records));
    else if (isSameObject(merge.events, mine))
      after.push(...withChoice(withNextVersion(records.mine, records), records));
    else {
      const mixed = merge.events.flatMap((event) => toRecord(event, records, homeTimeZone));
      after.push(...withChoice(mixed, records));
    }
  }
  return { records: after, conflicts };
}

/** The records of one UID on each side. */
interface ObjectSides {
  readonly base: readonly EventRecord[];
  readonly mine: readonly EventRecord[];
  readonly theirs: readonly EventRecord[];
}

/** An object that stays because another one could not be undone is reported as a whole. */
function reportWholeObject(
  mergeConflicts: readonly MergeConflict[],
  [, mine, theirs]: readonly [RemoteEvent[], RemoteEvent[], RemoteEvent[]],
): readonly MergeConflict[] {
  if (mergeConflicts.length > 0 || isSameObject(mine, theirs)) return mergeConflicts;
  const master = (calendarObject: RemoteEvent[]) =>
    calendarObject.find(({ recurrenceId }) => recurrenceId === null) ?? calendarObject[0] ?? null;
  return [{ mine: master(mine), theirs: master(theirs), fields: [] }];
}

const sameInstance = (record: EventRecord) => (other: EventRecord) =>
  other.recurrenceId === record.recurrenceId;

/** With a new version, so that a page with an older version does not mistake the restored event for it. */
function withNextVersion(records: readonly EventRecord[], { base, theirs }: ObjectSides): EventRecord[] {
  return records.map((record) => {
    const last = theirs.find(sameInstance(record)) ?? base.find(sameInstance(record)) ?? record;
    return { ...record, version: last.version + 1 };
  });
}

/**
 * Restores whether an all-day event is free. The user chose that here, and the provider does not know it, so
 * it is undone separately.
 */
function withChoice(records: readonly EventRecord[], calendarObject: ObjectSides): EventRecord[] {
  return records.map((record) => {
    const [base, mine, theirs] = [calendarObject.base, calendarObject.mine, calendarObject.theirs].map(
      (side) => side.find(sameInstance(record)),
    );
    const isUntouched = base && mine && theirs && isFreeHere(base) === isFreeHere(theirs);
    const chosenFree = isFreeHere(isUntouched ? mine : (theirs ?? mine ?? record));
    if (chosenFree === isFreeHere(record)) return record;
    return { ...record, chosenFree, version: Math.max(record.version, (theirs?.version ?? 0) + 1) };
  });
}

function isFreeHere({ chosenFree }: EventRecord): boolean {
  return chosenFree ?? false;
}

/** The record of an event that combines parts of both sides, with how we wrote it. */
function toRecord(
  event: RemoteEvent,
  { base, mine, theirs }: ObjectSides,
  homeTimeZone: string,
): EventRecord[] {
  const read = readRemoteEvent(event, { id: '', calendarId: '', homeTimeZone });
  if (!read) return [];
  const [now, before] = [theirs.find(sameInstance(read)), mine.find(sameInstance(read))];
  const known = now ?? before;
  if (!known) return [];
  const is = (record: EventRecord) =>
    record.asWritten === undefined && isDeepStrictEqual(toRemoteEvent(record, homeTimeZone), event);
  if (now && is(now)) return [now];
  const version = (now ?? base.find(sameInstance(read)) ?? known).version + 1;
  if (before && is(before)) return [{ ...before, version }];
  const { id, calendarId, sequence } = known;
  // Providers do not store whether an all-day event is busy.
  return [{ ...read, id, calendarId, sequence, version, isBusy: event.isBusy }];
}
