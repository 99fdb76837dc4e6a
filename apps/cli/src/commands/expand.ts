import { findInstant, findZoneName, getZone } from '@dayloom/time';
import { type CalendarEvent, type CalendarTime, createFindZone, readCalendar } from '@dayloom/time/icalendar';
import {
  expand,
  findCalendarTime,
  InvalidRecurrenceRule,
  type Override,
  RecurrenceTooCostly,
} from '@dayloom/time/recurrence';
import { isHelp, jsonLines } from '../input.ts';
import { UsageError } from '../usage-error.ts';

const HELP = `
Usage: dayloom expand FILE.jsonl

Prints for each line {"id", "starts": [UTC ISO 8601]} or {"id", "error"}. A line is one of
  {"id", "dtstart", "tzid"?, "rrule"?, "exdate"?: [], "rdate"?: [], "from"?, "to"?, "limit"?}
    dtstart "19970902T090000", "...Z", "19970902", or with dashes and colons; without tzid times are UTC.
    rrule may be an array. Only the rule counts: a dtstart that does not match it is left out.
  {"id", "ics", "tzid"?, "from"?, "to"?, "limit"?}
    the occurrences of all events in the text. Here a DTSTART that does not match its rule is the first
    occurrence, a changed occurrence has its new time, a cancelled one is absent. tzid: for floating times.
from and to are instants or dates, to is exclusive. If neither to nor the rule sets an end,
the default limit is 1000. FILE may be - for stdin.
A local time that the clock skips moves forward by the gap; of one that occurs twice, the earlier is used.
`;

interface Row {
  id: unknown;
  from?: number;
  to?: number;
  limit?: number;
  tzid: string;
}

export async function run(args: string[]): Promise<void> {
  if (isHelp(args, HELP)) return;
  const unknown = args.find((arg) => arg.startsWith('--'));
  if (unknown) throw new UsageError(`expand: unknown option ${unknown}`);
  const [file] = args;
  if (file === undefined || args.length > 1)
    throw new UsageError('expand: give one file (see expand --help)');
  for (const { value, place } of jsonLines(file)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError(`${place} is not an object`);
    }
    process.stdout.write(`${JSON.stringify(answer(value as Record<string, unknown>))}\n`);
  }
}

/** An error in one row is the answer to that row only. */
function answer(
  value: Record<string, unknown>,
): { id: unknown; starts: string[] } | { id: unknown; error: string } {
  const id = value.id ?? null;
  try {
    const row = readRow(value);
    const instants =
      typeof value.ics === 'string' ? listCalendarStarts(value.ics, row) : listRuleStarts(value, row);
    return { id, starts: instants.map((instant) => new Date(instant).toISOString()) };
  } catch (error) {
    if (
      error instanceof UsageError ||
      error instanceof InvalidRecurrenceRule ||
      error instanceof RecurrenceTooCostly
    ) {
      return { id, error: error.message };
    }
    throw error;
  }
}

function readRow(value: Record<string, unknown>): Row {
  const given = value.tzid ?? value.tz ?? 'UTC';
  // Windows and vendor names are accepted too.
  const tzid = typeof given === 'string' ? findZoneName(given) : null;
  if (tzid === null) throw new UsageError(`tzid ${JSON.stringify(given)} is not a time zone`);
  const row: Row = { id: value.id, tzid };
  if (value.from !== undefined && value.from !== null) row.from = readInstant(value.from, 'from', tzid);
  if (value.to !== undefined && value.to !== null) row.to = readInstant(value.to, 'to', tzid);
  if (value.limit !== undefined && value.limit !== null) {
    if (
      typeof value.limit !== 'number' ||
      !Number.isInteger(value.limit) ||
      value.limit < 0 ||
      value.limit > 100_000
    ) {
      throw new UsageError(`limit ${JSON.stringify(value.limit)} is not a whole number up to 100000`);
    }
    row.limit = value.limit;
  }
  return row;
}

function readInstant(value: unknown, field: string, tzid: string): number {
  if (typeof value === 'string') {
    const instant = findInstant(value);
    if (instant !== null) return instant;
    const time = findCalendarTime(value, tzid);
    if (time) return getZone(time.timeZone ?? tzid).localToInstant(time.local);
  }
  throw new UsageError(`${field} ${JSON.stringify(value)} is neither an instant nor a date`);
}

