import { formatDayNumber, toDayNumber } from '@dayloom/time';
import type { Moment, PartOfDay, Reference } from './date-model.ts';
import { type DatePhrase, listDatePhrases } from './date-phrases.ts';
import type { Scan } from './scan.ts';
import { ZONE_NAME } from './time-words.ts';

/** The date phrases of a line that count, each with what belongs to it. */
export interface Dates {
  /** 'by Friday': the deadline, which beats every other date. */
  readonly due: DatePhrase | null;
  /** 'Friday at 5': when it takes place, or by which day it should be done. */
  readonly plain: DatePhrase | null;
  /** 'from Monday', 'after 3pm'. */
  readonly start: DatePhrase | null;
  /** 'until 1 June' of a repetition, as a part of its rule. */
  readonly until: string;
  /** 'Thu 6pm - Fri 6am': when what takes place at `plain` ends. */
  readonly end: DatePhrase | null;
  /** Two dates that exclude each other. */
  readonly rival: DatePhrase | null;
}

interface DatesOptions {
  readonly repeats: boolean;
  /** Where the words of the repetition end. */
  readonly ruleEnd: number | null;
}

/** 'the email from Thursday' does not begin on Thursday. */
const SENT =
  /(?<!\p{L})(?:e?-?mails?|messages?|texts?|voicemails?|letters?|notes?|minutes|photos?|pictures?|pics|feedback|comments?|invoices?|receipts?|report|homework|leftovers|order|results?)\s+$/iu;
/** 'not Friday', 'instead of Monday' */
const NOT_BEFORE = /(?<![\p{L}\p{N}])(?:not|except|but|instead of|rather than|unlike|other than)\s+$/iu;

/** The range of dates that the API accepts; others are typing errors. */
const FIRST_DAY = toDayNumber(1900, 1, 1);
const LAST_DAY = toDayNumber(2199, 12, 30);

/** Before these words, or at the end of a part of the line, a date is not part of a name. */
const FREE_BEHIND =
  /^\s*(?:$|[,;:.!?)\]\u0080(]|[–—-]\s|(?:with|at|in|on|for|about|re|to|and|or|then|by|before|b4|after|from|until|till|if|when|while|because|via|of|near|using|without|sharp|please|all day)(?![\p{L}\p{N}]))/iu;
export const ZONE_BEHIND = new RegExp(`^\\s\\(?${ZONE_NAME}`, 'u');
/** 'noon Friday deadline for the abstract' */
const DEADLINE_BEHIND = /^\sdeadline(?!\p{L})/iu;
/** 'the 5pm slot', 'about Friday': these words make a date part of what they say. */
const BOUND_BEFORE =
  /(?:^|\s)(?:the|an?|my|our|your|his|her|their|its|every|each|about|dated|re:?|regarding|since|than|vs\.?|up to|(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]s)\s+$/iu;

/** Takes the words of dates that count; the others stay in the title. */
export function takeDates(scan: Scan, reference: Reference, { repeats, ruleEnd }: DatesOptions): Dates {
  let start: DatePhrase | null = null;
  let until = '';
  const dues: DatePhrase[] = [];
  const plains: DatePhrase[] = [];
  const all = listDatePhrases(scan.rest, reference, ruleEnd).filter(({ moment }) => !isOutOfRange(moment));
  for (const [index, phrase] of all.entries()) {
    const { role, moment, from, to } = phrase;
    if (role === 'from' || role === 'after') {
      const isSent = /^from\s/i.test(scan.rest.slice(from, to)) && moment.time === null;
      if (start !== null || (isSent && !repeats && SENT.test(scan.rest.slice(Math.max(0, from - 20), from))))
        continue;
      start = phrase;
      scan.take('start', from, to);
    } else if (role === 'until' && repeats && moment.days !== null && until === '') {
      until = `;UNTIL=${formatDayNumber(moment.days.last).replaceAll('-', '')}`;
      scan.take('recurrence', from, to);
    } else if (role !== 'plain') dues.push(phrase);
    else if (isPartOfName(scan.rest, phrase, all[index + 1])) continue;
    else if (DEADLINE_BEHIND.test(scan.rest.slice(to, to + 12))) dues.push({ ...phrase, role: 'by' });
    else plains.push(phrase);
  }
  const due = joinAll(dues);
  const plain = joinAll(plains);
  const end = due.phrase === null ? findEnd(scan.rest, plain) : null;
  const joined = due.phrase && plain.phrase && joinPhrases(due.phrase, plain.phrase);
  const counts = [...due.parts, ...(due.phrase === null || joined ? plain.parts : [])];
  for (const { from, to } of counts) scan.take('due', from, to);
  // With the words between them.
  if (end) scan.take('due', plain.phrase?.to ?? end.from, end.to);
  return {
    due: joined ? { ...joined, role: due.phrase?.role ?? 'by' } : due.phrase,
    plain: due.phrase === null ? plain.phrase : null,
    start,
    until,
    end,
    rival:
      due.phrase === null && end === null
        ? (plain.left.find(({ moment }) => moment.days !== null) ?? null)
        : null,
  };
}

