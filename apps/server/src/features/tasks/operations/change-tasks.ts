import { randomUUID } from 'node:crypto';
import type { NewTask, Task, TaskChange } from '@dayloom/contracts';
import { getTimeRules, getTimeRulesOfRequest } from '#features/account/operations/time-rules.ts';
import type { Tx } from '#platform/db.ts';
import { brokenConstraint } from '#platform/errors.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { TaskFields } from '../model/task-fields.ts';
import { planChange, planNewTask, planNextInSeries } from '../rules.ts';
import { type StoredTask, toFields } from '../store/fields.ts';
import { readTask, type TaskFeature, toTask } from './read-tasks.ts';
import { type ChangePayload, changeKind, createKind, deleteKind, getForChange } from './task-commands.ts';

export interface TaskResult {
  readonly task: Task;
  readonly commandId: string | null;
}

/** Creates a task. A repeated `_id` returns the existing task and creates nothing. */
export async function createTask(feature: TaskFeature, scope: Scope, input: NewTask): Promise<TaskResult> {
  const { _id: id = randomUUID(), ...fields } = input;
  const { scheduling } = await getTimeRulesOfRequest(feature, scope);
  const planned = planNewTask(fields, scheduling);
  try {
    const { commandId, result } = await feature.journal.run(scope, createKind, { id, fields: planned });
    return { task: toTask(result), commandId };
  } catch (error) {
    if (brokenConstraint(error) === 'tasks_key')
      return { task: await readTask(feature, scope, id), commandId: null };
    throw error;
  }
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

export async function planTaskChange(
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
