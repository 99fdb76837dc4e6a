import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { CommandKind, CommandOutcome } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTask } from '../model/stored-task.ts';
import type { TaskFields } from '../model/task-fields.ts';
import { describeChange } from '../rules.ts';
import { replaceDependencies } from '../store/dependencies.ts';
import { toFields } from '../store/fields.ts';
import { findTaskForChange, isTaskKnown } from '../store/find.ts';
import {
  deleteUnchanged,
  insertTask,
  insertTasks,
  joinTask,
  restoreTasks,
  setTaskDeleted,
  type TaskVersion,
  updateTask,
} from '../store/write.ts';

interface CreatePayload {
  readonly id: string;
  readonly fields: TaskFields;
}

const toCreated = (
  { id, fields: { title } }: CreatePayload,
  result: Promise<StoredTask>,
): CommandOutcome<StoredTask> => {
  // The journal awaits it. Until then, a failure would be unhandled and end the process.
  result.catch(() => {});
  return {
    result,
    inverse: { kind: 'task.delete', payload: { id } },
    summary: `Added '${title}'`,
    changed: ['tasks'],
  };
};

export const createKind: CommandKind<CreatePayload, StoredTask> = {
  kind: 'task.create',
  async apply(tx, scope, payload, now) {
    return toCreated(payload, insertTask(tx, scope, payload.id, payload.fields, now));
  },
  applyInOneStatement(db, scope, payload, now) {
    const { id, fields } = payload;
    return fields.dependsOn.length > 0 ? null : toCreated(payload, joinTask(db, scope, id, fields, now));
  },
};

export const deleteKind: CommandKind<{ id: string }, void> = {
  kind: 'task.delete',
  async apply(tx, scope, { id }, now) {
    const task = await getForChange(tx, scope, id);
    await setTaskDeleted(tx, scope, id, { isDeleted: true, now });
    return {
      result: undefined,
      inverse: { kind: 'task.restore', payload: { id } },
      summary: `Deleted '${task.title}'`,
      changed: ['tasks', 'plan'],
    };
  },
};

const restoreKind: CommandKind<{ id: string }, void> = {
  kind: 'task.restore',
  async apply(tx, scope, { id }, now) {
    if (!(await setTaskDeleted(tx, scope, id, { isDeleted: false, now }))) throw notFound('The deleted task');
    const task = await getForChange(tx, scope, id);
    return {
      result: undefined,
      inverse: { kind: 'task.delete', payload: { id } },
      summary: `Brought '${task.title}' back`,
      changed: ['tasks', 'plan'],
    };
  },
};

interface AddedTask {
  readonly id: string;
  readonly fields: TaskFields;
}

/** Adds tasks as one change, such as an import. */
export const importKind: CommandKind<{ tasks: readonly AddedTask[] }, void> = {
  kind: 'task.import',
  async apply(tx, scope, { tasks }, now) {
    const added = await insertTasks(tx, scope, tasks, now);
    const [only] = tasks;
    return {
      result: undefined,
      inverse: { kind: 'task.withdraw', payload: { tasks: added } },
      summary: only && tasks.length === 1 ? `Added '${only.fields.title}'` : `Added ${tasks.length} tasks`,
      changed: ['tasks'],
    };
  },
};

/** Takes added tasks back. Those that were changed since then are work of their user, and stay. */
const withdrawKind: CommandKind<{ tasks: readonly TaskVersion[] }, void> = {
  kind: 'task.withdraw',
  async apply(tx, scope, { tasks }, now) {
    const { deleted, changed } = await deleteUnchanged(tx, scope, tasks, now);
    const stay = changed === 1 ? 'One task was changed since then, and stays.' : null;
    return {
      result: undefined,
      inverse: { kind: 'task.return', payload: { ids: deleted } },
      summary: deleted.length === 1 ? 'Took an added task back' : `Took ${deleted.length} added tasks back`,
      changed: ['tasks', 'plan'],
      notice: changed > 1 ? `${changed} tasks were changed since then, and stay.` : stay,
    };
  },
};

const returnKind: CommandKind<{ ids: readonly string[] }, void> = {
  kind: 'task.return',
  async apply(tx, scope, { ids }, now) {
    const returned = await restoreTasks(tx, scope, ids, now);
    return {
      result: undefined,
      inverse: { kind: 'task.withdraw', payload: { tasks: returned } },
      summary: returned.length === 1 ? 'Brought a task back' : `Brought ${returned.length} tasks back`,
      changed: ['tasks', 'plan'],
    };
  },
};

/**
 * `adds` is the next task of the series, created when this one is completed. Undo removes it again through
 * `removes`.
 */
export interface ChangePayload {
  readonly id: string;
  readonly fields: TaskFields;
  readonly version?: number | undefined;
  readonly adds?: { readonly id: string; readonly fields: TaskFields } | undefined;
  readonly removes?: string | undefined;
}

export const changeKind: CommandKind<ChangePayload, void> = {
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
    else if (adds) await setTaskDeleted(tx, scope, adds.id, { isDeleted: false, now });
    // With its current fields, because it may be purged before this command is undone.
    const removed = removes && (await findTaskForChange(tx, scope, removes));
    if (removed) await setTaskDeleted(tx, scope, removed.id, { isDeleted: true, now });
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
      changed: ['tasks', 'plan'],
    };
  },
};

export const taskCommands = [
  createKind,
  deleteKind,
  restoreKind,
  changeKind,
  importKind,
  withdrawKind,
  returnKind,
];

export async function getForChange(tx: Tx, scope: Scope, id: string, version?: number): Promise<StoredTask> {
  const task = await findTaskForChange(tx, scope, id);
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
