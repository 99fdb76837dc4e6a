import { parseQuickAdd, type QuickAdd } from '@dayloom/language';
import { amount, type Block, NO_CATEGORY, type Task, toDueInstant, toStartLimits } from '@dayloom/planner';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { type DemoReading, type DemoSettings, STEP_MINUTES } from '../model/demo.ts';
import { type Clock, toInstant } from './clock.ts';
import { DAYS, WORK_HOURS, ZONE } from './sample-week.ts';

/** The length of a task when none is given, like in the app. */
const DEFAULT_MINUTES = 30;
/** Longer work is cut into pieces, unless the line says how. */
const LONGEST_PIECE = 120;
const SHORTEST_PIECE = 30;
const LONGEST_MINUTES = 6_000;
const DAYS_OF_RULES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const PARTS_OF_DAY = {
  morning: ['06:00', '12:00'],
  afternoon: ['12:00', '18:00'],
  evening: ['17:00', '22:00'],
  night: ['19:00', '24:00'],
} as const;

/** What a line adds to the week: one task, or one for each time of a repetition. */
export interface NewWork {
  readonly title: string;
  readonly tasks: readonly Task[];
  /** Blocks of tasks with a fixed time. */
  readonly locked: readonly Block[];
}

export function parseLine(text: string, { monday, locale }: DemoSettings): QuickAdd {
  return parseQuickAdd(text, { now: monday + 8 * HOUR_MS, timeZone: ZONE, locale, workdayEnd: '17:00' });
}

/** How the line is read, in words. */
export function readLine(text: string, settings: DemoSettings, clock: Clock): DemoReading {
  const parsed = parseLine(text, settings);
  const problem = findProblem(text, parsed, settings);
  const due = findDue(parsed);
  const parts = [
    parsed.title,
    parsed.durationMinutes === null
      ? `${amount(DEFAULT_MINUTES)}, as no length is given`
      : amount(toMinutes(parsed)),
    parsed.takesPlaceAt ? `takes place ${clock.formatTime(parsed.takesPlaceAt)}` : '',
    due ? `by ${clock.formatTime(due)}${parsed.dueKind === 'hard' ? ', no later' : ''}` : '',
    parsed.startAfter && !parsed.takesPlaceAt ? `not before ${clock.formatTime(parsed.startAfter)}` : '',
    parsed.chunkMinutes ? `in pieces of ${amount(roundUp(parsed.chunkMinutes))}` : '',
    parsed.recurrenceRule ? 'repeats' : '',
    parsed.hours === 'personal' && !parsed.takesPlaceAt ? 'in the evening' : '',
  ];
  return {
    text,
    tokens: parsed.tokens.map(({ from, to, kind }) => ({ from, to, kind })),
    words: problem ?? parts.filter((part) => part !== '').join(' · '),
    isComplete: problem === null,
    question:
      parsed.doubt === null
        ? null
        : { text: parsed.doubt, answers: parsed.choices.map(({ label, text }) => ({ label, text })) },
  };
}

/** Why the line cannot become a task of the sample week, and what to do; null if it can. */
export function findProblem(text: string, parsed: QuickAdd, { monday }: DemoSettings): string | null {
  if (!hasTitle(text, parsed)) return 'What is it? Add a word or two besides the length and the date.';
  if (parsed.tokens.some(({ kind }) => kind === 'problem'))
    return 'One of the numbers is longer or shorter than a task can be. Change it, and try again.';
  if (parsed.isSomeday)
    return "'Someday' has no place in a plan. Leave it out to see where the task would go.";
  if (toMinutes(parsed) > LONGEST_MINUTES)
    return `That is more than the sample can show: ${amount(LONGEST_MINUTES)} at most.`;
  const end = monday + DAYS * DAY_MS;
  const starts = parsed.takesPlaceAt ?? parsed.startAfter;
  if (starts !== null && Date.parse(starts) >= end)
    return 'That begins after the two weeks of this sample. Choose an earlier day.';
  return null;
}

/** Whether the line has words apart from its tokens. */
function hasTitle(text: string, { tokens }: QuickAdd): boolean {
  const left = tokens.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
  return /[\p{L}\p{N}]/u.test(left);
}

const roundUp = (minutes: number) => Math.max(STEP_MINUTES, Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES);
const toMinutes = ({ durationMinutes }: QuickAdd) => roundUp(durationMinutes ?? DEFAULT_MINUTES);

