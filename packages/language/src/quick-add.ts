import { findDayNumber, formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import {
  askIfBankHoliday,
  askIfDaily,
  askIfFortnightly,
  askIfMoved,
  askIfNextYear,
  askIfWeekly,
  askLengthOrTime,
  askWhichDate,
  type Clarification,
  type ClarificationChoice,
} from './clarifications.ts';
import { findHalfDay } from './clock-times.ts';
import { addMonths, type PartOfDay, type Reference, toReference } from './date-model.ts';
import type { DatePhrase } from './date-phrases.ts';
import { type Dates, takeDates } from './dates.ts';
import { type Duration, takeChunk, takeDuration } from './durations.ts';
import { computeFirstOccurrence } from './first-occurrence.ts';
import { type Hours, takeAfterWork, takeHoursLabel, takePartOfDay } from './hours.ts';
import { takeDueKind, takePriority, takeProject } from './labels.ts';
import { toConventions } from './locale-conventions.ts';
import { isPersonalTask } from './personal-tasks.ts';
import { findFortnightly, type RepeatLength, takeRecurrence, takeRepeatLength } from './recurrences.ts';
import { Scan, type TextRange, type Token } from './scan.ts';
import { planSchedule, type Schedule } from './schedule.ts';
import { createSurroundings } from './surroundings.ts';
import { takeReminderPrefix, takeSomeday, takeSplit, takeTaskPrefix } from './task-phrases.ts';
import { type TimeRange, takeTimeRange } from './time-ranges.ts';
import { PART_OF_DAY_END } from './time-words.ts';
import { toTitle } from './title.ts';
import { type Correction, correct, listCorrections } from './typing-errors.ts';
import { clarifyUnparsed } from './unparsed-dates.ts';

export interface QuickAddOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA zone of dates and times. */
  readonly timeZone: string;
  /** BCP 47 tag, for dates and times in figures: '12/3', '7:30'. `en-US` if it is not given. */
  readonly locale?: string;
  /** `HH:MM` of 'end of day'. */
  readonly workdayEnd?: string;
  /** Words that stay in the title: those of a token that the user turned back into text. */
  readonly ignore?: readonly TextRange[];
}

/** A task from one line of text; null means 'not given'. */
export interface QuickAdd {
  readonly title: string;
  readonly durationMinutes: number | null;
  /** The longest stretch of work at a time. */
  readonly chunkMinutes: number | null;
  /** May be done in several pieces. */
  readonly isSplittable: boolean;
  /** 'sometime': without a date. */
  readonly isSomeday: boolean;
  /** `YYYY-MM-DD`; never together with `dueAt`. */
  readonly dueOn: string | null;
  /** ISO 8601 UTC instant. */
  readonly dueAt: string | null;
  readonly dueKind: 'soft' | 'hard';
  /** `YYYY-MM-DD`, if a date was given. */
  readonly startsOn: string | null;
  /** ISO 8601 UTC instant before which the task does not start; also set for `startsOn`. */
  readonly startAfter: string | null;
  /**
   * ISO 8601 UTC instant at which it takes place: 'tomorrow 5pm', '2-3pm'; of a repetition, the first. With 'by',
   * the time is a deadline instead.
   */
  readonly takesPlaceAt: string | null;
  readonly priority: 1 | 2 | 3 | 4 | null;
  readonly project: string | null;
  /** RFC 5545 RRULE without the name. */
  readonly recurrenceRule: string | null;
  /** 'Three times a week': the named days of the rule only count how often. */
  readonly hasFlexibleDays: boolean;
  /** `YYYY-MM-DD`: the first day of a repetition with named days that has no time of day. */
  readonly firstOn: string | null;
  /** Said ('@personal', 'after work', 'evening'), or guessed for plainly private things. */
  readonly hours: Hours | null;
  /** The preferred part of the day. */
  readonly timeOfDay: PartOfDay | null;
  /** A question for words with two plausible readings; the fields have the likelier one. */
  readonly doubt: string | null;
  /** The answers to `doubt`, the likelier first: each is the line in clear words. */
  readonly choices: readonly ClarificationChoice[];
  /** In text order. */
  readonly tokens: readonly Token[];
}

