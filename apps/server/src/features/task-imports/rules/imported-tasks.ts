import { createHash } from 'node:crypto';
import { type FoundTasks, Instant, LocalDate, MAX_TASK_MINUTES } from '@dayloom/contracts';
import { parseQuickAdd } from '@dayloom/language';
import { DAY_MS, findDayNumber, getZone, MINUTE_MS } from '@dayloom/time';
import { InvalidRecurrenceRule, parseDailyRule } from '@dayloom/time/recurrence';
import type { FoundDue, FoundTask } from '#features/tasks/model/found-task.ts';

type ImportedTask = FoundTasks['tasks'][number];

const LONGEST_TITLE = 300;
const LONGEST_NOTES = 20_000;
const LONGEST_PROJECT = 80;
const LONGEST_RULE = 500;
const MAX_SUBTASKS = 200;
/** A title in a sentence about it. */
const LONGEST_NAME = 60;

/** Control characters, which a single line of text must not have. */
const CONTROL = /[\s\p{Cc}]+/gu;
// The first characters of a long text are enough: the rest is cut off.
const toLine = (text: string, most: number) =>
  wellFormed(
    text
      .slice(0, most * 4)
      .replace(CONTROL, ' ')
      .trim()
      .slice(0, most),
  ).trim();
/** Removes halves of characters, and the one character that PostgreSQL cannot store. */
const wellFormed = (text: string) => text.toWellFormed().replaceAll('\u0000', '');

export interface ImportContext {
  /** Identifies the account of the tasks, for their ids. */
  readonly account: string;
  readonly homeTimeZone: string;
  readonly now: Date;
}

/**
 * The id of an imported task: the same each time (RFC 9562 §5.5), so that importing again adds nothing twice. The
 * `generation` counts how often it was imported and deleted.
 */
export function toTaskId(account: string, taskId: string, generation: number): string {
  const digest = createHash('sha1')
    .update(JSON.stringify(['dayloom task import', account, taskId, generation]))
    .digest();
  const bytes = digest.subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The task in our terms, and what of it was not understood. */
export function toImportedTask(
  found: FoundTask,
  id: string,
  context: ImportContext,
): { readonly task: ImportedTask; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const title = toLine(found.title, LONGEST_TITLE) || 'Untitled task';
  const name = title.slice(0, LONGEST_NAME);
  const due = toDue(found.due, context);
  if (found.due && !due) problems.push(`The date of '${name}' was not understood.`);
  const rule = toRule(found, due, context);
  if (found.repeats && rule === null) {
    const words = 'words' in found.repeats ? ` '${toLine(found.repeats.words, LONGEST_NAME)}'` : '';
    problems.push(`The repetition${words} of '${name}' was not understood.`);
  }
  const project = toLine((found.project ?? '').replace(/^#/, ''), LONGEST_PROJECT);
  const notes = found.notes
    .map((part) => wellFormed(part.slice(0, LONGEST_NOTES)).trim())
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, LONGEST_NOTES)
    .toWellFormed();
  const subtasks = found.subtasks
    .map((one) => ({ title: toLine(one.title, LONGEST_TITLE), done: one.done }))
    .filter((one) => one.title !== '');
  if (subtasks.length > MAX_SUBTASKS)
    problems.push(`'${name}' has ${subtasks.length} subtasks; the first ${MAX_SUBTASKS} are imported.`);
  const minutes = found.durationMinutes;
  const task: ImportedTask = {
    _id: id,
    title,
    ...(notes !== '' && { notes }),
    ...(subtasks.length > 0 && {
      subtasks: subtasks
        .slice(0, MAX_SUBTASKS)
        .map((one, index) => ({ id: toTaskId(id, 'subtask', index), ...one })),
    }),
    ...(minutes !== null && minutes >= 1 && minutes <= MAX_TASK_MINUTES && { durationMinutes: minutes }),
    ...due,
    ...(found.priority !== null && { priority: found.priority }),
    ...(project !== '' && { project }),
    ...(rule !== null && { recurrenceRule: rule }),
  };
  return { task, problems };
}

function toDue(due: FoundDue | null, { homeTimeZone }: ImportContext): Partial<ImportedTask> | null {
  if (due === null) return null;
  if ('on' in due) {
    if (!LocalDate.safeParse(due.on).success) return null;
    return { dueOn: due.on, ...(due.isHard && { dueKind: 'hard' as const }) };
  }
  const at = 'at' in due ? due.at.getTime() : toInstant(due.floatingAt, homeTimeZone);
  if (at === null || Number.isNaN(at)) return null;
  const dueAt = new Date(at).toISOString();
  return Instant.safeParse(dueAt).success ? { dueAt } : null;
}

function toInstant(local: string, timeZone: string): number | null {
  const [, date = '', hours = '', minutes = ''] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?$/.exec(local) ?? [];
  const day = findDayNumber(date);
  if (day === null) return null;
  const minuteOfDay = Number(hours) * 60 + Number(minutes);
  return getZone(timeZone).localMsToInstant(day * DAY_MS + minuteOfDay * MINUTE_MS);
}

/** A rule needs a first date, which is the task's. */
function toRule(
  { repeats }: FoundTask,
  due: Partial<ImportedTask> | null,
  { homeTimeZone, now }: ImportContext,
): string | null {
  if (!repeats || !due) return null;
  const rule = 'rule' in repeats ? repeats.rule : readWords(repeats.words, homeTimeZone, now);
  return rule !== null && rule.length <= LONGEST_RULE && isRule(rule) ? rule : null;
}

/** One rule that is refused when the tasks are added would stop all of them. */
function isRule(rule: string): boolean {
  try {
    parseDailyRule(rule);
    return true;
  } catch (error) {
    if (error instanceof InvalidRecurrenceRule) return false;
    throw error;
  }
}

const LONGEST_WORDS = 200;

function readWords(words: string, timeZone: string, now: Date): string | null {
  // 'every!' repeats from the day of completion on.
  const every = toLine(words, LONGEST_WORDS).replace(/^every!/i, 'every');
  return parseQuickAdd(`task ${every}`, { now: now.getTime(), timeZone, locale: 'en-US' }).recurrenceRule;
}
