import { isDeepStrictEqual } from 'node:util';
import type { EventChange } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { expand, InvalidRecurrenceRule, parseDailyRule, RecurrenceTooCostly } from '@dayloom/time/recurrence';
import { AppError } from '#platform/errors.ts';
import type { EventDetails, EventRecurrence } from '../model/event.ts';
import {
  type EventRecord,
  endsInOtherZone,
  getEnd,
  getInstant,
  getStart,
  getZones,
  isThisAndFuture,
  parseRecurrenceId,
  shortenedTexts,
  toChangedTimes,
  toZonedEventTime,
  type ZonedTimes,
} from '../model/event-record.ts';
import { followGuests, type GuestInput, withGuests } from '../model/guests.ts';
import { toInstance } from '../model/instance.ts';
import { plainFields, type SeriesContext, toRecurringItem } from '../model/series-records.ts';
import { toSeriesClock, toWallClockMs } from './series-clock.ts';
import { type SeriesMove, shiftRule } from './shift-rule.ts';

/** What an edit depends on besides the event. */
export interface EditContext extends SeriesContext {
  /**
   * Whether the event is in a connected calendar. An override there stays even if it no longer differs from
   * its series here, because it may have its own alarms or guests at the provider.
   */
  readonly isConnected: boolean;
  /** The user, who invites the guests. Absent unless the change names guests. */
  readonly organizer?: GuestInput;
}

export function changeGuests(
  details: EventDetails,
  { attendees }: EventChange,
  { organizer }: Pick<EditContext, 'organizer'>,
): EventDetails {
  return attendees && organizer ? withGuests(details, attendees, organizer) : details;
}

export function toRecurrence(rule: string | null): EventRecurrence | null {
  if (rule === null || rule === '') return null;
  try {
    parseDailyRule(rule);
  } catch (error) {
    if (!(error instanceof InvalidRecurrenceRule)) throw error;
    throw new AppError('invalid_request', `The repeat rule is not valid: ${error.problem}.`, {
      cause: error,
      fields: { recurrenceRule: error.problem },
    });
  }
  return { rules: [rule], exceptionRules: [], rdates: [], exdates: [] };
}

/**
 * Changes the whole series. Moving an instance moves all of them by the same distance on the wall clock. An
 * override keeps the fields in which it differs and gets the other changes. `named` is the instance at which
 * the user made the edit (null for the series itself); it gets all changes, even in fields in which it
 * differed.
 */
export function changeSeries(
  records: readonly EventRecord[],
  master: EventRecord,
  named: number | null,
  change: EventChange,
  context: EditContext,
): readonly EventRecord[] {
  const { homeTimeZone, isConnected } = context;
  const times = toChangedTimes(change, master, homeTimeZone);
  const instant = named ?? getStart(master, homeTimeZone);
  const isNewRule =
    change.recurrenceRule !== undefined && change.recurrenceRule !== master.recurrence?.rules[0];
  const recurrence = isNewRule ? nextSeries(master, change.recurrenceRule ?? null) : master.recurrence;
  const moved = times === null ? null : moveSeries(master, instant, times, homeTimeZone);
  const changed: EventRecord = {
    ...master,
    ...plainFields(change),
    details: changeGuests(master.details, change, context),
    ...moved?.times,
    recurrence: moved && recurrence ? movedRecurrence(recurrence, moved, change) : recurrence,
    version: master.version + 1,
  };
  if (recurrence === null) {
    // A single event has no instances to lose. Others with its UID are independent.
    return master.recurrence === null
      ? records.map((record) => (record === master ? changed : record))
      : [changed];
  }
  const overrides = records
    .filter((record) => record.recurrenceId !== null)
    // A cancellation of no actual instance must not cancel the instance that moves to its time.
    .filter(
      ({ status, recurrenceId }) =>
        moved === null || status !== 'cancelled' || hasInstance(master, recurrenceId, context),
    )
    .flatMap((override) => {
      const along = updateOverride({ override, master, changed, moved, named, change }, context);
      // It no longer differs from its series, so the override is dropped.
      return !isConnected &&
        along !== override &&
        !isThisAndFuture(along) &&
        isLikeOthers(along, changed, context)
        ? []
        : [along];
    })
    .filter(isFirstAtPlace)
    // A new rule may not include the instance.
    .filter((override) => !isNewRule || hasInstance(changed, override.recurrenceId, context));
  return [changed, ...overrides];
}

function nextSeries(master: EventRecord, rule: string | null): EventRecurrence | null {
  const series = toRecurrence(rule);
  return series && { ...series, exdates: master.recurrence?.exdates ?? [] };
}

