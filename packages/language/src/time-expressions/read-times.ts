import { DAY_MS, daysInMonth } from '@dayloom/time';
import { MONTH, monthNumber } from '../calendar-words.ts';
import { type FoundValue, parseChart } from './chart.ts';
import { CLOCK_RULES, partRules } from './clock-rules.ts';
import { dateRules } from './date-rules.ts';
import { HOLIDAY_RULES } from './holiday-rules.ts';
import { joiningRules } from './joining-rules.ts';
import { LENGTH_RULES, NUMBER_RULES } from './number-rules.ts';
import { periodRules } from './period-rules.ts';
import { relativeRules } from './relative-rules.ts';
import { REPEAT_RULES, toRule } from './repeat-rules.ts';
import { single, withinSpans } from './series.ts';
import { floorTo, type Unit } from './spans.ts';
import type { Aspect, RepeatValue, Value, WhenValue } from './values.ts';
import { when } from './values.ts';

/**
 * Reads the dates, times and repetitions that everyday English says: `readTimes('lunch tomorrow at 1', options)`.
 *
 * Pure. All times are wall-clock times: milliseconds as if the place had no time zone, so that the caller decides
 * what a clock change means. Rules (`*-rules.ts`) make values from words and from adjacent values. A chart parser
 * finds all values, and the longest ones that do not overlap are used.
 */

/** A date or time that a text says. */
export interface TimeExpression {
  /** Where its words begin and end. */
  readonly from: number;
  readonly to: number;
  /** Wall-clock milliseconds, as if there were no time zone. */
  readonly start: number;
  /** The end if two times or a whole period were said; null for a single day or time. */
  readonly end: number | null;
  readonly unit: Unit;
  readonly open: 'after' | 'before' | null;
  /** Whether a time of day was said. */
  readonly hasTime: boolean;
  /** Whether a day, week, month or year was said; a time of day alone is the next one. */
  readonly hasDate: boolean;
  /** A day of the week and no date: 'Monday at 10'. */
  readonly isWeekday: boolean;
  /** 'at 9': in the morning or in the evening. */
  readonly isEitherHalf: boolean;
  readonly isRange: boolean;
}

/** A repetition that a text says, as an RFC 5545 rule without the name. */
export interface RepeatExpression {
  readonly from: number;
  readonly to: number;
  readonly rule: string;
}

export interface TimeOptions {
  /** The wall-clock time now, in milliseconds as if there were no time zone. */
  readonly now: number;
  /** Whether 3/4 is in March. */
  readonly isMonthFirst: boolean;
  /** Whether years, quarters and seasons that are over count: nothing is planned in them, but they are asked about. */
  readonly isPastMeant?: boolean;
}

/** Longer texts are read in their first part only. */
const MAX_CHARACTERS = 600;
/** Everyday sentences try some thousand spans. */
const MAX_SPANS = 30_000;

export interface Times {
  /** In their order; none overlaps a repetition. */
  readonly times: readonly TimeExpression[];
  readonly repeats: readonly RepeatExpression[];
}

/** Addresses, tags and numbers of versions have figures, and say no time. */
const NO_SPEECH =
  /\bhttps?:\/\/\S{1,400}|<[^<>]{1,400}>|\bv(?:er(?:sion)?)?[.:]? ?\d{1,5}(?:\.\d{1,5}){1,4}/gi;

/** 'June 10 - 31, 2022' is not a date, and neither are its parts. */
const DAYS_OF_MONTH = new RegExp(
  String.raw`\b(${MONTH})\.? \d{1,2} ?[-–] ?(\d{1,2})(?:, ?(\d{4}))?(?![\d:/.-])`,
  'gi',
);

const blank = (said: string): string => '_'.repeat(said.length);

/** The dates, times and repetitions that a text says. */
export function readTimes(text: string, options: TimeOptions): Times {
  return withinSpans(MAX_SPANS, () => readAll(text, options));
}

