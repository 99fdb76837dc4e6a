import { WEEKDAY } from './calendar-words.ts';
import type { Reference } from './date-model.ts';
import { type DatePhrase, listDatePhrases } from './date-phrases.ts';
import { computeFirstOccurrence } from './first-occurrence.ts';
import { HOLIDAY } from './holidays.ts';
import {
  formatDate,
  formatDay,
  formatHalfDayTime,
  formatTime,
  replaceWords,
  rewritePhrase,
} from './rewriting.ts';
import type { TextRange } from './scan.ts';

/** A question about words with two plausible readings. */
export interface Clarification {
  /** Short, in English. */
  readonly question: string;
  readonly choices: readonly ClarificationChoice[];
}

/** An answer: the line in words with one reading. */
export interface ClarificationChoice {
  readonly label: string;
  readonly text: string;
  /** Words of `text` that stay in the title. */
  readonly ignore: readonly TextRange[];
}

/** A line and the words of it that are asked about. */
interface Asked {
  readonly text: string;
  readonly phrase: DatePhrase;
  readonly reference: Reference;
}

const WEEKDAY_NAME = new RegExp(`(?:${WEEKDAY})(?!\\p{L})`, 'iu');

const choice = (label: string, text: string, ...ignore: TextRange[]): ClarificationChoice => ({
  label,
  text,
  ignore,
});

/** Asks for one of two days that the words may mean. `minute`: the time of day, if the phrase has one. */
export function askWhichDay(asked: Asked, day: number, minute: number | null): Clarification | null {
  const { text, phrase, reference } = asked;
  const { days, part } = phrase.moment;
  if (days?.otherDay === undefined || days.otherDay === day) return null;
  const choices = [day, days.otherDay].map((one) =>
    choice(formatDay(one, reference), rewritePhrase(text, phrase, { day: one, minute, part }, reference)),
  );
  return { question: `${choices.map(({ label }) => label).join(' or ')}?`, choices };
}

/** Asks for the half of the day. `day`: null if the phrase names none. */
export function askWhichHalfOfDay(asked: Asked, day: number | null, minute: number): Clarification {
  const { text, phrase, reference } = asked;
  const choices = [minute, (minute + 720) % 1440].map((one) =>
    choice(
      formatTime(one, reference),
      rewritePhrase(text, phrase, { day, minute: one, part: null }, reference),
    ),
  );
  return { question: `${choices.map(({ label }) => label).join(' or ')}?`, choices };
}

/** Asks which of the two midnights of a day is meant. */
export function askWhichMidnight({ text, phrase, reference }: Asked, day: number): Clarification {
  const beginning = (of: number) =>
    rewritePhrase(text, phrase, { day: of, minute: 0, part: null }, reference);
  const name = formatDay(day, reference);
  return {
    question: `Midnight after ${name} or before it?`,
    choices: [choice(`After ${name}`, beginning(day + 1)), choice(`Before ${name}`, beginning(day))],
  };
}

/** Asks whether 'Mon-Wed' is every week, or the next of these days. */
export function askIfWeekly(
  text: string,
  { rule, from, to }: TextRange & { readonly rule: string },
  reference: Reference,
): Clarification {
  const codes = rule.slice(rule.lastIndexOf('=') + 1).split(',');
  const first = computeFirstOccurrence(`BYDAY=${codes[0]}`, reference.today);
  const last = computeFirstOccurrence(`BYDAY=${codes.at(-1)}`, first);
  const replace = (words: string) => replaceWords(text, [{ from, to }], words);
  const toRange = (inWords: typeof formatDay) => `${inWords(first, reference)} - ${inWords(last, reference)}`;
  return {
    question: 'Every week?',
    choices: [
      choice('Every week', replace(`every ${text.slice(from, to)}`)),
      choice(toRange(formatDay), replace(toRange(formatDate))),
    ],
  };
}

