import { getZone, localDayNumber, MINUTE_MS } from '@dayloom/time';
import type { StoredReminder } from '../model/reminder.ts';

/** When something happens, in the words of a sentence: `at 9:30 AM`, `on Fri, Nov 20 at 9:30 AM`. */
export function describeTime(instant: Date, now: Date, timeZone: string): string {
  const zone = getZone(timeZone);
  const time = formatIn(timeZone, { hour: 'numeric', minute: '2-digit' }, instant).replace(/\s/g, ' ');
  if (localDayNumber(zone, instant.getTime()) === localDayNumber(zone, now.getTime())) return `at ${time}`;
  return `on ${formatIn(timeZone, { weekday: 'short', month: 'short', day: 'numeric' }, instant)} at ${time}`;
}

const MOST_FORMATS = 500;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a thousand times as long as using it, so it is kept. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, instant: Date): string {
  const key = `${timeZone} ${Object.keys(options).join()}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...options });
    formats.set(key, format);
  }
  return format.format(instant);
}

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** `in 10 minutes`, `in 2 hours`, `now`, `5 minutes ago`. */
function describeDistance(instant: Date, now: Date): string {
  const minutes = Math.round((instant.getTime() - now.getTime()) / MINUTE_MS);
  const size = Math.abs(minutes);
  if (size === 0) return 'now';
  const words =
    size < 90
      ? count(size, 'minute')
      : size < 36 * 60
        ? count(Math.round(size / 60), 'hour')
        : count(Math.round(size / 1_440), 'day');
  return minutes > 0 ? `in ${words}` : `${words} ago`;
}

const VERBS = {
  event: ['Starts', 'Started'],
  block: ['Starts', 'Started'],
  booking: ['Starts', 'Started'],
  task: ['Due', 'Was due'],
  meetingRequest: ['Closes', 'Closed'],
} as const;

/** What a reminder says below its title: `Starts in 10 minutes, at 9:30 AM · Room 4`. */
export function describeReminder(
  { kind, startsAt, content }: Pick<StoredReminder, 'kind' | 'startsAt' | 'content'>,
  now: Date,
  timeZone: string,
): string {
  const detail = content.detail ? ` · ${content.detail}` : '';
  if (kind === 'allDayEvent') {
    const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(startsAt);
    return `All day, ${day}${detail}`;
  }
  if (!(kind in VERBS)) return detail;
  const [ahead, over] = VERBS[kind as keyof typeof VERBS];
  const verb = startsAt.getTime() < now.getTime() ? over : ahead;
  return `${verb} ${describeDistance(startsAt, now)}, ${describeTime(startsAt, now, timeZone)}${detail}`;
}

/** Where a reminder leads. */
export function toPath(
  { kind, subjectId, startsAt }: Pick<StoredReminder, 'kind' | 'subjectId' | 'startsAt'>,
  timeZone: string,
): string {
  if (kind === 'task') return `/tasks?task=${subjectId}`;
  if (kind === 'booking') return '/bookings';
  if (kind === 'meetingRequest') return `/bookings?view=requests&request=${subjectId}`;
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return `/calendar-flow?date=${parts.format(startsAt)}`;
}

const TEXT_TITLE = 60;

/** A text message stays short: two of them at most. */
export function toText(reminder: StoredReminder, now: Date, timeZone: string, productName: string): string {
  const { title } = reminder.content;
  const short = title.length > TEXT_TITLE ? `${title.slice(0, TEXT_TITLE - 1)}…` : title;
  const when = describeReminder({ ...reminder, content: { ...reminder.content, detail: '' } }, now, timeZone);
  const answers = {
    block: ' Reply 1 done, 2 later, 3 replan.',
    task: ' Reply 1 done, 2 later, 3 replan.',
  }[reminder.kind as string];
  return `${productName}: ${short}. ${when}.${answers ?? ''}`;
}
