import { DAY_MS, daysInMonth, toDayNumber } from '@dayloom/time';
import { MONTH, monthNumber, WEEKDAY, weekdayIndex } from '../calendar-words.ts';
import { type Rule } from './chart.ts';
import { day, onDay, type Viewpoint, WHOLE_DAY } from './named-days.ts';
import { everyMonth, everyMonthDay, everyWeekday, everyYearDay, intersect, type Series } from './series.ts';
import { monthStart } from './spans.ts';
import {
  isMonth,
  isNumber,
  isOrdinal,
  isWeekday,
  timeRule,
  type Value,
  type WhenValue,
  when,
} from './values.ts';

/** What may follow '5th' in a date: the end, or a word that is no noun ('the 5th attempt' is no date). */
export const AFTER_DAY =
  /(?=$|[,.;!?)]|(?:at|in|from|on|for|with|to|and|or|until|till|around|about|by|between|this|next|please|as|after|before|starting|instead|but)(?![a-z]))/;

/** A date of four figures, two figures (of the years around), or without a year. */
export function toDate(year: string | undefined, month: number, dayOfMonth: number): WhenValue | null {
  if (month < 1 || month > 12 || dayOfMonth < 1) return null;
  if (year === undefined)
    return dayOfMonth > daysInMonth(2024, month)
      ? null
      : day(everyYearDay(month, dayOfMonth), ['day', 'month']);
  const full = toYear(year);
  if (full === null || dayOfMonth > daysInMonth(full, month)) return null;
  return day(onDay(toDayNumber(full, month, dayOfMonth) * DAY_MS), WHOLE_DAY);
}

export function toYear(text: string): number | null {
  const number = Number(text);
  if (text.length === 4) return number >= 1000 && number < 2200 ? number : null;
  return text.length === 2 ? number + (number < 50 ? 2000 : 1900) : null;
}

