import { DAY_MS, daysInMonth, MINUTE_MS } from '@dayloom/time';
import type { Rule } from './chart.ts';
import { onDate, TO } from './clock-rules.ts';
import { derive, everyMonthDay, intersect, type Series, single } from './series.ts';
import { add, floorTo } from './spans.ts';
import {
  isDay,
  isLength,
  isMonth,
  isOrdinal,
  isWeekday,
  isWhen,
  type LengthValue,
  timeRule,
  type Value,
  type WhenValue,
  when,
} from './values.ts';

/** Words between two parts of one expression: 'Friday, the 5th', 'tomorrow at 5', '5 pm on Friday'. */
const JOINTS =
  ',?(?: ?(?:on|at|@|in|of|from|for|around|about|approximately|between|during|by|sometime|starting|the|\\())*(?: the)?';

const isTime = (value: Value): value is WhenValue =>
  value.kind === 'when' && value.clock !== null && value.aspects.size === 1;
/** A value that a time of day can be joined to: a day, or a part of it. */
const isPlaced = (value: Value): value is WhenValue =>
  value.kind === 'when' &&
  !value.aspects.has('clock') &&
  value.open === null &&
  (!value.isRange || value.part !== null);
const isAtClock = (value: Value): value is WhenValue =>
  value.kind === 'when' && value.aspects.has('clock') && !value.isRange;
const isClosed = (value: Value): value is WhenValue => value.kind === 'when' && value.open === null;
const isSpanless = (value: Value): value is WhenValue =>
  value.kind === 'when' && !value.isRange && value.open === null;

export function joiningRules(now: number): Rule<Value>[] {
  const isNow = single('second', { start: now, end: now });
  return [
    // A date and a time
    timeRule([isPlaced, new RegExp(JOINTS), isTime], (date, joint, time) => placeTime(date, time, joint[0])),
    timeRule([isTime, new RegExp(JOINTS), isPlaced], (time, joint, date) => placeTime(date, time, joint[0])),

    // Two parts of a date
    timeRule([isPlaced, new RegExp(JOINTS), isPlaced], (first, _joint, second) =>
      joinDates(first, second, now),
    ),

    // Days of one month: '13 to 15 July', 'July 13-15'
    timeRule(
      [
        /(?:from |between )?(?:the )?/,
        isOrdinal,
        /(?:-|–|to|through|thru|and|until|till|\/)(?: the)?/,
        isOrdinal,
        /(?:of )?/,
        isMonth,
      ],
      (_from, first, _to, second, _of, month) => daysOfMonth(first.number, second.number, month.series),
    ),
    timeRule(
      [
        /(?:from |between )?(?:the )?(\d{1,2})(?:st|nd|rd|th)? ?(?:-|–|to|through|thru|and|until|till|\/)(?: the)? ?(\d{1,2})(?:st|nd|rd|th)?(?: of)?/,
        isMonth,
      ],
      ([, first, second], month) => daysOfMonth(Number(first), Number(second), month.series),
    ),
    timeRule(
      [
        /from |between |/,
        isMonth,
        /(?:the )?(\d{1,2})(?:st|nd|rd|th)? ?(?:-|–|to|through|thru|and|until|till)(?: the)? ?(\d{1,2})(?:st|nd|rd|th)?(?![:\d./])/,
      ],
      (_from, month, [, first, second]) => daysOfMonth(Number(first), Number(second), month.series),
    ),
    timeRule(
      [
        /from |between |/,
        isMonth,
        /(?:the )?/,
        isOrdinal,
        /(?:-|–|to|through|thru|and|until|till)(?: the)?/,
        isOrdinal,
      ],
      (_from, month, _the, first, _to, second) => daysOfMonth(first.number, second.number, month.series),
    ),
    timeRule(
      [
        /(?:from |between )(?:the )?/,
        isOrdinal,
        /(?:-|–|to|through|thru|and|until|till)(?: the)?/,
        isOrdinal,
      ],
      (_from, first, _to, second) => daysOfMonth(first.number, second.number, null),
    ),

    // From one time to another
    timeRule([/from |between |/, isSpanless, new RegExp(TO), isClosed], (from, first, to, second) =>
      toRange(first, second, { isSaid: from[0] !== '', joint: to[0] }, now),
    ),
    timeRule([/(?:from |for )?/, isAtClock, /for|,? ?lasting/, isLength], (_from, start, _for, length) =>
      lasting(start, length),
    ),
    // 'Friday for 2 hours' does not say when on that day.
    timeRule([/(?:from |starting |on )?/, isDay, /for/, isLength], (_from, start, _for, length) =>
      length.parts.every(({ unit }) => DAYS_OR_MORE.has(unit)) ? lasting(start, length) : null,
    ),
    timeRule(
      [
        /for/,
        isLength,
        /,?(?: ?(?:from|starting|beginning|at|on|starting from|starting on|starting at))/,
        isWhen,
      ],
      (_for, length, _from, start) => (start.isRange || start.isLatent ? null : lasting(start, length)),
    ),
    timeRule([isWhen, /for/, isLength, /from/, isTime], (date, _for, length, _from, time) => {
      const start = placeTime(date, time, ' ');
      return start && lasting(start, length);
    }),
    timeRule([/between/, isWhen, /and (?:right )?now/], (_between, { series, aspects }) => {
      const start = series.previous(now);
      return (
        start && when(single('minute', { start: start.start, end: now }), [...aspects], { isRange: true })
      );
    }),

    // Open ends
    timeRule(
      [
        /(?:after|since|from|later than|any ?time after|starting|starting on|starting from|beginning|beyond|past)/,
        isWhen,
      ],
      (words, time) => open(time, 'after', words[0], now),
    ),
    timeRule(
      [
        /(?:before|until|untill|till?|through|thru|no later than|not later than|sometimes? before|up to|earlier than)/,
        isWhen,
      ],
      (words, time) => open(time, 'before', words[0], now),
    ),
    timeRule([isWhen, /(?:and|or) (?:after|later|greater|onwards?)/], (time) =>
      open(time, 'after', 'from', now),
    ),
    timeRule([/by/, isWhen], (_by, time) =>
      time.open || time.isLatent
        ? null
        : when(
            { ...time.series, next: (after) => endBy(time, now, after), previous: isNow.previous },
            [...time.aspects],
            { isRange: true },
          ),
    ),
    timeRule([/as soon as possible|asap/], () => when(isNow, ['clock', 'day'], { open: 'after' })),

    // Words that add nothing
    timeRule(
      [
        /(?:on|in|for|during|at|around|about|approximately|sometime|any ?time|starting|exactly|only|over|throughout|within|until about|this)(?: on| in| around| the)?/,
        isWhen,
      ],
      (_words, time) => (time.isLatent || time.open ? null : time),
    ),
  ];
}