function readAll(text: string, { now, isMonthFirst, isPastMeant = false }: TimeOptions): Times {
  const today = floorTo('day', now);
  const dayAround = (shift: number): WhenValue => {
    const start = today + shift * DAY_MS;
    return when(single('day', { start, end: start + DAY_MS }), ['weekday', 'day', 'month', 'year']);
  };
  const viewpoint = { now, isMonthFirst };
  const plain = text
    .slice(0, MAX_CHARACTERS)
    .replaceAll('’', "'")
    .replaceAll(NO_SPEECH, blank)
    .replaceAll(DAYS_OF_MONTH, (said, month: string, day: string, year: string | undefined) =>
      Number(day) > daysInMonth(Number(year ?? 2024), monthNumber(month)) ? blank(said) : said,
    );
  const found = parseChart(plain, [
    ...NUMBER_RULES,
    ...LENGTH_RULES,
    ...dateRules(viewpoint),
    ...relativeRules(viewpoint),
    ...periodRules(viewpoint),
    ...HOLIDAY_RULES,
    ...CLOCK_RULES,
    ...partRules(dayAround),
    ...REPEAT_RULES,
    ...joiningRules(now),
  ]);
  const candidates = found
    .flatMap((one): FoundValue<RepeatValue | WhenValue>[] => {
      const { value } = one;
      if (value.kind === 'repeat') return isPartOfNumber(plain, one) ? [] : [{ ...one, value }];
      const counts =
        value.kind === 'when' &&
        (!value.isLatent || isWholeMonth(plain, one) || isBesideRepeat(plain, one, found));
      return counts && !isPartOfNumber(plain, one) && toExpression({ ...one, value }, now)
        ? [{ ...one, value }]
        : [];
    })
    .toSorted(
      (one, other) =>
        other.to - other.from - (one.to - one.from) ||
        rank(one) - rank(other) ||
        Number(losesItsSide(plain, one)) - Number(losesItsSide(plain, other)),
    );
  const whole = candidates.filter((one) => !cutsRange(one, candidates));
  const chosen: FoundValue<RepeatValue | WhenValue>[] = [];
  for (const one of whole)
    if (!belongsToRepeat(one, whole) && !chosen.some(({ from, to }) => one.from < to && from < one.to))
      chosen.push(one);
  chosen.sort((one, other) => one.from - other.from);
  return {
    times: chosen.flatMap(({ value, ...place }) =>
      value.kind === 'when' && (isPastMeant || !isOver(plain, { value, ...place }, now))
        ? (toExpression({ value, ...place }, now) ?? [])
        : [],
    ),
    repeats: chosen.flatMap(({ from, to, value }) =>
      value.kind === 'repeat' ? { from, to, rule: toRule(value) } : [],
    ),
  };
}

/** 'wed from 6 to 7' of 'every mon and wed from 6 to 7', where the day repeats and the hours stand alone. */
const belongsToRepeat = (
  { from, to, value }: FoundValue<RepeatValue | WhenValue>,
  all: readonly FoundValue<RepeatValue | WhenValue>[],
): boolean =>
  value.kind === 'when' &&
  all.some(
    (repeat) =>
      repeat.value.kind === 'repeat' &&
      repeat.from < from &&
      from < repeat.to &&
      repeat.to < to &&
      all.some((rest) => rest.value.kind === 'when' && repeat.to <= rest.from && rest.to === to),
  );

/** '8:45 every weekday' of '8:15 to 8:45 every weekday': the hours stand alone, and so does what repeats. */
const cutsRange = (
  { from, to, value }: FoundValue<RepeatValue | WhenValue>,
  all: readonly FoundValue<RepeatValue | WhenValue>[],
): boolean =>
  value.kind === 'repeat' &&
  all.some((range) => {
    if (range.value.kind !== 'when' || !range.value.isRange) return false;
    const { aspects } = range.value;
    if (!aspects.has('clock') || DATES.some((aspect) => aspects.has(aspect))) return false;
    const isCut =
      (range.from < from && from < range.to && range.to < to) ||
      (from < range.from && range.from < to && to < range.to);
    return (
      isCut &&
      all.some((rest) => rest.value.kind === 'repeat' && isApart(rest, range) && isWithin(rest, { from, to }))
    );
  });

