import { DAY_MS, haveSameClocks } from '@dayloom/time';
import { expand, findCalendarTime, type StepBudget } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { canChangeGuests, listGuests } from '#features/calendar/model/guests.ts';
import { getTimeInstant, timeInZone, utcText } from './provider-times.ts';

/** A series in parts, with its instances by their original start (`instanceKey`). */
export interface ObjectParts {
  readonly master: RemoteEvent | null;
  readonly overrides: ReadonlyMap<string, RemoteEvent>;
  /** Cancelled instances, by EXDATE or as a cancelled instance. */
  readonly cancelled: ReadonlySet<string>;
}

export function splitParts(records: readonly RemoteEvent[], floatingZone: string): ObjectParts {
  const master = records.find(({ recurrenceId }) => recurrenceId === null) ?? null;
  const overrides = new Map<string, RemoteEvent>();
  const cancelled = new Set<string>(
    master?.recurrence?.exdates.map((time) => instanceKey(time, master, floatingZone)),
  );
  for (const record of records) {
    if (record.recurrenceId === null) continue;
    const key = recordKey(record.recurrenceId, masterFor(record, master), floatingZone);
    if (record.status === 'cancelled') cancelled.add(key);
    else overrides.set(key, record);
  }
  // An instance with a change of its own takes place.
  for (const key of overrides.keys()) cancelled.delete(key);
  return { master, overrides, cancelled };
}

/** The key of an instance: `20261121` for whole days, otherwise `20261121T090000Z`. */
export function instanceKey(time: EventTime, master: RemoteEvent, floatingZone: string): string {
  if (master.isAllDay) return time.at.slice(0, 8);
  const zone = master.start.timeZone;
  // A date excludes the instance of that day.
  const at = time.at.includes('T') ? time : { at: `${time.at}T${master.start.at.slice(9)}`, timeZone: zone };
  return utcText(getTimeInstant({ at: at.at, timeZone: at.timeZone ?? zone }, master, floatingZone));
}

/**
 * The key of a changed instance. An instance with a date in a timed series, or with a time in a series of
 * whole days, belongs to none of its instances. It remains from before the series changed between both kinds.
 */
export function recordKey(time: EventTime, master: RemoteEvent, floatingZone: string): string {
  if (time.at.includes('T') !== master.isAllDay) return instanceKey(time, master, floatingZone);
  return time.at.includes('T') ? utcText(getTimeInstant(time, master, floatingZone)) : time.at;
}

/**
 * The master of a changed instance. If it is missing, RECURRENCE-ID shows whether it is all-day, because the
 * instance itself may have become the other.
 */
export function masterFor(instance: RemoteEvent, master: RemoteEvent | null | undefined): RemoteEvent {
  return master ?? { ...instance, isAllDay: instance.recurrenceId?.at.includes('T') === false };
}

/** The original start of the instance with this key. */
export function parseInstanceKey(key: string): EventTime {
  return key.endsWith('Z') ? { at: key.slice(0, -1), timeZone: 'UTC' } : { at: key, timeZone: null };
}

/** Whether the rules of a series produce an instance with this key. */
export function isInstance(
  master: RemoteEvent,
  key: string,
  floatingZone: string,
  budget?: StepBudget,
): boolean {
  if (key.includes('T') === master.isAllDay) return false;
  const at = getTimeInstant(parseInstanceKey(key), master, floatingZone);
  const starts = findStarts(master, { from: at, to: at + 1 }, floatingZone, budget);
  return starts !== null && starts.length > 0;
}

/** The starts by the rules of a series in a range. Null if they cannot be evaluated. */
function findStarts(
  master: RemoteEvent,
  range: { readonly from: number; readonly to: number },
  floatingZone: string,
  budget: StepBudget | undefined,
): number[] | null {
  if (!master.recurrence || master.zoneDefinition !== null) return null;
  const start = findCalendarTime(master.start.at, master.start.timeZone);
  if (!start) return null;
  const rdates = master.recurrence.rdates.flatMap((time) => findCalendarTime(time.at, time.timeZone) ?? []);
  try {
    const { rules, exceptionRules } = master.recurrence;
    return expand(
      { start, rules, exceptionRules, rdates },
      { ...range, floatingTimeZone: floatingZone, ...(budget && { budget }) },
    ).map(({ startsAt }) => startsAt);
  } catch {
    return null;
  }
}

export interface InstancesToFind {
  readonly master: RemoteEvent;
  readonly keys: readonly string[];
  readonly floatingZone: string;
  /** Shared by all keys. Without it each key has a separate budget. */
  readonly budget?: StepBudget;
}

/** The keys of instances that the rules produce. */
export function filterInstances({ master, keys, floatingZone, budget }: InstancesToFind): Set<string> {
  const counted = findCounted({ master, keys, floatingZone, ...(budget && { budget }) });
  return counted ?? new Set(keys.filter((key) => isInstance(master, key, floatingZone, budget)));
}

/**
 * A rule with COUNT is followed from its start, so all keys are looked for in one pass instead of one for each. Null if
 * there is no such rule or the pass takes too long.
 */
function findCounted({ master, keys, floatingZone, budget }: InstancesToFind): Set<string> | null {
  if (!master.recurrence?.rules.some((rule) => /COUNT=/i.test(rule))) return null;
  const times = new Map(
    keys
      .filter((key) => key.includes('T') !== master.isAllDay)
      .map((key) => [key, getTimeInstant(parseInstanceKey(key), master, floatingZone)]),
  );
  const [first, last] = [...times.values()].reduce(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Infinity, -Infinity],
  );
  if (first > last) return new Set();
  const found = findStarts(master, { from: first, to: last + 1 }, floatingZone, budget);
  if (found === null) return null;
  const starts = new Set(found);
  return new Set([...times].flatMap(([key, at]) => (starts.has(at) ? [key] : [])));
}

