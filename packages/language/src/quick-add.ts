import { DAY_MS, formatDayNumber, getZone, localDayNumber, MINUTE_MS, toDayNumber } from '@dayloom/time';
import { type DatePhrase, findDatePhrases } from './date-phrases.ts';
import { takeChunk, takeDuration } from './durations.ts';
import { takeDueKind, takePriority, takeProject } from './labels.ts';
import { type Moment, type Reference, referenceAt } from './moments.ts';
import { takeRecurrence } from './recurrences.ts';
import { Scan, type TextRange, type Token } from './scan.ts';
import { type TimeRange, takeTimeRange } from './time-ranges.ts';
import { toTitle } from './title.ts';

export interface QuickAddOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** IANA zone of dates and times. */
  readonly timeZone: string;
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
   * ISO 8601 UTC instant at which it takes place: 'at 9:30', '2-3pm'. With 'by', the time is a deadline
   * instead.
   */
  readonly takesPlaceAt: string | null;
  readonly priority: 1 | 2 | 3 | 4 | null;
  readonly project: string | null;
  /** RFC 5545 RRULE without the name. */
  readonly recurrenceRule: string | null;
  /** In text order. */
  readonly tokens: readonly Token[];
}

/** A day in minutes: longer work takes several days. */
const LONGEST_PLACE = 1_440;
/** 'at 9:30', '@ noon'. Not 'at night', which is a part of the day. */
const AT_A_TIME = /(?:^|[\s,])(?:at|@)\s*(?!night|the(?!\p{L})|end(?!\p{L}))[\p{L}\d]/iu;
const DEFAULT_WORKDAY_END = '17:00';
/** The range of dates that the API accepts; others are typing errors. */
const FIRST_DAY = toDayNumber(1900, 1, 1);
const LAST_DAY = toDayNumber(2199, 12, 30);

/** Reads a task from one line of everyday English. Never throws for a text; throws for an unknown zone. */
export function parseQuickAdd(text: string, options: QuickAddOptions): QuickAdd {
  const scan = new Scan(text, options.ignore ?? []);
  const reference = referenceAt(
    options.now,
    getZone(options.timeZone),
    parseMinutes(options.workdayEnd ?? DEFAULT_WORKDAY_END),
  );
  // Order matters, as each reader sees only what is left: 'every 2 h' is not a duration, 'p1' not part of a
  // name.
  const project = takeProject(scan);
  const priority = takePriority(scan);
  const dueKind = takeDueKind(scan);
  const rule = takeRecurrence(scan, (from) => isReadAt(scan, from, reference));
  const range = takeTimeRange(scan);
  const chunkMinutes = takeChunk(scan);
  const durationMinutes =
    takeDuration(scan, (from) => isDayAt(scan, from, reference)) ?? (range && range.to - range.from);
  const dates = takeDates(scan, reference, rule !== null, range);
  scan.tokens.sort((a, b) => a.from - b.from);
  return {
    title: toTitle(text, scan.tokens),
    durationMinutes,
    chunkMinutes,
    dueOn: dates.dueOn,
    dueAt: dates.dueAt,
    dueKind: dueKind ?? 'soft',
    startsOn: dates.startsOn,
    startAfter: dates.startAfter,
    // A task that repeats, is split or takes longer than the range has no single time.
    takesPlaceAt: rule === null && chunkMinutes === null && fits(durationMinutes, range) ? dates.place : null,
    priority,
    project,
    recurrenceRule: rule === null ? null : rule + dates.until,
    tokens: scan.tokens,
  };
}

function fits(minutes: number | null, range: TimeRange | null): boolean {
  if (minutes !== null && minutes > LONGEST_PLACE) return false;
  return range === null || minutes === range.to - range.from;
}

/** Whether later readers understand the words at a position. */
function isReadAt(scan: Scan, from: number, reference: Reference): boolean {
  const ahead = textFrom(scan, from);
  takeDates(ahead, reference, true, takeTimeRange(ahead));
  takeChunk(ahead);
  takeDuration(ahead, () => false);
  return ahead.tokens.some((token) => token.from === from);
}