/** Asks whether 'twice a day' is once a day, which is as often as a task repeats. */
export function askIfDaily(text: string, { from, to }: TextRange): Clarification {
  return {
    question: 'Every day? A task repeats at most once a day.',
    choices: [
      choice('Every day', replaceWords(text, [{ from, to }], 'every day')),
      choice('No', text, { from, to }),
    ],
  };
}

/** Asks whether a line with 'fortnightly' and one weekday repeats. */
export function askIfFortnightly(text: string, adverb: TextRange, { from, to }: TextRange): Clarification {
  const day = text.slice(from, to).replace(WEEKDAY_NAME, 'every other $&');
  return {
    question: 'Every two weeks?',
    choices: [
      choice('Every two weeks', replaceWords(text, [{ from, to }, adverb], day).trim()),
      choice('Once', text, adverb),
    ],
  };
}

/** Asks whether the day of 'by Tuesday's stand-up' is the deadline. */
export function askIfDeadline(text: string, range: TextRange): Clarification {
  const words = text.slice(range.from, range.to);
  return {
    question: `Is it due ${words}?`,
    choices: [choice('Yes', `${text}, ${words}`), choice('No', text, range)],
  };
}

/** Asks whether the next such weekday is a bank holiday, of which every country has others. */
export function askIfBankHoliday({ text, phrase, reference }: Asked, day: number): Clarification {
  return {
    question: `Is ${formatDay(day, reference)} the bank holiday?`,
    choices: [
      choice('Yes', rewritePhrase(text, phrase, { day, minute: null, part: null }, reference)),
      choice('No', text, { from: phrase.from, to: phrase.to }),
    ],
  };
}

/** Asks whether a date or time in the past is meant. */
export function askAboutPast(asked: Asked, day: number, minute: number | null): Clarification | null {
  const { text, phrase, reference } = asked;
  const { today } = reference;
  if (day > today || (day === today && (minute === null || minute > reference.minute))) return null;
  const time = minute === null ? '' : `, ${formatTime(minute, reference)},`;
  const { part } = phrase.moment;
  const later = (label: string, other: number) =>
    choice(label, rewritePhrase(text, phrase, { day: other, minute, part }, reference));
  return {
    question: `${formatDay(day, reference)}${time} has passed. Another day?`,
    choices: [
      ...(minute === null ? [later('Today', today)] : []),
      later('Tomorrow', today + 1),
      choice('Keep it', text),
    ],
  };
}

/** A date without its year that has passed less than so many days ago is seldom that of the next year. */
const LATELY = 31;

/** Asks about a date that has just passed, so that it would be in a year: '2/5' on 9 February. */
export function askIfNextYear({ text, phrase, reference }: Asked): Clarification | null {
  const { days, time } = phrase.moment;
  const words = text.slice(phrase.from, phrase.to);
  if (!days || time || days.first !== days.last) return null;
  const ahead = days.first - reference.today;
  if (ahead < 366 - LATELY || ahead > 366) return null;
  if (!/\d/.test(words) || /\d{4}|\d[/.-]\d+[/.-]\d|year|month|week|day/i.test(words)) return null;
  const moved = rewritePhrase(text, phrase, { day: days.first, minute: null, part: null }, reference);
  return {
    question: `${formatDate(days.first, reference)}?`,
    choices: [choice('Yes', moved), choice('No', text, { from: phrase.from, to: phrase.to })],
  };
}

/** Asks for one of two dates of the line. */
export function askWhichDate(text: string, first: TextRange, second: TextRange): Clarification {
  const [one, other] = [first, second].map(({ from, to }) => text.slice(from, to)) as [string, string];
  return {
    question: `“${one}” or “${other}”?`,
    choices: [choice(one, text, second), choice(other, text, first)],
  };
}