/** An instance as the rule produces it, for undoing its changes. */
export function regularInstance(master: RemoteEvent, key: string, floatingZone: string): RemoteEvent {
  const recurrenceId = parseInstanceKey(key);
  if (master.isAllDay) {
    const days = dayNumber(master.end.at) - dayNumber(master.start.at);
    const end = new Date((dayNumber(key) + days) * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    return {
      ...master,
      recurrence: null,
      recurrenceId,
      start: { at: key, timeZone: null },
      end: { at: end, timeZone: null },
    };
  }
  const startsAt = getTimeInstant(recurrenceId, master, floatingZone);
  const toInstant = (time: EventTime) => getTimeInstant(time, master, floatingZone);
  // An added date may have a different length (RDATE as PERIOD).
  const added = master.recurrence?.rdates.find(({ end, ...at }) => end && toInstant(at) === startsAt);
  const lengthMs = added?.end
    ? toInstant(added.end) - startsAt
    : toInstant(master.end) - toInstant(master.start);
  // In the zone of the series, like its other instances.
  const toZonedDateTime = (instant: number, { timeZone }: EventTime) =>
    timeInZone(instant, master.zoneDefinition === null && timeZone !== null ? timeZone : 'UTC');
  return {
    ...master,
    recurrence: null,
    recurrenceId,
    start: toZonedDateTime(startsAt, master.start),
    end: toZonedDateTime(startsAt + lengthMs, master.end),
  };
}

function dayNumber(at: string): number {
  return Date.UTC(Number(at.slice(0, 4)), Number(at.slice(4, 6)) - 1, Number(at.slice(6, 8))) / DAY_MS;
}

const eventFields = [
  'title',
  'description',
  'location',
  'status',
  'availability',
  'time',
  'rules',
  'guests',
  'answer',
] as const;
export type EventField = (typeof eventFields)[number];
export const ALL_FIELDS: ReadonlySet<EventField> = new Set(eventFields);

/**
 * The writable fields in which two records differ. Texts are compared in the normalised form that is stored
 * here, so a provider's spacing is not a change. Excluded instances are compared elsewhere.
 */
export function changedFields(before: RemoteEvent, after: RemoteEvent): ReadonlySet<EventField> {
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = (text: string) => text.replace(/\r\n?/g, '\n').trimEnd();
  const time = ({ isAllDay, start, end }: RemoteEvent) => [
    isAllDay,
    start.at,
    start.timeZone,
    end.at,
    end.timeZone,
  ];
  const changed: EventField[] = [];
  const compare = (field: EventField, left: unknown, right: unknown) => {
    if (JSON.stringify(left) !== JSON.stringify(right)) changed.push(field);
  };
  compare('title', line(before.title), line(after.title));
  compare('description', lines(before.description), lines(after.description));
  compare('location', line(before.location), line(after.location));
  compare('status', before.status, after.status);
  // Whole days have no availability here, whatever the provider sends. It changes with the kind of event.
  // An answer changes it by itself.
  const isAnswered = before.details.ownAnswer !== after.details.ownAnswer;
  if (!isAnswered && (!before.isAllDay || !after.isAllDay))
    compare('availability', before.isBusy, after.isBusy);
  compare('time', time(before), time(after));
  compare('rules', listRules(before), listRules(after));
  // Only who invites them changes the guests.
  if (canChangeGuests(after.details)) compare('guests', listAddresses(before), listAddresses(after));
  if (isAnswered && after.details.ownAnswer !== undefined) changed.push('answer');
  return new Set(changed);
}

/** The limit for comparing zones in an endless series. Laws beyond it are unknown. */
const LAST_COMPARED = Date.UTC(2040, 0, 1);

/**
 * Like `changedFields`, for a provider that replaces zone names. Times with equal instants are unchanged. A
 * series is unchanged while the clocks of both zones agree.
 */
export function changedSince(held: RemoteEvent, after: RemoteEvent): Set<EventField> {
  const fields = new Set(changedFields(held, after));
  if (fields.has('time') && isSameTime(held, after)) fields.delete('time');
  return fields;
}

function isSameTime(left: RemoteEvent, right: RemoteEvent): boolean {
  const isNamed = ({ isAllDay, zoneDefinition, start, end }: RemoteEvent) =>
    !isAllDay && zoneDefinition === null && start.timeZone !== null && end.timeZone !== null;
  if (!isNamed(left) || !isNamed(right)) return false;
  const instants = (event: RemoteEvent) =>
    [event.start, event.end].map((time) => getTimeInstant(time, event, 'UTC'));
  const [from, to] = [instants(left), instants(right)];
  if (from.join() !== to.join()) return false;
  if (!left.recurrence && !right.recurrence) return true;
  const [start = 0] = from;
  const zones = [left.start.timeZone ?? '', right.start.timeZone ?? ''] as const;
  return haveSameClocks(...zones, start, Math.max(start, LAST_COMPARED));
}

function listRules({ recurrence }: RemoteEvent) {
  const parts = (rule: string) => rule.toUpperCase().split(';').filter(Boolean).sort().join(';');
  return (
    recurrence && [
      recurrence.rules.map(parts),
      recurrence.exceptionRules.map(parts),
      recurrence.rdates.map(({ at, timeZone, end }) => [at, timeZone, end?.at, end?.timeZone]),
    ]
  );
}

function listAddresses({ details }: RemoteEvent): string[] {
  return listGuests(details)
    .flatMap(({ email }) => email?.toLowerCase() ?? [])
    .sort();
}
