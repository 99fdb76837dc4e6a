import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { type Rule } from './chart.ts';
import { AFTER_DAY, inMonth } from './date-rules.ts';
import { ASPECTS, day, onDay, unitFrom, type Viewpoint, WHOLE_DAY, weekends } from './named-days.ts';
import {
  derive,
  everyMonthDay,
  everyQuarter,
  everyUnit,
  everyWeekday,
  everyWeekNumber,
  everyYearSpan,
  intersect,
  type Series,
  single,
} from './series.ts';
import { add, floorTo, monthStart, type Unit, unitAround } from './spans.ts';
import {
  type Aspect,
  isDate,
  isDay,
  isNumber,
  isOrdinal,
  isPeriod,
  isUnit,
  isWeekday,
  isWhen,
  timeRule,
  type Value,
  type WhenValue,
  when,
} from './values.ts';

export function periodRules({ now }: Viewpoint): Rule<Value>[] {
  const today = floorTo('day', now);
  const nextUnit = (unit: Unit, count: number) => unitFrom(now, unit, count);
  return [
    // Weeks, quarters and seasons
    timeRule([/(?:the )?week(?: number)? (\d{1,2})|w(\d{2})/], ([, week, short]) => {
      const number = Number(week ?? short);
      return number >= 1 && number <= 53 ? when(everyWeekNumber(number), ['week']) : null;
    }),
    timeRule(
      [/(?:the )?week (?:of|beginning|starting|commencing)(?: on)?(?: the)?/, isWhen],
      (_week, { series, aspects, isLatent }) =>
        aspects.has('day') && (!isLatent || aspects.size === 1)
          ? when(
              derive(series, 'week', ({ start }) => unitAround('week', start)),
              ['week', 'month', 'year'],
            )
          : null,
    ),
    timeRule([/q([1-4])|([1-4])q/], ([, first, second]) =>
      when(everyQuarter(Number(first ?? second)), ['month'], { isLatent: true, isRange: true }),
    ),
    timeRule([/(\d{4})[ -]?q([1-4])|q([1-4])[ -]?(\d{4})/], ([, before, one, other, after]) =>
      when(
        intersect(onDay(monthStart(Number(before ?? after), 1), 'year'), everyQuarter(Number(one ?? other))),
        ['month', 'year'],
        { isLatent: true, isRange: true },
      ),
    ),
    timeRule([/(?:the )?/, isOrdinal, /quarter|qtr/], (_the, { number }) =>
      number <= 4 ? when(everyQuarter(number), ['month'], { isLatent: true, isRange: true }) : null,
    ),
    timeRule([/(?:the |this |current )?(spring|summer|autumn|fall|winter)/], ([, name = '']) =>
      when(SEASONS[name.toLowerCase()] ?? everyUnit('quarter'), ['month'], {
        isRange: true,
        isLatent: /^(?:spring|fall|summer|winter)$/i.test(name),
      }),
    ),

    // First, last and ends
    timeRule(
      [/(?:the |on the )?/, isOrdinal, isWeekday, /of|in/, isPeriod],
      (_the, { number }, { series }, _of, period) => findNth(number, series, period.series),
    ),
    timeRule([/(?:the )?last/, isWeekday, /of|in/, isPeriod], (_last, { series }, _of, period) =>
      findLast(series, period.series),
    ),
    timeRule(
      [/(?:the )?/, isOrdinal, isUnit, /of|in/, isPeriod],
      (_the, { number }, { unit }, _of, period) =>
        unit === 'week' ? nthWeek(number, period.series) : findNth(number, everyUnit(unit), period.series),
    ),
    timeRule([/(?:the )?last/, isUnit, /of|in/, isPeriod], (_last, { unit }, _of, period) =>
      unit === 'week' ? lastWeek(period.series, 1) : findLast(everyUnit(unit), period.series),
    ),
    timeRule(
      [/(?:the )?/, isOrdinal, /last/, isUnit, /of|in/, isPeriod],
      (_the, { number }, _last, { unit }, _of, period) =>
        unit === 'week' ? lastWeek(period.series, number) : null,
    ),
    timeRule([/(?:the )?last (?:week[\s-]?end|wkend) (?:of|in)/, isPeriod], (_last, { series }) =>
      findLast(weekends, series),
    ),
    timeRule([/(?:the )?first (?:week[\s-]?end|wkend) (?:of|in)/, isPeriod], (_first, { series }) =>
      findNth(1, weekends, series),
    ),
    timeRule(
      [/(?:at |by )?(?:the )?(?:very )?(end|beginning|start|middle) of(?: the)?/, isWhen],
      ([, place], { series, aspects, isLatent }) =>
        aspects.has('clock') || (isLatent && !aspects.has('month') && !aspects.has('year'))
          ? null
          : toPlace(place ?? '', series, aspects),
    ),
    timeRule(
      [/(?:the )?(early|mid|late)(?: in)?[\s-]?(?:the )?/, isDate],
      ([, place], { series, aspects }) =>
        series.unit === 'day' || series.unit === 'hour'
          ? null
          : toPlace(place === 'late' ? 'end' : place === 'mid' ? 'middle' : 'start', series, aspects),
    ),
    timeRule(
      [/(?:at |by )?(?:the )?(?:end of(?: the)? (week|month|year|quarter)|eo([wmyq]))/],
      ([, word, letter]) => {
        const unit = word ?? { w: 'week', m: 'month', y: 'year', q: 'quarter' }[letter?.toLowerCase() ?? ''];
        return toPlace('end', nextUnit(unit as Unit, 0), new Set(ASPECTS[unit as Unit]));
      },
    ),
    timeRule([/(?:the )?bo([wmy])/], ([, letter]) => {
      const unit = { w: 'week', m: 'month', y: 'year' }[letter?.toLowerCase() ?? ''] as Unit;
      return toPlace('start', nextUnit(unit, 0), new Set(ASPECTS[unit]));
    }),
    timeRule([/(?:the )?closest/, isWeekday, /to/, isDay], (_the, { series }, _to, near) => {
      const around = near.series.next(now);
      const [before, after] = [around && series.previous(around.end), around && series.next(around.start)];
      if (!around || !before || !after) return null;
      return day(
        single('day', around.start - before.start < after.start - around.start ? before : after),
        WHOLE_DAY,
      );
    }),

    timeRule([/later (this|next)/, isUnit], ([, which], { unit }) => {
      const { start, end } = nextUnit(unit, which === 'this' ? 0 : 1).next(0) ?? { start: 0, end: 0 };
      const from = Math.max(today, floorTo('day', (start + end) / 2));
      const aspects = ASPECTS[unit];
      if (!aspects) return null;
      return when(single('day', { start: from, end }), aspects, { isRange: true });
    }),
    timeRule([/(?:the )?(?:rest|remainder|remaining) of (?:the |this )?/, isUnit], (_rest, { unit }) => {
      const aspects = ASPECTS[unit];
      if (!aspects) return null;
      const end = nextUnit(unit, 0).next(0)?.end ?? today;
      return when(single('day', { start: today, end }), aspects, { isRange: true });
    }),
    timeRule([isNumber, /of/, isDate], ({ number, isDigits }, _of, { series, aspects }) =>
      isDigits && series.unit === 'month' && aspects.has('year') ? inMonth(series, number) : null,
    ),
    timeRule([/on the (\d{1,2})/, AFTER_DAY], ([, date]) =>
      Number(date) >= 1 && Number(date) <= 31 ? when(everyMonthDay(Number(date)), ['day']) : null,
    ),
  ];
}