function placeTime(date: WhenValue, time: WhenValue, joint: string): WhenValue | null {
  // '14 Nov 3' and 'at 5 the 4th' are not what they seem; '27 Aug 1440' and 'Friday at 5' are.
  const isLoose = joint.trim() === '' || joint.trim() === ',';
  if (date.isLatent) return null;
  const isPlain = time.isLatent && isLoose && !time.isRange;
  if (isPlain && time.series.unit === 'hour' && !date.part && !date.aspects.has('weekday')) return null;
  const day: WhenValue = ['day', 'hour', 'minute'].includes(date.series.unit)
    ? date
    : { ...date, series: derive(date.series, 'day', ({ start }) => ({ start, end: start + DAY_MS })) };
  if (time.isRange && time.isLatent && !date.aspects.has('day') && !date.aspects.has('weekday')) return null;
  const placed = onDate(day, time);
  return placed && { ...placed, isGuess: time.isLatent || date.isGuess };
}

/** 'Friday' and 'the 5th', 'May' and '2019', 'tomorrow' and 'Tuesday': one date that is all of them. */
function joinDates(first: WhenValue, second: WhenValue, now: number): WhenValue | null {
  if (first.part && second.part) return null;
  // 'the fourth Thursday' is not Thursday the 4th.
  if (first.isLatent && first.aspects.has('day') && isWeekday(second)) return null;
  const isNothing = [...second.aspects].every((aspect) => first.aspects.has(aspect));
  const isSame = first.aspects.has('day') && second.aspects.has('day');
  if (isNothing && !isSame) return null;
  const isMonthAndYear = first.aspects.has('month') && second.aspects.has('year');
  if (first.isLatent && second.isLatent && !isMonthAndYear) return null;
  const isYearOnly = (one: WhenValue) => one.aspects.size === 1 && one.aspects.has('year');
  if (
    (isYearOnly(first) && !second.aspects.has('month')) ||
    (isYearOnly(second) && !first.aspects.has('month'))
  )
    return null;
  // A weekday that does not fit a date is a slip: the date counts.
  const dated = [first, second].find(({ aspects }) => aspects.has('day') && aspects.has('month'));
  const series = slipsOver(first, second, now)
    ? (dated ?? first).series
    : intersect(first.series, second.series);
  if (!series.next(floorTo('day', now)) && !series.previous(now)) return null;
  return when(series, [...new Set([...first.aspects, ...second.aspects])], {
    part: first.part ?? second.part,
    isRange: false,
    isGuess: first.isGuess || second.isGuess,
  });
}

/** Whether a weekday and a date without a year name different days of the coming year. */
function slipsOver(first: WhenValue, second: WhenValue, now: number): boolean {
  const [weekday, date] = isWeekday(first) ? [first, second] : [second, first];
  if (!isWeekday(weekday) || !date.aspects.has('day') || !date.aspects.has('month') || date.series.isSingle)
    return false;
  const both = intersect(weekday.series, date.series).next(floorTo('day', now));
  return both === null || both.start > now + 366 * DAY_MS;
}

