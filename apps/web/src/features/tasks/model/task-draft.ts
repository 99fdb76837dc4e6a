import type { Task, TaskChange } from '@dayloom/contracts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { isUnreadableDate } from '#lib/typed-dates.ts';
import { isUnreadableTime } from '#lib/typed-times.ts';
import { findMinutes } from './minutes.ts';
import { fromDateAndTime, toDateAndTime } from './time-context.ts';

/** A task as form input: typed values are text until it is saved. */
export interface TaskDraft {
  title: string;
  notes: string;
  subtasks: Task['subtasks'];
  duration: string;
  /** `time` is empty for a deadline that is a date. */
  due: { date: string; time: string };
  dueKind: Task['dueKind'];
  priority: number;
  project: string;
  hours: Task['hours'];
  /** Empty without a preference. */
  timeOfDay: NonNullable<Task['timeOfDay']> | '';
  start: { date: string; time: string };
  split: { isSplittable: boolean; smallest: string; largest: string };
  buffer: string;
  recurrenceRule: string;
  /** Times a week on any days. */
  hasFlexibleDays: boolean;
  dependsOn: string[];
  isAutomatic: boolean;
  isSomeday: boolean;
}

export type DraftField = keyof TaskDraft;
export type Problems = Partial<Record<DraftField, string>>;

export const fieldNames: Record<DraftField, string> = {
  title: 'Title',
  notes: 'Notes',
  subtasks: 'Subtasks',
  duration: 'Duration',
  due: 'Due',
  dueKind: 'Kind of deadline',
  priority: 'Priority',
  project: 'Project',
  hours: 'Hours',
  timeOfDay: 'Time of day',
  start: 'Start after',
  split: 'May be split',
  buffer: 'Buffer',
  recurrenceRule: 'Repeat',
  hasFlexibleDays: 'On any days',
  dependsOn: 'Depends on',
  isAutomatic: 'Automatic',
  isSomeday: 'Someday',
};

const draftFields = Object.keys(fieldNames) as DraftField[];

export function toDraft(task: Task, timeZone: string): TaskDraft {
  return {
    title: task.title,
    notes: task.notes,
    subtasks: task.subtasks,
    duration: formatMinutes(task.durationMinutes),
    due: task.dueOn ? { date: task.dueOn, time: '' } : toDateAndTime(task.dueAt, timeZone),
    dueKind: task.dueKind,
    priority: task.priority,
    project: task.project ?? '',
    hours: task.hours,
    timeOfDay: task.timeOfDay ?? '',
    start: toDateAndTime(task.startAfter, timeZone),
    split: {
      isSplittable: task.isSplittable,
      smallest: task.isSplittable ? formatMinutes(task.minChunkMinutes) : '',
      largest: task.isSplittable ? formatMinutes(task.maxChunkMinutes) : '',
    },
    buffer: String(task.bufferMinutes),
    recurrenceRule: task.recurrenceRule ?? '',
    hasFlexibleDays: task.hasFlexibleDays,
    dependsOn: task.dependsOn,
    isAutomatic: task.isAutomatic,
    isSomeday: task.isSomeday,
  };
}

const UNREADABLE = 'Write a date such as 24 Nov and a time such as 9:30';
const isUnreadable = ({ date, time }: TaskDraft['due']) => isUnreadableDate(date) || isUnreadableTime(time);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function changedFields(before: TaskDraft, draft: TaskDraft): DraftField[] {
  return draftFields.filter((field) => !same(before[field], draft[field]));
}

