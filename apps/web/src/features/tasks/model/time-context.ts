import type { Task, WeeklyHours } from '@dayloom/contracts';
import {
  DAY_MS,
  type DateOverrides,
  findDayNumber,
  formatDayNumber,
  getZone,
  localDayNumber,
  MINUTE_MS,
  windowsOn,
} from '@dayloom/time';
import { dateFormat } from '#lib/date-format.ts';
import { formatTimeIn } from '#lib/format-time.ts';

/** The context for formatting dates. */
export interface TimeContext {
  now: Date;
  /** The viewer's zone: times are shown in it. */
  timeZone: string;
  /** The zone of date-only deadlines. */
  homeTimeZone: string;
  workingHours: WeeklyHours;
  /** Special hours that replace the weekday's working hours. */
  overrides?: DateOverrides;
  /** The default duration of a task. */
  taskMinutes?: number | undefined;
}

/** The server's default end of a day without working hours. */
const DEFAULT_END = '17:00';

const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const withYear = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekdayShort = dateFormat({ weekday: 'short', timeZone: 'UTC' });
const weekdayLong = dateFormat({ weekday: 'long', timeZone: 'UTC' });

export const toDay = (instant: string | number | Date, timeZone: string): number =>
  localDayNumber(getZone(timeZone), new Date(instant).getTime());

export const todayIn = ({ now, timeZone }: Pick<TimeContext, 'now' | 'timeZone'>): number =>
  toDay(now, timeZone);

const toUtc = (day: number) => new Date(day * DAY_MS);
const isThisYear = (day: number, today: number) =>
  toUtc(day).getUTCFullYear() === toUtc(today).getUTCFullYear();

/** `20 Nov`, with the year if it is not this one. */
export const formatDate = (day: number, today: number): string =>
  (isThisYear(day, today) ? dayAndMonth : withYear)().format(toUtc(day));

/** `Fri 20 Nov` */
export const dayWithDate = (day: number, today: number): string =>
  `${weekdayShort().format(toUtc(day))} ${formatDate(day, today)}`;

export const formatWeekday = (day: number): string => weekdayLong().format(toUtc(day));

/** `Today`, `Tomorrow`, `Fri` within a week, `27 Nov` beyond. */
export function relativeDay(day: number, today: number): string {
  const ahead = day - today;
  if (ahead === 0) return 'Today';
  if (ahead === 1) return 'Tomorrow';
  if (ahead === -1) return 'Yesterday';
  return ahead > 0 && ahead < 7 ? weekdayShort().format(toUtc(day)) : formatDate(day, today);
}

export function formatTime(instant: string | number, timeZone: string): string {
  return formatTimeIn(timeZone, new Date(instant));
}

/** `Thu 14:15–15:45`; names both days if they differ. */
export function describePlace(startsAt: string, endsAt: string, context: TimeContext): string {
  const { timeZone } = context;
  const today = todayIn(context);
  const [first, last] = [toDay(startsAt, timeZone), toDay(endsAt, timeZone)];
  const end = `${last === first ? '' : `${relativeDay(last, today)} `}${formatTime(endsAt, timeZone)}`;
  return `${relativeDay(first, today)} ${formatTime(startsAt, timeZone)}–${end}`;
}

export interface Deadline {
  /** Epoch milliseconds: for a date, the end of that day's working hours in the home zone. */
  at: number;
  /** Day number for display: for a date the date itself, for an instant the day in the viewer's zone. */
  day: number;
  hasTime: boolean;
}

export function findDeadline(
  task: Pick<Task, 'dueOn' | 'dueAt'> & Partial<Pick<Task, 'hasFlexibleDays'>>,
  context: TimeContext,
): Deadline | null {
  if (task.dueAt)
    return { at: Date.parse(task.dueAt), day: toDay(task.dueAt, context.timeZone), hasTime: true };
  const day = task.dueOn === null ? null : findDayNumber(task.dueOn);
  // When something is due several times a week, a missed time is not late: the next one takes its place.
  if (day === null || (task.hasFlexibleDays && day < todayIn(context))) return null;
  const end = toInstant(day, endOfWorkday(day, context), context.homeTimeZone);
  return { at: end, day, hasTime: false };
}

/** `17:00` */
export function endOfWorkday(day: number, { workingHours, overrides }: TimeContext): string {
  const ends = windowsOn(day, workingHours, overrides).map(([, to]) => to);
  return ends.sort().at(-1) ?? DEFAULT_END;
}

/** Converts an instant to the date and time fields of a form. */
export function toDateAndTime(instant: string | null, timeZone: string): { date: string; time: string } {
  if (!instant) return { date: '', time: '' };
  const { hour, minute } = getZone(timeZone).toLocal(Date.parse(instant));
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return { date: formatDayNumber(toDay(instant, timeZone)), time };
}

/** Converts the fields of a form to an instant; null without a valid date. */
export function fromDateAndTime(date: string, time: string, timeZone: string): string | null {
  const day = findDayNumber(date);
  return day === null ? null : new Date(toInstant(day, time, timeZone)).toISOString();
}

/** Returns the start of the day when no time is given. */
function toInstant(day: number, time: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return getZone(timeZone).localMsToInstant(day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS);
}