/** Asks whether 'moved from 2 to 3' is from two to three, or at three. */
export function askIfMoved(text: string, { from, to }: TextRange): Clarification | null {
  const { first = '', last = '' } =
    /^from\s(?<first>.{1,25}?)\sto\s(?<last>.+)$/iu.exec(text.slice(from, to))?.groups ?? {};
  if (last === '') return null;
  const replace = (words: string) => replaceWords(text, [{ from, to }], words);
  const preposition = /\p{L}{3}|\//u.test(last) ? 'on' : 'at';
  return {
    question: `From “${first}” to “${last}”, or only “${last}”?`,
    choices: [
      choice(`Only ${last}`, replace(`${preposition} ${last}`)),
      choice(`${first} - ${last}`, replace(`${first} to ${last}`)),
    ],
  };
}

const CLOCK =
  /\d{1,2}[:.h]\d\d(?:\s?[ap]\.?m\.?)?|\d{1,4}\s?[ap](?:\.?m\.?)?(?!\p{L})|(?<=(?:at|@)\s?)\d{1,2}|noon|midday|midnight/iu;

const SLASHED = /\d{1,2}\/\d{1,2}/u;

/** Asks for one of two times or dates in figures, of which `read` has been understood. */
export function askWhichFigures(text: string, left: TextRange, read: DatePhrase): Clarification | null {
  const words = text.slice(left.from, left.to);
  const [pattern, preposition] = words.includes('/') ? [SLASHED, 'on '] : [CLOCK, 'at '];
  for (const { from, to } of [read, ...read.joined]) {
    const figures = pattern.exec(text.slice(from, to));
    if (figures === null) continue;
    const taken = { from: from + figures.index, to: from + figures.index + figures[0].length };
    const added = /(?:^|\s)(?:at|on|@)\s?$/iu.test(text.slice(0, left.from)) ? '' : preposition;
    const shift = taken.from > left.from ? added.length : 0;
    return {
      question: `“${words}” or “${figures[0]}”?`,
      choices: [
        choice(words, text.slice(0, left.from) + added + text.slice(left.from), {
          from: taken.from + shift,
          to: taken.to + shift,
        }),
        choice(figures[0], text, left),
      ],
    };
  }
  return null;
}

/** Asks for one of two meanings of '9h'. */
export function askLengthOrTime(
  text: string,
  { from, to }: TextRange,
  hour: number,
  reference: Reference,
): Clarification {
  const replace = (words: string) => replaceWords(text, [{ from, to }], words);
  return {
    question: `${hour} hours long or at ${hour} o’clock?`,
    choices: [
      choice(`${hour} hours long`, replace(`${hour} hours`)),
      choice(
        `At ${formatTime(hour * 60, reference)}`,
        replace(`at ${hour}:00 ${hour < 12 ? 'am' : ''}`.trim()),
      ),
    ],
  };
}

/**
 * Asks about words that look like a date or a time and stay in the title. `isTimed`: the line has a time of day
 * already, so a second one is text.
 */
export function askAboutUnparsed(
  text: string,
  range: TextRange,
  { isTimed }: { readonly isTimed: boolean },
  reference: Reference,
): Clarification {
  const words = text.slice(range.from, range.to);
  const dateWords = toDateWords(words);
  const isDate = listDatePhrases(`x ${dateWords}`, reference).length > 0 || dateWords !== words;
  const moved = `${replaceWords(text, [range], '').trim()}, ${dateWords}`;
  const isClock = /^(?:half |by |in |at |after )?\d(?!.*(?:\p{L}{3}|\/))/iu.test(words);
  return {
    question: `Is “${words}” its ${isClock ? 'time' : 'date'}?`,
    choices: [...(isDate && !(isClock && isTimed) ? [choice('Yes', moved)] : []), choice('No', text, range)],
  };
}

/** Asks about what is left of longer words, which have to be written in another way to be read. */
export function askAboutFragment(text: string, range: TextRange): Clarification {
  return {
    question: `“${text.slice(range.from, range.to)}” is not read. Is it a part of the name?`,
    choices: [choice('Yes', text, range)],
  };
}