/** A day in minutes: longer work takes several days. */
const LONGEST_PLACE = 1_440;
/** The longest phrase in characters: a look ahead stops there, so that a long line takes linear time. */
const LONGEST_PHRASE = 60;
const DEFAULT_WORKDAY_END = '17:00';
/** Quoted words are always a name. */
const QUOTED = /"[^"]{1,200}"|“[^”]{1,200}”/gu;

/** Reads a task from one line of everyday English. Never throws for a text; throws for an unknown zone. */
export function parseQuickAdd(text: string, options: QuickAddOptions): QuickAdd {
  const ignored = options.ignore ?? [];
  const found = listCorrections(text, [...ignored, ...listQuoted(text)]);
  if (found.length === 0) return readLine(text, options);
  const { used, read } = readCorrected(text, options, found);
  if (used.length === found.length) return read;
  if (used.length === 0) return readLine(text, options);
  // Only with those that make a date or a time of their words: the others stay as they were typed.
  const again = readCorrected(text, options, used);
  return again.used.length === used.length ? again.read : readLine(text, options);
}

/** The line with some typing errors corrected, and those of them whose words were read. */
function readCorrected(
  text: string,
  options: QuickAddOptions,
  corrections: readonly Correction[],
): { used: Correction[]; read: QuickAdd } {
  const { text: corrected, toSource, toCorrected } = correct(text, corrections);
  const ignore = (options.ignore ?? []).map(({ from, to }) => ({
    from: toCorrected(from),
    to: toCorrected(to),
  }));
  const read = readLine(corrected, { ...options, ignore });
  const isRead = (at: number) => read.tokens.some(({ from, to }) => from <= at && at < to);
  const used = corrections.filter(({ from, to }) => isRead(toCorrected(from)) && isRead(toCorrected(to) - 1));
  const tokens = read.tokens.map(({ kind, ...range }) => {
    const [from, to] = [toSource(range.from), toSource(range.to)];
    return { kind, from, to, text: text.slice(from, to) };
  });
  return { used, read: { ...read, tokens } };
}

function listQuoted(text: string): TextRange[] {
  return [...text.matchAll(QUOTED)].map(({ 0: words, index }) => ({ from: index, to: index + words.length }));
}

