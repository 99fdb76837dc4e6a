import { DAY_MS, fromDayNumber } from '@dayloom/time';
import { DAY_CODES } from '../calendar-words.ts';
import type { Rule } from './chart.ts';
import { chooseHalf, toWaking } from './clock-rules.ts';
import type { Unit } from './spans.ts';
import {
  type DaysValue,
  isClock,
  isDay,
  isDays,
  isMonth,
  isNths,
  isNumber,
  isOrdinal,
  isOrdinals,
  isPart,
  isRepeat,
  isUnit,
  isWeekday,
  type NthsValue,
  type NumberValue,
  type OrdinalsValue,
  type RepeatValue,
  timeRule,
  type Value,
  type WhenValue,
} from './values.ts';

const FREQUENCIES: Partial<Record<Unit, readonly [string, number]>> = {
  second: ['SECONDLY', 1],
  minute: ['MINUTELY', 1],
  hour: ['HOURLY', 1],
  day: ['DAILY', 1],
  week: ['WEEKLY', 1],
  month: ['MONTHLY', 1],
  quarter: ['MONTHLY', 3],
  year: ['YEARLY', 1],
};
const NAMES: Readonly<Record<string, readonly [Unit, number]>> = {
  hourly: ['hour', 1],
  daily: ['day', 1],
  everyday: ['day', 1],
  nightly: ['day', 1],
  weekly: ['week', 1],
  biweekly: ['week', 2],
  'bi-weekly': ['week', 2],
  fortnightly: ['week', 2],
  monthly: ['month', 1],
  bimonthly: ['month', 2],
  quarterly: ['quarter', 1],
  yearly: ['year', 1],
  annually: ['year', 1],
};
const EVERY = '(?:on |at )?(?:every|each)';
const AND = ',? ?(?:and|&|/|,|\\+)(?: the)?';
const WEEKEND = [5, 6];
const WORKDAYS = [0, 1, 2, 3, 4];

type Parts = Readonly<Record<string, string>>;

function repeat(unit: Unit, interval: number, parts: Parts = {}): RepeatValue | null {
  const known = FREQUENCIES[unit];
  if (!known || !Number.isInteger(interval) || interval < 1 || interval > 999) return null;
  const [frequency, factor] = known;
  const step = interval * factor;
  return {
    kind: 'repeat',
    unit: unit === 'quarter' ? 'month' : unit,
    parts: { FREQ: frequency, ...(step > 1 && { INTERVAL: String(step) }), ...parts },
  };
}

/** Adds parts to a repetition. Null if it has one of them already. */
function refine(base: RepeatValue, parts: Parts): RepeatValue | null {
  if (Object.keys(parts).some((name) => name in base.parts)) return null;
  return { ...base, parts: { ...base.parts, ...parts } };
}

const toCodes = ({ days }: DaysValue): string => days.map((day) => DAY_CODES[day]).join(',');
const toNths = ({ nths }: NthsValue): string => nths.map(([nth, day]) => `${nth}${DAY_CODES[day]}`).join(',');
const toWeekday = ({ series }: WhenValue): number =>
  (((Math.floor((series.next(0)?.start ?? 0) / DAY_MS) + 3) % 7) + 7) % 7;
const toDate = ({ series }: WhenValue) => fromDayNumber(Math.floor((series.next(0)?.start ?? 0) / DAY_MS));
const days = (list: readonly number[], isPlural = false): DaysValue => ({
  kind: 'days',
  days: list,
  isPlural,
});
const isWhole = ({ number }: NumberValue): boolean => Number.isInteger(number) && number >= 1;

function fromDays({ days: list }: DaysValue, interval = 1): RepeatValue | null {
  const base = repeat('week', interval);
  return base && refine(base, { BYDAY: toCodes(days(list)) });
}

