import { DAY_MS, formatDayNumber, MINUTE_MS } from '@dayloom/time';
import {
  askAboutPast,
  askIfTime,
  askWhichDay,
  askWhichHalfOfDay,
  askWhichMidnight,
  type Clarification,
} from './clarifications.ts';
import { type HalfDay, resolveTime } from './clock-times.ts';
import type { DaySpan, PartOfDay, Reference } from './date-model.ts';
import type { DatePhrase } from './date-phrases.ts';
import type { Dates } from './dates.ts';
import { computeFirstOccurrence } from './first-occurrence.ts';
import type { TimeRange } from './time-ranges.ts';
import { PART_OF_DAY_END } from './time-words.ts';

/** When a task is due, may begin and takes place. Instants are ISO 8601 UTC, dates `YYYY-MM-DD`. */
export interface Schedule {
  readonly dueOn: string | null;
  readonly dueAt: string | null;
  readonly startsOn: string | null;
  readonly startAfter: string | null;
  readonly takesPlaceAt: string | null;
  /** How long it takes, if its end was given with a date. */
  readonly lengthMinutes: number | null;
  readonly clarification: Clarification | null;
}

export interface ScheduleInput {
  readonly dates: Dates;
  readonly rule: string | null;
  readonly range: TimeRange | null;
  /** Whether the task is one block, so that it can take place at a time of day. */
  readonly isOneBlock: boolean;
  /** The part of the day that the line names apart from its dates. */
  readonly part: PartOfDay | null;
  readonly half: HalfDay;
  readonly text: string;
}

/** 'Midnight' is the end of its day. */
const MIDNIGHT = 1_440;

const NOTHING: Schedule = {
  dueOn: null,
  dueAt: null,
  startsOn: null,
  startAfter: null,
  takesPlaceAt: null,
  lengthMinutes: null,
  clarification: null,
};

/** Decides from the dates of a line when its task is due, may begin and takes place. */
export function planSchedule(input: ScheduleInput, reference: Reference): Schedule {
  const { dates, range } = input;
  const begins = dates.start && toStart(dates.start, input, reference);
  const start = begins ?? NOTHING;
  if (range !== null && !isTimed(dates)) return withRange(input, range, start, reference);
  const deadline = dates.due ?? (isDeadline(dates.plain) ? dates.plain : null);
  if (deadline) {
    const window =
      range && !begins ? toInstant(rangeDay(input, range, reference), range.from, reference) : null;
    const { dueOn, dueAt, clarification } = toDue(deadline, input, reference);
    const days = deadline.role === 'plain' && !begins ? deadline.moment.days : null;
    return {
      ...(days?.isRange ? toBeginning(days.first, reference) : start),
      ...(window !== null && { startAfter: toIso(window) }),
      dueOn,
      dueAt,
      clarification: clarification ?? start.clarification,
    };
  }
  if (dates.plain) {
    const place = toPlace(dates.plain, input, reference);
    return { ...place, startsOn: start.startsOn, startAfter: start.startAfter ?? place.startAfter };
  }
  if (input.rule !== null && dates.start?.moment.time) return toRepeatedStart(dates.start, input, reference);
  return start;
}

/** '2-3pm by 6pm' and '2-3pm in 3 hours' have another time besides the range. */
function isTimed({ due, plain }: Dates): boolean {
  const moment = (due ?? plain)?.moment;
  return (
    moment !== undefined &&
    (moment.instant !== null || (moment.time !== null && (moment.days === null || due !== null)))
  );
}

/** A day without a time of day, a part of a day, and the end of the working day are deadlines without 'by' too. */
function isDeadline(phrase: DatePhrase | null): boolean {
  return (
    phrase !== null &&
    phrase.moment.instant === null &&
    (phrase.moment.time === null || phrase.moment.time.form === 'deadline')
  );
}

function toDue(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { role, moment } = phrase;
  const { days, time, instant, part } = moment;
  if (instant !== null) return { ...NOTHING, dueAt: toIso(instant) };
  if (time !== null) {
    const resolved = resolve(phrase, input, reference);
    return { ...NOTHING, dueAt: toIso(resolved.instant), clarification: resolved.clarification };
  }
  // 'before Friday' means Thursday. Work 'by' a month is due at its start.
  const isStretch = days !== null && days.last - days.first > 7;
  const isStarted = days !== null && days.first < reference.today;
  const edge = role === 'before' || (role === 'by' && isStretch && !isStarted) ? days?.first : days?.last;
  // On a Monday, 'before Monday' is about the next one.
  const isOver = role === 'before' && edge === reference.today && days?.otherDay !== undefined;
  const named = (isOver ? days.otherDay : (edge ?? reference.today)) - (role === 'before' ? 1 : 0);
  const day = input.rule === null ? named : computeFirstOccurrence(input.rule, named);
  const asked = { text: input.text, phrase, reference };
  const clarification = isOver ? null : (askWhichDay(asked, day, null) ?? askAboutPast(asked, day, null));
  if (part === null) return { ...NOTHING, dueOn: formatDayNumber(day), clarification };
  return { ...NOTHING, dueAt: toIso(toInstant(day, PART_OF_DAY_END[part], reference)), clarification };
}