type Place = Pick<FoundValue<Value>, 'from' | 'to'>;
const isApart = (one: Place, other: Place): boolean => one.to <= other.from || other.to <= one.from;
const isWithin = (inner: Place, outer: Place): boolean => inner.from >= outer.from && inner.to <= outer.to;

/** A length of time that a text says: 'an hour and a half'. */
export interface LengthExpression {
  readonly from: number;
  readonly to: number;
  readonly minutes: number;
}

const UNIT_MINUTES: Partial<Record<Unit, number>> = {
  second: 1 / 60,
  minute: 1,
  hour: 60,
  day: 1_440,
  week: 10_080,
};

/** The lengths in a text, in their order. Months and years do not count. */
export function readLengths(text: string): LengthExpression[] {
  const plain = text.slice(0, MAX_CHARACTERS).replaceAll('’', "'");
  const found = parseChart<Value>(plain, [...NUMBER_RULES, ...LENGTH_RULES])
    .flatMap(({ from, to, value }) => {
      if (value.kind !== 'length' || isPartOfNumber(plain, { from, to, value })) return [];
      const minutes = value.parts.reduce(
        (sum, { count, unit }) => sum + count * (UNIT_MINUTES[unit] ?? Number.NaN),
        0,
      );
      return minutes > 0 ? { from, to, minutes: Math.round(minutes) } : [];
    })
    .toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const chosen: LengthExpression[] = [];
  for (const one of found)
    if (!chosen.some(({ from, to }) => one.from < to && from < one.to)) chosen.push(one);
  return chosen.toSorted((one, other) => one.from - other.from);
}

/** 'before November 25', read as the 25th of 'before November': what is meant is before that day. */
const losesItsSide = (text: string, { from, value }: FoundValue<RepeatValue | WhenValue>): boolean =>
  value.kind === 'when' &&
  value.open === null &&
  !value.isRange &&
  /^(?:before|after|until|till)\b/i.test(text.slice(from, from + 8));

/** Ranks readings of the same words: a repetition first, a guess last. */
const rank = ({ value }: FoundValue<RepeatValue | WhenValue>): number =>
  value.kind === 'repeat' ? -1 : value.isGuess ? 1 : 0;
/** What a text is about: of several times the longest, and of several repetitions too. */
export function pickMain({ times, repeats }: Times): {
  readonly time: TimeExpression | null;
  readonly repeat: RepeatExpression | null;
} {
  return { time: longest(times), repeat: longest(repeats) };
}

function longest<One extends { readonly from: number; readonly to: number }>(
  all: readonly One[],
): One | null {
  return all.toSorted((one, other) => other.to - other.from - (one.to - one.from))[0] ?? null;
}

/** 'May' as the whole answer to a question. */
function isWholeMonth(text: string, { from, to, value }: FoundValue<Value>): boolean {
  return (
    value.kind === 'when' && value.aspects.has('month') && to - from === text.trim().length && to - from > 3
  );
}

/** Figures before these two are no times of day: 'read pages 9 to 12 every Monday'. */
const COUNTED =
  /\b(?:ages?|chapters?|days?|exercises?|floors?|grades?|items?|lessons?|levels?|lines?|numbers?|pages?|questions?|rooms?|sections?|steps?|units?|weeks?|years?) $/i;