/** Moves the rules and dates. A rule that is part of the same change is used as given. */
function movedRecurrence(
  recurrence: EventRecurrence,
  move: SeriesMove,
  { recurrenceRule }: EventChange,
): EventRecurrence {
  const { from, to, byMs } = move;
  if (byMs === 0 && move.isSameClock) return recurrence;
  const withMove = (rule: string) => shiftRule(rule, move);
  const isSaid = recurrenceRule !== undefined && recurrence.rules[0] === recurrenceRule;
  return {
    rules: isSaid ? recurrence.rules : recurrence.rules.map(withMove),
    exceptionRules: recurrence.exceptionRules.map(withMove),
    rdates: recurrence.rdates.map(({ end, ...at }) => ({
      ...to.toTime(from.toListedWallMs(at) + byMs),
      ...(end && { end: to.toTime(from.toListedWallMs(end) + byMs) }),
    })),
    exdates: recurrence.exdates.map((at) => to.toExdate(from.toListedWallMs(at) + byMs)),
  };
}

interface MovedSeries extends SeriesMove {
  readonly times: ZonedTimes;
}

function moveSeries(
  master: EventRecord,
  instant: number,
  times: ZonedTimes,
  homeTimeZone: string,
): MovedSeries {
  const from = toSeriesClock(master, homeTimeZone);
  const masterWall = toWallClockMs(master.start);
  // A single event is its only instance, whatever zone it was in.
  const instanceWall = master.recurrence === null ? masterWall : from.at(instant);
  const byMs = toWallClockMs(times.start) - instanceWall;
  const startWall = masterWall + byMs;
  const start = toSeriesClock(times, homeTimeZone).toTime(startWall);
  const to = toSeriesClock({ ...times, start }, homeTimeZone);
  // Timed events keep the exact length of the instance, even over a clock change.
  const findZone = getZones(times);
  const lengthMs =
    getInstant(times.end, homeTimeZone, findZone) - getInstant(times.start, homeTimeZone, findZone);
  const getHoursEnd = () => {
    const endsAt = to.instant(startWall) + lengthMs;
    return endsInOtherZone(times)
      ? toZonedEventTime(endsAt, times.end.timeZone, findZone)
      : to.toTime(to.at(endsAt));
  };
  const end = times.isAllDay
    ? to.toTime(startWall + toWallClockMs(times.end) - toWallClockMs(times.start))
    : getHoursEnd();
  return {
    from,
    to,
    isSameClock: master.isAllDay === times.isAllDay && master.start.timeZone === times.start.timeZone,
    byMs,
    fromTimeMs: masterWall - Math.floor(masterWall / DAY_MS) * DAY_MS,
    fromDay: Math.floor(masterWall / DAY_MS),
    toDay: Math.floor(startWall / DAY_MS),
    times: { ...times, start, end },
  };
}

interface OverrideUpdate {
  readonly override: EventRecord;
  readonly master: EventRecord;
  readonly changed: EventRecord;
  readonly moved: MovedSeries | null;
  readonly named: number | null;
  readonly change: EventChange;
}

/** Applies a change of the series to one of its overrides. */
function updateOverride(
  { override, master, changed, moved, named, change }: OverrideUpdate,
  context: EditContext,
): EventRecord {
  const { homeTimeZone } = context;
  const instant = parseRecurrenceId(override.recurrenceId ?? '', homeTimeZone);
  if (instant === null) return override;
  const isNamed = instant === named;
  const said = plainFields(change);
  const alike = (['description', 'location', 'isBusy'] as const).filter(
    (field) =>
      !shortenedTexts(override).includes(field as 'description' | 'location') &&
      (isNamed || override[field] === master[field]),
  );
  const fields = Object.fromEntries(
    [...alike, ...(alike.includes('isBusy') ? (['chosenFree'] as const) : []), 'title' as const].flatMap(
      (field) => (field in said ? [[field, said[field as keyof typeof said]]] : []),
    ),
  );
  const regular = toInstance(master, instant, override.recurrenceId ?? '', homeTimeZone);
  const wasInstance = hasInstance(master, override.recurrenceId, context);
  const recurrenceId = moved ? idAfter(instant, changed, moved, wasInstance, context) : override.recurrenceId;
  const movedTo = recurrenceId === null ? null : parseRecurrenceId(recurrenceId, homeTimeZone);
  const isMovedAlong =
    moved !== null && movedTo !== null && (isNamed || isAtSameTime(override, regular, homeTimeZone));
  const { isAllDay, start, end, zoneDefinition } = isMovedAlong
    ? withOverrideZone(toInstance(changed, movedTo, recurrenceId ?? '', homeTimeZone), override, {
        master,
        isNamed,
        homeTimeZone,
      })
    : override;
  const details =
    isNamed || !context.organizer
      ? changeGuests(override.details, change, context)
      : followGuests(override.details, { before: master.details, after: changed.details }, context.organizer);
  const isSame =
    isDeepStrictEqual(details, override.details) &&
    Object.keys(fields).length === 0 &&
    recurrenceId === override.recurrenceId &&
    !isMovedAlong;
  if (isSame) return override;
  return {
    ...override,
    ...fields,
    details,
    recurrenceId,
    isAllDay,
    start,
    end,
    zoneDefinition,
    source: null,
    version: override.version + 1,
  };
}

