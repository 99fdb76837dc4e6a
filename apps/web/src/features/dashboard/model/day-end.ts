import type { Block } from '@dayloom/contracts';
import { minutesInWords } from '#lib/format-minutes.ts';
import { type AgendaItem, count, isEvening } from './agenda.ts';
import type { Figures } from './figures.ts';

export interface DayEnd {
  /** What was done, and whether the rest needs a new time, in words. */
  readonly said: string;
  /** The blocks that nobody finished, and when their task is planned next. */
  readonly left: readonly (Pick<AgendaItem, 'id' | 'title'> & { readonly movesTo: Date | null })[];
}

/** Today's outcome, for the evening. `blocks`: the plan. */
export function sayDayEnd(
  {
    items,
    blocks,
    now,
  }: { readonly items: readonly AgendaItem[]; readonly blocks: readonly Block[]; readonly now: Date },
  {
    finishedTasks,
    finishedTitles,
    workedMinutes,
  }: Pick<Figures['today'], 'finishedTasks' | 'finishedTitles' | 'workedMinutes'>,
): DayEnd | null {
  if (!isEvening(now)) return null;
  const over = items.filter(({ kind, isDone, endsAt }) => kind === 'block' && (isDone || endsAt <= now));
  if (over.length === 0 && finishedTasks === 0) return null;
  const finished = over.filter(({ isDone }) => isDone);
  const left = over
    .filter(({ isDone }) => !isDone)
    .map(({ id, title, taskId }) => ({ id, title, movesTo: findNextTime(blocks, taskId, now) }));
  // A finished task is named once.
  const parts = [...new Set(finished.map(({ title }) => title))].filter(
    (title) => !finishedTitles.includes(title),
  );
  const done = [
    ...(finishedTasks > 0
      ? [`${count(finishedTasks, 'task')} finished${inBrackets(finishedTitles, finishedTasks)}.`]
      : []),
    ...(finished.length > 0
      ? [
          `${count(finished.length, 'block')} done${inBrackets(parts, parts.length)}, ${minutesInWords(workedMinutes)} of work.`,
        ]
      : []),
  ].join(' ');
  return { said: [done || 'Nothing is marked as done.', ...sayRest(left)].join(' '), left };
}

/** More would be a wall of words. */
const MOST_TITLES = 5;

/** ' (Report, Slides and 3 more)' of as many names as there are; nothing without one. */
function inBrackets(titles: readonly string[], all: number): string {
  if (titles.length === 0) return '';
  const shown = titles.slice(0, MOST_TITLES);
  const more = all - shown.length;
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

function sayRest(left: DayEnd['left']): string[] {
  if (left.length === 0) return [];
  const isPlanned = left.every(({ movesTo }) => movesTo !== null);
  if (left.length === 1)
    return [
      `This one was not finished${isPlanned ? ' and has a new time.' : ': plan again for a new time.'}`,
    ];
  return [`These were not finished${isPlanned ? ' and have new times.' : ': plan again for a new time.'}`];
}

function findNextTime(blocks: readonly Block[], taskId: string | null, now: Date): Date | null {
  const starts = blocks
    .filter((block) => block.taskId === taskId && !block.isFinished && new Date(block.endsAt) > now)
    .map(({ startsAt }) => Date.parse(startsAt));
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}