function listRuleStarts(value: Record<string, unknown>, row: Row): number[] {
  const start = readTime(value.dtstart, 'dtstart', row.tzid);
  const rules = parseTexts(value.rrule, 'rrule');
  const item = {
    // A "...Z" start with a tzid is that instant in the tzid's zone, where the rule is expanded.
    start: start.timeZone === 'UTC' && row.tzid !== 'UTC' ? inZone(start, row.tzid) : start,
    rules,
    exceptionRules: parseTexts(value.exrule, 'exrule'),
    rdates: parseTexts(value.rdate, 'rdate').map((text) => readTime(text, 'rdate', row.tzid)),
    exdates: parseTexts(value.exdate, 'exdate').map((text) => readTime(text, 'exdate', row.tzid)),
  };
  return expand(item, { ...parseQuery(row), startOccurs: 'by-rule' }).map(({ startsAt }) => startsAt);
}

function inZone(time: CalendarTime, tzid: string): CalendarTime {
  return {
    local: getZone(tzid).toLocal(getZone('UTC').localToInstant(time.local)),
    timeZone: tzid,
    isDate: false,
  };
}

function parseQuery(row: Row) {
  return {
    floatingTimeZone: row.tzid,
    ...(row.from === undefined ? {} : { from: row.from }),
    ...(row.to === undefined ? {} : { to: row.to }),
    ...(row.limit === undefined ? {} : { limit: row.limit }),
  };
}

function readTime(value: unknown, field: string, tzid: string): CalendarTime {
  const time = typeof value === 'string' ? findCalendarTime(value, tzid) : null;
  if (!time)
    throw new UsageError(`${field} ${JSON.stringify(value) ?? 'is missing and'} is not a date or time`);
  return time;
}

/** One text, several in an array, or several dates joined by commas as in iCalendar. */
function parseTexts(value: unknown, field: string): string[] {
  if (value === undefined || value === null || value === '') return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => {
    if (typeof item !== 'string') throw new UsageError(`${field} ${JSON.stringify(item)} is not a text`);
    return field.endsWith('date') ? item.split(',') : [item];
  });
}

function listCalendarStarts(text: string, row: Row): number[] {
  const { eventList, events, todos, problems } = readCalendar(text, { floatingTimeZone: row.tzid });
  if (events + todos === 0)
    throw new UsageError(problems[0]?.message ?? 'There is no event in this calendar.');
  const query = parseQuery(row);
  const starts = [...Map.groupBy(eventList, (event) => event.uid).values()].flatMap((events) =>
    listSeriesStarts(events, query),
  );
  return starts.sort((a, b) => a - b).slice(0, row.limit);
}

/** The events of one UID: the series and its changed occurrences. */
function listSeriesStarts(events: readonly CalendarEvent[], query: ReturnType<typeof parseQuery>): number[] {
  const changed = events.filter((event) => event.recurrenceId !== null);
  const series = events.filter(
    (event) => event.recurrenceId === null && event.start !== null && event.status !== 'CANCELLED',
  );
  const overrides = changed.map((event): Override => {
    const recurrenceId = event.recurrenceId as CalendarTime;
    return {
      recurrenceId,
      start: event.start ?? recurrenceId,
      isCancelled: event.status === 'CANCELLED',
      isThisAndFuture: event.isThisAndFuture,
    };
  });
  if (series.length === 0) {
    // Without a master, each changed occurrence counts on its own.
    const from = query.from ?? Number.NEGATIVE_INFINITY;
    const to = query.to ?? Number.POSITIVE_INFINITY;
    return changed
      .filter((event) => event.status !== 'CANCELLED' && !events.some((other) => other.recurrenceId === null))
      .flatMap((event) => event.startsAt ?? [])
      .filter((startsAt) => startsAt >= from && startsAt < to);
  }
  return series.flatMap((event, index) => {
    const item = {
      start: event.start as CalendarTime,
      rules: event.rrules,
      exceptionRules: event.exrules,
      rdates: event.rdates,
      exdates: event.exdates,
      // Two series with one UID are the sender's mistake; the changes are counted once.
      overrides: index === 0 ? overrides : [],
    };
    return expand(item, { ...query, findZone: createFindZone(event) }).map(({ startsAt }) => startsAt);
  });
}
