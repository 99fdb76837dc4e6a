import { type CalendarTime, type FindZone, toInstant } from '../calendar-time.ts';
import { type LocalDateTime, toLocalMs } from '../civil-date.ts';
import { DAY_MS } from '../units.ts';
import { getZone, type Zone } from '../zone.ts';
import { parseRule, type RecurrenceRule, type Until } from './rule.ts';
import { wallClockTimes } from './rule-parts.ts';
import { type InstantRange, type RuleStream, streamRule } from './rule-stream.ts';
import type { StepBudget } from './rule-times.ts';

/** The recurrence properties of an event or to-do (RFC 5545 §3.8.5). */
export interface RecurringItem {
  /** DTSTART. All rules are expanded in its zone. */
  start: CalendarTime;
  /** RRULE texts, such as "FREQ=WEEKLY;BYDAY=MO". The result is their union. */
  rules?: readonly string[];
  /** EXRULE texts (RFC 2445; still found in old files). */
  exceptionRules?: readonly string[];
  /** RDATE, with an `end` if it was given as PERIOD. */
  rdates?: readonly (CalendarTime & { end?: CalendarTime })[];
  /** EXDATE. A DATE removes every occurrence of that local day. */
  exdates?: readonly CalendarTime[];
  overrides?: readonly Override[];
}

/** A single changed or cancelled occurrence: the event with the same UID and a RECURRENCE-ID. */
export interface Override {
  /** RECURRENCE-ID: the original start of the occurrence. */
  recurrenceId: CalendarTime;
  /** Its new start. */
  start: CalendarTime;
  isCancelled?: boolean;
  /** RANGE=THISANDFUTURE: later occurrences move by the same amount. */
  isThisAndFuture?: boolean;
}

export interface ExpandQuery {
  /** Occurrences that start in `[from, to)`, in epoch milliseconds. Default: all. */
  from?: number;
  to?: number;
  /**
   * The maximum number of occurrences. Default: 1000 if neither `to` nor every rule limits them, else all.
   */
  limit?: number;
  /** The zone of floating times and dates; default UTC. */
  floatingTimeZone?: string;
  /**
   * How to handle a DTSTART that does not match its rule, which RFC 5545 leaves undefined. 'always'
   * (default): it is the first occurrence, appears once and counts for COUNT. 'by-rule': only the rules
   * count, as in dateutil and ical.js.
   */
  startOccurs?: 'always' | 'by-rule';
  /** For files that define their own zones. */
  findZone?: FindZone;
  /** Shared by several expansions with a common time limit; by default each expansion has its own. */
  budget?: StepBudget;
}

export interface Occurrence {
  startsAt: number;
  /** The wall-clock time of `startsAt` in the item's zone. */
  local: Required<LocalDateTime>;
  /**
   * The start by rule, date or DTSTART, which RECURRENCE-ID refers to. Differs from `startsAt` for a moved
   * occurrence.
   */
  originallyAt: number;
  /** The end of an RDATE given as PERIOD; null if the item's own duration applies. */
  endsAt: number | null;
  /**
   * Index into `overrides` of the override that replaces this occurrence or that it follows (THISANDFUTURE);
   * else null.
   */
  override: number | null;
}

/**
 * Somewhat less than a second: hundreds of thousands of times of an ordinary rule, ten thousand of the
 * costliest.
 */
const STEPS = 700_000;
const DEFAULT_LIMIT = 1000;

/**
 * The occurrences of an item, sorted by start and unique. Rules are expanded on the wall clock of the item's
 * zone. A time that the clock skips moves forward by the gap; of a doubled time, the earlier is used.
 * If two times become equal, they are one occurrence. The work is limited for every rule.
 *
 * Throws `InvalidRecurrenceRule`, `RecurrenceTooCostly`, `UnknownTimeZone`.
 */
