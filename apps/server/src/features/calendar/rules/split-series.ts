import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getZone } from '@dayloom/time';
import { expand, formatLocal, type Occurrence } from '@dayloom/time/recurrence';
import { AppError } from '#platform/errors.ts';
import type { EventRecurrence, EventTime } from '../model/event.ts';
import {
  type EventRecord,
  getInstant,
  getStart,
  getZones,
  parseRecurrenceId,
  toCalendarTime,
  toRecurrenceId,
} from '../model/event-record.ts';
import { toInstance } from '../model/instance.ts';
import { type SeriesContext, toRecurringItem } from '../model/series-records.ts';
import { toSeriesClock } from './series-clock.ts';
import { copyFutureOverride } from './this-and-future.ts';

/** How many instances of the second part are compared with those of the whole series. */
const COMPARED = 500;

interface SeriesCut {
  readonly records: readonly EventRecord[];
  readonly master: EventRecord;
  /** The first instance of the second part, by its start. */
  readonly instant: number;
  readonly context: SeriesContext;
}

export interface SeriesSplit extends SeriesCut {
  /** Whether the second part continues with the same rules. */
  readonly keepsRules: boolean;
}

interface SplitParts {
  readonly before: readonly EventRecord[];
  readonly after: readonly EventRecord[];
}

/**
 * Splits a series. The first part has the instances before the instant. The second part has the others, under
 * a new UID. No instance moves.
 */
export function splitSeries(split: SeriesSplit): SplitParts {
  const { records, master, instant, context } = split;
  const second = secondMaster(split);
  const leader = copyFutureOverride(records, master, instant, context);
  const overrides = records.filter(
    (record) => record.recurrenceId !== null && !isOverrideBefore(split, record),
  );
  return {
    before: recordsBefore(split),
    after: [
      second,
      ...[...overrides, ...(leader ? [leader] : [])].map((record) => ({ ...record, uid: second.uid })),
    ],
  };
}

/** The first part alone. */
export function recordsBefore(cut: SeriesCut): readonly EventRecord[] {
  return [firstMaster(cut), ...cut.records.filter((record) => isOverrideBefore(cut, record))];
}

function isOverrideBefore({ instant, context }: SeriesCut, { recurrenceId }: EventRecord): boolean {
  return recurrenceId !== null && (parseRecurrenceId(recurrenceId, context.homeTimeZone) ?? 0) < instant;
}

function getRecurrence({ recurrence }: EventRecord): EventRecurrence {
  return recurrence ?? { rules: [], exceptionRules: [], rdates: [], exdates: [] };
}

function isBefore({ master, instant, context }: SeriesCut): (time: EventTime) => boolean {
  const findZone = getZones(master);
  return (time) => getInstant(time, context.homeTimeZone, findZone) < instant;
}

/** The times of one rule, without RDATE and EXDATE, which COUNT does not include. */
function listRuleTimes(
  { master, context: { homeTimeZone, budget } }: SeriesCut,
  rule: string,
  range: { readonly from?: number; readonly to?: number; readonly limit: number },
): Occurrence[] {
  return expand(
    { start: toCalendarTime(master.start), rules: [rule] },
    {
      ...range,
      // DTSTART counts once for all rules.
      startOccurs: getRecurrence(master).rules.length > 1 ? 'by-rule' : 'always',
      floatingTimeZone: homeTimeZone,
      findZone: getZones(master),
      ...(budget && { budget }),
    },
  );
}

/** The first time of a rule in the second part; null if the rule ends before it. */
function findNextByRule(cut: SeriesCut, rule: string): number | null {
  return listRuleTimes(cut, rule, { from: cut.instant, limit: 1 })[0]?.startsAt ?? null;
}

/** COUNT counts from the start of the series, so the instances before the split are subtracted. */
function withoutCounted(cut: SeriesCut, rule: string): string {
  const { instant: to } = cut;
  return rule.replace(
    /COUNT=(\d+)/i,
    (_all, count: string) =>
      `COUNT=${Number(count) - listRuleTimes(cut, rule, { to, limit: 100_000 }).length}`,
  );
}