/** The request: the fields that differ, and the problems of fields that are invalid. */
export function toChange(
  before: TaskDraft,
  draft: TaskDraft,
  timeZone: string,
): { change: TaskChange; problems: Problems } {
  const change: TaskChange = {};
  const problems: Problems = {};
  const setters: Record<DraftField, () => void> = {
    title: () => {
      change.title = draft.title.trim();
      if (change.title === '') problems.title = 'A task needs a title';
    },
    notes: () => {
      change.notes = draft.notes;
    },
    subtasks: () => {
      change.subtasks = draft.subtasks.filter(({ title }) => title.trim() !== '');
    },
    duration: () => {
      const minutes = findMinutes(draft.duration);
      if (minutes === null) problems.duration = 'Write a length such as 45 min or 1 h 30';
      else change.durationMinutes = minutes;
    },
    due: () => {
      const { date, time } = draft.due;
      if (isUnreadable(draft.due)) problems.due = UNREADABLE;
      else if (!date && time) problems.due = 'Pick the date for this time';
      else if (!date) Object.assign(change, { dueOn: null, dueAt: null });
      else if (!time) Object.assign(change, { dueOn: date, dueAt: null });
      else Object.assign(change, { dueOn: null, dueAt: fromDateAndTime(date, time, timeZone) });
    },
    dueKind: () => {
      change.dueKind = draft.dueKind;
    },
    priority: () => {
      change.priority = draft.priority;
    },
    project: () => {
      change.project = draft.project.trim().replace(/^#/, '') || null;
    },
    hours: () => {
      change.hours = draft.hours;
    },
    timeOfDay: () => {
      change.timeOfDay = draft.timeOfDay || null;
    },
    start: () => {
      const { date, time } = draft.start;
      if (isUnreadable(draft.start)) problems.start = UNREADABLE;
      else if (!date && time) problems.start = 'Pick the date for this time';
      else change.startAfter = date ? fromDateAndTime(date, time, timeZone) : null;
    },
    split: () => Object.assign(change, toSplit(draft.split, problems)),
    buffer: () => {
      const minutes = Number(draft.buffer || 0);
      if (!Number.isInteger(minutes) || minutes < 0 || minutes > 240)
        problems.buffer = 'Between 0 and 240 minutes';
      else change.bufferMinutes = minutes;
    },
    recurrenceRule: () => {
      change.recurrenceRule = draft.recurrenceRule.trim().replace(/^RRULE:/i, '') || null;
    },
    hasFlexibleDays: () => {
      change.hasFlexibleDays = draft.hasFlexibleDays;
    },
    dependsOn: () => {
      change.dependsOn = draft.dependsOn;
    },
    isAutomatic: () => {
      change.isAutomatic = draft.isAutomatic;
    },
    isSomeday: () => {
      change.isSomeday = draft.isSomeday;
    },
  };
  for (const field of changedFields(before, draft)) setters[field]();
  return { change, problems };
}

function toSplit({ isSplittable, smallest, largest }: TaskDraft['split'], problems: Problems): TaskChange {
  if (!isSplittable) return { isSplittable };
  const [least, most] = [findMinutes(smallest), findMinutes(largest)];
  if ((smallest.trim() && least === null) || (largest.trim() && most === null))
    problems.split = 'Write lengths such as 45 min or 1 h 30';
  else if (least !== null && most !== null && least > most)
    problems.split = 'The smallest chunk is larger than the largest';
  return {
    isSplittable,
    ...(least !== null && { minChunkMinutes: least }),
    ...(most !== null && { maxChunkMinutes: most }),
  };
}

export interface Merge {
  draft: TaskDraft;
  /** Changed on both sides to different values. The draft keeps the input. */
  conflicts: DraftField[];
  /** Changed only elsewhere; taken over. */
  taken: DraftField[];
}

/** Merges the local input with a version that was saved elsewhere, field by field. */
export function mergeDrafts(before: TaskDraft, mine: TaskDraft, theirs: TaskDraft): Merge {
  const draft = { ...mine };
  const conflicts: DraftField[] = [];
  const taken: DraftField[] = [];
  for (const field of changedFields(before, theirs)) {
    if (same(mine[field], theirs[field])) continue;
    if (same(before[field], mine[field])) {
      Object.assign(draft, { [field]: theirs[field] });
      taken.push(field);
    } else conflicts.push(field);
  }
  return { draft, conflicts, taken };
}

const apiFields: Record<string, DraftField> = {
  durationMinutes: 'duration',
  dueOn: 'due',
  dueAt: 'due',
  startAfter: 'start',
  isSplittable: 'split',
  minChunkMinutes: 'split',
  maxChunkMinutes: 'split',
  bufferMinutes: 'buffer',
};

/** The API's errors by form field; `rest` contains those without a field. */
export function findProblems(fields: Readonly<Record<string, string>>): {
  problems: Problems;
  rest: string[];
} {
  const problems: Problems = {};
  const rest: string[] = [];
  for (const [path, complaint] of Object.entries(fields)) {
    const name = path.split(/[.[]/)[0] ?? path;
    const field = apiFields[name] ?? draftFields.find((one) => one === name);
    if (field) problems[field] = sentence(complaint);
    else rest.push(`${name} ${complaint}`);
  }
  return { problems, rest };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A short text of a field's value, for comparing two versions. */
export function formatValue(draft: TaskDraft, field: DraftField): string {
  const value = draft[field];
  if (field === 'due' || field === 'start') {
    const { date, time } = draft[field];
    return date ? `${date} ${time}`.trim() : 'none';
  }
  if (field === 'split') {
    const { isSplittable, smallest, largest } = draft.split;
    return isSplittable ? `yes, ${smallest} to ${largest}` : 'no';
  }
  if (field === 'subtasks')
    return draft.subtasks.map(({ title, done }) => `${done ? '✓ ' : ''}${title}`).join(', ') || 'none';
  if (field === 'dependsOn') return `${draft.dependsOn.length} tasks`;
  if (field === 'priority') return `P${draft.priority}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && value.trim() !== '' ? value : 'none';
}