export function expand(item: RecurringItem, query: ExpandQuery = {}): Occurrence[] {
  const findZone = query.findZone ?? getZone;
  const floating = query.floatingTimeZone ?? 'UTC';
  const zone = findZone(item.start.timeZone ?? floating);
  const instant = (time: CalendarTime) =>
    toInstant({ ...time, timeZone: time.timeZone ?? item.start.timeZone }, floating, findZone);
  const from = query.from ?? Number.NEGATIVE_INFINITY;
  const to = query.to ?? Number.POSITIVE_INFINITY;
  const limit = Math.max(
    0,
    Math.floor(query.limit ?? (hasEnd(item, query) ? Number.POSITIVE_INFINITY : DEFAULT_LIMIT)),
  );
  // A date means the reader's day, even in a series with zoned times.
  const newStart = (time: CalendarTime) =>
    time.isDate ? toInstant(time, floating, findZone) : instant(time);
  const overrides = readOverrides(item.overrides ?? [], zone, instant, newStart);
  const budget = query.budget ?? { left: STEPS };

  // If later occurrences move, their originals are outside the range.
  const shifts = overrides.futures.map((future) => future.shiftMs);
  const search: InstantRange = {
    from: from - Math.max(0, ...shifts) - (shifts.length > 0 ? DAY_MS : 0),
    to: Math.min(to - Math.min(0, ...shifts) + (shifts.length > 0 ? DAY_MS : 0), overrides.endsAt),
  };

  const sources = createSources(item, zone, instant, search, query.startOccurs ?? 'always', budget);
  const isExcluded = createExclusions(item, zone, instant, search, budget);
  const found: Occurrence[] = overrides.moved
    .filter(({ startsAt }) => startsAt >= from && startsAt < to)
    .map(({ index, startsAt, recurrenceId }) => ({
      startsAt,
      local: zone.toLocal(startsAt),
      originallyAt: recurrenceId,
      endsAt: null,
      override: index,
    }));
  // Overrides only replace occurrences, so the rules alone may reach the limit.
  let ordinary = 0;
  for (const { at, endsAt } of mergedInOrder(sources)) {
    if (at >= search.to || ordinary >= limit) break;
    if (at < search.from || isExcluded(at) || overrides.replaced.has(at)) continue;
    const { startsAt, override } = overrides.followed(at);
    if (startsAt < from || startsAt >= to) continue;
    ordinary += 1;
    found.push({ startsAt, local: zone.toLocal(startsAt), originallyAt: at, endsAt, override });
  }
  return found.sort((a, b) => a.startsAt - b.startsAt || a.originallyAt - b.originallyAt).slice(0, limit);
}

interface Timed {
  at: number;
  endsAt: number | null;
}

/** Everything that can start an occurrence, each source ascending: DTSTART and RDATEs, then each rule. */
function createSources(
  item: RecurringItem,
  zone: Zone,
  instant: (time: CalendarTime) => number,
  search: InstantRange,
  startOccurs: 'always' | 'by-rule',
  budget: StepBudget,
): Iterator<Timed>[] {
  const rules = item.rules ?? [];
  const start = instant(item.start);
  const dates: Timed[] = (item.rdates ?? []).map((date) => ({
    at: instant(date),
    endsAt: date.end ? instant(date.end) : null,
  }));
  const alwaysStarts = rules.length === 0 || startOccurs === 'always';
  if (alwaysStarts) dates.push({ at: start, endsAt: null });
  dates.sort((a, b) => a.at - b.at || (b.endsAt ?? 0) - (a.endsAt ?? 0));
  const startLocal = toLocalMs(item.start.local);
  const read = rules.map((rule) => readRule(rule, item.start.isDate));
  // DTSTART counts once: for the rule that gives it, otherwise for the first rule.
  const isGiven = (rule: RecurrenceRule) =>
    !wallClockTimes(rule, startLocal, { from: startLocal, to: startLocal }, budget).next().done;
  const countsForFirst = alwaysStarts && read.some(({ count }) => count !== null) && !read.some(isGiven);
  const streams = read.map((rule, index) =>
    streamRule(rule, startLocal, zone, search, budget, countsForFirst && index === 0 ? 1 : 0),
  );
  return [dates[Symbol.iterator](), ...streams.map(timed)];
}

/**
 * The rule of an all-day series. A UTC time in UNTIL stands for its date and must not move with the reader's
 * zone. BYHOUR, BYMINUTE and BYSECOND "MUST be ignored" (RFC 5545 §3.3.10).
 */
function readRule(text: string, isDate: boolean): RecurrenceRule {
  const rule = parseRule(text);
  if (!isDate) return rule;
  const until: Until | null =
    rule.until?.kind === 'instant' ? { kind: 'local', localMs: rule.until.instant } : rule.until;
  return { ...rule, until, hours: null, minutes: null, seconds: null };
}

function* timed(stream: RuleStream): Generator<Timed> {
  for (const at of stream) yield { at, endsAt: null };
}

