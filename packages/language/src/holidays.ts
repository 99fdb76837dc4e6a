import { fromDayNumber, toDayNumber } from '@dayloom/time';
import { mondayIndex } from './date-model.ts';

const nthWeekday = (nth: number, weekday: number, month: number) => (year: number) => {
  const first = toDayNumber(year, month, 1);
  return first + ((weekday - mondayIndex(first) + 7) % 7) + (nth - 1) * 7;
};
const lastWeekday = (weekday: number, month: number) => (year: number) => {
  const last = toDayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, 1) - 1;
  return last - ((mondayIndex(last) - weekday + 7) % 7);
};
const onDate = (month: number, day: number) => (year: number) => toDayNumber(year, month, day);

/** Easter Sunday (the anonymous Gregorian algorithm of Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return toDayNumber(year, Math.floor(f / 31), (f % 31) + 1);
}
const fromEaster = (days: number) => (year: number) => easter(year) + days;

/** The words of a day of the year, its day number in a year, and whether other countries have another day. */
type Holiday = readonly [words: string, dayInYear: (year: number) => number, place?: 'varies'];

/** Days that English speakers name without a date, as in the United States. */
export const HOLIDAYS: readonly Holiday[] = [
  ["new year'?s? eve|nye", onDate(12, 31)],
  ["(?:the )?new year'?s?(?: day)?", onDate(1, 1)],
  ["(?:mlk|martin luther king)(?:,? jr\\.?)?(?:'s)? day", nthWeekday(3, 0, 1)],
  ["(?:saint |st\\.? )?valentine'?s?'?(?: day)?", onDate(2, 14)],
  ["president'?s?'? day", nthWeekday(3, 0, 2)],
  ["(?:saint |st\\.? )patrick'?s?(?: day)?", onDate(3, 17)],
  ["april fool'?s?'?(?: day)?", onDate(4, 1)],
  ['palm sunday', fromEaster(-7)],
  ['good friday', fromEaster(-2)],
  ['easter monday', fromEaster(1)],
  ['easter(?: sunday)?', fromEaster(0)],
  ['ash wednesday', fromEaster(-46)],
  ['shrove tuesday|mardi gras|pancake day', fromEaster(-47)],
  ['ascension(?: day)?', fromEaster(39)],
  ['whit monday|pentecost monday', fromEaster(50)],
  ['pentecost|whit sunday', fromEaster(49)],
  ['earth day', onDate(4, 22)],
  ['tax day', onDate(4, 15)],
  ['cinco de mayo', onDate(5, 5)],
  ["(?:international )?(?:worker'?s|labour) day|may day", onDate(5, 1)],
  ["mother'?s?'? day", nthWeekday(2, 6, 5), 'varies'],
  ['memorial day', lastWeekday(0, 5)],
  ['juneteenth', onDate(6, 19)],
  ["father'?s?'? day", nthWeekday(3, 6, 6), 'varies'],
  ['(?:the )?(?:independence day|fourth of july|4th of july|4 of july)', onDate(7, 4)],
  ['bastille day', onDate(7, 14)],
  ['labor day', nthWeekday(1, 0, 9)],
  ["columbus day|indigenous people'?s'? day", nthWeekday(2, 0, 10)],
  ['hallow?e?en(?: day)?', onDate(10, 31)],
  ["all saints'? day", onDate(11, 1)],
  ['guy fawkes(?: night| day)?|bonfire night', onDate(11, 5)],
  ["veteran'?s?'? day|armistice day|remembrance day", onDate(11, 11)],
  ['thanksgiving(?: day)?', nthWeekday(4, 3, 11), 'varies'],
  ['black friday', (year) => nthWeekday(4, 3, 11)(year) + 1],
  ['cyber monday', (year) => nthWeekday(4, 3, 11)(year) + 4],
  ['christmas eve|xmas eve', onDate(12, 24)],
  ['(?:christmas|xmas)(?: day)?', onDate(12, 25)],
  ['boxing day', onDate(12, 26)],
  ["women'?s day", onDate(3, 8)],
  ['ground ?hog day', onDate(2, 2)],
  [
    'victoria day',
    (year) => {
      const before = toDayNumber(year, 5, 24);
      return before - mondayIndex(before);
    },
  ],
  ['canada day', onDate(7, 1)],
  ['australia day', onDate(1, 26)],
  ['anzac day', onDate(4, 25)],
];

const toSource = (words: string): string => words.replaceAll("'", "['’]");

/** The words of any of the days, to be used in a pattern. */
export const HOLIDAY = HOLIDAYS.map(([words]) => toSource(words)).join('|');

const ANCHORED = HOLIDAYS.map(
  ([words, dayInYear, place]) => [new RegExp(`^(?:${toSource(words)})$`, 'iu'), dayInYear, place] as const,
);

/** The next such day on or after a day; null where the day differs by country and the country is not known. */
export function findHoliday(name: string, from: number, isAmerican: boolean): number | null {
  const [, dayInYear, place] = ANCHORED.find(([pattern]) => pattern.test(name)) ?? [];
  if (!dayInYear || (place === 'varies' && !isAmerican)) return null;
  const { year } = fromDayNumber(from);
  const day = dayInYear(year);
  return day >= from ? day : dayInYear(year + 1);
}
