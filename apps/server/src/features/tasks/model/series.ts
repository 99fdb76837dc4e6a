import { type HoursOverride, type WeeklyHours, windowsByDate } from '@dayloom/contracts';
import {
  DAY_MS,
  dateOfDayNumber,
  findDayNumber,
  formatDayNumber,
  getZone,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  windowsOn,
  type Zone,
} from '@dayloom/time';
import { expand, parseRule } from '@dayloom/time/recurrence';
import type { TaskFields } from './task-fields.ts';

/**
 * A task of a series is its earliest open occurrence. The later occurrences have no rows: they follow from the
 * rule, and completing the task creates the next one.
 */

/** What the occurrences of a series depend on, besides its task. */
export interface SeriesFrame {
  /** The home zone. */
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly hoursOverrides: readonly HoursOverride[];
  readonly now: Date;
}

type SeriesFields = Pick<
  TaskFields,
  'recurrenceRule' | 'exceptionDates' | 'dueOn' | 'dueAt' | 'startAfter' | 'durationMinutes' | 'hours'
>;

/** The dates of one occurrence. */
export interface SeriesOccurrence extends Pick<TaskFields, 'dueOn' | 'dueAt' | 'startAfter'> {
  /** Its date by the rule. */
  readonly on: string;
}

/**
 * Two weeks of a daily rule include every weekday, also for a rule of every second day. Exception dates and
 * days with an hours override are added.
 */
const DAYS_LOOKED_AT = 14;

/**
 * The occurrences after the task's own, in order: those before `until` (a day number), or only the next two.
 * They follow the task's deadline, or today if it has none, and are not in the past. 'Every day' means every
 * day with hours. A daily task, or one of several named days, starts on its day, or earlier if that day has
 * no hours. Any other task starts the day after the previous deadline: someone who has finished today's task
 * does not get the next one today.
 */
export function listLaterOccurrences(
  task: SeriesFields,
  frame: SeriesFrame,
  { until }: { until: number | 'next two' },
): SeriesOccurrence[] {
  if (!task.recurrenceRule) return [];
  const { zone, today, anchor, isForDays, isAnyDay, hasHours, ownDateCount } = readSeries(task, frame);
  const after = Math.max(anchor, today - 1) + 1;
  const found = expand(
    {
      start: { local: { ...dateOfDayNumber(anchor), hour: 0, minute: 0 }, timeZone: null, isDate: true },
      rules: [withoutCount(task.recurrenceRule)],
    },
    {
      from: after * DAY_MS,
      ...(until === 'next two'
        ? { limit: DAYS_LOOKED_AT + ownDateCount + task.exceptionDates.length }
        : { to: until * DAY_MS }),
      startOccurs: 'by-rule',
    },
  );
  const left = new Set(task.exceptionDates);
  const days = found
    .map(({ startsAt }) => Math.floor(startsAt / DAY_MS))
    .filter((day) => !left.has(formatDayNumber(day)));
  const open = isAnyDay ? days.filter(hasHours) : days;
  const chosen = (open.length > 0 ? open : days).slice(0, readCount(task.recurrenceRule) - 1);
  return (until === 'next two' ? chosen.slice(0, 2) : chosen).map((day, index) => {
    const shiftDays = day - anchor;
    const isOnDay = isForDays && hasHours(day);
    const firstDay = isOnDay ? day : (chosen[index - 1] ?? anchor) + 1;
    const begins = new Date(startOfDayNumber(zone, firstDay)).toISOString();
    const shifted = task.startAfter && shiftedInstant(task.startAfter, shiftDays, zone);
    const on = formatDayNumber(day);
    return {
      on,
      startAfter: shifted && shifted > begins ? shifted : begins,
      ...(task.dueAt
        ? { dueOn: null, dueAt: shiftedInstant(task.dueAt, shiftDays, zone) }
        : { dueOn: on, dueAt: null }),
    };
  });
}

/**
 * Whether the task's own occurrence is over, so that a later one is to be done instead: its day has passed
 * and the day of a later one has come, or it takes place at a fixed time that has passed.
 */
export function isMissed(
  task: SeriesFields,
  frame: SeriesFrame,
  next: SeriesOccurrence | undefined,
): boolean {
  if (!task.recurrenceRule || !next) return false;
  const { today, anchor, isForDays } = readSeries(task, frame);
  if (takesPlaceAtFixedTime(task)) return Date.parse(task.dueAt as string) <= frame.now.getTime();
  return isForDays && anchor < today && startOfDate(next.on, frame.timeZone) <= frame.now.getTime();
}

