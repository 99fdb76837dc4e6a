import type { NewTask } from '@dayloom/contracts';
import type { QuickAddOptions } from '@dayloom/language';
import type { ReadContext } from './imported-tasks.ts';
import { quote } from './imported-text.ts';
import { toNewTask } from './quick-add.ts';

/** Dates that exist, of the years that the server accepts. `Date` would make 2 March of 30 February. */
export function isDate(date: string): boolean {
  if (!/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/.test(date)) return false;
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

export function readDeadline(words: string | undefined, title: string, problems: string[]): Partial<NewTask> {
  const date = words?.trim() ?? '';
  if (date === '') return {};
  if (isDate(date)) return { dueOn: date, dueAt: null, dueKind: 'hard' };
  problems.push(`The deadline '${quote(date)}' of '${quote(title)}' was not understood.`);
  return {};
}

/** A date or a repetition in words. */
export function readWhen(
  words: string | undefined,
  title: string,
  problems: string[],
  context: ReadContext,
): Partial<NewTask> {
  const when = words?.trim().replace(/^every!/i, 'every') ?? '';
  if (when === '') return {};
  const NAME = 'task';
  const line = /^(?:every|daily|weekly|monthly|yearly)\b/i.test(when)
    ? `${NAME} ${when}`
    : `${NAME} by ${when}`;
  const {
    title: rest,
    _id,
    takesPlaceAt: _takesPlaceAt,
    ...fields
  } = toNewTask(context.parse(line, toOptions(context)), '', context);
  if (rest === NAME) return fields;
  problems.push(`The date '${quote(when)}' of '${quote(title)}' was not understood.`);
  return {};
}

export const toOptions = (context: ReadContext): QuickAddOptions => ({
  now: context.now.getTime(),
  timeZone: context.timeZone,
  locale: context.locale,
});
