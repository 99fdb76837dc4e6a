import { type Interval, unionIntervals } from '@dayloom/time';
import {
  type CalendarEvent,
  createCalendarReader,
  createFindZone,
  toSeriesValueType,
} from '@dayloom/time/icalendar';
import {
  type CalendarTime,
  expand,
  InvalidRecurrenceRule,
  RecurrenceTooCostly,
  type StepBudget,
} from '@dayloom/time/recurrence';
import type { ComparedRange, FileResult } from './messages.ts';

/** For all series of a file: several seconds of work. */
const STEPS = 5_000_000;
/** Per series. */
const MAX_OF_SERIES = 20_000;
/** More than anybody has; the memory of the page is limited. */
const MAX_EVENTS = 200_000;

type Times = Pick<
  CalendarEvent,
  | 'start'
  | 'startsAt'
  | 'endsAt'
  | 'recurrenceId'
  | 'isThisAndFuture'
  | 'rrules'
  | 'exrules'
  | 'rdates'
  | 'exdates'
> & {
  readonly sequence: number;
  readonly zoneDefinition: string | null;
  readonly isCancelled: boolean;
  readonly isBusy: boolean;
};

/**
 * The busy times of a calendar file within a range. As in an imported calendar, whole days are free, and so is what
 * is cancelled or marked as free. A series that cannot be expanded counts as skipped, with its first time.
 */
export async function readBusyTimes(
  chunks: AsyncIterable<Uint8Array>,
  { from, to, timeZone }: ComparedRange,
): Promise<FileResult> {
  const objects = new Map<string, Times[]>();
  let kept = 0;
  let skipped = 0;
  const reader = createCalendarReader({
    floatingTimeZone: timeZone,
    onEvent(event) {
      if (event.startsAt === null || event.endsAt === null) skipped += 1;
      else if (isNeeded(event, from, to)) {
        kept += 1;
        if (kept > MAX_EVENTS) skipped += 1;
        else addTo(objects, event.uid, toTimes(event));
      }
    },
  });
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0x50 && chunk[1] === 0x4b) return { problem: 'archive' };
    isFirst = false;
    reader.push(chunk);
  }
  const { hasCalendar, events } = reader.end();
  if (!hasCalendar) return { problem: 'no_calendar' };
  if (events === 0) return { problem: 'empty' };
  const budget: StepBudget = { left: STEPS };
  const busy: Interval[] = [];
  for (const object of objects.values()) {
    try {
      busy.push(...listBusy(object, { from, to, timeZone }, budget));
    } catch (error) {
      if (!(error instanceof InvalidRecurrenceRule || error instanceof RecurrenceTooCostly)) throw error;
      skipped += 1;
      busy.push(...object.filter(({ isBusy }) => isBusy).map(toInterval));
    }
  }
  const inRange = busy.filter(({ start, end }) => start < end && start < to && end > from);
  return { busy: unionIntervals(inRange), events, skipped };
}

/** Single events elsewhere in time are not kept. */
function isNeeded(
  { rrules, rdates, recurrenceId, startsAt, endsAt }: CalendarEvent,
  from: number,
  to: number,
) {
  const isSingle = rrules.length + rdates.length === 0 && recurrenceId === null;
  return !isSingle || ((startsAt ?? 0) < to && (endsAt ?? 0) > from);
}

/** Drops the texts, so that a large file needs little memory. */
function toTimes({ start, startsAt, endsAt, sequence, zoneDefinition, ...event }: CalendarEvent): Times {
  const { recurrenceId, isThisAndFuture, rrules, exrules, rdates, exdates, status } = event;
  return {
    start,
    startsAt,
    endsAt,
    sequence,
    zoneDefinition,
    recurrenceId,
    isThisAndFuture,
    rrules,
    exrules,
    rdates,
    exdates,
    isCancelled: status === 'CANCELLED',
    isBusy: event.transparency === 'opaque' && !event.allDay && status !== 'CANCELLED',
  };
}

function addTo(objects: Map<string, Times[]>, uid: string, times: Times): void {
  const known = objects.get(uid);
  if (known) known.push(times);
  else objects.set(uid, [times]);
}

const toInterval = ({ startsAt, endsAt }: Times): Interval => ({ start: startsAt ?? 0, end: endsAt ?? 0 });
const toLength = (times: Times): number => Math.max(0, (times.endsAt ?? 0) - (times.startsAt ?? 0));

/** The events of one UID: a single one, or a series with its changed occurrences. */
function listBusy(
  object: readonly Times[],
  { from, to, timeZone }: ComparedRange,
  budget: StepBudget,
): Interval[] {
  const overrides = object.filter(({ recurrenceId }) => recurrenceId !== null);
  // The version with the highest SEQUENCE counts.
  const [master] = object
    .filter(({ recurrenceId }) => recurrenceId === null)
    .toSorted((a, b) => b.sequence - a.sequence);
  if (!master?.start || master.rrules.length + master.rdates.length === 0) {
    return [...(master ? [master] : []), ...overrides].filter(({ isBusy }) => isBusy).map(toInterval);
  }
  if (master.isCancelled) return [];
  const { start } = master;
  const lengths = [master, ...overrides].map(toLength);
  const occurrences = expand(
    {
      start,
      rules: master.rrules,
      exceptionRules: master.exrules,
      rdates: master.rdates,
      exdates: master.exdates,
      overrides: overrides.map((override) => ({
        recurrenceId: toSeriesValueType(override.recurrenceId ?? start, start),
        start: inUtc(override.startsAt ?? 0),
        isCancelled: override.isCancelled,
        isThisAndFuture: override.isThisAndFuture,
      })),
    },
    {
      from: from - Math.max(...lengths),
      to,
      floatingTimeZone: timeZone,
      findZone: createFindZone(master),
      limit: MAX_OF_SERIES,
      budget,
    },
  );
  return occurrences.flatMap(({ startsAt, endsAt, override }) => {
    const shown = (override === null ? null : overrides[override]) ?? master;
    return shown.isBusy ? [{ start: startsAt, end: endsAt ?? startsAt + toLength(shown) }] : [];
  });
}

/** The override's file may define a zone that the series does not know. */
function inUtc(instant: number): CalendarTime {
  const at = new Date(instant);
  return {
    local: {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
    },
    timeZone: 'UTC',
    isDate: false,
  };
}
