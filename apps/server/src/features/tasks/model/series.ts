import { type HoursOverride, type WeeklyHours, windowsByDate } from '@dayloom/contracts';
import {
  DAY_MS,
  findDayNumber,
  formatDayNumber,
  fromDayNumber,
  getZone,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
  windowsOn,
  type Zone,
} from '@dayloom/time';
import { expand, parseRule } from '@dayloom/time/recurrence';
import { canBeFlexible, type DayGroup, listDayGroups } from './flexible-days.ts';
import type { TaskFields } from './task-fields.ts';

/**
 * A task of a series is its earliest open occurrence. The later occurrences have no rows: they follow from the
 * rule, and completing the task creates the next one.
 */

/** What the occurrences of a series depend on, besides its task. */
export interface SeriesContext {
  /** The home zone. */
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly hoursOverrides: readonly HoursOverride[];
  readonly now: Date;
}

type SeriesFields = Pick<
  TaskFields,
  | 'recurrenceRule'
  | 'hasFlexibleDays'
  | 'exceptionDates'
  | 'dueOn'
  | 'dueAt'
  | 'startAfter'
  | 'durationMinutes'
  | 'hours'
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
  context: SeriesContext,
  { until }: { until: number | 'next two' },
): SeriesOccurrence[] {
  if (!task.recurrenceRule) return [];
  const series = readSeries(task, context);
  const { zone, anchor } = series;
  const found = series.isFlexible
    ? listTimesOfWeeks(task, series, until)
    : listDays(task.recurrenceRule, task, series, until);
  const chosen = found.slice(0, readCount(task.recurrenceRule) - 1);
  return (until === 'next two' ? chosen.slice(0, 2) : chosen).map(({ first, last }) => {
    const shiftDays = last - anchor;
    const begins = new Date(startOfDayNumber(zone, first)).toISOString();
    const shifted =
      task.startAfter && !series.isFlexible ? shiftedInstant(task.startAfter, shiftDays, zone) : null;
    const on = formatDayNumber(last);
    return {
      on,
      startAfter: shifted && shifted > begins ? shifted : begins,
      ...(task.dueAt
        ? { dueOn: null, dueAt: shiftedInstant(task.dueAt, shiftDays, zone) }
        : { dueOn: on, dueAt: null }),
    };
  });
}

/** Each date of the rule, with the first day on which its occurrence may be planned. */
function listDays(
  rule: string,
  { exceptionDates }: SeriesFields,
  { today, anchor, isForDays, isAnyDay, hasHours, ownDateCount }: Series,
  until: number | 'next two',
): DayGroup[] {
  const after = Math.max(anchor, today - 1) + 1;
  const found = expand(
    {
      start: { local: { ...fromDayNumber(anchor), hour: 0, minute: 0 }, timeZone: null, isDate: true },
      rules: [withoutCount(rule)],
    },
    {
      from: after * DAY_MS,
      ...(until === 'next two'
        ? { limit: DAYS_LOOKED_AT + ownDateCount + exceptionDates.length }
        : { to: until * DAY_MS }),
      startOccurs: 'by-rule',
    },
  );
  const left = new Set(exceptionDates);
  const days = found
    .map(({ startsAt }) => Math.floor(startsAt / DAY_MS))
    .filter((day) => !left.has(formatDayNumber(day)));
  const open = isAnyDay ? days.filter(hasHours) : days;
  return (open.length > 0 ? open : days).map((day, index, chosen) => ({
    first: isForDays && hasHours(day) ? day : (chosen[index - 1] ?? anchor) + 1,
    last: day,
  }));
}

/** The groups of days for a number of times a week. */
function listTimesOfWeeks(task: SeriesFields, series: Series, until: number | 'next two'): DayGroup[] {
  const { anchor, today, rule, hasHours } = series;
  const from = Math.max(anchor + 1, today);
  const left = new Set(task.exceptionDates);
  const weeks = DAYS_LOOKED_AT + 7 * (rule.interval + task.exceptionDates.length);
  return listDayGroups(
    { text: withoutCount(task.recurrenceRule ?? ''), rule, hasHours },
    { anchor, from, until: until === 'next two' ? from + weeks : until },
  ).filter(({ last }) => !left.has(formatDayNumber(last)));
}

/**
 * Whether the task's own occurrence is over, so that a later one is to be done instead: its day has passed
 * and the day of a later one has come, or it takes place at a fixed time that has passed. One of several times
 * a week is over with its last day.
 */