/** Whether the time between start and deadline is exactly its length: a class, not a piece of work. */
export function takesPlaceAtFixedTime(
  task: Pick<SeriesFields, 'recurrenceRule' | 'startAfter' | 'dueAt' | 'durationMinutes'>,
): boolean {
  if (!task.recurrenceRule || !task.startAfter || !task.dueAt) return false;
  return Date.parse(task.dueAt) - Date.parse(task.startAfter) === task.durationMinutes * MINUTE_MS;
}

/** The date of the task's own occurrence, in the home zone. */
export function findOwnDate({ dueOn, dueAt }: Pick<TaskFields, 'dueOn' | 'dueAt'>, timeZone: string) {
  if (dueOn) return dueOn;
  return dueAt ? formatDayNumber(localDayNumber(getZone(timeZone), Date.parse(dueAt))) : null;
}

/**
 * The next task of a series when one is completed. Null when the rule has ended. Completing a missed one
 * completes today's, which took its place.
 */
export function planNextInSeries(task: TaskFields, frame: SeriesFrame): TaskFields | null {
  const [first, second] = listLaterOccurrences(task, frame, { until: 'next two' });
  const isToday = first && startOfDate(first.on, frame.timeZone) <= frame.now.getTime();
  const next = isToday && isMissed(task, frame, first) ? second : first;
  if (!next || !task.recurrenceRule) return null;
  const { on, ...dates } = next;
  return {
    ...task,
    ...dates,
    status: 'open',
    completedAt: null,
    dependsOn: [],
    subtasks: task.subtasks.map((subtask) => ({ ...subtask, done: false })),
    recurrenceRule: decrementCount(task.recurrenceRule),
    exceptionDates: task.exceptionDates.filter((date) => date > on),
  };
}

/** Whether the series has a later occurrence on a date. */
export function createLaterOccurrenceTest(task: SeriesFields, frame: SeriesFrame): (date: string) => boolean {
  let until = 0;
  let known = new Set<string>();
  return (date) => {
    const day = findDayNumber(date) ?? 0;
    if (day >= until) {
      until = day + 1;
      known = new Set(listLaterOccurrences(task, frame, { until }).map(({ on }) => on));
    }
    return known.has(date);
  };
}

/** Tests whether the series is for a date, not only due on it: it is daily, or on several named days. */
export function createDayTest(task: SeriesFields, frame: SeriesFrame): (date: string) => boolean {
  if (!task.recurrenceRule) return () => false;
  const { isForDays, hasHours } = readSeries(task, frame);
  return (date) => isForDays && hasHours(findDayNumber(date) ?? 0);
}

function startOfDate(date: string, timeZone: string): number {
  return startOfDayNumber(getZone(timeZone), findDayNumber(date) ?? 0);
}

function readSeries(task: SeriesFields, { timeZone, hours, hoursOverrides, now }: SeriesFrame) {
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, now.getTime());
  const rule = parseRule(task.recurrenceRule ?? '');
  const ownDate = findOwnDate(task, timeZone);
  const ownWindows = windowsByDate(hoursOverrides, task.hours);
  const isAnyDay = rule.frequency === 'DAILY' && rule.weekdays === null;
  return {
    zone,
    today,
    anchor: (ownDate === null ? null : findDayNumber(ownDate)) ?? today,
    isAnyDay,
    /** 'Mon, Wed and Fri' are days for doing the task; a single day is a deadline. */
    isForDays: isAnyDay || (rule.weekdays?.length ?? 0) > 1,
    hasHours: (day: number) => windowsOn(day, hours[task.hours], ownWindows).length > 0,
    ownDateCount: Object.keys(ownWindows).length,
  };
}

function shiftedInstant(instant: string, days: number, zone: Zone): string {
  const localMs = Date.parse(instant) + zone.offsetMsAt(Date.parse(instant));
  return new Date(zone.localMsToInstant(localMs + days * DAY_MS)).toISOString();
}

/** COUNT is the number of remaining tasks, so the expansion must not stop at it. */
function withoutCount(rule: string): string {
  return rule.replace(/;?COUNT=\d+/i, '').replace(/^;/, '');
}

function readCount(rule: string): number {
  return Number(/COUNT=(\d+)/i.exec(rule)?.[1] ?? Number.POSITIVE_INFINITY);
}

function decrementCount(rule: string): string | null {
  const count = readCount(rule);
  if (count === Number.POSITIVE_INFINITY) return rule;
  return count <= 2 ? null : rule.replace(/COUNT=\d+/i, `COUNT=${count - 1}`);
}
