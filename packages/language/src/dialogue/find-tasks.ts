import { createWallClock, type DialogueData, type DialogueTask, type Mention } from './data.ts';
import { fitsRhythm, matchName } from './matching.ts';
import { isListPosition, isSeveral, isWholeList, type Reference } from './references.ts';
import { toRange } from './when.ts';

export type FoundTasks =
  | { readonly kind: 'found'; readonly tasks: readonly DialogueTask[] }
  | { readonly kind: 'several'; readonly tasks: readonly DialogueTask[] }
  | { readonly kind: 'none' };

/** The tasks that a reference means; finished ones only where `isDoneMeant`. */
export function findTasks(
  reference: Reference,
  data: DialogueData,
  {
    mentions,
    listed = [],
    isDoneMeant = false,
  }: {
    readonly mentions: readonly Mention[];
    readonly listed?: readonly Mention[];
    readonly isDoneMeant?: boolean;
  },
): FoundTasks {
  const { pronoun, when, isAll, position, isNext } = reference;
  // 'the tasks of project Home'
  const words =
    reference.words.length > 1 ? reference.words.filter((word) => word !== 'project') : reference.words;
  const shown = listed.filter(({ kind }) => kind === 'task');
  if (isWholeList(reference)) {
    const tasks = data.tasks.filter(({ id }) => shown.some((one) => one.kind === 'task' && one.id === id));
    return tasks.length > 0 ? { kind: 'found', tasks } : { kind: 'none' };
  }
  if (pronoun && isSeveral(reference)) return { kind: 'none' };
  if (pronoun) {
    const tasks = mentions.flatMap((mention) =>
      mention.kind === 'task' ? data.tasks.filter(({ id }) => id === mention.id) : [],
    );
    const one = tasks[pronoun === 'it' ? 0 : 1];
    return one ? { kind: 'found', tasks: [one] } : { kind: 'none' };
  }
  if (shown.length > 0 && position !== null && isListPosition(reference)) {
    const mention = shown.at(position > 0 ? position - 1 : position);
    const task = data.tasks.find(({ id }) => mention?.kind === 'task' && id === mention.id);
    return task ? { kind: 'found', tasks: [task] } : { kind: 'none' };
  }
  // 'the first one', and nothing was listed.
  if (isListPosition(reference)) return { kind: 'none' };
  const clock = createWallClock(data);
  const range = when && toRange(when, clock);
  if (OVERDUE.test(reference.text)) {
    const late = data.tasks.filter(({ status }) => status === 'open').filter((task) => isOverdue(task, data));
    const asked = { ...reference, text: reference.text.replace(OVERDUE, ''), words: withoutOverdue(words) };
    return findTasks(asked, { ...data, tasks: late }, { mentions });
  }
  const open = data.tasks.filter(({ status }) => isDoneMeant || status === 'open');
  const named = open.filter(
    (task) =>
      words.length === 0 ||
      (matchName(words, `${task.title} ${task.project ?? ''}`) > 0 && fitsRhythm(reference.text, task)),
  );
  const timely = range
    ? named.filter((task) => {
        const due = findDue(task, clock.toInstant);
        return due !== null && due >= range.start && due < range.end;
      })
    : named;
  // 'pay rent on Friday' may be the title of a task that is due later.
  const fitting = timely.length === 0 && words.length > 0 ? named : timely;
  const exact = fitting.filter(({ title }) => matchName(words, title) === 2);
  const narrowed = exact.length > 0 ? exact : fitting;
  const [first] = narrowed;
  if (!first) return { kind: 'none' };
  if (isAll) return { kind: 'found', tasks: fitting };
  if (position !== null || isNext) {
    const one = narrowed.at(position === null ? 0 : position > 0 ? position - 1 : position);
    return one ? { kind: 'found', tasks: [one] } : { kind: 'none' };
  }
  return narrowed.length === 1 ? { kind: 'found', tasks: [first] } : { kind: 'several', tasks: narrowed };
}

const OVERDUE = /\b(?:overdue|past[- ]due)\b/i;

const withoutOverdue = (words: readonly string[]): string[] =>
  words.filter((word) => !/^(?:overdue|past|due|past-due)$/.test(word));

/** A date is over at the end of its day. */
export function isOverdue({ dueAt, dueOn }: DialogueTask, data: DialogueData): boolean {
  if (dueAt !== null) return dueAt < data.now;
  return dueOn !== null && dueOn < new Date(createWallClock(data).now).toISOString().slice(0, 10);
}

/** When a task is due, as an instant; of a date its beginning. */
export function findDue({ dueAt, dueOn }: DialogueTask, toInstant: (wall: number) => number): number | null {
  return dueAt ?? (dueOn === null ? null : toInstant(Date.parse(`${dueOn}T00:00:00Z`)));
}

/** 'all my overdue tasks' */
export const isAboutOverdue = ({ words }: Reference): boolean =>
  words.length > 0 && withoutOverdue(words).length === 0;