export function isMissed(
  task: SeriesFields,
  context: SeriesContext,
  next: SeriesOccurrence | undefined,
): boolean {
  if (!task.recurrenceRule || !next) return false;
  const { today, anchor, isForDays, isFlexible } = readSeries(task, context);
  if (isFlexible) return anchor < today;
  if (takesPlaceAtFixedTime(task)) return Date.parse(task.dueAt as string) <= context.now.getTime();
  return isForDays && anchor < today && startOfDate(next.on, context.timeZone) <= context.now.getTime();
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
export function planNextInSeries(task: TaskFields, context: SeriesContext): TaskFields | null {
  const [first, second] = listLaterOccurrences(task, context, { until: 'next two' });
  const hasBegun = first && getOccurrenceStart(task, first, context) <= context.now.getTime();
  const next = hasBegun && isMissed(task, context, first) ? second : first;
  if (!next || !task.recurrenceRule) return null;
  const { on, ...dates } = next;
  return {
    ...task,
    ...dates,
    status: 'open',
    firstEstimateMinutes: null,
    wasPlanned: false,
    completedAt: null,
    dependsOn: [],
    subtasks: task.subtasks.map((subtask) => ({ ...subtask, done: false })),
    recurrenceRule: decrementCount(task.recurrenceRule),
    exceptionDates: task.exceptionDates.filter((date) => date > on),
  };
}

/** Whether the series has a later occurrence on a date. */
export function createLaterOccurrenceTest(
  task: SeriesFields,
  context: SeriesContext,
): (date: string) => boolean {
  let until = 0;
  let known = new Set<string>();
  return (date) => {
    const day = findDayNumber(date) ?? 0;
    if (day >= until) {
      until = day + 1;
      known = new Set(listLaterOccurrences(task, context, { until }).map(({ on }) => on));
    }
    return known.has(date);
  };
}

/**
 * Gives a task with flexible days its deadline: the last day of the week's group of days in which it may
 * take place.
 */
export function withFlexibleDue(task: TaskFields, context: SeriesContext): TaskFields {
  if (!task.recurrenceRule) return task;
  const { zone, today, rule, isFlexible, hasHours, isTodayOver } = readSeries(task, context);
  if (!isFlexible) return task;
  const days = [
    task.dueOn,
    task.startAfter && findOwnDate({ dueOn: null, dueAt: task.startAfter }, context.timeZone),
  ].map((date) => (date ? findDayNumber(date) : null) ?? today);
  const from = Math.max(isTodayOver ? today + 1 : today, ...days);
  const [group] = listDayGroups(
    { text: withoutCount(task.recurrenceRule), rule, hasHours },
    { anchor: from, from, until: from + DAYS_LOOKED_AT + 7 * rule.interval },
  );
  if (!group) return task;
  const begins = group.first > today ? new Date(startOfDayNumber(zone, group.first)).toISOString() : null;
  return { ...task, dueOn: formatDayNumber(group.last), startAfter: task.startAfter ?? begins };
}

/** Tests whether the series is for a date, not only due on it: it is daily, or on several named days. */
export function createDayTest(task: SeriesFields, context: SeriesContext): (date: string) => boolean {
  if (!task.recurrenceRule) return () => false;
  const { isForDays, isFlexible, hasHours } = readSeries(task, context);
  return (date) => isFlexible || (isForDays && hasHours(findDayNumber(date) ?? 0));
}

/** When the day of an occurrence begins, or with flexible days the first of its days. */
function getOccurrenceStart(
  task: SeriesFields,
  { on, startAfter }: SeriesOccurrence,
  context: SeriesContext,
): number {
  const { isFlexible } = readSeries(task, context);
  return isFlexible && startAfter ? Date.parse(startAfter) : startOfDate(on, context.timeZone);
}

function startOfDate(date: string, timeZone: string): number {
  return startOfDayNumber(getZone(timeZone), findDayNumber(date) ?? 0);
}

type Series = ReturnType<typeof readSeries>;

function readSeries(task: SeriesFields, { timeZone, hours, hoursOverrides, now }: SeriesContext) {
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, now.getTime());
  const rule = parseRule(task.recurrenceRule ?? '');
  const ownDate = findOwnDate(task, timeZone);
  const ownWindows = windowsByDate(hoursOverrides, task.hours);
  const isAnyDay = rule.frequency === 'DAILY' && rule.weekdays === null;
  const clockTime = new Date(now.getTime() + zone.offsetMsAt(now.getTime())).toISOString().slice(11, 16);
  return {
    zone,
    today,
    isTodayOver: !windowsOn(today, hours[task.hours], ownWindows).some(([, end]) => end > clockTime),
    rule,
    /** Its days only count how often; a time of day belongs to named days. */
    isFlexible: task.hasFlexibleDays && task.dueAt === null && canBeFlexible(rule),
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
