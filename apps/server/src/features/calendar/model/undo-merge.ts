import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from './event.ts';
import type { EventRecord } from './event-record.ts';
import { type Disagreement, isSameObject, mergeObjects, mineInPlace } from './merge.ts';
import { readRemoteEvent, remoteEventOf, writtenEventOf } from './remote-event.ts';

/** An event that was changed after the change that was to be taken back. */
export interface UndoConflict {
  readonly uid: string;
  /** The calendar object as it would be, had all been taken back. */
  readonly mine: readonly RemoteEvent[];
  readonly disagreements: readonly Disagreement[];
}

interface Sides {
  readonly uids: readonly string[];
  /** What the change wrote that is to be taken back. */
  readonly written: readonly EventRecord[];
  /** How it was before that. */
  readonly wanted: readonly EventRecord[];
  /** How it is now. */
  readonly there: readonly EventRecord[];
}

export interface UndoMerge {
  readonly records: readonly EventRecord[];
  /** What was changed since and stays as it is now. */
  readonly stayed: readonly UndoConflict[];
}

/**
 * Takes a change of calendar objects back without taking back what came after it, from the provider or from another tab: what
 * only the change touched is as it was before, what was touched again since stays. A change of several calendar objects (a
 * series cut in two) is taken back whole or not at all: half of it would show days twice, or not at all.
 */
export function mergeUndo({ uids, written, wanted, there }: Sides, homeTimeZone: string): UndoMerge {
  const calendarObjects = uids.map((uid) => {
    const [base, mine, theirs] = [written, wanted, there].map((records) =>
      records.filter((record) => record.uid === uid),
    ) as [EventRecord[], EventRecord[], EventRecord[]];
    const told = (records: readonly EventRecord[]) =>
      records.flatMap((record) => writtenEventOf(record, homeTimeZone) ?? []);
    const sides = [told(base), told(mine), told(theirs)] as const;
    return { uid, records: { base, mine, theirs }, sides, merge: mergeObjects(...sides) };
  });
  const isHeld = uids.length > 1 && calendarObjects.some(({ merge }) => merge.disagreements.length > 0);
  const after: EventRecord[] = [];
  const stayed: UndoConflict[] = [];
  for (const { uid, records, sides, merge } of calendarObjects) {
    const disagreements = isHeld ? heldBack(merge.disagreements, sides) : merge.disagreements;
    if (disagreements.length > 0) stayed.push({ uid, mine: mineInPlace(...sides), disagreements });
    const [, mine, theirs] = sides;
    // A calendar object that is one side's is that in the provider's spelling too, with what the provider made of it.
    if (isHeld || isSameObject(merge.events, theirs)) after.push(...withChoice(records.theirs, records));
    else if (isSameObject(merge.events, mine))
      after.push(...withChoice(asNext(records.mine, records), records));
    else {
      const mixed = merge.events.flatMap((event) => recordOf(event, records, homeTimeZone));
      after.push(...withChoice(mixed, records));
    }
  }
  return { records: after, stayed };
}

/** The events of one UID, of each side. */
interface ObjectEvents {
  readonly base: readonly EventRecord[];
  readonly mine: readonly EventRecord[];
  readonly theirs: readonly EventRecord[];
}

/** A calendar object that stays because of another one is told as a whole. */
function heldBack(
  disagreements: readonly Disagreement[],
  [, mine, theirs]: readonly [RemoteEvent[], RemoteEvent[], RemoteEvent[]],
): readonly Disagreement[] {
  if (disagreements.length > 0 || isSameObject(mine, theirs)) return disagreements;
  const master = (calendarObject: RemoteEvent[]) =>
    calendarObject.find(({ recurrenceId }) => recurrenceId === null) ?? calendarObject[0] ?? null;
  return [{ mine: master(mine), theirs: master(theirs), fields: [] }];
}

const sameInstance = (record: EventRecord) => (other: EventRecord) =>
  other.recurrenceId === record.recurrenceId;

/** A page that holds an older version must not take what is back for that one. */
function asNext(records: readonly EventRecord[], { base, theirs }: ObjectEvents): EventRecord[] {
  return records.map((record) => {
    const last = theirs.find(sameInstance(record)) ?? base.find(sameInstance(record)) ?? record;
    return { ...record, version: last.version + 1 };
  });
}

/** What was chosen here about whole days is known to no provider: it is taken back on its own. */
function withChoice(records: readonly EventRecord[], calendarObject: ObjectEvents): EventRecord[] {
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

/** The record of an event that has something of both sides, in the words in which it was written here. */
function recordOf(
  event: RemoteEvent,
  { base, mine, theirs }: ObjectEvents,
  homeTimeZone: string,
): EventRecord[] {
  const read = readRemoteEvent(event, { id: '', calendarId: '', homeTimeZone });
  if (!read) return [];
  const [now, before] = [theirs.find(sameInstance(read)), mine.find(sameInstance(read))];
  const known = now ?? before;
  if (!known) return [];
  const is = (record: EventRecord) =>
    record.asWritten === undefined && isDeepStrictEqual(remoteEventOf(record, homeTimeZone), event);
  if (now && is(now)) return [now];
  const version = (now ?? base.find(sameInstance(read)) ?? known).version + 1;
  if (before && is(before)) return [{ ...before, version }];
  const { id, calendarId, sequence } = known;
  // Of whole days nobody but us says that they are busy.
  return [{ ...read, id, calendarId, sequence, version, isBusy: event.isBusy }];
}
