import { MONTH, monthNumber } from '../calendar-words.ts';
import { createWallClock, type DialogueData } from './data.ts';

/** Dates from one to another that share their year: 'July 3-17 next year', '3 to 17 July 2028'. */

const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const TO = '(?: ?[-–] ?| to | through | until | till )';
const YEAR = String.raw`,? (?:of )?(next year|20\d\d)\b`;
const MONTH_FIRST = new RegExp(
  String.raw`\b(?:from )?(${MONTH}) (${DAY})${TO}(?:(${MONTH}) )?(${DAY})${YEAR}`,
  'i',
);
const DAY_FIRST = new RegExp(
  String.raw`\b(?:from )?(${DAY})(?: (?:of )?(${MONTH}))?${TO}(${DAY}) (?:of )?(${MONTH})${YEAR}`,
  'i',
);

/** The text with the year at both dates; the first is in the year before, if it would be the later one. */
export function writeOutYear(text: string, data: DialogueData): string {
  const first = MONTH_FIRST.exec(text);
  if (first) {
    const [said, month = '', day = '', otherMonth = month, otherDay = '', year = ''] = first;
    return text.replace(said, spellOut({ month, day }, { month: otherMonth, day: otherDay }, year, data));
  }
  const [said, day = '', month, otherDay = '', otherMonth = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  if (!said) return text;
  const from = { month: month ?? otherMonth, day };
  return text.replace(said, spellOut(from, { month: otherMonth, day: otherDay }, year, data));
}

interface NamedDay {
  readonly month: string;
  readonly day: string;
}

function spellOut(from: NamedDay, to: NamedDay, said: string, data: DialogueData): string {
  const thisYear = new Date(createWallClock(data).now).getUTCFullYear();
  const isAcross = monthNumber(from.month) > monthNumber(to.month);
  // 'Dec 20 to Jan 3 next year' begins in this one; 'Dec 20 to Jan 3 2028' ends in 2028.
  const last = /^next/i.test(said) ? thisYear + 1 : Number(said);
  const write = ({ month, day }: NamedDay, year: number) => `${month} ${Number.parseInt(day)} ${year}`;
  return `from ${write(from, isAcross ? last - 1 : last)} to ${write(to, last)}`;
}
