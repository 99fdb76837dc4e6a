import type { NewTask, Task } from '@dayloom/contracts';
import type { QuickAdd, TextRange, Token } from '@dayloom/language';
import { describeRepeat } from '@dayloom/language/recurrence-words';
import { findDayNumber, formatDayNumber, MINUTE_MS, windowsOn } from '@dayloom/time';
import { formatMinutes } from '#lib/format-minutes.ts';
import { fitTitle } from './long-title.ts';
import { deadlineInFull } from './task-words.ts';
import {
  dayWithDate,
  formatTime,
  fromDateAndTime,
  relativeDay,
  type TimeContext,
  toDay,
  todayIn,
} from './time-context.ts';

const SMALLEST_CHUNK = 30;

type TaskDefaults = Pick<TimeContext, 'now' | 'taskMinutes' | 'timeZone' | 'workingHours' | 'overrides'>;
/** Words with which a date is a deadline. */
const IS_DEADLINE =
  /^(?:by|before|b4|b\/f|due|deadline|until|till?|within|w\/in|at the latest|no|not)(?!\p{L})/iu;
/** Longer than any holiday without working hours that a routine should wait for. */
const MAX_DAYS_OFF = 31;

/** What the user changed in the reading of a line. */
export interface Corrections {
  /** The time at which it would take place is its deadline instead. */
  readonly isDeadline?: boolean;
  readonly hours?: NonNullable<QuickAdd['hours']>;
}

/**
 * Moves text ranges along with an edit of the line. A range that is edited inside stays, longer or shorter,
 * so that text that was turned back from a token does not become a token again while it is deleted.
 */
export function shiftRanges(ranges: readonly TextRange[], before: string, after: string): TextRange[] {
  if (ranges.length === 0 || before === after) return [...ranges];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let kept = 0;
  while (kept < most - start && before.at(-1 - kept) === after.at(-1 - kept)) kept++;
  const end = before.length - kept;
  const shift = after.length - before.length;
  return ranges.flatMap(({ from, to }) => {
    if (to <= start) return { from, to };
    if (from >= end) return { from: from + shift, to: to + shift };
    const moved = { from: Math.min(from, start), to: to >= end ? to + shift : start };
    const isReplaced = from >= start && to <= end;
    return isReplaced || moved.to <= moved.from ? [] : moved;
  });
}

/** Tokens whose text is still unchanged, used until the parser has processed the latest input. */
export function remainingTokens(tokens: readonly Token[], text: string): Token[] {
  return tokens.filter((token) => text.slice(token.from, token.to) === token.text);
}

export interface LinePart {
  /** Offset in the line. */
  from: number;
  text: string;
  kind: Token['kind'] | null;
}

/** Splits the line into parts with and without a token, in order; joined they are the line. */
export function toLineParts(text: string, tokens: readonly Token[]): LinePart[] {
  const stretches: LinePart[] = [];
  let reached = 0;
  for (const token of tokens) {
    if (token.from < reached) continue;
    if (token.from > reached)
      stretches.push({ from: reached, text: text.slice(reached, token.from), kind: null });
    stretches.push({ from: token.from, text: token.text, kind: token.kind });
    reached = token.to;
  }
  if (reached < text.length) stretches.push({ from: reached, text: text.slice(reached), kind: null });
  return stretches;
}

/** The non-empty lines of a pasted text, without list marks. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]\s+(?:\[[ x]\]\s+)?|\d+[.)]\s+)/i, '').trim())
    .filter(Boolean);
}

/** A new task, and its fixed time if the line has one: then it is pinned there at once. */
export interface NewTaskRequest extends NewTask {
  takesPlaceAt?: string;
}

