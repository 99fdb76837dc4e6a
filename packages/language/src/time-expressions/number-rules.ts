import type { Rule } from './chart.ts';
import type { Unit } from './spans.ts';
import { isLength, isNumber, isUnit, type LengthValue, timeRule, type Value } from './values.ts';

/** 'one' to 'nineteen', in their order. */
export const ONES = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const NTH = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
];

const UNIT_WORDS: readonly (readonly [RegExp, Unit])[] = [
  [/seconds?|secs?/, 'second'],
  [/minutes?|mins?|m(?=\s|$)/, 'minute'],
  [/hours?|hrs?|h/, 'hour'],
  [/days?/, 'day'],
  [/weeks?|wks?/, 'week'],
  [/months?/, 'month'],
  [/quarters?|qtrs?/, 'quarter'],
  [/years?|yrs?/, 'year'],
  [/decades?/, 'decade'],
  [/centur(?:y|ies)/, 'century'],
];

const number = (
  value: number,
  form: { readonly isDigits?: boolean; readonly isArticle?: boolean } = {},
): Value => ({
  kind: 'number',
  number: value,
  isDigits: false,
  isArticle: false,
  ...form,
});
const ordinal = (value: number): Value => ({ kind: 'ordinal', number: value });
const length = (count: number, unit: Unit): LengthValue => ({ kind: 'length', parts: [{ count, unit }] });

const teens = ONES.join('|');
const tens = TENS.join('|');
const nth = NTH.join('|');
const toOne = (word: string) => ONES.indexOf(word.toLowerCase()) + 1;
const toTen = (word: string) => (TENS.indexOf(word.toLowerCase()) + 2) * 10;
const toNth = (word: string) => NTH.indexOf(word.toLowerCase()) + 1;

export const NUMBER_RULES: readonly Rule<Value>[] = [
  timeRule([/\d{1,4}(?:\.\d{1,2})?(?!\d)/], ([digits]) => number(Number(digits), { isDigits: true })),
  timeRule([new RegExp(teens)], ([word]) => number(toOne(word))),
  timeRule([new RegExp(`(${tens})(?:[\\s-]+(${ONES.slice(0, 9).join('|')}))?`)], ([, ten = '', one]) =>
    number(toTen(ten) + (one ? toOne(one) : 0)),
  ),
  timeRule([/an?|another|single/], () => number(1, { isArticle: true })),
  timeRule([/(?:a )?(?:couple|pair)(?: of)?/], () => number(2, { isArticle: true })),
  timeRule([/(?:a )?few|several/], () => number(3, { isArticle: true })),
  timeRule([/(\d{1,2})(?:st|nd|rd|th)/], ([, digits]) => ordinal(Number(digits))),
  timeRule([new RegExp(nth)], ([word]) => ordinal(toNth(word))),
  timeRule([new RegExp(`(twenty|thirty)[\\s-]+(${NTH.slice(0, 9).join('|')})`)], ([, ten = '', one = '']) =>
    ordinal(toTen(ten) + toNth(one)),
  ),
  timeRule([/(twentieth|thirtieth)/], ([, word]) => ordinal(word?.toLowerCase() === 'twentieth' ? 20 : 30)),
  ...UNIT_WORDS.map(([pattern, unit]) => timeRule([pattern], () => ({ kind: 'unit', unit }))),
];

export const LENGTH_RULES: readonly Rule<Value>[] = [
  timeRule([isNumber, /(?:more |additional )?/, isUnit], ({ number: count }, _more, { unit }) =>
    length(count, unit),
  ),
  timeRule([/(?:an? )?half(?: an?)?/, isUnit], (_half, { unit }) => length(0.5, unit)),
  timeRule([/(?:an? )?quarter(?: of)?(?: an?)?/, isUnit], (_quarter, { unit }) => length(0.25, unit)),
  timeRule([/three[\s-]quarters?(?: of)?(?: an?)?/, isUnit], (_words, { unit }) => length(0.75, unit)),
  timeRule([/([1-3])\/([1-4])/, isUnit], ([, above, below], { unit }) =>
    length(Number(above) / Number(below), unit),
  ),
  timeRule([/½/, isUnit], (_half, { unit }) => length(0.5, unit)),
  timeRule([isNumber, /and (?:an? )?half/, isUnit], ({ number: count }, _and, { unit }) =>
    length(count + 0.5, unit),
  ),
  timeRule([isLength, /and (?:an? )?half/], ({ parts }) => {
    const [part] = parts;
    return part && parts.length === 1 ? length(part.count + 0.5, part.unit) : null;
  }),
  timeRule([/(\d{1,2})h(\d{2})(?:m(?:in)?)?/], ([, hours, minutes]) => ({
    kind: 'length',
    parts: [
      { count: Number(hours), unit: 'hour' },
      { count: Number(minutes), unit: 'minute' },
    ],
  })),
  timeRule([/(\d{1,3})'/], ([, minutes]) => length(Number(minutes), 'minute')),
  timeRule([/(\d{1,3})"/], ([, seconds]) => length(Number(seconds), 'second')),
  timeRule([/(?:an? )?fortnight/], () => length(2, 'week')),
  timeRule([isLength, /,?(?: and)?/, isLength], (first, _and, second) => {
    const last = first.parts.at(-1);
    const [next] = second.parts;
    const order: readonly Unit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
    if (!last || !next || order.indexOf(next.unit) >= order.indexOf(last.unit)) return null;
    return { kind: 'length', parts: [...first.parts, ...second.parts] };
  }),
];
