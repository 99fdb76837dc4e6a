import { MINUTE_MS } from '@dayloom/time';
import { minutesInWords } from '#lib/format-minutes.ts';
import { type AgendaItem, count, isEvening } from './agenda.ts';

/** In the evening, what became of today's blocks: what was done in words, and those that nobody finished. */
export function sayDayEnd(
  items: readonly AgendaItem[],
  now: Date,
): { readonly done: string; readonly left: readonly AgendaItem[] } | null {
  if (!isEvening(now)) return null;
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