function readLine(text: string, options: QuickAddOptions): QuickAdd {
  const scan = new Scan(text, [...(options.ignore ?? []), ...listQuoted(text)]);
  const reference = toReference(
    options.now,
    getZone(options.timeZone),
    parseMinutes(options.workdayEnd ?? DEFAULT_WORKDAY_END),
    toConventions(options.locale ?? 'en-US'),
  );
  // Order matters, as each reader sees only what is left: 'every 2 h' is not a duration, 'p1' not part of a
  // name.
  takeTaskPrefix(scan);
  const project = takeProject(scan);
  const priority = takePriority(scan);
  const dueKind = takeDueKind(scan);
  const saidHours = takeHoursLabel(scan);
  const isAfterWork = takeAfterWork(scan);
  const recurrence = takeRecurrence(scan, (from) => isReadAt(scan, from, reference));
  const repeatLength = recurrence === null ? null : takeRepeatLength(scan);
  const surroundings = createSurroundings(scan, recurrence, reference);
  const range = takeTimeRange(
    scan,
    findHalfDay(scan.rest, recurrence?.part ?? null),
    surroundings.isBesideDay,
  );
  const chunkMinutes = takeChunk(scan);
  const duration = takeDuration(scan, surroundings, reference.conventions);
  const durationMinutes = duration?.minutes ?? (range && range.to - range.from);
  const isSomeday = takeSomeday(scan);
  const dates = takeDates(scan, reference, { repeats: recurrence !== null, ruleEnd: recurrence?.to ?? null });
  // After durations and dates: '4h split by Friday' needs no commas.
  const isSplit = takeSplit(scan);
  const clockTime = (dates.due ?? dates.plain)?.moment.time ?? null;
  // 'parents evening 17:40': next to a clock time, 'evening' is part of the name.
  const isClockTimeSure = clockTime !== null && clockTime.form === undefined;
  const partBesideDates =
    recurrence?.part ?? (isAfterWork ? 'evening' : takePartOfDay(scan, { isClockTimeSure }));
  const schedule = planSchedule(
    {
      dates,
      range,
      rule: recurrence?.rule ?? null,
      // What is split or takes longer than the range has no single time.
      isOneBlock: chunkMinutes === null && !isSplit && fits(durationMinutes, range),
      part: partBesideDates,
      half: findHalfDay(scan.rest, partBesideDates),
      text,
    },
    reference,
  );
  takeReminderPrefix(scan);
  scan.tokens.sort((a, b) => a.from - b.from);
  const title = toTitle(text, scan.tokens);
  const hasDate = dates.due !== null || dates.plain !== null || dates.start !== null;
  const part = dates.plain?.moment.part ?? partBesideDates;
  const firstOn = recurrence === null ? null : findFirstOn(recurrence.rule, schedule, part, reference);
  const firstDay =
    findDayNumber(firstOn ?? schedule.dueOn ?? schedule.startsOn ?? '') ??
    (schedule.takesPlaceAt === null
      ? reference.today
      : localDayNumber(reference.zone, Date.parse(schedule.takesPlaceAt)));
  const isTimed = range !== null || (dates.due ?? dates.plain)?.moment.time != null;
  const isOnWeekend =
    recurrence?.isOnWeekends || scan.tokens.some(({ kind, text }) => kind === 'due' && /weekend/i.test(text));
  const isPersonal =
    isAfterWork || isOnWeekend || part === 'evening' || part === 'night' || isPersonalTask(title, project);
  const clarification =
    (dates.plain && dates.rival && askWhichDate(text, dates.plain, dates.rival)) ??
    schedule.clarification ??
    clarifyMoved(scan) ??
    (recurrence === null && dates.plain ? askIfNextYear({ text, phrase: dates.plain, reference }) : null) ??
    clarifyStart(text, dates, schedule, recurrence !== null) ??
    (duration && clarifyDuration(text, duration, reference)) ??
    (recurrence?.isSeveralADay ? askIfDaily(text, recurrence) : null) ??
    (recurrence?.mayBeOnce && !isTimed ? askIfWeekly(text, recurrence, reference) : null) ??
    (recurrence === null ? clarifyFortnightly(scan, dates.plain) : null) ??
    clarifyBankHoliday(scan, dates.plain, reference) ??
    clarifyUnparsed(
      scan,
      { dates, isTimed, hasSpan: range !== null || recurrence !== null, repeats: recurrence !== null },
      reference,
    );
  return {
    title,
    durationMinutes: durationMinutes ?? schedule.lengthMinutes,
    chunkMinutes,
    isSplittable: isSplit || chunkMinutes !== null,
    isSomeday: isSomeday && !hasDate,
    dueOn: schedule.dueOn,
    dueAt: schedule.dueAt,
    dueKind: dueKind ?? 'soft',
    startsOn: schedule.startsOn,
    startAfter: schedule.startAfter,
    takesPlaceAt: schedule.takesPlaceAt,
    priority,
    project,
    recurrenceRule:
      recurrence === null
        ? null
        : recurrence.rule + (dates.until || (repeatLength ? toUntil(repeatLength, firstDay) : '')),
    hasFlexibleDays: recurrence?.hasFlexibleDays ?? false,
    firstOn,
    hours: saidHours ?? (isPersonal ? 'personal' : null),
    timeOfDay: isTimed ? null : part,
    doubt: clarification?.question ?? null,
    choices: clarification?.choices ?? [],
    tokens: scan.tokens,
  };
}

const MOVED =
  /(?<![\p{L}\p{N}])(?:mov(?:ed?|ing)|shift(?:ed)?|chang(?:ed?|ing)|resched(?:uled?)?|postponed?|pushed?|brought forward)(?![\p{L}\p{N}])[^.;]{0,30}\u0080/iu;