export function dateRules({ isMonthFirst }: Viewpoint): Rule<Value>[] {
  const figures = (first: string, second: string, year?: string): WhenValue | null => {
    // A meeting of one with one.
    if (first === '1' && second === '1' && year === undefined) return null;
    const [one, other] = [Number(first), Number(second)];
    const isMonthSecond = one > 12 || !isMonthFirst;
    return isMonthSecond && other <= 12 ? toDate(year, other, one) : toDate(year, one, other);
  };
  return [
    // Weekdays and months
    // 'Mondays' are each week's, except in '3 Mondays ago'.
    timeRule(
      [
        new RegExp(
          `(${WEEKDAY}|weds|thursady)(?:(?:(?<!day)|(?<=(?:\\d|one|two|three|four|five|six) \\p{L}{3,6}day))s|'s)?\\.?`,
        ),
      ],
      ([, word = '']) => day(everyWeekday(weekdayIndex(word)), ['weekday']),
    ),
    timeRule([new RegExp(`(${MONTH})\\.?`)], ([, word = '']) =>
      when(everyMonth(monthNumber(word)), ['month'], {
        isLatent: word.length <= 3,
      }),
    ),
    timeRule(
      [new RegExp(`(?:in|during|of|since|until|by|the month of) (?:the )?(${MONTH})`)],
      ([, word = '']) => when(everyMonth(monthNumber(word)), ['month']),
    ),
    timeRule([/(\d{4})(?: ad)?/], ([, year = '']) => {
      const full = toYear(year);
      return full && full >= 1900
        ? when(onDay(monthStart(full, 1), 'year'), ['year'], { isLatent: true })
        : null;
    }),
    timeRule(
      [/(?:in|during|of|the year|year|in the year|the year of|in the year of) (\d{4})/],
      ([, year = '']) => {
        const full = toYear(year);
        return full ? when(onDay(monthStart(full, 1), 'year'), ['year']) : null;
      },
    ),
    // 'two thousand and seventeen', 'twenty twenty-six', as dictation writes it
    timeRule([/two thousand(?: and)?/, isNumber], (_thousand, { number, isDigits, isArticle }) =>
      isDigits || isArticle || number > 99 ? null : yearOnly(2_000 + number),
    ),
    timeRule([/twenty/, isNumber], (_twenty, { number, isDigits, isArticle }) =>
      isDigits || isArticle || number < 10 || number > 99 ? null : yearOnly(2_000 + number),
    ),
    timeRule([/'(\d{2})/], ([, year = '']) =>
      when(onDay(monthStart(toYear(year) ?? 0, 1), 'year'), ['year'], { isLatent: true }),
    ),

    // 5 August, August 5th, the 5th
    timeRule([isMonth, /(?:the )?/, isOrdinal], ({ series }, _the, { number }) => inMonth(series, number)),
    timeRule([isMonth, /[/-]?/, isNumber], ({ series }, _mark, { number }) => inMonth(series, number)),
    timeRule(
      [/(?:on )?(?:the )?/, isOrdinal, /(?:day )?(?:of |in |[/-])?/, isMonth],
      (_the, { number }, _of, { series }) => inMonth(series, number),
    ),
    timeRule([isNumber, /(?:of |[/.-])?/, isMonth], ({ number, isDigits }, _of, { series }) =>
      isDigits ? inMonth(series, number) : null,
    ),
    // 'ten March'. 'Two may come' names no date.
    timeRule([isNumber, /(?!may)/, isMonth], ({ number, isDigits, isArticle }, _not, { series }) =>
      isDigits || isArticle ? null : inMonth(series, number),
    ),
    timeRule([/on (?:the )?|the /, isOrdinal, AFTER_DAY], (_the, { number }) =>
      number <= 31 ? when(everyMonthDay(number), ['day']) : null,
    ),
    timeRule([isOrdinal], ({ number }) =>
      number <= 31 ? when(everyMonthDay(number), ['day'], { isLatent: true }) : null,
    ),
    timeRule([isWeekday, /,?(?: ?the)?/, isOrdinal], ({ series }, _the, { number }) =>
      number <= 31 ? day(intersect(everyMonthDay(number), series), ['weekday', 'day']) : null,
    ),
    timeRule([isWeekday, isNumber], ({ series }, { number, isDigits }) =>
      isDigits && Number.isInteger(number) && number > 12 && number <= 31
        ? day(intersect(everyMonthDay(number), series), ['weekday', 'day'])
        : null,
    ),
    timeRule([/(\d{1,2}) ?[/-] ?(\d{1,2})(?![\d/.-]|:\d| ?[ap]\.?m\b)/], ([, first = '', second = '']) =>
      figures(first, second),
    ),
    timeRule([/(\d{1,2})\.(\d{1,2})\.?(?![\d:])/], ([words, first = '', second = '']) => {
      const date =
        Number(second) <= 12 && !(isMonthFirst && Number(first) <= 12 && !words.endsWith('.'))
          ? toDate(undefined, Number(second), Number(first))
          : toDate(undefined, Number(first), Number(second));
      return date && { ...date, isLatent: !words.endsWith('.') && second.length < 2 };
    }),
    timeRule(
      [/(\d{1,2})([/-])(\d{1,2})[/-](\d{4}|\d{2})(?![\d/-])/],
      ([, first = '', _mark, second = '', year]) => figures(first, second, year),
    ),
    timeRule(
      [/(\d{1,2})\.(\d{1,2})\.(\d{4}|(?<=\d\d\.)\d{2})(?![\d.])/],
      ([, first = '', second = '', year]) => toDate(year, Number(second), Number(first)),
    ),
    timeRule([/(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?![\d/-])/], ([, year, month, date]) =>
      toDate(year, Number(month), Number(date)),
    ),
    timeRule([/(\d{4})[/-](\d{1,2})(?![\d/-])/], ([, year = '', month = '']) => toMonth(year, Number(month))),
    timeRule([/(\d{1,2})[/-](\d{4})(?![\d/-])/], ([, month = '', year = '']) => toMonth(year, Number(month))),
    timeRule([new RegExp(`(\\d{1,2})[./-](${MONTH})[./-](\\d{4}|\\d{2})`)], ([, date, month = '', year]) =>
      toDate(year, monthNumber(month), Number(date)),
    ),
    timeRule([new RegExp(`(${MONTH})[./-](\\d{4})`)], ([, month = '', year = '']) =>
      toMonth(year, monthNumber(month)),
    ),
  ];
}

const yearOnly = (year: number): WhenValue =>
  when(onDay(monthStart(year, 1), 'year'), ['year'], { isLatent: true });

export function inMonth(month: Series, date: number): WhenValue | null {
  if (!Number.isInteger(date) || date < 1 || date > 31) return null;
  const series = intersect(month, everyMonthDay(date));
  // 31 June never comes.
  return series.next(0) && day(series, month.isSingle ? WHOLE_DAY : ['day', 'month']);
}

function toMonth(year: string, month: number): WhenValue | null {
  const full = toYear(year);
  if (full === null || full < 1900 || month < 1 || month > 12) return null;
  return when(onDay(monthStart(full, month), 'month'), ['month', 'year']);
}
