import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { Rule } from './chart.ts';
import { derive, everyDaySpan, everyHalfDay, type Series } from './series.ts';
import type { Unit } from './spans.ts';
import {
  type ClockTime,
  isClock,
  isDay,
  isNumber,
  isPart,
  timeRule,
  type Value,
  type WhenValue,
  when,
} from './values.ts';

/** Parts of the day in hours, as [words, from, to]. */
const PARTS: readonly (readonly [string, number, number])[] = [
  ['(?<!good )(?:early )?mornings?|in the am', 6, 12],
  ['early (?:in the )?morning|early hours of the morning|the (?:early|small) hours', 0, 9],
  ['late morning', 10, 12],
  ['lunch ?time|(?<=at )lunch', 12, 14],
  ['after ?lunch', 13, 17],
  ['(?<!good )afternoons?|afternoonish', 12, 19],
  ['early afternoon', 12, 15],
  ['late afternoon', 15, 18],
  ['after (?:work|school)', 17, 21],
  ['breakfast ?time|(?<=at )breakfast', 7, 9],
  ['(?:dinner|supper) ?time', 17, 21],
  ['(?<!good )evenings?|eve', 18, 24],
  ['early evening', 17, 20],
  ['late evening', 20, 24],
  ['(?<!good )nights?', 18, 24],
  ['late(?: at)? night', 21, 24],
  ['day ?time', 8, 18],
];

const PM = 'p\\.? ?m\\.?|p\\.?';
const AM = 'a\\.? ?m\\.?|a\\.?';
const HALF = `(?:(${AM})|(${PM}))`;
/** Zones after a time of day. They are ignored: times are in the user's own zone. */
const ZONE = '(?: ?(?:pst|est|cst|mst|pdt|edt|cdt|mdt|gmt|utc|cet|cest|bst|ist))?';

/** Between two times. */
export const TO = '(?:to|untill?|till|thru|through|and|-|–|—|~)(?: (?:at|around))?';

const atMinute = (minute: number, unit: Unit = 'minute', more: Partial<WhenValue> = {}): WhenValue =>
  when(everyDaySpan(minute, minute + (unit === 'hour' ? 60 : 1), unit), ['clock'], {
    clock: { minute, isEither: false },
    ...more,
  });

/** A time as written in figures or words; up to 12 hours it may be in either half of the day. */
function clock(hour: number, minute: number, unit: Unit, more: Partial<WhenValue> = {}): WhenValue | null {
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  if (hour < 1 || hour > 12) return atMinute(hour * 60 + minute, unit, more);
  return either((hour * 60 + minute) % 720, unit, more);
}

/** '2015' is a time only where nothing else fits ('at 2015'). */
function maybeYear(time: WhenValue | null): WhenValue | null {
  if (!time?.isLatent || time.clock === null || time.clock.minute < 1_140) return time;
  return time.clock.minute < 1_260 ? { ...time, clock: { ...time.clock, isMaybeYear: true } } : time;
}

function either(minute: number, unit: Unit, more: Partial<WhenValue> = {}): WhenValue {
  return when(everyHalfDay(minute, unit), ['clock'], { clock: { minute, isEither: true }, ...more });
}

/** A time in a half of the day: '12 am' is midnight. */
function inHalf(
  hour: number,
  minute: number,
  half: { readonly isAfternoon: boolean },
  unit: Unit,
): WhenValue | null {
  if (minute > 59 || hour > 24 || hour === 0) return null;
  if (hour > 12) return half.isAfternoon ? atMinute(hour * 60 + minute, unit) : null;
  return atMinute(((hour % 12) + (half.isAfternoon ? 12 : 0)) * 60 + minute, unit);
}

function moveBy({ clock: time }: WhenValue, minutes: number): WhenValue | null {
  if (!time) return null;
  const period = time.isEither ? 720 : 1440;
  const minute = (((time.minute + minutes) % period) + period) % period;
  return time.isEither ? either(minute, 'minute') : atMinute(minute);
}

function inPart({ clock: time, series }: WhenValue, { part }: WhenValue): WhenValue | null {
  if (!time || !part) return null;
  return time.isEither
    ? atMinute(chooseHalf(time.minute, part), series.unit)
    : atMinute(time.minute, series.unit);
}