/** Merges ascending sources into one ascending sequence of unique instants. */
function* mergedInOrder(sources: readonly Iterator<Timed>[]): Generator<Timed> {
  const heads = sources.map((source) => source.next());
  let last = Number.NaN;
  for (;;) {
    let best = -1;
    for (let i = 0; i < heads.length; i += 1) {
      const head = heads[i];
      if (!head || head.done) continue;
      const current = best < 0 ? undefined : heads[best];
      if (!current || current.done || head.value.at < current.value.at) best = i;
    }
    const next = heads[best];
    if (best < 0 || !next || next.done) return;
    if (next.value.at !== last) {
      last = next.value.at;
      yield next.value;
    }
    heads[best] = (sources[best] as Iterator<Timed>).next();
  }
}

/**
 * EXDATE by instant, or by local day if it or the event is a DATE, and EXRULE. Must be called in ascending
 * order.
 */
function createExclusions(
  item: RecurringItem,
  zone: Zone,
  instant: (time: CalendarTime) => number,
  search: InstantRange,
  budget: StepBudget,
): (at: number) => boolean {
  const instants = new Set<number>();
  const days = new Set<number>();
  for (const date of item.exdates ?? []) {
    if (date.isDate || item.start.isDate) days.add(Math.floor(toLocalMs(date.local) / DAY_MS));
    else instants.add(instant(date));
  }
  const startLocal = toLocalMs(item.start.local);
  const streams = (item.exceptionRules ?? []).map((rule) => {
    const iterator = streamRule(readRule(rule, item.start.isDate), startLocal, zone, search, budget, 0)[
      Symbol.iterator
    ]();
    return { iterator, head: iterator.next() };
  });
  return (at) => {
    if (instants.has(at)) return true;
    if (days.size > 0 && days.has(Math.floor((at + zone.offsetMsAt(at)) / DAY_MS))) return true;
    for (const stream of streams) {
      while (!stream.head.done && stream.head.value < at) stream.head = stream.iterator.next();
      if (!stream.head.done && stream.head.value === at) return true;
    }
    return false;
  };
}

interface ReadOverrides {
  /** Original instants of occurrences that do not take place as given by the rule. */
  replaced: Set<number>;
  moved: { index: number; recurrenceId: number; startsAt: number }[];
  futures: { index: number; from: number; shiftMs: number; isCancelled: boolean }[];
  /** The start of an ordinary occurrence, and the override that it follows. */
  followed: (at: number) => { startsAt: number; override: number | null };
  /** Everything is cancelled from here on. */
  endsAt: number;
}

function hasEnd(item: RecurringItem, query: ExpandQuery): boolean {
  return (
    query.to !== undefined || (item.rules ?? []).every((rule) => /(?:^|;)\s*(?:COUNT|UNTIL)=/i.test(rule))
  );
}

function readOverrides(
  overrides: readonly Override[],
  zone: Zone,
  instant: (time: CalendarTime) => number,
  newStart: (time: CalendarTime) => number,
): ReadOverrides {
  const replaced = new Set<number>();
  const moved = new Map<number, ReadOverrides['moved'][number]>();
  const futures: ReadOverrides['futures'] = [];
  // In wall-clock time of the series, as each override may have another zone.
  const wall = (at: number) => at + zone.offsetMsAt(at);
  for (const [index, override] of overrides.entries()) {
    const recurrenceId = instant(override.recurrenceId);
    replaced.add(recurrenceId);
    // The later one of two overrides of the same occurrence is the newer version.
    if (override.isCancelled) moved.delete(recurrenceId);
    else moved.set(recurrenceId, { index, recurrenceId, startsAt: newStart(override.start) });
    if (override.isThisAndFuture) {
      const shiftMs = override.isCancelled ? 0 : wall(newStart(override.start)) - wall(recurrenceId);
      futures.push({ index, from: recurrenceId, shiftMs, isCancelled: override.isCancelled === true });
    }
  }
  futures.sort((a, b) => a.from - b.from);
  const followed = (at: number) => {
    const future = futures.findLast((candidate) => candidate.from <= at);
    if (!future) return { startsAt: at, override: null };
    // A cancelled future moves out of every range.
    if (future.isCancelled) return { startsAt: Number.POSITIVE_INFINITY, override: null };
    const startsAt = zone.localMsToInstant(at + zone.offsetMsAt(at) + future.shiftMs);
    return { startsAt, override: future.index };
  };
  const last = futures.at(-1);
  const endsAt = last?.isCancelled ? last.from : Number.POSITIVE_INFINITY;
  return { replaced, moved: [...moved.values()], futures, followed, endsAt };
}