const BETWEEN_ENDS = /^\s?(?:[-–—]|to|thru|through)\s?$/iu;

/** The other end of a stretch over one midnight: 'Thu 6pm - Fri 6am'. Longer ones are no single piece of work. */
function findEnd(text: string, { phrase, parts, left: [end] }: Joined): DatePhrase | null {
  if (!phrase || !end || parts.length > 1) return null;
  const [first, last] = [phrase.moment, end.moment];
  const isNight =
    first.days !== null &&
    last.days?.first === first.days.last + 1 &&
    first.time !== null &&
    last.time !== null &&
    last.time.minute <= first.time.minute;
  return isNight && BETWEEN_ENDS.test(text.slice(phrase.to, end.from)) ? end : null;
}

/** Whether words of a date name something: 'the 5pm slot', 'May 4 demo', 'about Friday'. */
function isPartOfName(text: string, phrase: DatePhrase, next: DatePhrase | undefined): boolean {
  const before = text.slice(Math.max(0, phrase.from - 20), phrase.from);
  if (NOT_BEFORE.test(before) && !/^(?:by|before|until|till?)/i.test(text.slice(phrase.from, phrase.to)))
    return true;
  if (phrase.isIntroduced) return false;
  const behind = text.slice(phrase.to, phrase.to + 20);
  const words = text.slice(phrase.from, phrase.to);
  if (BOUND_BEFORE.test(before)) return !/^the\s/i.test(words);
  if (phrase.moment.time !== null && ZONE_BEHIND.test(behind)) return false;
  if (FREE_BEHIND.test(behind) || text.slice(0, phrase.from).trim() === '') return false;
  if (next && text.slice(phrase.to, next.from).trim() === '') return false;
  return !/^(?:today|toni|tom|tm[row]|2m|2ni|overm|in\s|this\s|next\s|the day)/i.test(words);
}

interface Joined {
  readonly phrase: DatePhrase | null;
  readonly parts: readonly DatePhrase[];
  readonly left: readonly DatePhrase[];
}

/** Joins phrases to one date: 'tomorrow ... at 5pm' belongs together; of two days, one is chosen. */
function joinAll(phrases: readonly DatePhrase[]): Joined {
  let whole: DatePhrase | null = null;
  let parts: DatePhrase[] = [];
  const left: DatePhrase[] = [];
  for (const phrase of phrases) {
    const joined: DatePhrase | null = whole === null ? phrase : joinPhrases(whole, phrase);
    if (joined === null) left.push(phrase);
    else {
      whole = joined;
      parts = [...parts, phrase];
    }
  }
  return { phrase: whole, parts, left };
}

function joinPhrases(first: DatePhrase, second: DatePhrase): DatePhrase | null {
  const moment = joinMoments(first.moment, second.moment);
  return moment && { ...first, moment, joined: [...first.joined, second, ...second.joined] };
}

function joinMoments(first: Moment, second: Moment): Moment | null {
  if (first.instant !== null || second.instant !== null) return null;
  const part: PartOfDay | null = first.part ?? second.part;
  if (first.time === null && first.days !== null && second.days === null)
    return { ...first, time: second.time, part };
  if (first.days === null && second.time === null && second.days !== null)
    return { ...second, time: first.time, part };
  return null;
}

function isOutOfRange({ days }: Moment): boolean {
  return days !== null && (days.last > LAST_DAY || days.first <= FIRST_DAY);
}