/** 'the call moved from 2 to 3' */
function clarifyMoved({ source, rest, tokens }: Scan): Clarification | null {
  if (!MOVED.test(rest)) return null;
  const begin = tokens.find(
    ({ kind, text }) => (kind === 'start' || kind === 'due') && /^from\s/i.test(text),
  );
  if (!begin) return null;
  // 'from Tuesday' and 'to Thursday' are two tokens.
  const end = tokens.find(({ from, text }) => from === begin.to && /^\s?to\s/i.test(text));
  return askIfMoved(source, { from: begin.from, to: end?.to ?? begin.to });
}

/** A day before the start of the task: '15 May from June'. */
function clarifyStart(
  text: string,
  { due, plain, start }: Dates,
  { dueOn, dueAt, takesPlaceAt, startAfter }: Schedule,
  repeats: boolean,
): Clarification | null {
  const phrase = due ?? plain;
  const end = dueAt ?? takesPlaceAt ?? dueOn;
  if (repeats || !phrase || !start || end === null || startAfter === null) return null;
  return end < startAfter.slice(0, end.length) ? askWhichDate(text, phrase, start) : null;
}

function clarifyDuration(text: string, duration: Duration, reference: Reference): Clarification | null {
  const { otherHour } = duration;
  return otherHour === null ? null : askLengthOrTime(text, duration, otherHour, reference);
}

/** 'fortnightly 1:1 Thurs': the word may also be a part of the name. */
function clarifyFortnightly(scan: Scan, phrase: DatePhrase | null): Clarification | null {
  const adverb = phrase?.moment.days?.isWeekday ? findFortnightly(scan) : null;
  return adverb && phrase && askIfFortnightly(scan.source, adverb, phrase);
}

/** 'bank holiday Monday' is not any Monday. */
function clarifyBankHoliday(
  { source, rest }: Scan,
  phrase: DatePhrase | null,
  reference: Reference,
): Clarification | null {
  const days = phrase?.moment.days;
  if (!phrase || !days?.isWeekday || !/bank holiday \u0080/i.test(rest)) return null;
  return askIfBankHoliday({ text: source, phrase, reference }, days.last);
}

/** The last day of a repetition as a part of its rule. */
function toUntil({ count, unit }: RepeatLength, first: number): string {
  const end = unit === 'month' ? addMonths(first, count) : first + count * (unit === 'week' ? 7 : 1);
  return `;UNTIL=${formatDayNumber(end - 1).replaceAll('-', '')}`;
}

/** 'every evening' begins today until the evening is over, 'every Monday' on a Monday. */
function findFirstOn(
  rule: string,
  { dueOn, dueAt, startsOn, takesPlaceAt }: Schedule,
  part: PartOfDay | null,
  reference: Reference,
): string | null {
  if (dueOn ?? dueAt ?? takesPlaceAt) return null;
  if (!/BY(?:DAY|MONTHDAY|MONTH)=|FREQ=DAILY/.test(rule)) return null;
  const end = part === null ? reference.workdayEnd : PART_OF_DAY_END[part];
  const earliest = reference.today + (reference.minute >= end ? 1 : 0);
  const start = startsOn === null ? earliest : Math.max(earliest, findDayNumber(startsOn) ?? earliest);
  return formatDayNumber(computeFirstOccurrence(rule, start));
}

function fits(minutes: number | null, range: TimeRange | null): boolean {
  if (minutes !== null && minutes > LONGEST_PLACE) return false;
  return range === null || minutes === range.to - range.from;
}

/** Whether later readers understand the words at a position. */
function isReadAt(scan: Scan, from: number, reference: Reference): boolean {
  const ahead = new Scan(scan.rest.slice(from, from + LONGEST_PHRASE), []);
  takeTimeRange(ahead, null, () => false);
  takeDates(ahead, reference, { repeats: true, ruleEnd: -1 });
  takeChunk(ahead);
  takeDuration(ahead, { isDay: () => false, isAfterDay: () => false }, reference.conventions);
  return ahead.tokens.some((token) => token.from === 0);
}

function parseMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
}