function firstMaster(cut: SeriesCut): EventRecord {
  const { master, instant, context } = cut;
  const { homeTimeZone } = context;
  const series = getRecurrence(master);
  const rdates = series.rdates.filter(isBefore(cut));
  const part = { ...master, source: null, version: master.version + 1 };
  const exdates = series.exdates.filter(isBefore(cut));
  const [firstDate] = rdates
    .map((time) => getInstant(time, homeTimeZone, getZones(master)))
    .sort((a, b) => a - b);
  // The rules start in the second part. Only additional dates (RDATE) are before it.
  if (getStart(master, homeTimeZone) >= instant && firstDate !== undefined) {
    const { start, end } = startingAt(cut, firstDate);
    return { ...part, start, end, recurrence: { rules: [], exceptionRules: [], rdates, exdates } };
  }
  const until = untilBefore(cut);
  const rules = series.rules.map((rule) =>
    findNextByRule(cut, rule) === null ? rule : `${withoutEnd(rule)};UNTIL=${until}`,
  );
  return { ...part, recurrence: { ...series, rules, rdates, exdates } };
}

/**
 * A rule takes the parts that it does not name (the hour, often the day) from the start of its series. So the
 * second part must start at a time of its rule. An earlier instance (an RDATE or an override) stays an
 * additional date.
 */
function secondMaster(split: SeriesSplit): EventRecord {
  const { master, instant, keepsRules } = split;
  const series = getRecurrence(master);
  const isLater = (time: EventTime) => !isBefore(split)(time);
  const left = series.rules.flatMap((rule) => {
    const next = findNextByRule(split, rule);
    return next === null ? [] : [{ rule, next }];
  });
  const start = keepsRules && left.length > 0 ? Math.min(...left.map(({ next }) => next)) : instant;
  const head = startingAt(split, start);
  const rdates = series.rdates.filter(isLater);
  const second: EventRecord = {
    ...head,
    uid: randomUUID(),
    recurrenceId: null,
    recurrence: {
      rules: left.map(({ rule }) => withoutCounted(split, rule)),
      exceptionRules: series.exceptionRules.flatMap((rule) =>
        findNextByRule(split, rule) === null ? [] : withoutCounted(split, rule),
      ),
      // A single remaining instance stays a series, because it may have an override.
      rdates: rdates.length === 0 && left.length === 0 ? [head.start] : rdates,
      exdates: series.exdates.filter(isLater),
    },
  };
  const ruleCount = series.rules.length + series.exceptionRules.length;
  if (keepsRules && ruleCount > 1) requireSameTimes(split, second);
  return second;
}

/** Several rules may count from different weeks or days, which one new start cannot express. */
function requireSameTimes({ master, instant, context }: SeriesCut, second: EventRecord): void {
  const { homeTimeZone, budget } = context;
  const times = (record: EventRecord) =>
    expand(toRecurringItem(record), {
      from: instant,
      limit: COMPARED,
      floatingTimeZone: homeTimeZone,
      findZone: getZones(record),
      ...(budget && { budget }),
    }).map(({ startsAt }) => startsAt);
  if (isDeepStrictEqual(times(master), times(second))) return;
  throw new AppError(
    'unprocessable',
    'This event has several repeat rules, so it cannot be split here. Nothing was changed. Edit only this occurrence or the whole series.',
  );
}

/** The master with its first instance at `startsAt`. */
function startingAt({ master, context: { homeTimeZone } }: SeriesCut, startsAt: number): EventRecord {
  const id = toRecurrenceId(startsAt, master.isAllDay, homeTimeZone);
  const clock = toSeriesClock(master, homeTimeZone);
  return {
    ...toInstance(master, startsAt, id, homeTimeZone),
    // A day that skips this hour shows it later. The start keeps the hour of the rule.
    start: clock.toTime(clock.byRule(startsAt)),
  };
}

/** UNTIL of a rule that ends before the second part. It floats if the series does. */
function untilBefore({ master, instant, context: { homeTimeZone } }: SeriesCut): string {
  if (master.isAllDay) return toRecurrenceId(instant - 1, true, homeTimeZone).replaceAll('-', '');
  const zone = master.start.timeZone === null ? homeTimeZone : 'UTC';
  const local = formatLocal(getZone(zone).toLocal(instant - 1000), false);
  return master.start.timeZone === null ? local : `${local}Z`;
}

function withoutEnd(rule: string): string {
  return rule
    .split(';')
    .filter((part) => !/^(?:UNTIL|COUNT)=/i.test(part))
    .join(';');
}
