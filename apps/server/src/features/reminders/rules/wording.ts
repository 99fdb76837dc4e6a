import { formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import type { DailyMail, StoredReminder } from '../model/reminder.ts';

/** Where and how somebody reads times. */
export interface ReaderLocale {
  readonly timeZone: string;
  /** `9:30 AM` instead of `09:30`. */
  readonly hour12: boolean;
}

/** `9:30 AM` or `09:30` */
export function formatTime(instant: Date, { timeZone, hour12 }: ReaderLocale): string {
  const hours = hour12 ? HOURS_12 : HOURS_24;
  return formatIn(timeZone, hours, instant).replace(/\s/g, ' ');
}

const HOURS_12 = { hour: 'numeric', minute: '2-digit' } as const;
const HOURS_24 = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * When something happens, in the words of a sentence: `at 9:30 AM`, `on Fri, Nov 20 at 9:30 AM`. The day is left out
 * if it is the local day of all the instants at which the sentence is read.
 */
export function describeTime(instant: Date, readAt: readonly Date[], reader: ReaderLocale): string {
  const { timeZone } = reader;
  const zone = getZone(timeZone);
  const time = formatTime(instant, reader);
  const toDay = (at: Date) => localDayNumber(zone, at.getTime());
  if (readAt.every((at) => toDay(at) === toDay(instant))) return `at ${time}`;
  return `on ${formatIn(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }, instant)} at ${time}`;
}

const MAX_FORMATS = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a thousand times as long as using it, so it is kept. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, instant: Date): string {
  const key = `${timeZone} ${Object.keys(options).join()}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    formats.set(key, format);
  }
  return format.format(instant);
}

/** Times are in the display zone. All-day events are reminded of at an hour of the home zone, so their days are there. */
interface Zones extends Pick<ReaderLocale, 'hour12'> {
  readonly homeTimeZone: string;
  readonly displayTimeZone: string;
}

const VERBS = {
  event: ['Starts', 'Started'],
  block: ['Starts', 'Started'],
  booking: ['Starts', 'Started'],
  task: ['Due', 'Was due'],
  meetingRequest: ['Closes', 'Closed'],
} as const;

/**
 * What a reminder says below its title: `Starts at 9:30 AM · Room 4`. It may be sent late
 * and arrive later still, so it has no `in 10 minutes`. It leaves out the day only if nobody needs it on another day.
 */
export function describeReminder(
  {
    kind,
    startsAt,
    usefulUntil,
    content,
  }: Pick<StoredReminder, 'kind' | 'startsAt' | 'usefulUntil' | 'content'>,
  now: Date,
  zones: Zones,
): string {
  const { displayTimeZone, hour12 } = zones;
  const detail = content.detail ? ` · ${content.detail}` : '';
  if (kind === 'allDayEvent') {
    const day = formatIn(zones.homeTimeZone, { dateStyle: 'full' }, startsAt);
    return `All day, ${day}${detail}`;
  }
  if (!(kind in VERBS)) return detail;
  const [ahead, over] = VERBS[kind as keyof typeof VERBS];
  const verb = startsAt.getTime() < now.getTime() ? over : ahead;
  return `${verb} ${describeTime(startsAt, [now, usefulUntil], { timeZone: displayTimeZone, hour12 })}${detail}`;
}

/** Where a reminder leads. */
export function toPath(
  { kind, subjectId, startsAt }: Pick<StoredReminder, 'kind' | 'subjectId' | 'startsAt'>,
  zones: Omit<Zones, 'hour12'>,
): string {
  if (kind === 'task') return `/tasks?task=${subjectId}`;
  if (kind === 'booking') return '/bookings';
  if (kind === 'meetingRequest') return `/bookings?view=requests&request=${subjectId}`;
  const zone = getZone(kind === 'allDayEvent' ? zones.homeTimeZone : zones.displayTimeZone);
  return `/calendar-flow?date=${formatDayNumber(localDayNumber(zone, startsAt.getTime()))}`;
}

/** The names that the settings use, too. */
export const dailyMailNames: Readonly<Record<DailyMail, string>> = {
  briefing: 'daily briefing',
  summary: 'evening summary',
};

const TEXT_TITLE = 60;

/** The title in a text message, without half of a character at its end. */
export function toTextTitle(title: string): string {
  if (title.length <= TEXT_TITLE) return title;
  return `${title.slice(0, TEXT_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text message stays short: two of them at most. */
export function toText(reminder: StoredReminder, now: Date, zones: Zones, productName: string): string {
  const when = describeReminder({ ...reminder, content: { ...reminder.content, detail: '' } }, now, zones);
  const answers = {
    block: ' Reply 1 done, 2 later, 3 replan.',
    task: ' Reply 1 done, 2 later, 3 replan.',
  }[reminder.kind as string];
  return `${productName}: ${toTextTitle(reminder.content.title)}. ${when}.${answers ?? ''}`;
}
