import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { readLengths, readTimes, type TimeExpression } from '../time-expressions/read-times.ts';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type WallClock } from './data.ts';

/** What a part of a request says about time, in wall-clock milliseconds and minutes. */
export interface When {
  /** The start of the day, week, month or part of a day that was said; null if only a time of day was. */
  readonly from: number | null;
  /** The end of what was said: of a range, of a whole day or longer period. */
  readonly to: number | null;
  /** Minutes since midnight, if a time of day was said. */
  readonly minute: number | null;
  readonly endMinute: number | null;
  /** 'at 9': in the morning or in the evening. */
  readonly isEitherHalf: boolean;
  /** 'after 11': from then on. 'before 5': until then. */
  readonly open: 'after' | 'before' | null;
  /** Whether a day or a longer period was said. */
  readonly hasDate: boolean;
  /** A day of the week and no date. */
  readonly isWeekday: boolean;
  /** A whole day or less, and not a week. */
  readonly isWithinDay: boolean;
}

/** The fields when no time of day was said. */
export const NO_CLOCK = { minute: null, endMinute: null, isEitherHalf: false, open: null } as const;

/** A date, and no day of the week alone. */
export const DATED = { ...NO_CLOCK, hasDate: true, isWeekday: false, isWithinDay: true } as const;

const minuteOfDay = (wall: number): number => Math.round((wall - floorTo('day', wall)) / MINUTE_MS);

const SEVERAL_DAYS = /\b(?:this|next) (?:week|month|weekend)\b/i;
const PART_OF_DAY = /\b(?:before|after) (?:\d{1,2}(?::\d\d)?(?: ?[ap]m)?|noon)(?![\d:\p{L}])/iu;

/** 'before 10 this week': the days, and the part of each that is meant. */
function readPartOfDays(text: string, data: DialogueData): When | null {
  const [days, part] = [SEVERAL_DAYS, PART_OF_DAY].map((pattern) => pattern.exec(text)?.[0]);
  const [span, clock] = days && part ? [readWhen(days, data), readWhen(part, data)] : [];
  if (!span || clock?.minute == null || clock.open === null || NAMED_DAY.test(text)) return null;
  // A bare hour of several days is between 7:00 and 19:00, and not the one that comes next.
  const early = clock.minute % 720;
  const minute = clock.isEitherHalf ? (early < 420 ? early + 720 : early) : clock.minute;
  return { ...span, minute, open: clock.open };
}

