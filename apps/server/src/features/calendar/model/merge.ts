import { isDeepStrictEqual } from 'node:util';
import type { EventRecurrence, EventTime, RemoteEvent } from './event.ts';
import { mergeGuests } from './guests.ts';

/** The parts of an event that are merged independently. */
export const mergedFields = [
  'title',
  'description',
  'location',
  'availability',
  'status',
  'time',
  'repeat',
] as const;
export type MergedField = (typeof mergedFields)[number];

/**
 * Both sides changed the same part, and the remote value is used. `null`: the event was deleted on that side.
 */
export interface MergeConflict {
  readonly mine: RemoteEvent | null;
  readonly theirs: RemoteEvent | null;
  /** Empty when one side deleted what the other changed. */
  readonly fields: readonly MergedField[];
}

export interface Merge {
  readonly events: readonly RemoteEvent[];
  readonly mergeConflicts: readonly MergeConflict[];
}

const slices: Record<MergedField, (event: RemoteEvent) => Partial<RemoteEvent>> = {
  title: ({ title }) => ({ title }),
  description: ({ description }) => ({ description }),
  location: ({ location }) => ({ location }),
  availability: ({ isBusy }) => ({ isBusy }),
  status: ({ status }) => ({ status }),
  time: ({ isAllDay, start, end, zoneDefinition }) => ({ isAllDay, start, end, zoneDefinition }),
  repeat: ({ recurrence }) => ({ recurrence: recurrence && { ...recurrence, exdates: [] } }),
};

/**
 * Three-way merge of the events of a calendar object, in canonical form (`toCanonicalEvents`). Where both sides changed the same part since `base`, the remote value
 * is used and the conflict is reported. Events are matched by instance. When one side is unchanged, the
 * result is the other side.
 */
export function mergeObjects(
  base: readonly RemoteEvent[],
  mine: readonly RemoteEvent[],
  theirs: readonly RemoteEvent[],
): Merge {
  if (isDeepStrictEqual(sorted(base), sorted(mine))) return { events: theirs, mergeConflicts: [] };
  if (isDeepStrictEqual(sorted(base), sorted(theirs))) return { events: mine, mergeConflicts: [] };
  const [was, here, there] = [base, mine, theirs].map(byInstance) as [ByInstance, ByInstance, ByInstance];
  // Without its master a series does not exist, and changed instances have nothing to belong to.
  if (was.has('') && (!here.has('') || !there.has(''))) return mergeDeleted(base, mine, theirs);
  const events: RemoteEvent[] = [];
  const mergeConflicts: MergeConflict[] = [];
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    const merged = mergeEvent(was.get(key), here.get(key), there.get(key));
    if (merged.event) events.push(merged.event);
    if (merged.mergeConflict) mergeConflicts.push(merged.mergeConflict);
  }
  return { events, mergeConflicts };
}

/**
 * Our side of a conflict, with the changes that only the other side made, so that choosing our side undoes
 * none of them.
 */
export function rebaseLocalChanges(
  base: readonly RemoteEvent[],
  mine: readonly RemoteEvent[],
  theirs: readonly RemoteEvent[],
): readonly RemoteEvent[] {
  const [was, there] = [byInstance(base), byInstance(theirs)];
  return mergeObjects(base, theirs, mine).events.map((event) => {
    const key = recurrenceIdKey(event);
    const details = there.get(key)?.details;
    // Only the other side can change details other than the guests, and only guests change their answers.
    return details
      ? { ...event, details: mergeGuests(was.get(key)?.details, event.details, details) }
      : event;
  });
}

/**
 * The event as we would write it after it changed from `was` to `now`. Unchanged parts keep the spelling in
 * `written`, because the provider may spell them differently.
 */
export function keepSentSpelling(written: RemoteEvent, was: RemoteEvent, now: RemoteEvent): RemoteEvent {
  const canonical = [
    ...mergedFields.filter((field) => field !== 'repeat').map((field) => slices[field]),
    ({ recurrence }: RemoteEvent) => ({ recurrence }),
    ({ recurrenceId }: RemoteEvent) => ({ recurrenceId }),
    ({ details }: RemoteEvent) => ({ details }),
  ];
  return canonical.reduce(
    (event, slice) => (isDeepStrictEqual(slice(was), slice(now)) ? { ...event, ...slice(written) } : event),
    now,
  );
}

/**
 * The base of a merge after a write with an unknown outcome. If the provider has an event exactly as we sent
 * it, or one that it did not have before, the event came from that write: both sides agreed on it.
 */
export function computeBaseAfterUnknownWrite(
  base: readonly RemoteEvent[],
  attempt: readonly RemoteEvent[] | null,
  theirs: readonly RemoteEvent[],
): readonly RemoteEvent[] {
  if (!attempt) return base;
  const [was, sent] = [byInstance(base), byInstance(attempt)];
  for (const [key, event] of byInstance(theirs)) {
    const ours = sent.get(key);
    if (ours && (!was.has(key) || isDeepStrictEqual(ours, event))) was.set(key, ours);
  }
  return [...was.values()];
}

