import type { Block, Calendar, Occurrence } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { minutesInWords } from '#lib/format-minutes.ts';
import { addDays, localDate } from '#lib/local-dates.ts';
import { agendaRange, DAYS_AHEAD } from './agenda-range.ts';

export interface AgendaItem {
  id: string;
  kind: 'event' | 'block';
  title: string;
  startsAt: Date;
  endsAt: Date;
  isAllDay: boolean;
  isDone: boolean;
  /** The task of a block. */
  taskId: string | null;
  /** The calendar's colour; null for a block. */
  color: string | null;
  /** `2/3` for a chunk of a task. */
  chunk: string | null;
}

export interface AgendaDay {
  date: Date;
  items: AgendaItem[];
}

/**
 * Events and blocks by day, in order of time, all-day events first. An item over midnight appears in each of
 * its days.
 */
export function agendaDays(
  now: Date,
  occurrences: readonly Occurrence[],
  blocks: readonly Block[],
  calendars: readonly Pick<Calendar, '_id' | 'color'>[] = [],
): AgendaDay[] {
  const { from } = agendaRange(now);
  const colors = new Map(calendars.map(({ _id, color }) => [_id, color]));
  const items = [
    ...occurrences
      .filter((occurrence) => occurrence.status !== 'cancelled')
      .map((occurrence) => itemOfOccurrence(occurrence, colors.get(occurrence.calendarId) ?? null)),
    ...blocks.map(itemOfBlock),
  ].sort((a, b) => Number(b.isAllDay) - Number(a.isAllDay) || a.startsAt.getTime() - b.startsAt.getTime());
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => {
    const date = addDays(from, index);
    const end = addDays(date, 1);
    return {
      date,
      items: items.filter((item) => item.startsAt < end && (item.endsAt > date || isAt(item, date))),
    };
  });
}

const isAt = (item: AgendaItem, date: Date) =>
  item.startsAt.getTime() === item.endsAt.getTime() && item.startsAt.getTime() >= date.getTime();

function itemOfOccurrence(occurrence: Occurrence, color: string | null): AgendaItem {
  const { startsOn, endsOn, isAllDay } = occurrence;
  return {
    id: `${occurrence.eventId} ${occurrence.recurrenceId ?? ''}`,
    kind: 'event',
    title: occurrence.title || '(No title)',
    startsAt: isAllDay && startsOn ? localDate(startsOn) : new Date(occurrence.startsAt),
    endsAt: isAllDay && endsOn ? localDate(endsOn) : new Date(occurrence.endsAt),
    isAllDay,
    isDone: false,
    taskId: null,
    color,
    chunk: null,
  };
}

function itemOfBlock(block: Block): AgendaItem {
  return {
    id: block._id,
    kind: 'block',
    title: block.title,
    startsAt: new Date(block.startsAt),
    endsAt: new Date(block.endsAt),
    isAllDay: false,
    isDone: block.state === 'done',
    taskId: block.taskId,
    color: null,
    chunk: block.chunkCount > 1 ? `${block.chunk}/${block.chunkCount}` : null,
  };
}

/** What is under way, a block before a meeting, and the next two things that begin. */
export function findNow(
  items: readonly AgendaItem[],
  now: Date,
): Partial<Record<'current' | 'next' | 'later', AgendaItem>> {
  const left = items.filter(({ isAllDay, isDone, endsAt }) => !isAllDay && !isDone && endsAt > now);
  const running = left.filter(({ startsAt }) => startsAt <= now);
  const current = running.find(({ kind }) => kind === 'block') ?? running[0];
  const [next, later] = left.filter(({ startsAt }) => startsAt > now);
  return { ...(current && { current }), ...(next && { next }), ...(later && { later }) };
}

/** From this hour on, the day is looked back on. */
const EVENING = 17;

/** In the evening, what became of today's blocks: what was done in words, and those that nobody finished. */
export function sayDayEnd(
  items: readonly AgendaItem[],
  now: Date,
): { readonly done: string; readonly left: readonly AgendaItem[] } | null {
  if (now.getHours() < EVENING) return null;
  const blocks = items.filter(({ kind, isDone, endsAt }) => kind === 'block' && (isDone || endsAt <= now));
  if (blocks.length === 0) return null;
  const finished = blocks.filter(({ isDone }) => isDone);
  const left = blocks.filter(({ isDone }) => !isDone);
  const worked = finished.reduce(
    (sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(),
    0,
  );
  const done =
    finished.length === 0
      ? 'Nothing is marked as done.'
      : `${count(finished.length, 'block')} done, ${minutesInWords(Math.round(worked / MINUTE_MS))} of work.`;
  const rest = `${left.length === 1 ? 'This one was' : 'These were'} not finished: plan again for a new time.`;
  return { done: left.length === 0 ? done : `${done} ${rest}`, left };
}

/** What is left of today, as a sentence; if nothing is left, the number of unplanned tasks. */
export function summaryOfToday(items: readonly AgendaItem[], now: Date, openTasks: number): string {
  const left = items.filter((item) => !item.isAllDay && !item.isDone && item.endsAt > now);
  const blocks = left.filter((item) => item.kind === 'block').length;
  const events = left.length - blocks;
  if (left.length === 0)
    return [
      items.length === 0 ? 'nothing planned today' : 'nothing left today',
      ...(openTasks > 0 ? [count(openTasks, 'open task')] : []),
    ].join(' · ');
  const parts = [blocks > 0 && count(blocks, 'block'), events > 0 && count(events, 'event')].filter(Boolean);
  return `${parts.join(' and ')} left today`;
}

/** Number of planned tasks. */
export const plannedTasks = (blocks: readonly Block[]): number =>
  new Set(blocks.filter(({ state }) => state === 'planned').map(({ taskId }) => taskId)).size;

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
