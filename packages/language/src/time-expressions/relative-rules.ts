import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { type Rule } from './chart.ts';
import {
  day,
  LAST,
  NEXT,
  onDay,
  THIS,
  toUnitValue,
  unitFrom,
  type Viewpoint,
  WHOLE_DAY,
  weekends,
} from './named-days.ts';
import { everyUnit, intersect, single } from './series.ts';
import { add, floorTo, toDay, type Unit, unitAround } from './spans.ts';
import {
  type Aspect,
  isDay,
  isLength,
  isMonth,
  isNumber,
  isUnit,
  isWeekday,
  type LengthValue,
  timeRule,
  type Value,
  type WhenValue,
  when,
} from './values.ts';

const ONE_DAY: LengthValue = { kind: 'length', parts: [{ count: 1, unit: 'day' }] };

export function relativeRules({ now }: Viewpoint): Rule<Value>[] {
  const today = floorTo('day', now);
  const nextUnit = (unit: Unit, count: number) => unitFrom(now, unit, count);
  return [
    // Today and around
    timeRule(
      [/(?:just |right )?now|at the moment|atm|at present|at the present time|at the minute|immediately/],
      () => when(single('second', { start: now, end: now + 1000 }), [...WHOLE_DAY, 'clock']),
    ),
    timeRule([/todays?|at this time|otd|the (?:same|present) day/], () => day(onDay(today), WHOLE_DAY)),
    timeRule([/tomorrows?|tmrw?|tmw|tomm?orr?ow/], () => day(onDay(today + DAY_MS), WHOLE_DAY)),
    timeRule([/yesterday/], () => day(onDay(today - DAY_MS), WHOLE_DAY)),
    timeRule([/(?:the )?day after tomorrow/], () => day(onDay(today + 2 * DAY_MS), WHOLE_DAY)),
    timeRule([/(?:the )?day before yesterday/], () => day(onDay(today - 2 * DAY_MS), WHOLE_DAY)),
    timeRule([/the (?:next day|day after|following day)(?= ?$| ?[,.?!])/], () =>
      day(onDay(today + DAY_MS), WHOLE_DAY),
    ),
    timeRule([/the (?:previous day|day before)(?= ?$| ?[,.?!])/], () =>
      day(onDay(today - DAY_MS), WHOLE_DAY),
    ),

    // This, next and last
    timeRule([new RegExp(`(?:the )?(?:${THIS}|on)`), isWeekday], (_this, { series }) =>
      day(series, ['weekday']),
    ),
    timeRule([new RegExp(`(?:the )?(?:${THIS})`), isMonth], (_this, { series }) =>
      when(
        single(
          'month',
          intersect(everyUnit('year'), series).next(floorTo('year', now)) ?? { start: 0, end: 0 },
        ),
        ['month', 'year'],
      ),
    ),
    timeRule([new RegExp(`(?:the )?(?:${NEXT})`), isWeekday], (_next, { series }) => {
      const found = series.next(add(floorTo('week', now), 1, 'week'));
      return found && day(single('day', found), WHOLE_DAY);
    }),
    timeRule([isWeekday, /after next/], ({ series }) => {
      const found = series.next(today + DAY_MS);
      const second = found && series.next(found.end);
      return second && day(single('day', second), WHOLE_DAY);
    }),
    timeRule([new RegExp(`(?:the )?(?:${LAST})`), isWeekday], (_last, { series }) => {
      const found = series.previous(today);
      return found && day(single('day', found), WHOLE_DAY);
    }),
    timeRule([new RegExp(`(?:the )?(?:${NEXT})`), isMonth], (_next, { series }) => {
      const found = series.next(now);
      const coming = found && (found.start > now ? found : series.next(found.end));
      return coming && when(single('month', coming), ['month', 'year']);
    }),
    timeRule([new RegExp(`(?:the )?(?:${LAST})`), isMonth], (_last, { series }) => {
      const found = series.previous(floorTo('month', now));
      return found && when(single('month', found), ['month', 'year']);
    }),
    timeRule([new RegExp(`(?:the )?(?:around )?(?:${THIS})`), isUnit], (_this, { unit }) =>
      toUnitValue(unit, nextUnit(unit, 0)),
    ),
    // Only as part of more: 'the last Friday of the month'.
    timeRule([/the (week|month|year)/], ([, word]) => {
      const value = toUnitValue(word?.toLowerCase() as Unit, nextUnit(word?.toLowerCase() as Unit, 0));
      return value && { ...value, isLatent: true };
    }),
    timeRule([new RegExp(`(?:the )?(?:around )?(?:${NEXT})`), isUnit], (_next, { unit }) =>
      toUnitValue(unit, nextUnit(unit, 1)),
    ),
    timeRule([new RegExp(`(?:the )?(?:around )?(?:${LAST})`), isUnit], (_last, { unit }) =>
      toUnitValue(unit, nextUnit(unit, -1)),
    ),
    timeRule([/(?:the )?week after next/], () => toUnitValue('week', nextUnit('week', 2))),
    timeRule(
      [
        new RegExp(
          `(?:(?:the )?(?:${THIS}|the|on the|over the) )?week[\\s-]?ends?|wk[\\s-]?end|(?:this )?wkend`,
        ),
      ],
      () => {
        const found = weekends.next(today);
        return found && when(single('day', found), WHOLE_DAY, { isRange: true });
      },
    ),
    timeRule([new RegExp(`(?:the )?(?:${NEXT}) (?:week[\\s-]?end|wkend)`)], () => {
      const found = weekends.next(add(floorTo('week', now), 1, 'week'));
      return found && when(single('day', found), WHOLE_DAY, { isRange: true });
    }),
    timeRule([new RegExp(`(?:the )?(?:${LAST}) (?:week[\\s-]?end|wkend)`)], () => {
      const found = weekends.previous(floorTo('week', now));
      return found && when(single('day', found), WHOLE_DAY, { isRange: true });
    }),

    // Lengths from now
    timeRule([/in|within|after/, isLength], (_in, length) => fromNow(now, length, 1)),
    timeRule([/in (?:about |around |another )?/, isLength, /(?:'s|’s)? ?(?:time)?/], (_in, length) =>
      fromNow(now, length, 1),
    ),
    timeRule([isLength, /(?:from (?:right )?now|hence|later|out|ahead|from today|away)/], (length) =>
      fromNow(now, length, 1),
    ),
    timeRule([isLength, /(?:ago|earlier|back)/], (length) => fromNow(now, length, -1)),
    timeRule([/\+ ?/, isLength], (_plus, length) => fromNow(now, length, 1)),
    timeRule([isLength, /(?:from|after|past)/, isDay], (length, _from, date) => shift(now, date, length, 1)),
    timeRule([isLength, /(?:before|prior to)/, isDay], (length, _before, date) =>
      shift(now, date, length, -1),
    ),
    timeRule([/(?:the )?day after/, isDay], (_day, date) => shift(now, date, ONE_DAY, 1)),
    timeRule([/(?:the )?day before/, isDay], (_day, date) => shift(now, date, ONE_DAY, -1)),
    timeRule([/(?:a )?week/, isWeekday], (_week, { series }) => {
      const found = series.next(today + DAY_MS);
      return found && day(onDay(add(found.start, 1, 'week')), WHOLE_DAY);
    }),
    // 'a week tomorrow', 'two weeks on Monday'
    timeRule([isLength, /(?:on )?/, isDay], (length, _on, date) =>
      length.parts.length === 1 && length.parts[0]?.unit === 'week'
        ? shift(isWeekday(date) ? today + DAY_MS : now, date, length, 1)
        : null,
    ),
    timeRule([isWeekday, /week/], ({ series }) => {
      const found = series.next(today + DAY_MS);
      return found && day(onDay(add(found.start, 1, 'week')), WHOLE_DAY);
    }),
    timeRule([isNumber, isWeekday, /from now/], ({ number }, { series }) => {
      let found = series.next(today + DAY_MS);
      for (let at = 1; found && at < Math.min(number, 60); at++) found = series.next(found.end);
      return found && day(single('day', found), WHOLE_DAY);
    }),
    timeRule([isNumber, isWeekday, /ago/], ({ number }, { series }) => {
      let found = series.previous(today);
      for (let at = 1; found && at < Math.min(number, 60); at++) found = series.previous(found.start);
      return found && day(single('day', found), WHOLE_DAY);
    }),

    // The next 3 days
    ...(
      [
        [`(?:the )?(?:${NEXT})`, 1],
        [`(?:the )?(?:${LAST})`, -1],
      ] as const
    ).flatMap(([words, sign]) => [
      timeRule([new RegExp(words), isLength], (_next, length) => around(now, length, sign)),
      timeRule([isNumber, new RegExp(words), isUnit], ({ number }, _next, { unit }) =>
        around(now, { kind: 'length', parts: [{ count: number, unit }] }, sign),
      ),
      timeRule([/the/, isNumber, new RegExp(words), isUnit], (_the, { number }, _next, { unit }) =>
        around(now, { kind: 'length', parts: [{ count: number, unit }] }, sign),
      ),
    ]),
    timeRule(
      [new RegExp(`(?:the )?(?:${NEXT})`), isNumber, /(?:business|work(?:ing)?) ?days?/],
      (_next, { number }) => {
        let [last, left] = [today, Math.min(number, 200)];
        while (left > 0) {
          last += DAY_MS;
          if ((toDay(last) + 3) % 7 < 5) left--;
        }
        return when(single('day', { start: today + DAY_MS, end: last + DAY_MS }), WHOLE_DAY, {
          isRange: true,
        });
      },
    ),
  ];
}

function fromNow(now: number, { parts }: LengthValue, sign: 1 | -1): WhenValue | null {
  const finest = parts.at(-1)?.unit ?? 'day';
  const isWithinDay = ['second', 'minute', 'hour'].includes(finest);
  const time = parts.reduce((at, { count, unit }) => add(at, sign * count, unit), now);
  const hasHalf = parts.some(({ count }) => !Number.isInteger(count));
  if (isWithinDay || (hasHalf && finest === 'day')) {
    const start = floorTo('minute', time);
    return when(single('minute', { start, end: start + MINUTE_MS }), [...WHOLE_DAY, 'clock']);
  }
  // The day counts; the time of day is that of now.
  return when(single('day', { start: floorTo('minute', time), end: unitAround('day', time).end }), WHOLE_DAY);
}

/** So long before or after the next such day from `now` on: 'two weeks from Friday'. */
function shift(now: number, { series }: WhenValue, { parts }: LengthValue, sign: 1 | -1): WhenValue | null {
  const found = series.next(now);
  const start = found && parts.reduce((at, { count, unit }) => add(at, sign * count, unit), found.start);
  return start === null ? null : day(onDay(start), WHOLE_DAY);
}

/** The next or last so many units, whole ones: 'the next 3 days' begins tomorrow. */
function around(now: number, { parts }: LengthValue, sign: 1 | -1): WhenValue | null {
  const [part] = parts;
  if (!part || parts.length > 1 || !Number.isInteger(part.count)) return null;
  const { count, unit } = part;
  const isWithinDay = unit === 'second' || unit === 'minute';
  const edge = isWithinDay ? now : floorTo(unit, now);
  const from = sign === 1 && !isWithinDay ? add(edge, 1, unit) : edge;
  const to = add(from, sign * count, unit);
  const span = { start: Math.min(from, to), end: Math.max(from, to) };
  const aspects: readonly Aspect[] = isWithinDay || unit === 'hour' ? [...WHOLE_DAY, 'clock'] : WHOLE_DAY;
  return when(single(isWithinDay ? 'minute' : unit, span), aspects, { isRange: true });
}