const NAMED_DAY = /\b(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i;

/** What a text says about time; null if nothing. Bare figures are times of day where `isTimeExpected`. */
export function readWhen(
  text: string,
  data: DialogueData,
  options: { readonly isTimeExpected?: boolean } = {},
): When | null {
  const partOfDays = readPartOfDays(text, data);
  if (partOfDays) return partOfDays;
  const clock = createWallClock(data);
  const phrase = options.isTimeExpected ? withBareHour(text) : text;
  const { times } = readTimes(phrase, {
    now: clock.now,
    isMonthFirst: data.isMonthFirst,
    isPastMeant: true,
  });
  return times.length === 0 ? null : times.map(toWhen).reduce(joinWhen);
}

/** '4', 'to 4', '2-3': an hour of the day, where only a time is possible. */
function withBareHour(text: string): string {
  return text
    .replace(/(^|\s)(\d{1,2}) ?- ?(\d{1,2})(?=$|\s(?!\d))/, '$1from $2 to $3')
    .replace(
      /^(\s*)(?:to |till |until )?(\d{1,2}(?:[:.]\d\d)?)(?=$|\s+(?!\d|o'clock|min|h|day|week|(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/i,
      '$1at $2',
    )
    .replace(/(^|\s)(\d{1,2}(?::\d\d)?) to (?=\d{1,2}(?::\d\d)?$)/, '$1from $2 to ')
    .replace(/from from /, 'from ')
    .replace(
      /(?<!from \d{1,2}(?::\d\d)?(?: ?[ap]m)? )\b(on|for|to) (\d{1,2}(?::\d\d)?)(?=$|[.,!?])/,
      'at $2',
    );
}

function toWhen(time: TimeExpression): When {
  const { end, hasTime, hasDate, unit, isRange, open, isEitherHalf, isWeekday } = time;
  const isDayOrMore = !['second', 'minute', 'hour'].includes(unit);
  // 'in 6 months' is a day.
  const start = isDayOrMore && !hasTime ? floorTo('day', time.start) : time.start;
  const part = !hasTime && !isDayOrMore;
  // 'after Friday' starts with that day, 'after December' with the day after it.
  const length = open === 'after' && unit !== 'day' ? 0 : DAY_MS;
  const to = end ?? (isDayOrMore ? start + length : null);
  return {
    from: hasDate || part ? start : null,
    to: part || hasDate ? to : null,
    minute: hasTime ? minuteOfDay(start) : null,
    endMinute: hasTime && isRange && end !== null ? minuteOfDay(end) : null,
    isEitherHalf,
    open,
    hasDate,
    isWeekday,
    isWithinDay: (to ?? start) - start <= DAY_MS,
  };
}

/** 'Friday' and 'at 5' together. Of two times of day the first counts. */
function joinWhen(one: When, other: When): When {
  const date = one.hasDate ? one : other.hasDate ? other : one.from === null ? other : one;
  const time = one.minute !== null ? one : other;
  const part = [one, other].find((each) => each !== date && each.from !== null && each.minute === null);
  const isPart = part !== undefined && !part.hasDate && date.hasDate && date.isWithinDay;
  const day = date.from === null ? null : floorTo('day', date.from);
  return {
    from: isPart && day !== null ? day + minuteOfDay(part.from ?? 0) * MINUTE_MS : date.from,
    to:
      isPart && day !== null && part.to !== null
        ? day + (part.to - floorTo('day', part.from ?? part.to))
        : date.to,
    minute: time.minute,
    endMinute: time.endMinute,
    isEitherHalf: time.isEitherHalf,
    open: one.open ?? other.open,
    hasDate: one.hasDate || other.hasDate,
    isWeekday: date.isWeekday,
    isWithinDay: date.isWithinDay,
  };
}

/** 'Monday' on a Monday, as the time of something new: that of the next week. */
export function toComing(when: When, now: number): When {
  if (!when.isWeekday || when.from === null || floorTo('day', when.from) !== floorTo('day', now)) return when;
  const week = 7 * DAY_MS;
  return { ...when, from: when.from + week, to: when.to === null ? null : when.to + week };
}

/** For a question about the past: the last such day, and not the one that comes. `text` may name a year. */
export function toPast(when: When, text: string, now: number): When {
  const { from, to } = when;
  if (from === null || from <= now || /\b(?:19|20)\d\d\b/.test(text)) return when;
  if (when.isWeekday) return { ...when, from: from - 7 * DAY_MS, to: to === null ? null : to - 7 * DAY_MS };
  const isFar = from - now > 180 * DAY_MS;
  return isFar ? { ...when, from: yearBefore(from), to: to === null ? null : yearBefore(to) } : when;
}

const yearBefore = (wall: number): number => {
  const date = new Date(wall);
  return date.setUTCFullYear(date.getUTCFullYear() - 1);
};

/** The length that a text says, in minutes. */
export function readMinutes(text: string): number | null {
  return readLengths(text)[0]?.minutes ?? null;
}

/** The stretch of time that events of `when` lie in, as instants. */
export function toRange(when: When, clock: WallClock): { readonly start: number; readonly end: number } {
  const today = floorTo('day', clock.now);
  const day = when.from === null ? today : floorTo('day', when.from);
  if (when.minute !== null) {
    const at = day + when.minute * MINUTE_MS;
    if (when.open === 'after') return toInstants(clock, at, day + DAY_MS);
    if (when.open === 'before') return toInstants(clock, when.from === null ? clock.now : day, at);
    const end = when.endMinute === null ? at + MINUTE_MS : endAfter(day, when.minute, when.endMinute);
    return toInstants(clock, at, end);
  }
  const start = when.from ?? today;
  if (when.open === 'after') return toInstants(clock, when.to ?? start, Number.MAX_SAFE_INTEGER);
  if (when.open === 'before') return toInstants(clock, clock.now, start);
  return toInstants(clock, start, when.to ?? start + DAY_MS);
}

function toInstants(clock: WallClock, from: number, to: number) {
  return { start: clock.toInstant(from), end: to === Number.MAX_SAFE_INTEGER ? to : clock.toInstant(to) };
}

/** 'before Friday': some time until that day begins. */
export const isBeforeDay = ({ open, minute, hasDate }: When): boolean =>
  open === 'before' && minute === null && hasDate;

/** 'this week before 10' is a part of each of these days. */
export const isEachDay = (when: When): boolean =>
  when.minute !== null && when.open !== null && !when.isWithinDay && when.from !== null && when.to !== null;

/** The wall-clock end of a stretch that may pass midnight. */
export function endAfter(day: number, minute: number, endMinute: number): number {
  const end = day + endMinute * MINUTE_MS;
  return endMinute <= minute ? end + DAY_MS : end;
}

/** The one of 9:00 and 21:00 that is nearer to another time of day, all in minutes since midnight. */
export function toNearerHalfDay(minute: number, other: number): number {
  const twin = (minute + 720) % 1_440;
  return Math.abs(twin - other) < Math.abs(minute - other) ? twin : minute;
}

/** 'dec 3-5', 'from Monday to Wednesday' */
const DAYS_RANGE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d{1,2} ?(?:-|–|to|until|till|through) ?(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d)|\d ?(?:-|–|to|until|till|through) ?\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6} ?(?:-|–|to|until|till|through) ?(?:mon|tue|wed|thu|fri|sat|sun)/i;

/** Whether whole days are said from one to another. */
export const hasDayRange = (text: string, when: When | null): boolean =>
  DAYS_RANGE.test(text) && when?.hasDate === true && when.minute === null && !when.isWithinDay;