function daysOfMonth(first: number, second: number, month: Series | null): WhenValue | null {
  if (first < 1 || second > 31 || first >= second || !Number.isInteger(first) || !Number.isInteger(second))
    return null;
  const days = (start: number) => {
    const { year, month: index } = toYearAndMonth(start);
    return second <= daysInMonth(year, index) ? second - first + 1 : null;
  };
  const starts = month ? intersect(month, everyMonthDay(first)) : everyMonthDay(first);
  const series = derive(starts, 'day', ({ start }) => {
    const count = days(start);
    return count === null ? null : { start, end: start + count * DAY_MS };
  });
  return series.next(0) && when(series, ['day', ...(month ? (['month'] as const) : [])], { isRange: true });
}

function toYearAndMonth(time: number): { year: number; month: number } {
  const date = new Date(floorTo('month', time));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** From the one to the first of the other after it. */
function toRange(
  first: WhenValue,
  second: WhenValue,
  { isSaid, joint }: { readonly isSaid: boolean; readonly joint: string },
  now: number,
): WhenValue | null {
  const isName = ({ isLatent, aspects }: WhenValue) => !isLatent || (aspects.has('month') && isSaid);
  if (!isName(first) || !isName(second) || (first.clock && second.clock)) return null;
  const isAnd = /^and/i.test(joint);
  if (isAnd && !isSaid) return null;
  const hasClock = first.aspects.has('clock') || second.aspects.has('clock');
  if (first.aspects.size === 1 && first.aspects.has('clock') && !second.aspects.has('clock')) return null;
  // 'May to Oct 2020': the year counts for both.
  const isYearShared = second.aspects.has('year') && !first.aspects.has('year') && second.series.isSingle;
  const start = (after: number) => {
    if (!isYearShared) return first.series.next(after);
    const last = second.series.next(0);
    return last && first.series.previous(last.start + 1);
  };
  const next = (after: number) => {
    const from = start(after);
    const end = from && endAfter(second, from.start, hasClock);
    return from && end !== null && end > from.start ? { start: from.start, end } : null;
  };
  const unit = hasClock ? 'minute' : first.series.unit;
  if (!next(now)) return null;
  return when(
    { unit, isSingle: first.series.isSingle || isYearShared, next, previous: () => null },
    [...new Set([...first.aspects, ...second.aspects])],
    { isRange: true, isGuess: first.isGuess || second.isGuess },
  );
}

function endAfter(second: WhenValue, start: number, hasClock: boolean): number | null {
  const day = floorTo('day', start);
  if (second.clock && second.aspects.size === 1) {
    const found = second.series.next(start + MINUTE_MS);
    return found && found.start;
  }
  const found = second.series.next(day + (second.series.isSingle ? 0 : DAY_MS));
  return found && (hasClock ? found.start : found.end);
}

const DAYS_OR_MORE: ReadonlySet<string> = new Set(['day', 'weekend', 'week', 'month', 'quarter', 'year']);

function lasting(start: WhenValue, { parts }: LengthValue): WhenValue | null {
  if (start.isLatent || start.open || start.isRange) return null;
  const series = derive(
    start.series,
    start.series.unit === 'hour' ? 'minute' : start.series.unit,
    (span) => ({
      start: span.start,
      end: parts.reduce((at, { count, unit }) => add(at, count, unit), span.start),
    }),
  );
  return when(series, [...start.aspects], { isRange: true, isGuess: start.isGuess });
}

function open(time: WhenValue, side: 'after' | 'before', word: string, now: number): WhenValue | null {
  if (time.clock?.isMaybeYear) return null;
  // 'before 2030', said in the twenties
  const isYearToCome = time.series.unit === 'year' && (time.series.next(now)?.start ?? 0) > now;
  if (time.isLatent && !isYearToCome && (time.clock === null || /past|beyond|since|through|thru/i.test(word)))
    return null;
  if (time.open || (time.isRange && time.part === null)) return null;
  // After a month is after its end; from a month on is from its beginning.
  const isAfterEnd =
    side === 'after' &&
    /after|later|past|beyond/i.test(word) &&
    !time.aspects.has('clock') &&
    time.part === null;
  const series =
    isAfterEnd && time.series.unit !== 'day'
      ? derive(time.series, time.series.unit, ({ end }) => ({ start: end, end: end + 1 }))
      : time.series;
  return { ...time, series, isLatent: false, open: side };
}

function endBy({ series }: WhenValue, now: number, after: number) {
  const found = series.next(after);
  return (
    found && { start: now, end: series.unit === 'hour' || series.unit === 'minute' ? found.start : found.end }
  );
}
