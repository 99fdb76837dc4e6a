import type { Block } from '@dayloom/contracts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { count } from './agenda.ts';
import type { Figures } from './figures.ts';

export interface DayEnd {
  /** What was done, and whether the rest needs a new time, in words. */
  readonly said: string;
  /** The blocks that nobody finished, and when their task is planned next. */
  readonly left: readonly (Pick<Block, '_id' | 'taskId' | 'title'> & { readonly movesTo: Date | null })[];
}

interface Plan {
  readonly blocks: readonly Block[];
  readonly now: Date;
  /** Tasks whose blocks ahead are too short for what remains. */
  readonly partlyPlanned: readonly string[];
}

/** What became of today, as the home zone and the figures have it. */
export function describeDayEnd(
  plan: Plan,
  {
    startsAt,
    endsAt,
    finishedTasks,
    firstFinished,
    workedMinutes,
  }: Pick<Figures['today'], 'startsAt' | 'endsAt' | 'finishedTasks' | 'firstFinished' | 'workedMinutes'>,
): DayEnd | null {
  const { blocks, now } = plan;
  const over = blocks
    .filter((block) => Date.parse(block.startsAt) < Date.parse(endsAt))
    .filter((block) => Date.parse(block.endsAt) > Date.parse(startsAt))
    .filter((block) => block.isFinished || Date.parse(block.endsAt) <= now.getTime())
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  if (over.length === 0 && finishedTasks === 0) return null;
  const finished = over.filter(({ isFinished }) => isFinished);
  const left = over
    .filter(({ isFinished }) => !isFinished)
    .map((block) => ({
      _id: block._id,
      title: block.title,
      taskId: block.taskId,
      movesTo: findNextTime(block, plan),
    }));
  // A finished task is named once. Others may have its title.
  const named = new Set(firstFinished.map(({ _id }) => _id));
  const parts = new Map(
    finished.filter(({ taskId }) => !named.has(taskId)).map(({ taskId, title }) => [taskId, title]),
  );
  const titles = firstFinished.map(({ title }) => title);
  const done = [
    ...(finishedTasks > 0
      ? [`${count(finishedTasks, 'task')} finished${inBrackets(titles, finishedTasks)}.`]
      : []),
    ...(finished.length > 0
      ? [
          `${count(finished.length, 'block')} done${inBrackets([...parts.values()], parts.size)}, ${formatMinutes(workedMinutes)} of work.`,
        ]
      : []),
  ].join(' ');
  return { said: [done || 'Nothing is marked as done.', ...describeRest(left)].join(' '), left };
}

/** More would be a wall of words. */
const MAX_TITLES = 5;

/** ' (Report, Slides and 3 more)' of as many names as there are; nothing without one. */
function inBrackets(titles: readonly string[], all: number): string {
  if (titles.length === 0) return '';
  const shown = titles.slice(0, MAX_TITLES);
  const more = all - shown.length;
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

function describeRest(left: DayEnd['left']): string[] {
  if (left.length === 0) return [];
  const isPlanned = left.every(({ movesTo }) => movesTo !== null);
  if (left.length === 1)
    return [
      `This one was not finished${isPlanned ? ' and has a new time.' : ': plan again for a new time.'}`,
    ];
  return [`These were not finished${isPlanned ? ' and have new times.' : ': plan again for a new time.'}`];
}

/** Null also if the blocks ahead are too short for what remains of the task. */
function findNextTime(missed: Block, { blocks, now, partlyPlanned }: Plan): Date | null {
  if (missed.occurrenceOn === null && partlyPlanned.includes(missed.taskId)) return null;
  const starts = blocks
    .filter(({ taskId, occurrenceOn }) => taskId === missed.taskId && occurrenceOn === missed.occurrenceOn)
    .filter((block) => !block.isFinished && new Date(block.endsAt) > now)
    .map(({ startsAt }) => Date.parse(startsAt));
  return starts.length === 0 ? null : new Date(Math.min(...starts));
}