function onMonthDays(base: RepeatValue, { ordinals }: OrdinalsValue): RepeatValue | null {
  if (ordinals.some((one) => one > 31 || one < -1 || one === 0)) return null;
  if (base.unit === 'month' || 'BYMONTH' in base.parts)
    return refine(base, { BYMONTHDAY: ordinals.join(',') });
  if (base.unit === 'year') return refine(base, { BYYEARDAY: ordinals.join(',') });
  return null;
}

function onNths(base: RepeatValue, nths: NthsValue): RepeatValue | null {
  if (nths.nths.some(([nth]) => nth > 5 || nth < -1 || nth === 0)) return null;
  return base.unit === 'month' || base.unit === 'year' ? refine(base, { BYDAY: toNths(nths) }) : null;
}

function atClock(base: RepeatValue, { clock, isRange }: WhenValue): RepeatValue | null {
  if (!clock || isRange) return null;
  const minute = (clock.isEither ? toHalf(clock.minute, base) : clock.minute) % 1440;
  return refine(base, { BYHOUR: String(Math.floor(minute / 60)), BYMINUTE: String(minute % 60) });
}

/** A time without AM or PM is one at which people are awake. */
const toHalf = (minute: number, { part }: RepeatValue): number =>
  part ? chooseHalf(minute, part) : toWaking(minute);

/** 'every morning': a time that follows is in it. */
function inPart(base: RepeatValue | null, { part }: WhenValue): RepeatValue | null {
  return base && { ...base, ...(part && { part }) };
}

