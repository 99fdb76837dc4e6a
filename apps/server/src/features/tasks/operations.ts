import { randomUUID } from 'node:crypto';
import type { NewTask, Task, TaskChange, taskViews } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber, startOfDayNumber } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Db, Tx } from '#platform/db.ts';
import { AppError, brokenConstraint, notFound } from '#platform/errors.ts';
import type { CommandData, CommandKind } from '#platform/journal.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { getTimeRules } from '../account/operations/time-rules.ts';
import type { TaskFields } from './model/task-fields.ts';
import type { TaskPlacements } from './ports.ts';
import {
  decodeCursor,
  describeChange,
  encodeCursor,
  planChange,
  planNewTask,
  planNextInSeries,
} from './rules.ts';
import { replaceDependencies } from './store/dependencies.ts';
import { type StoredTask, toFields } from './store/fields.ts';
import { findTask, isTaskKnown, listOpenTasks, listTasksByIds } from './store/find.ts';
import { countTasks, listTasks, type TaskFilter } from './store/list.ts';
import { insertTask, purgeDeletedTasks, setTaskDeleted, updateTask } from './store/write.ts';

type View = (typeof taskViews)[number];

export type { TaskPlacements } from './ports.ts';

export interface TaskFeature extends Pick<Platform, 'db' | 'clock' | 'journal'> {
  readonly placements: TaskPlacements;
}

// --- commands -------------------------------------------------------------------------------------------

const createKind: CommandKind<{ id: string; fields: TaskFields }, void> = {
  kind: 'task.create',
  async apply(tx, scope, { id, fields }, now) {
    await insertTask(tx, scope, id, fields, now);
    await notifyChanged(tx, scope, 'tasks');
    return {
      result: undefined,
      inverse: { kind: 'task.delete', payload: { id } },
      summary: `Added '${fields.title}'`,
    };
  },
};

const deleteKind: CommandKind<{ id: string }, void> = {
  kind: 'task.delete',
  async apply(tx, scope, { id }, now) {
    const task = await getForChange(tx, scope, id);
    await setTaskDeleted(tx, scope, id, true, now);
    await notifyChanged(tx, scope, 'tasks', 'plan');
    return {
      result: undefined,
      inverse: { kind: 'task.restore', payload: { id } },
      summary: `Deleted '${task.title}'`,
    };
  },
};

const restoreKind: CommandKind<{ id: string }, void> = {
  kind: 'task.restore',
  async apply(tx, scope, { id }, now) {
    if (!(await setTaskDeleted(tx, scope, id, false, now))) throw notFound('The deleted task');
    const task = await getForChange(tx, scope, id);
    await notifyChanged(tx, scope, 'tasks', 'plan');
    return {
      result: undefined,
      inverse: { kind: 'task.delete', payload: { id } },
      summary: `Brought '${task.title}' back`,
    };
  },
};

/**
 * `adds` is the next task of the series, created when this one is completed. Undo removes it again through
 * `removes`.
 */
interface ChangePayload {
  readonly id: string;
  readonly fields: TaskFields;
  readonly version?: number | undefined;
  readonly adds?: { readonly id: string; readonly fields: TaskFields } | undefined;
  readonly removes?: string | undefined;
}

const changeKind: CommandKind<ChangePayload, void> = {
  kind: 'task.change',
  async apply(tx, scope, { id, fields, version, adds, removes }, now) {
    const stored = await getForChange(tx, scope, id, version);
    const before = toFields(stored);
    await updateTask(tx, scope, id, fields, now);
    if (String([...before.dependsOn].sort()) !== String([...fields.dependsOn].sort())) {
      await replaceDependencies(tx, scope, id, fields.dependsOn);
    }
    if (adds && !(await isTaskKnown(tx, scope, adds.id)))
      await insertTask(tx, scope, adds.id, adds.fields, now);
    else if (adds) await setTaskDeleted(tx, scope, adds.id, false, now);
    // With its current fields, because it may be purged before this command is undone.
    const removed = removes && (await findTask(tx, scope, removes, true));
    if (removed) await setTaskDeleted(tx, scope, removed.id, true, now);
    await notifyChanged(tx, scope, 'tasks', 'plan');
    const inverse: ChangePayload = {
      id,
      fields: before,
      ...(adds && { removes: adds.id }),
      ...(removed && { adds: { id: removed.id, fields: toFields(removed) } }),
    };
    return {
      result: undefined,
      inverse: { kind: 'task.change', payload: inverse },
      summary: describeChange(before, fields),
    };
  },
};