export function toNewTask(
  reading: QuickAdd,
  id: string,
  context: TaskDefaults,
  corrections: Corrections = {},
): NewTaskRequest {
  const parsed = toWorkday(correct(reading, corrections), context);
  const { now, taskMinutes = 30 } = context;
  const { chunkMinutes: chunk, durationMinutes, priority, project, recurrenceRule, hours } = parsed;
  const place = parsed.takesPlaceAt;
  if (place !== null && Date.parse(place) > now.getTime()) {
    const minutes = durationMinutes ?? taskMinutes;
    const end = new Date(Date.parse(place) + minutes * MINUTE_MS).toISOString();
    const sure: QuickAdd = { ...parsed, takesPlaceAt: null, startAfter: place, dueOn: null, dueAt: end };
    return { ...toNewTask(sure, id, context), durationMinutes: minutes, takesPlaceAt: place };
  }
  // A time of day belongs to the named days. The server decides on which day a flexible one is due.
  const isFlexible = parsed.hasFlexibleDays && parsed.dueAt === null && place === null;
  const startAfter =
    parsed.startAfter ?? (isFlexible ? null : (firstStart(parsed, context) ?? dayStart(parsed, context)));
  const dueOn = parsed.dueOn ?? (isFlexible ? null : parsed.firstOn);
  return {
    _id: id,
    ...fitTitle(parsed.title),
    ...(durationMinutes !== null && { durationMinutes }),
    ...(parsed.isSplittable && { isSplittable: true }),
    ...(chunk !== null && {
      minChunkMinutes: Math.min(chunk, SMALLEST_CHUNK),
      maxChunkMinutes: chunk,
    }),
    ...(dueOn !== null && { dueOn }),
    // What took place before now is late.
    ...((parsed.dueAt ?? place) !== null && { dueAt: parsed.dueAt ?? place }),
    ...(parsed.dueKind === 'hard' && { dueKind: 'hard' as const }),
    ...(startAfter !== null && { startAfter }),
    ...(priority !== null && { priority }),
    ...(project !== null && { project }),
    ...(recurrenceRule !== null && { recurrenceRule }),
    ...(isFlexible && { hasFlexibleDays: true }),
    ...(hours !== null && { hours }),
    ...(parsed.timeOfDay !== null && { timeOfDay: parsed.timeOfDay }),
    ...(parsed.isSomeday && { isSomeday: true }),
  };
}

function correct(reading: QuickAdd, { isDeadline, hours }: Corrections): QuickAdd {
  const parsed = hours ? { ...reading, hours } : reading;
  if (!isDeadline || parsed.takesPlaceAt === null) return parsed;
  return { ...parsed, takesPlaceAt: null, dueAt: parsed.takesPlaceAt };
}

/** On a day off, a daily routine for working hours begins on the next working day: today's would only be late. */
function toWorkday(parsed: QuickAdd, { workingHours, overrides }: TaskDefaults): QuickAdd {
  const first = findDayNumber(parsed.firstOn ?? '');
  if (
    first === null ||
    parsed.hours === 'personal' ||
    !/^FREQ=DAILY(?!;INTERVAL)/.test(parsed.recurrenceRule ?? '')
  )
    return parsed;
  const days = Array.from({ length: MAX_DAYS_OFF }, (_, index) => first + index);
  const workday = days.find((day) => windowsOn(day, workingHours, overrides).length > 0) ?? first;
  return { ...parsed, firstOn: formatDayNumber(workday) };
}

/** 'Mon, Wed and Fri' and 'every day' are days for doing the task; a single day is a deadline. */
function firstStart({ firstOn, recurrenceRule }: QuickAdd, context: TaskDefaults): string | null {
  const isOnDay = recurrenceRule?.includes('FREQ=DAILY') || /BYDAY=-?\d?\w\w,/.test(recurrenceRule ?? '');
  if (firstOn === null || !isOnDay || firstOn <= formatDayNumber(todayIn(context))) return null;
  return fromDateAndTime(firstOn, '00:00', context.timeZone);
}

/** 'Tomorrow evening' is a time to do it, not only its deadline; 'by tomorrow evening' is one. */
function dayStart(parsed: QuickAdd, context: TaskDefaults): string | null {
  const { dueAt, timeOfDay, recurrenceRule, tokens } = parsed;
  const isBy = tokens.some(({ kind, text }) => kind === 'due' && IS_DEADLINE.test(text));
  if (dueAt === null || timeOfDay === null || recurrenceRule !== null || isBy) return null;
  const day = toDay(dueAt, context.timeZone);
  return day > todayIn(context) ? fromDateAndTime(formatDayNumber(day), '00:00', context.timeZone) : null;
}