export const REPEAT_RULES: readonly Rule<Value>[] = [
  // Days of the week, and lists of them
  timeRule([isWeekday], (day) => days([toWeekday(day)])),
  timeRule([/(?:mon|tues|wednes|thurs|fri|satur|sun)days(?!')/], ([word]) =>
    days([['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(word.slice(0, 3).toLowerCase())], true),
  ),
  timeRule([/week[\s-]?days?|work(?:ing)? ?days?|business days?/], ([word]) =>
    days(WORKDAYS, /s$/i.test(word)),
  ),
  timeRule([/week[\s-]?ends?/], ([word]) => days(WEEKEND, /s$/i.test(word))),
  timeRule([isDays, new RegExp(AND), isDays], (first, _and, second) =>
    second.days.length > 1 && first.days.length > 1
      ? null
      : days([...new Set([...first.days, ...second.days])], first.isPlural || second.isPlural),
  ),
  timeRule([isDays, /-|–|to|through|thru/, isDays], (first, _to, second) => {
    const [from = 0, to = 0] = [first.days[0], second.days[0]];
    if (first.days.length > 1 || second.days.length > 1) return null;
    const count = ((to - from + 7) % 7) + 1;
    return days(
      Array.from({ length: count }, (_, at) => (from + at) % 7),
      first.isPlural || second.isPlural,
    );
  }),

  // First, last, 3rd
  timeRule([isOrdinal], ({ number }) => ({ kind: 'ordinals', ordinals: [number] })),
  timeRule([/last/], () => ({ kind: 'ordinals', ordinals: [-1] })),
  timeRule([isOrdinals, new RegExp(AND), isOrdinals], (first, _and, second) =>
    second.ordinals.length > 1
      ? null
      : { kind: 'ordinals', ordinals: [...first.ordinals, ...second.ordinals] },
  ),
  timeRule([/days? (\d{1,2})(?: and (\d{1,2}))?/], ([, first, second]) => ({
    kind: 'ordinals',
    ordinals: [Number(first), ...(second ? [Number(second)] : [])],
  })),
  timeRule([isOrdinals, isDays], ({ ordinals }, { days: list }) => ({
    kind: 'nths',
    nths: ordinals.flatMap((nth) => list.map((day) => [nth, day] as const)),
  })),
  timeRule([isNths, new RegExp(AND), isNths], (first, _and, second) => ({
    kind: 'nths',
    nths: [...first.nths, ...second.nths],
  })),

  // Every week, each third year, monthly
  timeRule([new RegExp(`${EVERY}(?: single)?`), isUnit], (_every, { unit }) => repeat(unit, 1)),
  timeRule([new RegExp(EVERY), isNumber, isUnit], (_every, number, { unit }) =>
    isWhole(number) && !number.isArticle ? repeat(unit, number.number) : null,
  ),
  timeRule([new RegExp(EVERY), isOrdinal, isUnit], (_every, { number }, { unit }) => repeat(unit, number)),
  timeRule([new RegExp(`${EVERY} other`), isUnit], (_every, { unit }) => repeat(unit, 2)),
  timeRule([/every (?:other )?fortnight/], () => repeat('week', 2)),
  timeRule([/(?:once|1x) (?:a|per|every|each)/, isUnit], (_once, { unit }) => repeat(unit, 1)),
  timeRule([/twice (?:a|per|every|each) year/], () => repeat('month', 6)),
  timeRule([new RegExp(`(${Object.keys(NAMES).join('|')})`)], ([, name = '']) => {
    const known = NAMES[name.toLowerCase()];
    return known ? repeat(...known) : null;
  }),
  timeRule([new RegExp(EVERY), isPart], (_every, part) => inPart(repeat('day', 1), part)),
  timeRule([new RegExp(`${EVERY} other`), isPart], (_every, part) => inPart(repeat('day', 2), part)),

  // Every Monday and Friday, Tuesdays
  timeRule([new RegExp(EVERY), isDays], (_every, list) => fromDays(list)),
  timeRule([new RegExp(`${EVERY} other`), isDays], (_every, list) => fromDays(list, 2)),
  timeRule([new RegExp(EVERY), isNumber, isDays], (_every, number, list) =>
    isWhole(number) && list.days.length > 1 ? fromDays(list, number.number) : null,
  ),
  timeRule([new RegExp(EVERY), isOrdinal, isDays], (_every, { number }, list) => fromDays(list, number)),
  timeRule([/(?:on )?/, isDays], (_on, list) => (list.isPlural ? fromDays(list) : null)),
  // 'daily on weekdays', but 'daily, starting Monday' is every day.
  timeRule([isRepeat, /,?(?: ?on| ?every| ?at)?(?: ?the)?/, isDays], (base, _on, list) =>
    base.unit === 'week' || (base.unit === 'day' && list.days.length > 1)
      ? refine(base, { BYDAY: toCodes(list) })
      : null,
  ),

  // Every month on the 4th, the first Friday of every other month
  timeRule([isRepeat, /,?(?: ?on)?(?: ?the)?/, isOrdinals, /(?:days?)?/], (base, _on, ordinals) =>
    onMonthDays(base, ordinals),
  ),
  timeRule([/(?:on )?(?:the )?/, isOrdinals, /(?:days? )?of/, isRepeat], (_the, ordinals, _of, base) =>
    base.unit === 'month' ? onMonthDays(base, ordinals) : null,
  ),
  timeRule([new RegExp(`${EVERY}(?: the)?`), isOrdinals, /(?:days? )?of the month/], (_every, ordinals) => {
    const base = repeat('month', 1);
    return base && onMonthDays(base, ordinals);
  }),
  timeRule([isRepeat, /(?:on|at) the (begin(?:ning)?|start|end)/], (base, [, place]) =>
    onMonthDays(base, { kind: 'ordinals', ordinals: [place?.toLowerCase() === 'end' ? -1 : 1] }),
  ),
  timeRule([/(?:at |on )?(?:the )?(begin(?:ning)?|start|end) of/, isRepeat], ([, place], base) =>
    base.unit === 'month'
      ? onMonthDays(base, { kind: 'ordinals', ordinals: [place?.toLowerCase() === 'end' ? -1 : 1] })
      : null,
  ),
  timeRule([isRepeat, /,?(?: ?on)?(?: ?the)?/, isNths], (base, _on, nths) => onNths(base, nths)),
  timeRule([/(?:on )?(?:the )?/, isNths, /of|in/, isRepeat], (_the, nths, _of, base) => onNths(base, nths)),
  timeRule(
    [new RegExp(`${EVERY}(?: the)?`), isNths, /(?:of|in) (?:the|each|every) month/],
    (_every, nths) => {
      const base = repeat('month', 1);
      return base && onNths(base, nths);
    },
  ),
  timeRule([isRepeat, /on the/, isOrdinals, /instance of/, isDays], (base, _on, { ordinals }, _of, list) =>
    refine(base, { BYDAY: toCodes(list), BYSETPOS: ordinals.join(',') }),
  ),
  timeRule([isRepeat, /on the/, isOrdinal, /day/], (base, _on, { number }) =>
    // The days of a week count from Sunday.
    base.unit === 'week' && number <= 7 ? refine(base, { BYDAY: DAY_CODES[(number + 5) % 7] ?? 'SU' }) : null,
  ),

  // Every year on 25 December, every July 4th
  timeRule([isRepeat, /,?(?: ?on)?(?: ?the)?/, isDay], (base, _on, date) =>
    base.unit === 'year' && date.aspects.has('month') && !date.aspects.has('year')
      ? refine(base, { BYMONTH: String(toDate(date).month), BYMONTHDAY: String(toDate(date).day) })
      : null,
  ),
  timeRule([new RegExp(EVERY), isDay], (_every, date) =>
    date.aspects.has('month') &&
    date.aspects.has('day') &&
    !date.aspects.has('year') &&
    !date.aspects.has('weekday')
      ? repeat('year', 1, { BYMONTH: String(toDate(date).month), BYMONTHDAY: String(toDate(date).day) })
      : null,
  ),
  timeRule([new RegExp(EVERY), isMonth], (_every, month) =>
    repeat('year', 1, { BYMONTH: String(toDate(month).month) }),
  ),
  timeRule([new RegExp(`${EVERY}(?: the)?`), isOrdinals, /of/, isMonth], (_every, { ordinals }, _of, month) =>
    repeat('year', 1, { BYMONTH: String(toDate(month).month), BYMONTHDAY: ordinals.join(',') }),
  ),
  timeRule([isRepeat, /in|of/, isMonth], (base, _in, month) =>
    base.unit === 'year' ? refine(base, { BYMONTH: String(toDate(month).month) }) : null,
  ),
  timeRule([isRepeat, /(?:on )?/, isDays, /in week (\d{1,2})/], (base, _on, list, [, week = '']) =>
    base.unit === 'year' ? refine(base, { BYDAY: toCodes(list), BYWEEKNO: week }) : null,
  ),
  timeRule([new RegExp(EVERY), isDays, /in week (\d{1,2})/], (_every, list, [, week = '']) =>
    repeat('year', 1, { BYDAY: toCodes(list), BYWEEKNO: week }),
  ),

  // At a time, so many times
  timeRule([isRepeat, /,?(?: ?at| ?@)?/, isClock], (base, at, clock) =>
    clock.isLatent && at[0].trim() === '' ? null : atClock(base, clock),
  ),
  timeRule([isClock, /,?(?: ?on)?(?: ?the)?/, isRepeat], (clock, _on, base) =>
    clock.isLatent ? null : atClock(base, clock),
  ),
  timeRule([isRepeat, /,?(?: ?in the| ?at| ?during the)?/, isPart], (base, _in, part) => inPart(base, part)),
  timeRule([isRepeat, /(?:for )?(\d{1,3}) ?(?:x|times|occurrences)/], (base, [, count = '']) =>
    refine(base, { COUNT: count }),
  ),
  timeRule([isRepeat, /twice/], (base) => refine(base, { COUNT: '2' })),
];

/** The RFC 5545 rule of a repetition. */
export function toRule({ parts }: RepeatValue): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}