function toPlace(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { instant, clarification } =
    phrase.moment.instant === null
      ? resolve(phrase, input, reference)
      : { instant: phrase.moment.instant, clarification: null };
  const day = phrase.moment.days?.last ?? null;
  const isMidnight = phrase.moment.time?.minute === MIDNIGHT && input.rule === null;
  const which =
    isMidnight && day !== null && day > reference.today
      ? askWhichMidnight({ text: input.text, phrase, reference }, day)
      : null;
  const field = input.isOneBlock ? 'takesPlaceAt' : 'startAfter';
  const { end } = input.dates;
  const length = end ? (resolve(end, input, reference).instant - instant) / MINUTE_MS : 0;
  // The two ends may be of different weeks: on a Thursday evening, 'Thu 6pm - Fri 6am'.
  const lengthMinutes = length > 0 && length <= DAY_MS / MINUTE_MS ? length : null;
  return { ...NOTHING, [field]: toIso(instant), lengthMinutes, clarification: clarification ?? which };
}

function toStart(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { days, time, instant } = phrase.moment;
  if (instant !== null) return { ...NOTHING, startAfter: toIso(instant) };
  if (days === null || (time !== null && input.rule === null)) {
    // 'Friday after 5' begins on Friday.
    const day = input.rule === null && days === null ? findSingleDay(input.dates.plain) : null;
    const timed = day === null ? phrase : { ...phrase, moment: { ...phrase.moment, days: day } };
    const resolved = resolve(timed, { ...input, rule: null }, reference);
    return { ...NOTHING, startAfter: toIso(resolved.instant), clarification: resolved.clarification };
  }
  const day = phrase.role === 'after' ? days.last + 1 : days.first;
  const asked = { text: input.text, phrase, reference };
  return { ...toBeginning(day, reference), clarification: askWhichDay(asked, day, null) };
}

function findSingleDay(phrase: DatePhrase | null): DaySpan | null {
  const { days = null, time = null } = phrase?.moment ?? {};
  return time === null && days !== null && days.first === days.last ? days : null;
}

function toBeginning(day: number, reference: Reference): Schedule {
  return {
    ...NOTHING,
    startsOn: formatDayNumber(day),
    startAfter: toIso(toInstant(day, 0, reference)),
  };
}

/** 'every Monday from 7 December at 10' takes place at ten. */
function toRepeatedStart(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const start = phrase.moment.days === null ? NOTHING : toStart(phrase, input, reference);
  const resolved = resolve(phrase, input, reference);
  return { ...start, takesPlaceAt: toIso(resolved.instant), clarification: resolved.clarification };
}

/** '2-3pm' takes place from two to three, on the given day or the next possible one. */
function withRange(input: ScheduleInput, range: TimeRange, start: Schedule, reference: Reference): Schedule {
  const { due, plain } = input.dates;
  const phrase = due ?? plain;
  const day = rangeDay(input, range, reference);
  const from = toInstant(day, range.from, reference);
  const asked = phrase && { text: input.text, phrase, reference };
  const clarification = asked && askWhichDay(asked, day, null);
  if (due === null && input.isOneBlock && (start.startAfter === null || input.rule !== null))
    return {
      ...start,
      takesPlaceAt: toIso(from),
      clarification: clarification ?? (asked && askAboutPast(asked, day, range.from)),
    };
  return {
    ...start,
    startAfter: start.startAfter ?? toIso(from),
    dueAt: toIso(toInstant(day, range.to, reference)),
    clarification,
  };
}

function rangeDay({ dates, rule }: ScheduleInput, range: TimeRange, reference: Reference): number {
  const days = (dates.due ?? dates.plain)?.moment.days ?? null;
  const begins = dates.start?.moment.days?.first ?? reference.today;
  const isOver = (day: number) => day === reference.today && range.from <= reference.minute;
  const first = days?.last ?? begins;
  if (rule !== null) {
    const day = computeFirstOccurrence(rule, first);
    return isOver(day) && days === null ? computeFirstOccurrence(rule, day + 1) : day;
  }
  if (!isOver(first)) return first;
  if (days === null) return first + 1;
  return days.isWeekday ? first + 7 : first;
}

interface Resolved {
  readonly instant: number;
  readonly clarification: Clarification | null;
}

/** A time without a date is its next occurrence. A weekday whose time has passed today is next week's. */
function resolve(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Resolved {
  const { days, time, part } = phrase.moment;
  if (time === null) throw new Error('a moment without a time cannot be resolved');
  const { rule } = input;
  const earliest = input.dates.start?.moment.days?.first ?? reference.today;
  let day = days?.last ?? null;
  if (day === null && rule !== null) day = computeFirstOccurrence(rule, earliest);
  else if (day !== null && rule !== null) day = computeFirstOccurrence(rule, day);
  const half: HalfDay = part === null ? input.half : part === 'morning' ? 'morning' : 'evening';
  // The time of a repetition is not today's.
  const timeDay = days === null && rule !== null ? reference.today + 1 : day;
  const resolved = resolveTime(time, timeDay, half, input.text, reference);
  const isOver = resolved.minute <= reference.minute;
  if (day === null) day = earliest + (isOver && earliest === reference.today ? 1 : 0);
  else if (isOver && day === reference.today) {
    if (rule !== null && days === null) day = computeFirstOccurrence(rule, day + 1);
    else if (days?.isWeekday) day += 7;
  }
  const asked = { text: input.text, phrase, reference };
  const clarification =
    (days?.isWeekday ? null : askWhichDay(asked, day, resolved.minute)) ??
    (resolved.isDoubtful ? askWhichHalfOfDay(asked, days === null ? null : day, resolved.minute) : null) ??
    askAboutPast(asked, day, resolved.minute) ??
    (phrase.isUnsure ? askIfTime(asked, days === null ? null : day, resolved.minute) : null);
  return { instant: toInstant(day, resolved.minute, reference), clarification };
}

function toInstant(day: number, minute: number, reference: Reference): number {
  return reference.zone.localMsToInstant(day * DAY_MS + minute * MINUTE_MS);
}

function toIso(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