/** Whether days without a time of day begin at a position: 'before end of month', 'after Monday'. */
function isDayAt(scan: Scan, from: number, reference: Reference): boolean {
  const { rest } = textFrom(scan, from);
  const phrase = findDatePhrases(rest, reference).find((one) => one.from === from);
  if (!phrase || phrase.moment.days === null || phrase.moment.time !== null) return false;
  // 'an hour before next week's exam' is relative to the exam.
  return !/^['’]s(?!\p{L})/u.test(rest.slice(phrase.to));
}

function textFrom(scan: Scan, from: number): Scan {
  return new Scan(' '.repeat(from) + scan.rest.slice(from), []);
}

interface Dates {
  dueOn: string | null;
  dueAt: string | null;
  startsOn: string | null;
  startAfter: string | null;
  /** When it takes place, if the words give a time rather than a deadline. */
  place: string | null;
  /** A part to append to the recurrence rule. */
  until: string;
}

function takeDates(scan: Scan, reference: Reference, repeats: boolean, range: TimeRange | null): Dates {
  const dates: Dates = {
    dueOn: null,
    dueAt: null,
    startsOn: null,
    startAfter: null,
    place: null,
    until: '',
  };
  let due: DatePhrase | null = null;
  for (const phrase of findDatePhrases(scan.rest, reference)) {
    const { role, moment, from, to } = phrase;
    if (isOutOfRange(moment)) continue;
    if (role === 'from' || role === 'after') {
      if (dates.startAfter !== null) continue;
      Object.assign(dates, toStart(moment, role, reference));
      scan.take('start', from, to);
    } else if (role === 'until' && repeats && moment.days !== null && dates.until === '') {
      dates.until = `;UNTIL=${formatDayNumber(moment.days.last).replaceAll('-', '')}`;
      scan.take('recurrence', from, to);
    } else {
      // 'tomorrow ... at 5pm': a separate date and time belong together.
      const joined: Moment | null = due === null ? moment : joinedWith(due.moment, moment);
      if (joined === null) continue;
      const whole: DatePhrase = { ...phrase, role: due?.role ?? role, moment: joined };
      due = whole;
      Object.assign(dates, toDue(whole, reference));
      const isPlace =
        whole.role === 'plain' && whole.moment.time !== null && AT_A_TIME.test(scan.rest.slice(from, to));
      if (isPlace) dates.place = dates.dueAt;
      scan.take('due', from, to);
    }
  }
  return range === null ? dates : withRange(dates, due, range, reference);
}

/** '2-3pm' starts at two and is done by three, on the given day or the next possible one. */
function withRange(dates: Dates, due: DatePhrase | null, range: TimeRange, reference: Reference): Dates {
  const { days = null, time = null, instant = null } = due?.moment ?? {};
  // 'tonight from 7 to 8pm' only gives the day; 'by 6pm' and 'in 3 hours' give a time.
  const isTimed = instant !== null || (time !== null && (days === null || due?.role !== 'plain'));
  const day =
    days?.last ??
    (dates.dueAt === null
      ? reference.today + (range.from <= reference.minute ? 1 : 0)
      : localDayNumber(reference.zone, Date.parse(dates.dueAt)));
  const at = (minute: number) => toIso(reference.zone.localMsToInstant(day * DAY_MS + minute * MINUTE_MS));
  return {
    ...dates,
    ...(dates.startAfter === null && { startAfter: at(range.from) }),
    ...(!isTimed && { dueOn: null, dueAt: at(range.to) }),
    place:
      isTimed || dates.startAfter !== null || (due !== null && due.role !== 'plain') ? null : at(range.from),
  };
}

function isOutOfRange({ days }: Moment): boolean {
  return days !== null && (days.last > LAST_DAY || days.first <= FIRST_DAY);
}

function joinedWith(first: Moment, second: Moment): Moment | null {
  if (first.instant !== null || second.instant !== null) return null;
  if (first.time === null && first.days !== null && second.days === null)
    return { ...first, time: second.time };
  if (first.days === null && second.time === null && second.days !== null)
    return { ...second, time: first.time };
  return null;
}

function toDue({ role, moment }: DatePhrase, reference: Reference): Pick<Dates, 'dueOn' | 'dueAt'> {
  const { days, time, instant } = moment;
  if (instant !== null) return { dueOn: null, dueAt: toIso(instant) };
  if (time !== null) return { dueOn: null, dueAt: toIso(toInstant(moment, reference, 'last')) };
  // 'before Friday' means Thursday. Work 'by' a month is due at its start.
  const isStretch = days !== null && days.last - days.first > 7;
  const isOver = days !== null && days.first < reference.today;
  const edge = role === 'before' || (role === 'by' && isStretch && !isOver) ? days?.first : days?.last;
  const day = (edge ?? reference.today) - (role === 'before' ? 1 : 0);
  return { dueOn: formatDayNumber(day), dueAt: null };
}

function toStart(
  moment: Moment,
  role: 'from' | 'after',
  reference: Reference,
): Pick<Dates, 'startsOn' | 'startAfter'> {
  const { days, time, instant } = moment;
  if (instant !== null) return { startsOn: null, startAfter: toIso(instant) };
  if (time !== null || days === null) {
    return { startsOn: null, startAfter: toIso(toInstant(moment, reference, 'first')) };
  }
  const day = role === 'after' ? days.last + 1 : days.first;
  return { startsOn: formatDayNumber(day), startAfter: toIso(reference.zone.localMsToInstant(day * DAY_MS)) };
}

/** A time without a date is its next occurrence. A weekday whose time has passed today is next week's. */
function toInstant(moment: Moment, reference: Reference, edge: 'first' | 'last'): number {
  const minute = moment.time?.minute ?? 0;
  const passed = minute <= reference.minute;
  const day = moment.days === null ? reference.today + (passed ? 1 : 0) : moment.days[edge];
  return reference.zone.localMsToInstant(day * DAY_MS + minute * MINUTE_MS);
}

function toIso(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

function parseMinutes(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
}
