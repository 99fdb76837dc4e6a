import { isDeepStrictEqual } from 'node:util';
import type { EventRecurrence, EventTime, RemoteEvent } from './event.ts';

/** Events of one UID in canonical form. */
export type ObjectEvents = readonly RemoteEvent[];

/** What people know a change by; each is settled on its own. */
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

/** Both sides changed the same thing; theirs stands. `null`: it was deleted on that side. */
export interface Disagreement {
  readonly mine: RemoteEvent | null;
  readonly theirs: RemoteEvent | null;
  /** Empty when one side deleted what the other changed. */
  readonly fields: readonly MergedField[];
}

export interface Merge {
  readonly events: ObjectEvents;
  readonly disagreements: readonly Disagreement[];
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
 * What a calendar object is after both sides changed it since `base`: each change once, theirs where both changed the same.
 * Events are told apart by the instance that they are; with equal sides the answer is that side.
 */
export function mergeObjects(base: ObjectEvents, mine: ObjectEvents, theirs: ObjectEvents): Merge {
  if (isDeepStrictEqual(sorted(base), sorted(mine))) return { events: theirs, disagreements: [] };
  if (isDeepStrictEqual(sorted(base), sorted(theirs))) return { events: mine, disagreements: [] };
  const [was, here, there] = [base, mine, theirs].map(byInstance) as [ByInstance, ByInstance, ByInstance];
  // A series without its master is none: what one side did to its instances has nothing to hang on any more.
  if (was.has('') && (!here.has('') || !there.has(''))) return mergeGone(base, mine, theirs);
  const events: RemoteEvent[] = [];
  const disagreements: Disagreement[] = [];
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    const merged = mergeEvent(was.get(key), here.get(key), there.get(key));
    if (merged.event) events.push(merged.event);
    if (merged.disagreement) disagreements.push(merged.disagreement);
  }
  return { events, disagreements };
}

/**
 * The calendar object that `mine` stands for where both sides disagree: what only the other side changed is in it too, so that
 * putting it back takes nothing else along.
 */
export function mineInPlace(base: ObjectEvents, mine: ObjectEvents, theirs: ObjectEvents): ObjectEvents {
  const details = new Map([...byInstance(theirs)].map(([key, event]) => [key, event.details]));
  return mergeObjects(base, theirs, mine).events.map((event) => ({
    ...event,
    // Only the other side changes these.
    details: details.get(instanceKey(event)) ?? event.details,
  }));
}

/**
 * How an event reads as we wrote it, after it changed from `was` to `now`: what is still as it was keeps the words of
 * `written`, which the provider spells in its own way.
 */
export function asWrittenNow(written: RemoteEvent, was: RemoteEvent, now: RemoteEvent): RemoteEvent {
  const told = [
    ...mergedFields.filter((field) => field !== 'repeat').map((field) => slices[field]),
    ({ recurrence }: RemoteEvent) => ({ recurrence }),
    ({ recurrenceId }: RemoteEvent) => ({ recurrenceId }),
    ({ details }: RemoteEvent) => ({ details }),
  ];
  return told.reduce(
    (event, slice) => (isDeepStrictEqual(slice(was), slice(now)) ? { ...event, ...slice(written) } : event),
    now,
  );
}

/**
 * What the sides agreed on last, when we sent something and did not hear what became of it. An event that is there
 * just as we sent it was our doing, and so both sides had it; so was one that is there and was not before.
 */
export function baseAfterAttempt(
  base: ObjectEvents,
  attempt: ObjectEvents | null,
  theirs: ObjectEvents,
): ObjectEvents {
  if (!attempt) return base;
  const [was, sent] = [byInstance(base), byInstance(attempt)];
  for (const [key, event] of byInstance(theirs)) {
    const ours = sent.get(key);
    if (ours && (!was.has(key) || isDeepStrictEqual(ours, event))) was.set(key, ours);
  }
  return [...was.values()];
}

/** In which events two states of a calendar object differ, and in what. */
export function differencesOf(before: ObjectEvents, after: ObjectEvents): Disagreement[] {
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

export function instanceKey({ recurrenceId }: RemoteEvent): string {
  return recurrenceId === null ? '' : `${recurrenceId.at} ${recurrenceId.timeZone ?? ''}`;
}

function byInstance(calendarObject: ObjectEvents): ByInstance {
  return new Map(calendarObject.map((event) => [instanceKey(event), event]));
}

function sorted(calendarObject: ObjectEvents): ObjectEvents {
  return calendarObject.toSorted((a, b) => instanceKey(a).localeCompare(instanceKey(b)));
}

function masterOf(calendarObject: ObjectEvents): RemoteEvent | null {
  return calendarObject.find(({ recurrenceId }) => recurrenceId === null) ?? calendarObject[0] ?? null;
}

function mergeGone(base: ObjectEvents, mine: ObjectEvents, theirs: ObjectEvents): Merge {
  const [here, there] = [masterOf(mine), masterOf(theirs)];
  if (!here && !there) return { events: [], disagreements: [] };
  // One side deleted it while the other changed it.
  const changed = here ? mine : theirs;
  if (isDeepStrictEqual(sorted(base), sorted(changed))) return { events: [], disagreements: [] };
  return { events: theirs, disagreements: [{ mine: here, theirs: there, fields: [] }] };
}

function mergeEvent(
  was: RemoteEvent | undefined,
  here: RemoteEvent | undefined,
  there: RemoteEvent | undefined,
): { event: RemoteEvent | undefined; disagreement?: Disagreement } {
  if (isDeepStrictEqual(was, here)) return { event: there };
  if (isDeepStrictEqual(was, there) || isDeepStrictEqual(here, there)) return { event: here };
  if (!here || !there) {
    return { event: there, disagreement: { mine: here ?? null, theirs: there ?? null, fields: [] } };
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
  return fields.length === 0 ? { event } : { event, disagreement: { mine: here, theirs: there, fields } };
}

/** Instances taken out are a set: both sides' are taken out, and what one side put back is back. */
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

export function isSameObject(left: ObjectEvents, right: ObjectEvents): boolean {
  return isDeepStrictEqual(sorted(left), sorted(right));
}