/** '9 to 12 every Monday': two figures by themselves may be anything, but something that repeats has a time. */
const isBesideRepeat = (
  text: string,
  { from, to, value }: FoundValue<Value>,
  all: readonly FoundValue<Value>[],
): boolean =>
  value.kind === 'when' &&
  value.isRange &&
  value.aspects.has('clock') &&
  !COUNTED.test(text.slice(Math.max(0, from - 12), from)) &&
  all.some(
    (one) =>
      one.value.kind === 'repeat' &&
      ((to <= one.from && /^,? ?$/.test(text.slice(to, one.from))) ||
        (one.to <= from && /^,? ?$/.test(text.slice(one.to, from)))),
  );

const SEASON = /^(?:(?:in|during|of) )?(?:(?:the|this|current) )?(?:spring|summer|autumn|fall|winter)$/i;

/** Whether a named year, quarter or season is over, so that the last one is meant. */
function isOver(text: string, { from, to, value }: FoundValue<WhenValue>, now: number): boolean {
  const { series, aspects, open } = value;
  const said = text.slice(from, to);
  const isLong = series.unit === 'year' || series.unit === 'quarter' || SEASON.test(said);
  if (!isLong || open === 'after' || aspects.has('clock') || !(/\d{4}/.test(said) || SEASON.test(said)))
    return false;
  const span = series.next(now) ?? series.previous(now);
  return span !== null && span.end <= now;
}

/** '18/13/2022' is not a date; nothing inside it is one either. */
function isPartOfNumber(text: string, { from, to }: FoundValue<Value>): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const behind = text.slice(to, to + 10);
  return (
    (/[\d$#+-][-/.:,]$|[\d#]$/.test(before) && /\d/.test(text[from] ?? '')) ||
    // 'from 10.1 - 10.12'
    (/\d\.\d{1,3} ?[-–] ?$/.test(text.slice(Math.max(0, from - 8), from)) &&
      /^\d+\.\d+$/.test(text.slice(from, to))) ||
    before.endsWith('$') ||
    // 'Friday evening for 2 hours' is not at two.
    (/\bfor [\p{L}\d]{1,6}$/iu.test(text.slice(Math.max(0, to - 11), to)) &&
      /^ ?(?:h|hours?|hrs?|m|min|mins|minutes?|days?|weeks?|months?|people|persons|guests)(?![\p{L}\d])/iu.test(
        behind,
      )) ||
    (/^(?:[-/.:,]\d| ?(?:%|percent|points?|degrees|kg|kilo|km|miles|dollars|euros|people))/.test(behind) &&
      /\d/.test(text[to - 1] ?? ''))
  );
}

function toExpression({ from, to, value }: FoundValue<WhenValue>, now: number): TimeExpression | null {
  const { series, aspects, isRange, open } = value;
  const span = series.next(after(value, now)) ?? series.previous(now);
  if (!span) return null;
  const isPeriod = !['second', 'minute', 'hour', 'day'].includes(series.unit) || value.aspects.has('part');
  const hasTime = aspects.has('clock');
  return {
    from,
    to,
    start: span.start,
    end: (isRange || (isPeriod && !hasTime)) && !open ? span.end : null,
    unit: series.unit,
    open,
    hasTime,
    isWeekday: aspects.has('weekday') && !DATES.some((one) => one !== 'weekday' && aspects.has(one)),
    // 'from 7 to 8 pm' says it with its end.
    isEitherHalf:
      value.isHalfChosen || (value.clock?.isEither === true && value.clockEnd?.isEither !== false),
    hasDate: DATES.some((aspect) => aspects.has(aspect)),
    isRange,
  };
}

const DATES: readonly Aspect[] = ['weekday', 'day', 'month', 'year', 'week'];

/** A bare weekday is not today; a time of day is the next one. */
function after({ aspects, isRange }: WhenValue, now: number): number {
  if (aspects.has('clock')) return isRange ? now : now + 1;
  const isWeekday = aspects.size === 1 && aspects.has('weekday');
  return isWeekday ? floorTo('day', now) + DAY_MS : now;
}
