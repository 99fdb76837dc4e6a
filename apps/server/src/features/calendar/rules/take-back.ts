import { isDeepStrictEqual } from 'node:util';
import type { RemoteEvent } from '../operations/remote-events.ts';
import type { Stayed } from '../ports.ts';
import type { EventRecord } from './event-record.ts';
import { type Disagreement, isSameFamily, mergeFamilies, mineInPlace } from './merge.ts';
import { readRemoteEvent, writtenEventOf } from './remote-event.ts';

interface Sides {
  readonly uids: readonly string[];
  /** What the change wrote that is to be taken back. */
  readonly written: readonly EventRecord[];
  /** How it was before that. */
  readonly wanted: readonly EventRecord[];
  /** How it is now. */
  readonly there: readonly EventRecord[];
}

export interface TakenBack {
  readonly records: readonly EventRecord[];
  /** What was changed since and stays as it is now. */
  readonly stayed: readonly Stayed[];
}

/**
 * Takes a change of families back without taking back what came after it, from the provider or from another tab: what
 * only the change touched is as it was before, what was touched again since stays. A change of several families (a
 * series cut in two) is taken back whole or not at all: half of it would show days twice, or not at all.
 */
export function takeBack({ uids, written, wanted, there }: Sides, homeTimeZone: string): TakenBack {
  const told = (records: readonly EventRecord[], uid: string) =>
    records
      .filter((record) => record.uid === uid)
      .map((record) => ({ record, event: writtenEventOf(record, homeTimeZone) }));
  const families = uids.map((uid) => {
    const [base, mine, theirs] = [told(written, uid), told(wanted, uid), told(there, uid)];
    const sides = [eventsOf(base), eventsOf(mine), eventsOf(theirs)] as const;
    return { uid, base, mine, theirs, sides, merge: mergeFamilies(...sides) };
  });
  const isHeld = uids.length > 1 && families.some(({ merge }) => merge.disagreements.length > 0);
  const records: EventRecord[] = [];
  const stayed: Stayed[] = [];
  for (const { uid, base, mine, theirs, sides, merge } of families) {
    const disagreements = isHeld ? heldBack(merge.disagreements, sides) : merge.disagreements;
    if (disagreements.length > 0) stayed.push({ uid, mine: mineInPlace(...sides), disagreements });
    if (isHeld) records.push(...theirs.map(({ record }) => record));
    else {
      const known = { base, mine, theirs };
      records.push(...merge.events.flatMap((event) => recordOf(event, known, homeTimeZone)));
    }
  }
  return { records, stayed };
}

interface Told {
  readonly record: EventRecord;
  readonly event: RemoteEvent;
}

function eventsOf(told: readonly Told[]): RemoteEvent[] {
  return told.map(({ event }) => event);
}

/** A family that stays because of another one is told as a whole. */
function heldBack(
  disagreements: readonly Disagreement[],
  [, mine, theirs]: readonly [RemoteEvent[], RemoteEvent[], RemoteEvent[]],
): readonly Disagreement[] {
  if (disagreements.length > 0 || isSameFamily(mine, theirs)) return disagreements;
  const master = (family: RemoteEvent[]) =>
    family.find(({ recurrenceId }) => recurrenceId === null) ?? family[0] ?? null;
  return [{ mine: master(mine), theirs: master(theirs), fields: [] }];
}

/** What was chosen here about whole days is known to no provider: taken back on its own. */
function recordOf(event: RemoteEvent, known: Known, homeTimeZone: string): EventRecord[] {
  const of = (side: readonly Told[]) =>
    side.find((told) => isDeepStrictEqual(told.event.recurrenceId, event.recurrenceId))?.record;
  const [base, mine, theirs] = [of(known.base), of(known.mine), of(known.theirs)];
  const isOurs = base && mine && theirs && Boolean(base.chosenFree) === Boolean(theirs.chosenFree);
  const chosenFree = (isOurs ? mine : (theirs ?? mine))?.chosenFree ?? false;
  return mergedRecord(event, known, homeTimeZone).map((record) =>
    Boolean(record.chosenFree) === chosenFree
      ? record
      : { ...record, chosenFree, version: Math.max(record.version, (theirs?.version ?? 0) + 1) },
  );
}

interface Known {
  readonly base: readonly Told[];
  readonly mine: readonly Told[];
  readonly theirs: readonly Told[];
}

/** The record of a merged event: that of the side which it is of, or one that has something of both. */
function mergedRecord(
  event: RemoteEvent,
  { base, mine, theirs }: Known,
  homeTimeZone: string,
): EventRecord[] {
  const sameInstance = (told: Told) => isDeepStrictEqual(told.event.recurrenceId, event.recurrenceId);
  const now = theirs.find(sameInstance);
  if (now && isDeepStrictEqual(now.event, event)) return [now.record];
  const before = mine.find(sameInstance);
  // A page that holds an older version must not take it for this one.
  const last = now ?? base.find(sameInstance) ?? before;
  const version = (last?.record.version ?? 0) + 1;
  if (before && isDeepStrictEqual(before.event, event)) return [{ ...before.record, version }];
  const known = now ?? before;
  if (!known) return [];
  const { id, calendarId, sequence } = known.record;
  const record = readRemoteEvent(event, { id, calendarId, homeTimeZone });
  // Of whole days nobody but us says that they are busy.
  return record ? [{ ...record, sequence, version, isBusy: event.isBusy }] : [];
}
