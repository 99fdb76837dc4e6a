import { DAY_MS } from '@dayloom/time';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData, type DialogueEvent, type DialogueTask } from './data.ts';

/** The reply to 'help' and to a message that was not understood. */
export const ABILITIES =
  "I can add, move, rename and cancel events, invite people, ask others for a time, add and complete tasks, find free time, plan your week and say why, set your working hours, and answer questions about your calendar. For example: 'Move lunch to 1', 'Cancel my next meeting with Sam', 'Schedule a review with Ana on Friday at 10', 'When am I free tomorrow?', 'Can I fit a 3 hour report before Friday?', 'Add buy milk to my list'.";

/**
 * Dates and times in words. Wall-clock times are formatted as UTC, so that no zone of the machine plays a part.
 */
const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });

export const describeDay = (wall: number): string => date.format(wall);
export const describeClock = (wall: number): string => time.format(wall);

/** '14:00 (Europe/Berlin)', '14:00–15:00 (Europe/Berlin)' */
export const describeZoned = (
  walls: readonly [number, number?],
  { timeZone }: Pick<DialogueData, 'timeZone'>,
): string =>
  `${walls.flatMap((wall) => (wall === undefined ? [] : [describeClock(wall)])).join('–')} (${timeZone})`;

/** 'Fri, 27 Nov 2026, 14:00–15:00 (Europe/Berlin)' */
export function describeTime(
  { start, end }: { readonly start: number; readonly end: number },
  data: Pick<DialogueData, 'now' | 'timeZone'>,
): string {
  const clock = createWallClock(data);
  const [from, to] = [clock.toWall(start), clock.toWall(end)];
  const isSameDay = floorTo('day', from) === floorTo('day', to) || to - floorTo('day', from) === DAY_MS;
  if (start === end) return `${describeDay(from)}, ${describeZoned([from], data)}`;
  const until = isSameDay ? describeClock(to) : `${describeDay(to)}, ${describeClock(to)}`;
  return `${describeDay(from)}, ${describeClock(from)}–${until} (${data.timeZone})`;
}

/** The fields of an event that replies mention. */
export type SpokenEvent = Pick<DialogueEvent, 'title' | 'start' | 'end' | 'isAllDay' | 'startsOn' | 'endsOn'>;
export type SpokenTask = Pick<DialogueTask, 'title' | 'dueOn' | 'dueAt'>;

/** 'Fri, 27 Nov 2026, all day' */
export function describeEventTime(event: SpokenEvent, data: Pick<DialogueData, 'now' | 'timeZone'>): string {
  if (!event.isAllDay || event.startsOn === null || event.endsOn === null) return describeTime(event, data);
  const first = Date.parse(`${event.startsOn}T00:00:00Z`);
  const last = Date.parse(`${event.endsOn}T00:00:00Z`) - DAY_MS;
  return last > first
    ? `${describeDay(first)} – ${describeDay(last)}, all day`
    : `${describeDay(first)}, all day`;
}

export const describeEvent = (event: SpokenEvent, data: Pick<DialogueData, 'now' | 'timeZone'>): string =>
  `'${event.title || 'Untitled'}', ${describeEventTime(event, data)}`;

export function describeTask(task: SpokenTask, data: Pick<DialogueData, 'now' | 'timeZone'>): string {
  return [`'${task.title}'`, describeDue(task, data)].filter((part) => part !== '').join(', ');
}

/** 'due Fri, 27 Nov 2026, 15:00 (Europe/Berlin)'; an empty text without a deadline. */
export function describeDue(
  { dueOn, dueAt }: Pick<SpokenTask, 'dueOn' | 'dueAt'>,
  data: Pick<DialogueData, 'now' | 'timeZone'>,
): string {
  if (dueOn !== null) return `due ${describeDay(Date.parse(`${dueOn}T00:00:00Z`))}`;
  if (dueAt === null) return '';
  const wall = createWallClock(data).toWall(dueAt);
  return `due ${describeDay(wall)}, ${describeZoned([wall], data)}`;
}

/** '1 h 30 min', '45 min', '2 days', '1 day 3 h' */
export function describeMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1_440);
  const [hours, rest] = [Math.floor(minutes / 60) - days * 24, minutes % 60];
  return [
    days > 0 ? (days === 1 ? '1 day' : `${days} days`) : '',
    hours > 0 ? `${hours} h` : '',
    rest > 0 ? `${rest} min` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const MAX_QUOTED = 120;

/** What somebody said, between quotation marks and not longer than a line. */
export const quote = (text: string): string =>
  `'${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}'`;

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name that was typed in lower case, with a capital if the name before had one. */
export const matchCapital = (name: string, before: string): string =>
  name === name.toLowerCase() && before.charAt(0) !== before.charAt(0).toLowerCase()
    ? capitalise(name)
    : name;
