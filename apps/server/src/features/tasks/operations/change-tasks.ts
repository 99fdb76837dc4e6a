import { randomUUID } from 'node:crypto';
import type { NewTask, Task, TaskChange } from '@dayloom/contracts';
import { getCachedTimeRules, getTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import { type CommandData, type IdempotencyOptions, keyReusedError } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { getChangeTime } from '../model/change-time.ts';
import {
  createLaterOccurrenceTest,
  findOwnDate,
  planNextInSeries,
  type SeriesContext,
  withFlexibleDue,
} from '../model/series.ts';
import type { StoredTask } from '../model/stored-task.ts';
import type { TaskFields } from '../model/task-fields.ts';
import {
  planChange,
  planNewTask,
  skipExcludedOccurrence,
  withExceptionDate,
  withFirstEstimate,
} from '../rules.ts';
import { toFields } from '../store/fields.ts';
import { findTaskForChange, isTaskKnown, listKnownTasks } from '../store/find.ts';
import { readTask, type TaskFeature, toTask } from './read-tasks.ts';
import {
  type ChangePayload,
  changeKind,
  createKind,
  deleteKind,
  getForChange,
  importKind,
} from './task-commands.ts';

export interface TaskResult {
  readonly task: Task;
  readonly commandId: string | null;
}

/** Creates a task. A repeated `_id` returns the existing task and creates nothing. */
export async function createTask(
  feature: TaskFeature,
  scope: Scope,
  input: NewTask,
  { key }: IdempotencyOptions = {},
): Promise<TaskResult> {
  const { _id: id = randomUUID(), ...fields } = input;
  const { scheduling, homeTimeZone, hours, hoursOverrides } = await getCachedTimeRules(feature, scope);
  const context = { timeZone: homeTimeZone, hours, hoursOverrides, now: feature.clock() };
  const planned = withFlexibleDue(planNewTask(fields, scheduling), context);
  try {
    const { commandId, result } = await feature.journal.run(
      scope,
      createKind,
      { id, fields: planned },
      { id: key },
    );
    return { task: toTask(result), commandId };
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint !== 'tasks_key' && constraint !== 'commands_key') throw error;
    // A repeated request breaks both, and PostgreSQL names one of them.
    if (constraint === 'commands_key' && !(await isTaskKnown(feature.db, scope, id))) throw keyReusedError();
    return { task: await readTask(feature, scope, id), commandId: null };
  }
}

/**
 * Changes a task. Completing a task of a series adds the next one, and skipping its own occurrence moves it to
 * the next one; the planned time of later occurrences follows. Undo reverts all of it.
 */
export async function changeTask(
  feature: TaskFeature,
  scope: Scope,
  id: string,
  input: TaskChange,
  { key }: IdempotencyOptions = {},
): Promise<TaskResult> {
  const { version, ...change } = input;
  const { commandId } = await feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    if (key && (await feature.journal.isRepeated(tx, scope, key, isTaskChange(changeKind.kind, id))))
      return { commandId: key };
    const task = await getForChange(tx, scope, id, version);
    const commands = await prepareTaskChange(feature, tx, scope, task, change);
    return feature.journal.runAllIn(tx, scope, commands, { id: key });
  });
  return { task: await readTask(feature, scope, id), commandId };
}

/**
 * The command that changes the task, followed by the one for its planned blocks if they must follow. `isBegun`: the same
 * transaction records work on the task.
 */
export async function prepareTaskChange(
  { clock, placements }: Pick<TaskFeature, 'clock' | 'placements'>,
  tx: Tx,
  scope: Scope,
  task: StoredTask,
  { skipsOccurrence, madeAt, ...change }: Omit<TaskChange, 'version'>,
  { isBegun = false }: { readonly isBegun?: boolean } = {},
): Promise<CommandData[]> {
  const now = getChangeTime(madeAt, clock());
  const { scheduling, homeTimeZone: timeZone, hours, hoursOverrides } = await getTimeRules({ db: tx }, scope);
  const context: SeriesContext = { timeZone, hours, hoursOverrides, now };
  const before = toFields(task);
  const asked = planChange(before, change, now, scheduling);
  const hasWork =
    asked.durationMinutes !== before.durationMinutes &&
    (isBegun || (await placements.hasWork(tx, scope, task.id)));
  const plain = hasWork ? withFirstEstimate(before, asked) : asked;
  const changed = daysDependOn.some((name) => change[name] !== undefined)
    ? withFlexibleDue(plain, context)
    : plain;
  const isCompleted = task.status === 'open' && changed.status === 'done';
  const wasPlanned = task.was_planned || (isCompleted && (await placements.isPlanned(tx, scope, task.id)));
  const fields = {
    ...(skipsOccurrence ? withExceptionDate(changed, skipsOccurrence) : changed),
    wasPlanned,
  };
  const next = isCompleted ? planNextInSeries(fields, context) : null;
  // The rule moves to the next task: reopening the finished one must not start a second series.
  const after = next
    ? { ...fields, recurrenceRule: null }
    : skipExcludedOccurrence(fields, context, { isAsked: skipsOccurrence === null });
  const isAdvanced = next !== null || after !== fields;
  const adds = next && { id: randomUUID(), fields: next };
  const payload: ChangePayload = { id: task.id, fields: after, ...(adds && { adds }) };
  const { id } = task;
  // A task for someday needs no time. Of a running block, the part until now counts as work.
  const isShelved = !task.is_someday && after.isSomeday;
  const follow =
    (isCompleted && !next) || isShelved
      ? await placements.planRelease(tx, scope, { id, isWorkKept: true, at: now })
      : await planContinuation(placements, tx, scope, { id, before, after, adds, isAdvanced, context });
  return [{ kind: changeKind.kind, payload }, ...(follow ? [follow] : [])];
}