export const taskCommands = [createKind, deleteKind, restoreKind, changeKind];

async function getForChange(tx: Tx, scope: Scope, id: string, version?: number): Promise<StoredTask> {
  const task = await findTask(tx, scope, id, true);
  if (!task) throw notFound('The task');
  if (version !== undefined && version !== task.version) {
    throw new AppError(
      'version_conflict',
      'This task was changed elsewhere in the meantime. Nothing was saved. Reload it and try again.',
      {
        fields: { version: `is ${task.version} now` },
      },
    );
  }
  return task;
}

// --- use cases ------------------------------------------------------------------------------------------

export interface TaskResult {
  readonly task: Task;
  readonly commandId: string | null;
}

/** Creates a task. A repeated `_id` returns the existing task and creates nothing. */
export async function createTask(feature: TaskFeature, scope: Scope, input: NewTask): Promise<TaskResult> {
  const { _id: id = randomUUID(), ...fields } = input;
  const { scheduling } = await getTimeRules(feature, scope);
  const planned = planNewTask(fields, scheduling);
  try {
    const { commandId } = await feature.journal.run(scope, createKind, { id, fields: planned });
    return { task: await readTask(feature, scope, id), commandId };
  } catch (error) {
    if (brokenConstraint(error) === 'tasks_key')
      return { task: await readTask(feature, scope, id), commandId: null };
    throw error;
  }
}

export async function readTask(feature: TaskFeature, scope: Scope, id: string): Promise<Task> {
  const row = await findTask(feature.db, scope, id);
  if (!row) throw notFound('The task');
  const [task] = await withPlacements(feature, scope, [row]);
  return task as Task;
}

/** Changes a task. Completing a task of a series adds the next one; undo reverts both. */
export async function changeTask(
  feature: TaskFeature,
  scope: Scope,
  id: string,
  input: TaskChange,
): Promise<TaskResult> {
  const { version, ...change } = input;
  const { commandId } = await feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    const task = await getForChange(tx, scope, id, version);
    const planned = await planTaskChange(tx, scope, task, change, feature.clock());
    const isCompleted = task.status === 'open' && planned.payload.fields.status === 'done';
    // A task for someday needs no time. Of a running block, the part until now counts as work.
    const isShelved = !task.is_someday && planned.payload.fields.isSomeday;
    const release =
      isCompleted || isShelved
        ? await feature.placements.planRelease(tx, scope, { id, isWorkKept: true })
        : null;
    return feature.journal.runAllIn(tx, scope, release ? [planned, release] : [planned]);
  });
  return { task: await readTask(feature, scope, id), commandId };
}

async function planTaskChange(
  tx: Tx,
  scope: Scope,
  task: StoredTask,
  change: Omit<TaskChange, 'version'>,
  now: Date,
): Promise<CommandData<ChangePayload>> {
  const { scheduling } = await getTimeRules({ db: tx }, scope);
  const fields = planChange(toFields(task), change, now, scheduling);
  const isCompleted = task.status === 'open' && fields.status === 'done';
  const next = isCompleted && fields.recurrenceRule ? await planNext(tx, scope, fields, now) : null;
  // The rule moves to the next task: reopening the finished one must not start a second series.
  const finished = next ? { ...fields, recurrenceRule: null } : fields;
  const payload = {
    id: task.id,
    fields: finished,
    ...(next && { adds: { id: randomUUID(), fields: next } }),
  };
  return { kind: changeKind.kind, payload };
}

async function planNext(tx: Tx, scope: Scope, fields: TaskFields, now: Date) {
  const { homeTimeZone: timeZone, hours, hoursOverrides } = await getTimeRules({ db: tx }, scope);
  return planNextInSeries(fields, { timeZone, hours, hoursOverrides }, now);
}