/** The events that differ between two states of a calendar object, with the parts that differ. */
export function listDifferences(
  before: readonly RemoteEvent[],
  after: readonly RemoteEvent[],
): MergeConflict[] {
  const [was, is] = [byInstance(before), byInstance(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [theirs, mine] = [was.get(key) ?? null, is.get(key) ?? null];
    if (isDeepStrictEqual(theirs, mine)) return [];
    const isThere = theirs !== null && mine !== null;
    const differs = (field: MergedField) =>
      isThere && !isDeepStrictEqual(slices[field](theirs), slices[field](mine));
    return [{ mine, theirs, fields: mergedFields.filter(differs) }];
  });
}

type ByInstance = Map<string, RemoteEvent>;

export function recurrenceIdKey({ recurrenceId }: RemoteEvent): string {
  return recurrenceId === null ? '' : `${recurrenceId.at} ${recurrenceId.timeZone ?? ''}`;
}

function byInstance(events: readonly RemoteEvent[]): ByInstance {
  return new Map(events.map((event) => [recurrenceIdKey(event), event]));
}

function sorted(events: readonly RemoteEvent[]): readonly RemoteEvent[] {
  return events.toSorted((a, b) => recurrenceIdKey(a).localeCompare(recurrenceIdKey(b)));
}

function findMaster(events: readonly RemoteEvent[]): RemoteEvent | null {
  return events.find(({ recurrenceId }) => recurrenceId === null) ?? events[0] ?? null;
}

function mergeDeleted(
  base: readonly RemoteEvent[],
  mine: readonly RemoteEvent[],
  theirs: readonly RemoteEvent[],
): Merge {
  const [here, there] = [findMaster(mine), findMaster(theirs)];
  if (!here && !there) return { events: [], mergeConflicts: [] };
  // One side deleted the series while the other one changed it.
  const changed = here ? mine : theirs;
  if (isDeepStrictEqual(sorted(base), sorted(changed))) return { events: [], mergeConflicts: [] };
  return { events: theirs, mergeConflicts: [{ mine: here, theirs: there, fields: [] }] };
}

function mergeEvent(
  was: RemoteEvent | undefined,
  here: RemoteEvent | undefined,
  there: RemoteEvent | undefined,
): { event: RemoteEvent | undefined; mergeConflict?: MergeConflict } {
  if (isDeepStrictEqual(was, here)) return { event: there };
  if (isDeepStrictEqual(was, there) || isDeepStrictEqual(here, there)) return { event: here };
  if (!here || !there) {
    return { event: there, mergeConflict: { mine: here ?? null, theirs: there ?? null, fields: [] } };
  }
  let event = there;
  const fields: MergedField[] = [];
  for (const field of mergedFields) {
    const slice = slices[field];
    const [before, ours, other] = [was && slice(was), slice(here), slice(there)];
    if (isDeepStrictEqual(ours, before) || isDeepStrictEqual(ours, other)) continue;
    if (isDeepStrictEqual(other, before)) event = { ...event, ...ours };
    else fields.push(field);
  }
  event = withInstances(event, was, here, there);
  if (!isDeepStrictEqual(here.details.attendees, was?.details.attendees))
    event = { ...event, details: mergeGuests(was?.details, here.details, there.details) };
  event = withMergedAnswer(event, was, here, there);
  return fields.length === 0 ? { event } : { event, mergeConflict: { mine: here, theirs: there, fields } };
}

/** The user may answer an invitation here and in another program: the answer there counts more. */
function withMergedAnswer(
  event: RemoteEvent,
  was: RemoteEvent | undefined,
  here: RemoteEvent,
  there: RemoteEvent,
): RemoteEvent {
  const { ownAnswer } = here.details;
  const known = was?.details.ownAnswer;
  if (ownAnswer === undefined || ownAnswer === known || there.details.ownAnswer !== known) return event;
  return { ...event, details: { ...event.details, ownAnswer } };
}

/** EXDATEs are a set: additions and removals of both sides are applied. */
function withInstances(
  event: RemoteEvent,
  was: RemoteEvent | undefined,
  here: RemoteEvent,
  there: RemoteEvent,
): RemoteEvent {
  if (!event.recurrence) return event;
  const keys = (recurrence: EventRecurrence | null | undefined) =>
    new Map((recurrence?.exdates ?? []).map((time) => [timeKey(time), time]));
  const [before, ours, theirs] = [keys(was?.recurrence), keys(here.recurrence), keys(there.recurrence)];
  const exdates = [...new Map([...theirs, ...ours])]
    .filter(([key]) => (before.has(key) ? ours.has(key) && theirs.has(key) : true))
    .map(([, time]) => time)
    .sort((a, b) => a.at.localeCompare(b.at));
  return { ...event, recurrence: { ...event.recurrence, exdates } };
}

function timeKey({ at, timeZone }: EventTime): string {
  return `${at} ${timeZone ?? ''}`;
}

export function isSameObject(left: readonly RemoteEvent[], right: readonly RemoteEvent[]): boolean {
  return isDeepStrictEqual(sorted(left), sorted(right));
}