interface SeriesChange {
  readonly id: string;
  readonly before: TaskFields;
  readonly after: TaskFields;
  readonly adds: ChangePayload['adds'] | null;
  /** The series continues with its next occurrence. */
  readonly isAdvanced: boolean;
  readonly context: SeriesContext;
}

function planContinuation(
  placements: TaskFeature['placements'],
  tx: Tx,
  scope: Scope,
  { id, before, after, adds, isAdvanced, context }: SeriesChange,
): Promise<CommandData | null> | null {
  const isChanged = seriesFields.some((name) => String(before[name]) !== String(after[name]));
  if (!before.recurrenceRule || !isChanged) return null;
  const series = adds?.fields ?? after;
  return placements.planContinuation(tx, scope, {
    id,
    nextId: adds?.id ?? id,
    ownDate: isAdvanced ? findOwnDate(series, context.timeZone) : null,
    hasLaterOccurrence: createLaterOccurrenceTest(series, context),
    isWorkKept: adds !== null,
    at: context.now,
  });
}

/** The fields that decide which occurrences a series has. */
const seriesFields = [
  'recurrenceRule',
  'hasFlexibleDays',
  'exceptionDates',
  'dueOn',
  'dueAt',
  'status',
] as const;

/** The fields that decide which days a time of the week may take. */
const daysDependOn = ['recurrenceRule', 'hasFlexibleDays', 'dueOn', 'dueAt', 'hours'] as const;

/**
 * Creates tasks as one change, undone by one command, which leaves those that were changed since then. Those whose
 * `_id` was used before are left out. Null if nothing was created.
 */
export async function createTasks(
  feature: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  inputs: readonly NewTask[],
): Promise<string | null> {
  const { scheduling, homeTimeZone, hours, hoursOverrides } = await getTimeRules(feature, scope);
  const context = { timeZone: homeTimeZone, hours, hoursOverrides, now: feature.clock() };
  const tasks = inputs.map(({ _id: id = randomUUID(), ...input }) => ({
    id,
    fields: withFlexibleDue(planNewTask(input, scheduling), context),
  }));
  return feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    const known = await listKnownTasks(
      tx,
      scope,
      tasks.map(({ id }) => id),
    );
    const added = [...new Map(tasks.map((task) => [task.id, task])).values()].filter(
      ({ id }) => !known.has(id),
    );
    if (added.length === 0) return null;
    return (await feature.journal.runIn(tx, scope, importKind, { tasks: added })).commandId;
  });
}

/** Deletes those of the tasks that still exist, with their planned time, as one change; null if there are none. */
export async function deleteTasks(
  feature: TaskFeature,
  scope: Scope,
  ids: readonly string[],
): Promise<string | null> {
  return feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    const commands: CommandData[] = [];
    // In one order, as everywhere: two calls must not wait for each other.
    for (const id of [...ids].sort()) {
      if (!(await findTaskForChange(tx, scope, id))) continue;
      commands.push({ kind: deleteKind.kind, payload: { id } });
      const release = await feature.placements.planRelease(tx, scope, {
        id,
        isWorkKept: false,
        at: feature.clock(),
      });
      if (release) commands.push(release);
    }
    return commands.length === 0 ? null : (await feature.journal.runAllIn(tx, scope, commands)).commandId;
  });
}

export async function deleteTask(
  feature: TaskFeature,
  scope: Scope,
  id: string,
  { version, key }: IdempotencyOptions & { readonly version?: number | undefined } = {},
): Promise<string> {
  const { commandId } = await feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    if (key && (await feature.journal.isRepeated(tx, scope, key, isTaskChange(deleteKind.kind, id))))
      return { commandId: key };
    await getForChange(tx, scope, id, version);
    const release = await feature.placements.planRelease(tx, scope, {
      id,
      isWorkKept: false,
      at: feature.clock(),
    });
    const deletion = { kind: deleteKind.kind, payload: { id } };
    return feature.journal.runAllIn(tx, scope, release ? [deletion, release] : [deletion], { id: key });
  });
  return commandId;
}

/** Whether a change of this kind is about the task. */
const isTaskChange = (kind: string, id: string) => (change: CommandData) =>
  change.kind === kind && (change.payload as { readonly id?: string }).id === id;
