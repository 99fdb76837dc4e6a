import { minutesInWords } from '#lib/format-minutes.ts';
import { type AgendaItem, count, isEvening } from './agenda.ts';
import type { Figures } from './figures.ts';

/** In the evening, what became of today: what was done in words, and the blocks that nobody finished. */
export function sayDayEnd(
  items: readonly AgendaItem[],
  now: Date,
  { finishedTasks, workedMinutes }: Pick<Figures['today'], 'finishedTasks' | 'workedMinutes'>,
): { readonly done: string; readonly left: readonly AgendaItem[] } | null {
  if (!isEvening(now)) return null;
  const blocks = items.filter(({ kind, isDone, endsAt }) => kind === 'block' && (isDone || endsAt <= now));
  if (blocks.length === 0 && finishedTasks === 0) return null;
  const finished = blocks.filter(({ isDone }) => isDone);
  const left = blocks.filter(({ isDone }) => !isDone);
  const said = [
    ...(finishedTasks > 0 ? [`${count(finishedTasks, 'task')} finished.`] : []),
    ...(finished.length > 0
      ? [`${count(finished.length, 'block')} done, ${minutesInWords(workedMinutes)} of work.`]
      : []),
  ];
  const done = said.join(' ') || 'Nothing is marked as done.';
  const rest = `${left.length === 1 ? 'This one was' : 'These were'} not finished: plan again for a new time.`;
  return { done: left.length === 0 ? done : `${done} ${rest}`, left };
}