const SEASONS: Readonly<Record<string, Series>> = {
  spring: everyYearSpan([3, 20], [6, 21]),
  summer: everyYearSpan([6, 21], [9, 23]),
  autumn: everyYearSpan([9, 23], [12, 21]),
  fall: everyYearSpan([9, 23], [12, 21]),
  winter: everyYearSpan([12, 21], [3, 20]),
};

function findNth(nth: number, series: Series, period: Series): WhenValue | null {
  if (nth < 1 || nth > 60) return null;
  const found = derive(period, series.unit, (within) => {
    let one = series.next(within.start);
    if (one && one.start < within.start) one = series.next(one.end);
    for (let at = 1; one && at < nth; at++) one = series.next(one.end);
    return one && one.start < within.end ? one : null;
  });
  return when(found, ['week', 'day', 'month', 'year', 'weekday']);
}

function findLast(series: Series, period: Series): WhenValue {
  const found = derive(period, series.unit, (within) => {
    const one = series.previous(within.end);
    return one && one.start >= within.start ? one : null;
  });
  return when(found, ['week', 'day', 'month', 'year', 'weekday']);
}

/** Weeks of a period belong to it by their Thursday (ISO 8601). */
function nthWeek(nth: number, period: Series): WhenValue {
  return when(
    derive(period, 'week', ({ start }) => {
      const thursday = everyWeekday(3).next(start);
      return thursday && unitAround('week', thursday.start + (nth - 1) * 7 * DAY_MS);
    }),
    ['week', 'month', 'year'],
  );
}

function lastWeek(period: Series, fromEnd: number): WhenValue {
  return when(
    derive(period, 'week', ({ end }) => {
      const thursday = everyWeekday(3).previous(end);
      const start = thursday && thursday.start - 3 * DAY_MS - (fromEnd - 1) * 7 * DAY_MS;
      return start === null ? null : { start, end: start + 7 * DAY_MS };
    }),
    ['week', 'month', 'year'],
  );
}

/** The beginning, middle or end of a period. */
function toPlace(place: string, series: Series, aspects: ReadonlySet<Aspect>): WhenValue | null {
  const part = derive(series, 'day', ({ start, end }) => {
    const days = Math.round((end - start) / DAY_MS);
    if (days <= 1) return place === 'end' ? { start: end - MINUTE_MS, end } : null;
    if (place === 'middle')
      return days < 20
        ? { start: start + 2 * DAY_MS, end: end - 2 * DAY_MS }
        : { start: start + 10 * DAY_MS, end: start + 20 * DAY_MS };
    const size = days <= 7 ? 3 * DAY_MS : days <= 31 ? 10 * DAY_MS : null;
    const isMonth = days > 27 && days <= 31;
    if (place === 'end')
      return {
        start: isMonth ? start + 20 * DAY_MS : size ? end - size : add(end, days > 200 ? -4 : -1, 'month'),
        end,
      };
    return { start, end: size ? start + size : add(start, days > 200 ? 3 : 1, 'month') };
  });
  return when(part, [...aspects], { isRange: true });
}