const describeDayPart = {
  morning: 'in the morning',
  afternoon: 'in the afternoon',
  evening: 'in the evening',
  night: 'at night',
} as const;

/** `2 h · P1 · #work · due Fri 20 Nov (hard) · every week`: the recognised parts without the title. */
export function describeNewTask(task: NewTaskRequest, context: TimeContext): string[] {
  const { durationMinutes, maxChunkMinutes, priority, project, recurrenceRule, startAfter, takesPlaceAt } =
    task;
  return [
    takesPlaceAt && describePlace(takesPlaceAt, context),
    durationMinutes && formatMinutes(durationMinutes),
    task.isSplittable &&
      (maxChunkMinutes ? `in chunks of ${formatMinutes(maxChunkMinutes)}` : 'may be split'),
    priority && `P${priority}`,
    project && `#${project}`,
    !takesPlaceAt && startAfter && `from ${formatStart(startAfter, context)}`,
    !takesPlaceAt && describeDue(task, context),
    recurrenceRule && describeRepeat(recurrenceRule, task),
    task.timeOfDay && `preferably ${describeDayPart[task.timeOfDay]}`,
    task.isSomeday && 'someday',
    task.notes && 'in full in the notes',
  ].filter((part): part is string => typeof part === 'string' && part !== '');
}

/** Values in the line that a task cannot have, and how they are treated; null without any. */
export function describeProblem(tokens: readonly Token[]): string | null {
  const problem = tokens.find(({ kind }) => kind === 'problem');
  return problem ? `“${problem.text}” is left out: a task takes from 1 minute to 168 hours.` : null;
}

function describeDue(task: NewTaskRequest, context: TimeContext): string | null {
  const { dueOn = null, dueAt = null, dueKind = 'soft' } = task;
  const words = deadlineInFull({ dueOn, dueAt, dueKind }, context);
  return words && task.recurrenceRule ? `first ${words}` : words;
}

/** `Tomorrow 17:00` */
function describePlace(instant: string, context: TimeContext): string {
  const day = relativeDay(toDay(instant, context.timeZone), todayIn(context));
  return `${day} ${formatTime(instant, context.timeZone)}`;
}

/** `Wed 2 Dec 9:30` */
export function formatMoment(instant: string, context: TimeContext): string {
  const day = dayWithDate(toDay(instant, context.timeZone), todayIn(context));
  return `${day} ${formatTime(instant, context.timeZone)}`;
}

function formatStart(instant: string, context: TimeContext): string {
  const day = dayWithDate(toDay(instant, context.timeZone), todayIn(context));
  const time = formatTime(instant, context.timeZone);
  return time === formatTime(Date.UTC(2026, 0, 1), 'UTC') ? day : `${day} ${time}`;
}

/** The task as the list shows it until the server responds, with the server's defaults. */
export function provisionalTask(input: NewTask, now: Date, taskMinutes = 30): Task {
  const durationMinutes = input.durationMinutes ?? taskMinutes;
  const at = now.toISOString();
  return {
    _id: input._id ?? crypto.randomUUID(),
    title: input.title,
    notes: input.notes ?? '',
    subtasks: input.subtasks ?? [],
    durationMinutes,
    dueOn: input.dueOn ?? null,
    dueAt: input.dueAt ?? null,
    dueKind: input.dueKind ?? 'soft',
    priority: input.priority ?? 3,
    project: input.project || null,
    hours: input.hours ?? 'work',
    timeOfDay: input.timeOfDay ?? null,
    startAfter: input.startAfter ?? null,
    isSplittable: input.isSplittable ?? false,
    minChunkMinutes: input.minChunkMinutes ?? durationMinutes,
    maxChunkMinutes: input.maxChunkMinutes ?? durationMinutes,
    bufferMinutes: input.bufferMinutes ?? 0,
    recurrenceRule: input.recurrenceRule ?? null,
    hasFlexibleDays: input.hasFlexibleDays ?? false,
    exceptionDates: input.exceptionDates ?? [],
    dependsOn: input.dependsOn ?? [],
    isAutomatic: input.isAutomatic ?? true,
    isSomeday: input.isSomeday ?? false,
    status: 'open',
    version: 1,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    planned: null,
    risk: null,
  };
}
