import { DAY_MS, formatDayNumber, MINUTE_MS } from '@dayloom/time';
import { type HalfDay, settleTime } from './clock-times.ts';
import type { DatePhrase } from './date-phrases.ts';
import type { Dates } from './dates.ts';
import { findFirstOccurrence } from './first-occurrence.ts';
import type { Moment, PartOfDay, Reference } from './moments.ts';
import { choiceOfDays, choiceOfTimes, isOverQuestion, type Question } from './questions.ts';
import type { TimeRange } from './time-ranges.ts';
import { PART_OF_DAY_END } from './time-words.ts';

/** When a task is due, may begin and takes place. Instants are ISO 8601 UTC, dates `YYYY-MM-DD`. */
export interface Schedule {
  readonly dueOn: string | null;
  readonly dueAt: string | null;
  readonly startsOn: string | null;
  readonly startAfter: string | null;
  readonly takesPlaceAt: string | null;
  readonly question: Question | null;
}

export interface ScheduleInput {
  readonly dates: Dates;
  readonly rule: string | null;
  readonly range: TimeRange | null;
  /** Whether it is done in one go, so that it can take place at a time. */
  readonly isOneBlock: boolean;
  /** The part of the day that the line names apart from its dates. */
  readonly part: PartOfDay | null;
  readonly half: HalfDay;
  readonly text: string;
}

const NOTHING: Schedule = {
  dueOn: null,
  dueAt: null,
  startsOn: null,
  startAfter: null,
  takesPlaceAt: null,
  question: null,
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
    const { dueOn, dueAt, question } = toDue(deadline, input, reference);
    const days = deadline.role === 'plain' && !begins ? deadline.moment.days : null;
    return {
      ...(days?.isRange ? toBeginning(days.first, reference) : start),
      ...(window !== null && { startAfter: toIso(window) }),
      dueOn,
      dueAt,
      question: question ?? start.question,
    };
  }
  if (dates.plain) {
    const place = toPlace(dates.plain, input, reference);
    return { ...place, startsOn: start.startsOn, startAfter: start.startAfter ?? place.startAfter };
  }
  if (input.rule !== null && dates.start?.moment.time) return toRepeatedStart(dates.start, input, reference);
  return start;
}

/** '2-3pm by 6pm' and '2-3pm in 3 hours' have another time beside the range. */
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

function toDue({ role, moment }: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { days, time, instant, part } = moment;
  if (instant !== null) return { ...NOTHING, dueAt: toIso(instant) };
  if (time !== null) {
    const settled = settle(moment, input, reference);
    return { ...NOTHING, dueAt: toIso(settled.instant), question: settled.question };
  }
  // 'before Friday' means Thursday. Work 'by' a month is due at its start.
  const isStretch = days !== null && days.last - days.first > 7;
  const isStarted = days !== null && days.first < reference.today;
  const edge = role === 'before' || (role === 'by' && isStretch && !isStarted) ? days?.first : days?.last;
  const named = (edge ?? reference.today) - (role === 'before' ? 1 : 0);
  const day = input.rule === null ? named : findFirstOccurrence(input.rule, named);
  const question = choiceOfDays(days, day, reference) ?? isOverQuestion(day, reference);
  if (part === null) return { ...NOTHING, dueOn: formatDayNumber(day), question };
  return { ...NOTHING, dueAt: toIso(toInstant(day, PART_OF_DAY_END[part], reference)), question };
}

function toPlace(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { instant, question } =
    phrase.moment.instant === null
      ? settle(phrase.moment, input, reference)
      : { instant: phrase.moment.instant, question: null };
  const field = input.isOneBlock ? 'takesPlaceAt' : 'startAfter';
  return { ...NOTHING, [field]: toIso(instant), question };
}

function toStart(phrase: DatePhrase, input: ScheduleInput, reference: Reference): Schedule {
  const { days, time, instant } = phrase.moment;
  if (instant !== null) return { ...NOTHING, startAfter: toIso(instant) };
  if (days === null || (time !== null && input.rule === null)) {
    const settled = settle(phrase.moment, { ...input, rule: null }, reference);
    return { ...NOTHING, startAfter: toIso(settled.instant), question: settled.question };
  }
  const day = phrase.role === 'after' ? days.last + 1 : days.first;
  return { ...toBeginning(day, reference), question: choiceOfDays(days, day, reference) };
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
  const settled = settle(phrase.moment, input, reference);
  return { ...start, takesPlaceAt: toIso(settled.instant), question: settled.question };
}

/** '2-3pm' takes place from two to three, on the given day or the next possible one. */
function withRange(input: ScheduleInput, range: TimeRange, start: Schedule, reference: Reference): Schedule {
  const { due, plain } = input.dates;
  const day = rangeDay(input, range, reference);
  const from = toInstant(day, range.from, reference);
  const question = choiceOfDays((due ?? plain)?.moment.days ?? null, day, reference);
  if (due === null && input.isOneBlock && (start.startAfter === null || input.rule !== null))
    return {
      ...start,
      takesPlaceAt: toIso(from),
      question: question ?? isOverQuestion(day, reference, range.from),
    };
  return {
    ...start,
    startAfter: start.startAfter ?? toIso(from),
    dueAt: toIso(toInstant(day, range.to, reference)),
    question,
  };
}

function rangeDay({ dates, rule }: ScheduleInput, range: TimeRange, reference: Reference): number {
  const days = (dates.due ?? dates.plain)?.moment.days ?? null;
  const begins = dates.start?.moment.days?.first ?? reference.today;
  const isOver = (day: number) => day === reference.today && range.from <= reference.minute;
  const first = days?.last ?? begins;
  if (rule !== null) {
    const day = findFirstOccurrence(rule, first);
    return isOver(day) && days === null ? findFirstOccurrence(rule, day + 1) : day;
  }
  if (!isOver(first)) return first;
  if (days === null) return first + 1;
  return days.isWeekday ? first + 7 : first;
}

interface Settled {
  readonly instant: number;
  readonly question: Question | null;
}

/** A time without a date is its next occurrence. A weekday whose time has passed today is next week's. */
function settle(moment: Moment, input: ScheduleInput, reference: Reference): Settled {
  const { days, time, part } = moment;
  if (time === null) throw new Error('a moment without a time cannot be settled');
  const { rule } = input;
  const earliest = input.dates.start?.moment.days?.first ?? reference.today;
  let day = days?.last ?? null;
  if (day === null && rule !== null) day = findFirstOccurrence(rule, earliest);
  else if (day !== null && rule !== null) day = findFirstOccurrence(rule, day);
  const half: HalfDay = part === null ? input.half : part === 'morning' ? 'morning' : 'evening';
  // The time of a repetition is not today's.
  const settledDay = days === null && rule !== null ? reference.today + 1 : day;
  const settled = settleTime(time, settledDay, half, input.text, reference);
  const isOver = settled.minute <= reference.minute;
  if (day === null) day = earliest + (isOver && earliest === reference.today ? 1 : 0);
  else if (isOver && day === reference.today) {
    if (rule !== null && days === null) day = findFirstOccurrence(rule, day + 1);
    else if (days?.isWeekday) day += 7;
  }
  const question =
    choiceOfDays(days?.isWeekday ? null : days, day, reference) ??
    (settled.isDoubtful ? choiceOfTimes(settled.minute, reference) : null) ??
    isOverQuestion(day, reference, settled.minute);
  return { instant: toInstant(day, settled.minute, reference), question };
}

function toInstant(day: number, minute: number, reference: Reference): number {
  return reference.zone.localMsToInstant(day * DAY_MS + minute * MINUTE_MS);
}

function toIso(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