/** A changed instance that has another zone than its series keeps it when it moves with the series. */
function withOverrideZone(
  instance: EventRecord,
  override: EventRecord,
  {
    master,
    isNamed,
    homeTimeZone,
  }: { readonly master: EventRecord; readonly isNamed: boolean; readonly homeTimeZone: string },
): Pick<EventRecord, 'isAllDay' | 'start' | 'end' | 'zoneDefinition'> {
  const { start, end, zoneDefinition } = override;
  const hasOwnZone = start.timeZone !== master.start.timeZone;
  if (isNamed || !hasOwnZone || instance.isAllDay || start.timeZone === null || end.timeZone === null)
    return instance;
  const findZone = getZones(override);
  return {
    isAllDay: false,
    start: toZonedEventTime(getStart(instance, homeTimeZone), start.timeZone, findZone),
    end: toZonedEventTime(getEnd(instance, homeTimeZone), end.timeZone, findZone),
    zoneDefinition,
  };
}

function isFirstAtPlace(
  { recurrenceId }: EventRecord,
  position: number,
  all: readonly EventRecord[],
): boolean {
  return all.findIndex((other) => other.recurrenceId === recurrenceId) === position;
}

function isLikeOthers(override: EventRecord, master: EventRecord, context: SeriesContext): boolean {
  const { homeTimeZone } = context;
  const instant = parseRecurrenceId(override.recurrenceId ?? '', homeTimeZone);
  if (instant === null || !hasInstance(master, override.recurrenceId, context)) return false;
  const regular = toInstance(master, instant, override.recurrenceId ?? '', homeTimeZone);
  const isSame = (field: 'title' | 'description' | 'location' | 'isBusy' | 'chosenFree' | 'status') =>
    (override[field] ?? false) === (regular[field] ?? false);
  return (
    (['title', 'description', 'location', 'isBusy', 'chosenFree', 'status'] as const).every(isSame) &&
    override.start.timeZone === regular.start.timeZone &&
    isDeepStrictEqual(override.details, regular.details) &&
    isAtSameTime(override, regular, homeTimeZone)
  );
}

function isAtSameTime(left: EventRecord, right: EventRecord, homeTimeZone: string): boolean {
  return (
    left.isAllDay === right.isAllDay &&
    getStart(left, homeTimeZone) === getStart(right, homeTimeZone) &&
    getEnd(left, homeTimeZone) === getEnd(right, homeTimeZone)
  );
}

/** The largest distance between a moved 'last Friday' and the day to which the move shifts it. */
const NEAR = 8 * DAY_MS;

/**
 * The recurrence id of an instance after the move. Its day may differ in months that begin on another
 * weekday.
 */
function idAfter(
  instant: number,
  changed: EventRecord,
  { from, to, byMs, isSameClock }: MovedSeries,
  wasInstance: boolean,
  context: SeriesContext,
): string {
  const wall = from.byRule(instant) + byMs;
  const id = to.idAt(wall);
  // Without a move, or without an instance of the rule, there is no nearest instance.
  if ((byMs === 0 && isSameClock) || !wasInstance) return id;
  const at = to.instant(wall);
  const near = instancesBetween(changed, at - NEAR, at + NEAR, context);
  if (near.length === 0 || near.includes(at)) return id;
  const [nearest = at] = near.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return to.idAt(to.byRule(nearest));
}

function hasInstance(master: EventRecord, recurrenceId: string | null, context: SeriesContext): boolean {
  // From a time when the series was all-day, or timed.
  if (recurrenceId === null || recurrenceId.includes('T') === master.isAllDay) return false;
  const instant = parseRecurrenceId(recurrenceId, context.homeTimeZone);
  return instant !== null && instancesBetween(master, instant, instant + 1, context).length > 0;
}

/** The times of the rules, including excluded ones. Empty if the rules cannot be evaluated. */
function instancesBetween(
  master: EventRecord,
  from: number,
  to: number,
  { homeTimeZone, budget }: SeriesContext,
): number[] {
  try {
    return expand(
      { ...toRecurringItem(master), exdates: [] },
      {
        from,
        to,
        floatingTimeZone: homeTimeZone,
        findZone: getZones(master),
        ...(budget && { budget }),
      },
    ).map(({ originallyAt }) => originallyAt);
  } catch (error) {
    if (error instanceof RecurrenceTooCostly || error instanceof InvalidRecurrenceRule) return [];
    throw error;
  }
}
