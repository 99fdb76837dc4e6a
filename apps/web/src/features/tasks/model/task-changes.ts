import type { Task, TaskChange } from '@dayloom/contracts';

/** A change of a task together with the task as the user saw it. */
export interface TaskEdit {
  readonly task: Task;
  readonly change: Omit<TaskChange, 'version'>;
}

type Field = keyof Task & keyof TaskEdit['change'];

/** One deadline in two fields. */
const DEADLINE: readonly Field[] = ['dueOn', 'dueAt'];

/** The fields that an edit is about, as they were shown. */
export function listFields(change: TaskEdit['change']): Field[] {
  const named = Object.keys(change).filter(
    (name) => change[name as Field] !== undefined && name !== 'skipsOccurrence',
  ) as Field[];
  return named.some((name) => DEADLINE.includes(name)) ? [...new Set([...named, ...DEADLINE])] : named;
}

/** The task with the change, as it is shown before the server responds. */
export function applyChange(task: Task, change: TaskEdit['change'], now: Date): Task {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    ...task,
    // One replaces the other.
    ...(change.dueOn && { dueAt: null }),
    ...(change.dueAt && { dueOn: null }),
    ...(given as Partial<Task>),
    ...(change.status && { completedAt: change.status === 'done' ? now.toISOString() : null }),
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields in which somebody else's version differs both from what the user saw and from what they want. */
export function listConflictingFields({ task, change }: TaskEdit, theirs: Task): Field[] {
  const wanted = applyChange(task, change, new Date(0));
  return listFields(change).filter(
    (field) => !same(theirs[field], task[field]) && !same(theirs[field], wanted[field]),
  );
}

/** Whether the other version already has everything that the change sets. */
export function isContained({ task, change }: TaskEdit, theirs: Task): boolean {
  const wanted = applyChange(task, change, new Date(0));
  return listFields(change).every((field) => same(theirs[field], wanted[field]));
}

/** The same edit on top of another version. */
export const rebase = <Edit extends TaskEdit>(edit: Edit, theirs: Task): Edit => ({ ...edit, task: theirs });

/**
 * Rebases an edit that was made on top of another one, which the server has just carried out. If the server's version
 * differs from what the user saw in the edited fields, the edit keeps its old version, so that the server refuses it.
 */
export const rebaseFollowingEdit = <Edit extends TaskEdit>(edit: Edit, answer: Task): Edit =>
  listFields(edit.change).every((field) => same(answer[field], edit.task[field]))
    ? rebase(edit, answer)
    : edit;

/** The same after the other edit was withdrawn: its fields have their earlier values again. */
export function revertBase<Edit extends TaskEdit>(edit: Edit, withdrawn: TaskEdit): Edit {
  const before = listFields(withdrawn.change).map((field) => [field, withdrawn.task[field]]);
  return { ...edit, task: { ...edit.task, ...(Object.fromEntries(before) as Partial<Task>) } };
}