/** In waking hours. */
const toAfternoon = (hour: number) => (hour < 7 ? hour + 12 : hour);

/** Asks whether '10 to 4' is ten minutes to four, or six hours. */
export function askMinutesTo(
  text: string,
  range: TextRange,
  [minutes, hour]: readonly [number, number],
  reference: Reference,
): Clarification {
  const at = (toAfternoon(hour === 1 ? 12 : hour - 1) + 1) * 60 - minutes;
  const from = toAfternoon(minutes);
  const to = hour > from ? hour : hour + 12;
  const inWords = (toWords: (minute: number) => string) => `${toWords(from * 60)} - ${toWords(to * 60)}`;
  const replace = (words: string) => replaceWords(text, [range], words);
  const isStretch = minutes <= 12 && to > from && to < 24;
  return {
    question: `Is “${text.slice(range.from, range.to)}” its time?`,
    choices: [
      choice(`At ${formatTime(at, reference)}`, replace(`at ${formatHalfDayTime(at)}`)),
      ...(isStretch
        ? [
            choice(
              inWords((minute) => formatTime(minute, reference)),
              replace(inWords(formatHalfDayTime)),
            ),
          ]
        : []),
      choice('No', text, range),
    ],
  };
}

const IS_HOLIDAY = new RegExp(`^(?:${HOLIDAY})$`, 'iu');

/** '18-19' as hours of the day: '18:00-19:00'; those before seven are in the afternoon. A holiday needs 'on'. */
function toDateWords(words: string): string {
  const { first, last } = /^(?<first>\d{1,2})\s?[-–]\s?(?<last>\d{1,2})$/.exec(words)?.groups ?? {};
  if (IS_HOLIDAY.test(words) || / ?day$/i.test(words)) return `on ${words}`;
  if (/^in \d+$/i.test(words)) return `${words} minutes`;
  if (/^\d{3,4}$/.test(words)) return `at ${words.slice(0, -2)}:${words.slice(-2)}`;
  if (/^(?:half )?\d{1,2}(?:\.\d\d)?$/i.test(words)) return `at ${words}`;
  if (first === undefined || last === undefined) return words.replace(/^(?:on|in) /i, '');
  const shift = Number(first) < 7 && Number(last) <= 12 ? 12 : 0;
  return `${Number(first) + shift}:00-${Number(last) + shift}:00`;
}

/** Asks about a number that may count something: '15 Friday'. `day`: null if the words name none. */
export function askIfTime(asked: Asked, day: number | null, minute: number): Clarification {
  const { text, phrase, reference } = asked;
  const words = text.slice(phrase.from, phrase.to);
  const number = /^\d+(?:[.:]\d+)?h?/.exec(words)?.[0] ?? '';
  const named = { from: phrase.from, to: phrase.from + number.length };
  return {
    question: `Is “${words}” its time?`,
    choices: [
      choice('Yes', rewritePhrase(text, phrase, { day, minute, part: null }, reference)),
      choice('No', text, named),
    ],
  };
}

/** A day in another language. */
export interface ForeignDay extends TextRange {
  /** In English. */
  readonly day: string;
}

/** Asks whether a word of another language is the day. */
export function askAboutForeignDay(text: string, { day, ...range }: ForeignDay): Clarification {
  return {
    question: `Is “${text.slice(range.from, range.to)}” ${day}?`,
    choices: [choice('Yes', replaceWords(text, [range], day)), choice('No', text, range)],
  };
}

/** Asks about a zone that is not followed. */
export function askAboutZone(text: string, zone: TextRange): Clarification {
  return {
    question: `“${text.slice(zone.from, zone.to)}” is not read. Is the time on your own clock?`,
    choices: [choice('Yes', replaceWords(text, [zone], '').trim())],
  };
}