export function findDue({ dueOn, dueAt }: QuickAdd): string | null {
  if (dueAt !== null) return toInstant(Date.parse(dueAt));
  return dueOn === null ? null : toDueInstant(dueOn, ZONE, WORK_HOURS);
}

/** `id` is unlike those of the tasks so far. */
export function toNewWork(parsed: QuickAdd, id: string, { monday }: DemoSettings): NewWork {
  const minutes = toMinutes(parsed);
  const { chunkMinutes, isSplittable, takesPlaceAt, startAfter, timeOfDay } = parsed;
  const longest = chunkMinutes === null ? LONGEST_PIECE : roundUp(chunkMinutes);
  const isCut =
    takesPlaceAt === null &&
    minutes > longest &&
    (minutes > LONGEST_PIECE || isSplittable || chunkMinutes !== null);
  const task: Task = {
    id,
    minutes,
    priority: parsed.priority ?? 3,
    category: parsed.project ?? NO_CATEGORY,
    hours: parsed.hours === 'personal' ? 'personal' : 'work',
    ...toStartLimits(startAfter && toInstant(Date.parse(startAfter))),
    due: findDue(parsed),
    dueKind: parsed.dueKind,
    minChunk: isCut ? shortestPiece(minutes, longest, chunkMinutes !== null) : minutes,
    maxChunk: isCut ? longest : minutes,
    prefer: timeOfDay === null ? [] : [PARTS_OF_DAY[timeOfDay]],
  };
  const days = listDays(parsed);
  const tasks =
    days === null ? [task] : days.map((day, index) => onDays(task, `${id}.${index + 1}`, day, monday));
  const locked =
    takesPlaceAt === null
      ? []
      : tasks.map((one, index) => lockedAt(one, takesPlaceAt, days?.[index]?.[0], monday));
  return { title: parsed.title, tasks: locked.length > 0 ? tasks.map(withoutDates) : tasks, locked };
}

/** Pieces of the said length where that works out, else pieces that do. */
function shortestPiece(minutes: number, longest: number, isSaid: boolean): number {
  if (!isSaid) return Math.min(SHORTEST_PIECE, longest);
  return minutes % longest === 0 ? longest : STEP_MINUTES;
}

/**
 * The days of the week on which a repetition takes place, as spans: three times a week is once in each third of it. Null
 * for what takes place once in the week.
 */
function listDays({ recurrenceRule, hasFlexibleDays }: QuickAdd): [number, number][] | null {
  if (recurrenceRule === null) return null;
  const rule = Object.fromEntries(recurrenceRule.split(';').map((part) => part.split('=', 2))) as Record<
    string,
    string
  >;
  const named = (rule['BYDAY'] ?? '').split(',').map((name) => DAYS_OF_RULES.indexOf(name.slice(-2)));
  const workdays = named.filter((day) => day >= 0 && day < 5);
  if (rule['FREQ'] === 'DAILY') return [0, 1, 2, 3, 4].map((day) => [day, day]);
  if (rule['FREQ'] !== 'WEEKLY' || workdays.length === 0) return null;
  if (!hasFlexibleDays) return workdays.map((day) => [day, day]);
  return workdays.map((_, index, { length }) => [
    Math.floor((index * 5) / length),
    Math.floor(((index + 1) * 5) / length) - 1,
  ]);
}

function onDays(task: Task, id: string, [first, last]: readonly [number, number], monday: number): Task {
  const begin = monday + first * DAY_MS;
  return {
    ...task,
    id,
    notBefore: toInstant(Math.max(begin, monday + 8 * HOUR_MS)),
    due: toInstant(monday + (last + 1) * DAY_MS),
    dueKind: 'hard',
  };
}

/** A repetition takes place at the same time of each of its days. */
function lockedAt(
  { id, minutes }: Task,
  takesPlaceAt: string,
  day: number | undefined,
  monday: number,
): Block {
  const first = Date.parse(takesPlaceAt);
  const exact = day === undefined ? first : monday + day * DAY_MS + (first % DAY_MS);
  const start = Math.round(exact / (STEP_MINUTES * MINUTE_MS)) * STEP_MINUTES * MINUTE_MS;
  return { task: id, start: toInstant(start), end: toInstant(start + minutes * MINUTE_MS) };
}

const withoutDates = (task: Task): Task => ({ ...task, notBefore: null, due: null, dueKind: 'soft' });