export async function deleteTask(
  feature: TaskFeature,
  scope: Scope,
  id: string,
  version?: number,
): Promise<string> {
  const { commandId } = await feature.db.transaction().execute(async (tx) => {
    await feature.journal.lockUser(tx, scope);
    await getForChange(tx, scope, id, version);
    const release = await feature.placements.planRelease(tx, scope, { id, isWorkKept: false });
    const deletion = { kind: deleteKind.kind, payload: { id } };
    return feature.journal.runAllIn(tx, scope, release ? [deletion, release] : [deletion]);
  });
  return commandId;
}

export interface TaskQuery {
  readonly view: View;
  readonly project?: string | undefined;
  readonly priority?: number | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TaskList {
  readonly tasks: Task[];
  readonly nextCursor: string | null;
  readonly counts: Record<View, number>;
}

export async function findTasks(feature: TaskFeature, scope: Scope, query: TaskQuery): Promise<TaskList> {
  const { homeTimeZone: timeZone } = await getTimeRules(feature, scope);
  const zone = getZone(timeZone);
  const dayNumber = localDayNumber(zone, feature.clock().getTime());
  const [startsAt, endsAt] = [
    new Date(startOfDayNumber(zone, dayNumber)),
    new Date(startOfDayNumber(zone, dayNumber + 1)),
  ];
  const date = formatDayNumber(dayNumber);
  const [plannedToday, atRisk] = await Promise.all([
    feature.placements.listPlanned(scope, startsAt, endsAt),
    feature.placements.listAtRisk(scope),
  ]);
  const views: Record<View, TaskFilter> = {
    all: {},
    inbox: { status: 'open', isSomeday: false, isInbox: true },
    today: { status: 'open', isSomeday: false, dueBy: { date, endsAt, orIds: plannedToday } },
    upcoming: { status: 'open', isSomeday: false },
    'at-risk': { status: 'open', isSomeday: false, ids: atRisk },
    someday: { status: 'open', isSomeday: true },
    done: { status: 'done' },
  };
  const filter = { ...views[query.view], project: query.project, priority: query.priority, words: query.q };
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const [rows, counts] = await Promise.all([
    listTasks(feature.db, scope, filter, { limit: query.limit, after }),
    countTasks(feature.db, scope, { date, endsAt, plannedToday, atRisk }),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    tasks: await withPlacements(feature, scope, page),
    nextCursor: rows.length > query.limit && last ? encodeCursor(last.created_at, last.id) : null,
    counts,
  };
}

async function withPlacements(
  feature: TaskFeature,
  scope: Scope,
  rows: readonly StoredTask[],
): Promise<Task[]> {
  const placements = await feature.placements.find(
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    _id: row.id,
    ...toFields(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(placements.get(row.id) ?? { planned: null, risk: null }),
  }));
}

// --- for other features ---------------------------------------------------------------------------------

export type PlannableTask = StoredTask;

/** Every open task, for the planner's snapshot. */
export function listPlannableTasks(db: Db, scope: Scope): Promise<PlannableTask[]> {
  return listOpenTasks(db, scope);
}

export function findTasksByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredTask[]> {
  return listTasksByIds(db, scope, ids);
}

/** The task, locked until the transaction ends; undefined when it does not exist. */
export function lockTask(tx: Tx, scope: Scope, id: string): Promise<PlannableTask | undefined> {
  return findTask(tx, scope, id, true);
}

/**
 * The command that completes or reopens a locked task, when another change causes it (finishing its last
 * block).
 */
export function planStatus(
  tx: Tx,
  scope: Scope,
  task: PlannableTask,
  status: Task['status'],
  now: Date,
): Promise<CommandData> {
  return planTaskChange(tx, scope, task, { status }, now);
}

const KEEP_DELETED_DAYS = 30;

/** Purges tasks that were deleted more than 30 days ago; until then they can be restored. */
export async function purgeOldTasks({ db, clock }: DbContext): Promise<void> {
  await purgeDeletedTasks(db, new Date(clock().getTime() - KEEP_DELETED_DAYS * 86_400_000));
}