export const CLOCK_RULES: readonly Rule<Value>[] = [
  // Figures
  timeRule(
    [new RegExp(`(\\d{1,2})[:.](\\d{2})(?::(\\d{2}))? ?(?:in the )?${HALF}${ZONE}(?![a-z])`)],
    ([, hour, minute, _second, am]) => inHalf(Number(hour), Number(minute), { isAfternoon: !am }, 'minute'),
  ),
  timeRule(
    [new RegExp(`(\\d{1,2})(?:ish)?(?: ?o'?clock)? ?${HALF}${ZONE}(?![a-z'])`)],
    ([words, hour, am]) => {
      const time = Number(hour) > 12 ? null : inHalf(Number(hour), 0, { isAfternoon: !am }, 'hour');
      // '4a' may be a flat.
      return time && { ...time, isLatent: /^\d+a\.?$/i.test(words) };
    },
  ),
  timeRule(
    [new RegExp(`(?:at|@|until|till|by|before|after|from) (\\d{1,2}) ?a\\.?${ZONE}(?![a-z'])`)],
    ([, hour]) => inHalf(Number(hour), 0, { isAfternoon: false }, 'hour'),
  ),
  timeRule([new RegExp(`(\\d{1,2})(\\d{2}) ?${HALF}${ZONE}(?![a-z])`)], ([, hour, minute, am]) =>
    inHalf(Number(hour), Number(minute), { isAfternoon: !am }, 'minute'),
  ),
  timeRule(
    [new RegExp(`(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: ?(?:h(?:ours?|rs)?|o'?clock))?${ZONE}(?![\\d:])`)],
    ([words, hour, minute]) => {
      const isFixed = words.startsWith('0') && Number(hour) < 10;
      return isFixed
        ? atMinute(Number(hour) * 60 + Number(minute))
        : clock(Number(hour), Number(minute), 'minute');
    },
  ),
  timeRule([new RegExp(`(\\d{1,2})h(\\d{2})?${ZONE}`)], ([, hour, minute]) => {
    const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
    return hours > 24 || minutes > 59
      ? null
      : {
          ...atMinute(hours * 60 + minutes),
          isLatent: minute === undefined && hours < 13,
        };
  }),
  timeRule([/(\d{1,2})\.(\d{2})(?!\d)/], ([, hour, minute]) =>
    clock(Number(hour), Number(minute), 'minute', { isLatent: true }),
  ),
  timeRule([/(\d{2})(\d{2})(?: ?(?:h(?:ours?|rs)?))?/], ([words, hour, minute]) => {
    const isLatent = /^\d+$/.test(words);
    if (Number(hour) > 23) return null;
    return Number(hour) === 0 || words.startsWith('0')
      ? Number(minute) > 59
        ? null
        : { ...atMinute(Number(hour) * 60 + Number(minute)), isLatent }
      : maybeYear(clock(Number(hour), Number(minute), 'minute', { isLatent }));
  }),
  timeRule([/(\d)(\d{2})/], ([, hour, minute]) =>
    clock(Number(hour), Number(minute), 'minute', { isLatent: true }),
  ),
  // '2 hours' is a length.
  timeRule([/(\d{1,2})(?:ish)?(?! ?(?:hours?|hrs?|minutes?|mins?)\b)/], ([words, hour]) =>
    Number(hour) > 24 ? null : clock(Number(hour), 0, 'hour', { isLatent: !words.endsWith('ish') }),
  ),
  timeRule([/(?:at|@|until|till|by|from) (\d{1,2}) ?(?:hours|hrs|h)(?! ?\d)/], ([, hour]) =>
    clock(Number(hour), 0, 'hour'),
  ),
  timeRule([/(\d{1,2}) ?o'? ?clock/], ([, hour]) => clock(Number(hour), 0, 'hour')),
  timeRule([/at (\d{1,2}) (\d{2})/], ([, hour, minute]) => clock(Number(hour), Number(minute), 'minute')),

  // Words
  timeRule([isNumber], ({ number, isDigits, isArticle }) =>
    !isDigits && !isArticle && Number.isInteger(number) && number >= 1 && number <= 12
      ? clock(number, 0, 'hour', { isLatent: true })
      : null,
  ),
  timeRule([isNumber, /-?/, isNumber], (hour, _mark, minute) =>
    !hour.isDigits &&
    !hour.isArticle &&
    !minute.isDigits &&
    hour.number <= 12 &&
    minute.number >= 10 &&
    minute.number < 60 &&
    Number.isInteger(hour.number)
      ? clock(hour.number, minute.number, 'minute', { isLatent: true })
      : null,
  ),
  timeRule([isNumber, /-?/, isNumber, /minutes/], (hour, _mark, minute) =>
    !hour.isDigits &&
    !hour.isArticle &&
    !minute.isDigits &&
    hour.number <= 12 &&
    minute.number >= 10 &&
    minute.number < 60
      ? clock(hour.number, minute.number, 'minute', { isLatent: true })
      : null,
  ),
  timeRule([isNumber, /oh?[ -]/, isNumber], (hour, _oh, minute) =>
    hour.number <= 12 && minute.number < 10
      ? clock(hour.number, minute.number, 'minute', { isLatent: true })
      : null,
  ),
  timeRule(
    [isClock, new RegExp(`(?:(a\\.? ?m\\.?)|(p\\.? ?m\\.?|p))(?![a-z])`)],
    ({ clock: time, series }, [, am]) =>
      time?.isEither ? atMinute(time.minute + (am ? 0 : 720), series.unit) : null,
  ),
  timeRule([isClock, /o'? ?clock|sharp|ish|on the dot/], (time) => ({ ...time, isLatent: false })),
  timeRule([/(?:high |12 )?noon(?:ish)?|mid[ -]?day|12 ?noon/], () => atMinute(720, 'hour')),
  timeRule([/(?:12 )?mid ?night/], () => atMinute(1440, 'hour')),
  timeRule([/half(?: past)?/, isClock], (_half, time) => moveBy(time, 30)),
  timeRule([/(?:an? )?quarter (?:past|after)/, isClock], (_words, time) => moveBy(time, 15)),
  timeRule([/(?:an? )?quarter (?:to|till|before|of)/, isClock], (_words, time) => moveBy(time, -15)),
  timeRule([isNumber, /(?:minutes? |mins? )?(?:past|after)/, isClock], ({ number }, _past, time) =>
    number >= 1 && number < 60 ? moveBy(time, number) : null,
  ),
  timeRule([isNumber, /(?:minutes?|mins?) (?:to|till|before)/, isClock], ({ number }, _to, time) =>
    number >= 1 && number < 60 ? moveBy(time, -number) : null,
  ),
  timeRule([isNumber, /(?:to|till)/, isClock], ({ number }, _to, time) =>
    (number === 20 || number === 25) && time.clock && time.clock.minute % 60 === 0
      ? moveBy(time, -number)
      : null,
  ),
  timeRule([/(?:end of (?:the )?(?:day|business)|eod|cob|close of business)/], () => atMinute(1439)),
  timeRule([/(?:the )?end of (?:today)/], () => atMinute(1439)),

  // Parts of the day
  ...PARTS.map(([words, from, to]) => timeRule([new RegExp(words)], () => toPart(from, to))),
  timeRule([/(?:in|during|at|for|over) (?:the )?|the |by /, isPart], (_in, part) => part),
  timeRule(
    [
      /(?:at|@|around|about|approximately|circa|for|till?|exactly at|at exactly|at about|at around) ?/,
      isClock,
    ],
    ([words], time) =>
      time.clock?.isMaybeYear && !/\b(?:at|exactly)|@/i.test(words) ? null : { ...time, isLatent: false },
  ),
  timeRule([isClock, /(?:in|at|during)(?: the)?|this/, isPart], (time, _in, part) => inPart(time, part)),
  timeRule([isClock, isPart], inPart),
  timeRule([isPart, /,?(?: ?at| ?@| ?around)?/, isClock], (part, _at, time) => inPart(time, part)),

  // Ranges
  timeRule([/(?:from |between )?/, isClock, new RegExp(TO), isClock], ([from], first, [to], second) =>
    toRange(first, second, {
      isWritten:
        // 'between 730-930' may be numbers of rooms.
        (from !== '' && !(/^between/i.test(from) && /^[-–—~]/.test(to) && hasMinutes(first))) ||
        (/^(?:to|un)/i.test(to) && hasMinutes(first)),
    }),
  ),
  timeRule([/later than|after/, isClock, /(?:but )?before/, isClock], (_after, first, _before, second) =>
    toRange(first, second, { isWritten: true }),
  ),
];

const hasMinutes = ({ clock: time }: WhenValue): boolean => (time?.minute ?? 0) % 60 > 0;

/** Two times of day, the second one after the first. Figures alone ('9-10') are not times by themselves. */
function toRange(
  first: WhenValue,
  second: WhenValue,
  { isWritten }: { readonly isWritten: boolean },
): WhenValue | null {
  if (!first.clock || !second.clock) return null;
  const areMaybeYears = first.clock.isMaybeYear && second.clock.isMaybeYear;
  const isLatent = first.isLatent && second.isLatent;
  const [from, to] = resolvePair(first.clock, second.clock, null);
  const unit = first.series.unit === 'hour' && second.series.unit === 'hour' ? 'hour' : 'minute';
  return when(everyDaySpan(from, to, unit), ['clock'], {
    clock: first.clock,
    clockEnd: second.clock,
    isRange: true,
    isLatent: isLatent && (!isWritten || areMaybeYears === true),
  });
}

/** The minutes of a range; the end may lie in the next day. */
export function resolvePair(
  first: ClockTime,
  second: ClockTime,
  part: readonly [number, number] | null,
): readonly [number, number] {
  const after = (from: number, { minute, isEither }: ClockTime) => {
    const step = isEither ? 720 : 1440;
    return minute + Math.max(0, Math.floor((from - minute) / step) + 1) * step;
  };
  if (!first.isEither) return [first.minute, after(first.minute, second)];
  if (second.isEither || part) {
    const from = part ? chooseHalf(first.minute, part) : toWaking(first.minute);
    return [from, after(from, second)];
  }
  // 'from 11 to 1 am' is the shorter one.
  const [morning, evening] = [first.minute, first.minute + 720];
  const isEvening = after(evening, second) - evening < after(morning, second) - morning;
  const from = isEvening ? evening : morning;
  return [from, after(from, second)];
}

/** The one of two times of day that is between 7 in the morning and 7 in the evening. */
export function toWaking(minute: number): number {
  return minute < 420 ? minute + 720 : minute;
}

/** The one of two times of day that is in a part of the day or nearest to it. */
export function chooseHalf(minute: number, [from, to]: readonly [number, number]): number {
  const within = [minute, minute + 720, minute + 1440].find(
    (one) => one >= from && one < Math.max(to, from + 1),
  );
  if (within !== undefined) return within;
  if (from < 720) return minute;
  // 'tonight at 12' is the midnight that ends the day.
  return minute === 0 && from >= 1080 ? 1440 : minute + 720;
}

/** 'this morning', 'tonight', 'Friday evening'. */
export function partRules(dayAround: (shift: number) => WhenValue): Rule<Value>[] {
  const today = dayAround(0);
  const night = toPart(18, 24);
  return [
    timeRule([/(?:this|today in the|today)/, isPart], (_this, part) => onDay(today, part)),
    timeRule([/to ?ni(?:ght|te)/], () => onDay(today, night)),
    timeRule([/late to ?ni(?:ght|te)/], () => onDay(today, toPart(21, 24))),
    timeRule([/last (?:night|evening)/], () => onDay(dayAround(-1), night)),
    timeRule([/(?:next|tomorrow) (?:evening|night)/], () => onDay(dayAround(1), night)),
    timeRule([isDay, /,?(?: ?in| ?at| ?during)?(?: ?the)?(?: early| late)?/, isPart], (date, _in, part) =>
      onDay(date, part),
    ),
    timeRule([isPart, /of|on/, isDay], (part, _of, date) => onDay(date, part)),
    timeRule([isPart, isDay], (part, date) => onDay(date, part)),
    timeRule([isDay, /(?:as early as possible|the earliest|late|early|earliest)/], (date) => date),
    timeRule([/(?:as early as possible|early|late|earlier)(?: on)?/, isDay], (_early, date) => date),
  ];
}

function toPart(from: number, to: number): WhenValue {
  return when(everyDaySpan(from * 60, to * 60), ['part'], { part: [from * 60, to * 60] });
}

/** A part of a day that was said. */
function onDay(date: WhenValue, { part, series }: WhenValue): WhenValue | null {
  if (!part || date.aspects.has('part')) return null;
  const found = derive(date.series, series.unit, ({ start }) => ({
    start: start + part[0] * MINUTE_MS,
    end: start + part[1] * MINUTE_MS,
  }));
  return when(found, [...date.aspects, 'part'], { part });
}

/** A time, or two, on a day that was said. */
export function onDate(date: WhenValue, time: WhenValue): WhenValue | null {
  if (!time.clock || date.aspects.has('clock') || date.open) return null;
  const { clock: from, clockEnd: to } = time;
  const { part } = date;
  const span = (midnight: number, after: number) => {
    const minutes = to ? resolvePair(from, to, part) : [toMinute(from, part, midnight, after)];
    const [first = 0, last = first + (time.series.unit === 'hour' ? 60 : 1)] = minutes;
    return { start: midnight + first * MINUTE_MS, end: midnight + last * MINUTE_MS };
  };
  // A part of the day has moved the start; the time counts from midnight.
  const midnight = (start: number) => Math.floor(start / DAY_MS) * DAY_MS;
  const { isSingle } = date.series;
  const series: Series = {
    unit: time.series.unit,
    isSingle,
    next: (after) => {
      for (let around = date.series.next(after), tries = 0; around && tries < 3; tries++) {
        const found = span(midnight(around.start), after);
        if (isSingle || found.end > after) return found;
        around = date.series.next(around.end);
      }
      return null;
    },
    previous: (before) => {
      const around = date.series.previous(before);
      return around && span(midnight(around.start), around.start);
    },
  };
  return when(series, [...date.aspects, 'clock'], {
    isRange: time.isRange,
    open: time.open,
    isHalfChosen: from.isEither && !part && to?.isEither !== false,
  });
}

function toMinute(
  { minute, isEither }: ClockTime,
  part: readonly [number, number] | null,
  midnight: number,
  after: number,
): number {
  if (!isEither) return minute;
  if (part) return chooseHalf(minute, part);
  const waking = toWaking(minute);
  const isOver = midnight + waking * MINUTE_MS < after;
  return isOver && midnight + (minute + 720) * MINUTE_MS >= after ? minute + 720 : waking;
}
