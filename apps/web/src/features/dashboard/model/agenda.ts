import type { Block, Calendar, Occurrence } from '@dayloom/contracts';
import type { ReactNode } from 'react';
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
  isPinned: boolean;
  /** The task of a block. */
  taskId: string | null;
  /** The calendar's colour; null for a block. */
  color: string | null;
  /** `2/3` for a chunk of a task. */
  chunk: string | null;
}

export interface BlockRef extends Pick<AgendaItem, 'id' | 'taskId'> {
  /** The end of a pinned block. */
  readonly placedUntil?: Date | null;
  /** What begins after it today. */
  readonly next?: AgendaItem | undefined;
}
/** What can be done with a block that is under way, its task's deadline and notes; and ticking off one that is over. */
export type BlockPartName = 'actions' | 'due' | 'notes' | 'done';
export type RenderBlock = (part: BlockPartName, block: BlockRef) => ReactNode;

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
      .map((occurrence) => toEventItem(occurrence, colors.get(occurrence.calendarId) ?? null)),
    ...blocks.map(toBlockItem),
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

function toEventItem(occurrence: Occurrence, color: string | null): AgendaItem {
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
    isPinned: false,
    color,
    chunk: null,
  };
}

function toBlockItem(block: Block): AgendaItem {
  return {
    id: block._id,
    kind: 'block',
    title: block.title,
    startsAt: new Date(block.startsAt),
    endsAt: new Date(block.endsAt),
    isAllDay: false,
    isDone: block.isFinished,
    taskId: block.taskId,
    isPinned: block.isPinned,
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
  // A block whose time has come while the one before it takes longer is still ahead.
  const [next, later] = left.filter((item) => item.startsAt > now || isHeldUp(item, current));
  return { ...(current && { current }), ...(next && { next }), ...(later && { later }) };
}

const isHeldUp = (item: AgendaItem, current: AgendaItem | undefined): boolean =>
  item.kind === 'block' && current?.kind === 'block' && item.startsAt > current.startsAt;

/** What is left of today, as a sentence; if nothing is left, the number of unplanned tasks. */
export function summarizeToday(items: readonly AgendaItem[], now: Date, openTasks: number): string {
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

/** Number of tasks with planned time ahead. */
export const plannedTasks = (blocks: readonly Block[], now: Date): number =>
  new Set(
    blocks
      .filter(({ state, endsAt }) => state === 'planned' && new Date(endsAt) > now)
      .map(({ taskId }) => taskId),
  ).size;

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
