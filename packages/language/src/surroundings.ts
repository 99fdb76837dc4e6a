import type { Reference } from './date-model.ts';
import { type DatePhrase, isBareMonth, listDatePhrases } from './date-phrases.ts';
import { ZONE_BEHIND } from './dates.ts';
import type { Surroundings } from './durations.ts';
import type { Scan, TextRange } from './scan.ts';

/** A look at the words around stops here, so that a long line takes linear time. */
const LONGEST_PHRASE = 60;

interface DaySurroundings extends Surroundings {
  readonly isBesideDay: (from: number, to: number) => boolean;
}

/** What ends and begins around lengths and ranges of time. */
export function createSurroundings(
  scan: Scan,
  rule: TextRange | null,
  reference: Reference,
): DaySurroundings {
  const isDay = (from: number) => findDayAt(scan, from, reference) !== null;
  const isPlainDay = (from: number) => findDayAt(scan, from, reference)?.role === 'plain';
  const isAfterDay = (to: number) => isDayBefore(scan, to, rule?.to ?? null, reference);
  return {
    isDay,
    isAfterDay,
    isBesideDay: (from, to) => {
      // '10-11 PST Thursday'
      const zone = ZONE_BEHIND.exec(scan.rest.slice(to, to + 10))?.[0].length ?? 0;
      const next = to + zone + scan.rest.slice(to + zone).search(/\S|$/);
      const comma = /,\s$/u.exec(scan.rest.slice(Math.max(0, from - 2), from))?.[0] ?? '';
      return next === rule?.from || isAfterDay(from - comma.length) || isPlainDay(next);
    },
  };
}

/** The days without a time of day that begin at a position: 'before end of month', 'after Monday'. */
function findDayAt(scan: Scan, from: number, reference: Reference): DatePhrase | null {
  // With the character before it: the first word of a line is not as easily a day.
  const begin = Math.max(0, from - 1);
  const rest = scan.rest.slice(begin, from + LONGEST_PHRASE);
  const [phrase] = listDatePhrases(rest, reference);
  if (phrase?.from !== from - begin || phrase.moment.days === null || phrase.moment.time !== null)
    return null;
  // 'an hour before next week's exam' is relative to the exam.
  return /^['’]s(?!\p{L})/u.test(rest.slice(phrase.to)) ? null : phrase;
}

/** Whether the words of a day, or of a repetition, end right before a position. */
function isDayBefore(scan: Scan, to: number, ruleEnd: number | null, reference: Reference): boolean {
  const from = Math.max(0, to - LONGEST_PHRASE);
  const before = scan.rest
    .slice(from, to)
    .trimEnd()
    .replace(/\s(?:at|from|between)$/iu, '');
  if (from + before.length === ruleEnd) return true;
  // 'Fri 9-11 standup': before hours, the first word of a line is as easily a day.
  const line = from === 0 && before !== 'SAT' ? `x ${before}` : before;
  return listDatePhrases(line, reference).some(
    ({ moment: { days, time }, to: end }) =>
      days !== null && !isBareMonth(days) && time === null && end === line.length,
  );
}
