import type { Task } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decideRefusal, findCode, isTransient, registerKind, type SendContext } from '#lib/change-kinds.ts';
import { optimisticChange } from '#lib/optimistic.ts';
import { optimisticTasks } from '#lib/optimistic-entities.ts';
import { queryKeys } from '#lib/query-client.ts';
import { sendChange, useWaitingChanges } from '#lib/waiting-changes.ts';
import {
  cacheInLists,
  cacheInViews,
  cacheTask,
  changeTask,
  createKey,
  createTask,
  fetchTask,
  pinTask,
  removeTask,
  type TaskResponse,
} from '../api.ts';
import { optimisticNewTasks } from '../model/cached-tasks.ts';
import { type NewTaskRequest, provisionalTask } from '../model/quick-add.ts';
import {
  applyChange,
  isContained,
  listConflictingFields,
  rebase,
  rebaseFollowingEdit,
  revertBase,
  type TaskEdit,
} from '../model/task-changes.ts';
import { isInView, views } from '../model/views.ts';

export interface Creation {
  readonly request: NewTaskRequest;
  /** The task's time of creation, until the server has the task. */
  readonly createdAt: string;
  readonly taskMinutes: number | undefined;
  /** The viewer's day, which decides in which tabs it belongs. */
  readonly today: string;
  readonly endOfToday: number;
}

interface Created {
  readonly task: Task;
  readonly commandIds: readonly string[];
}

export const creation = registerKind<Creation, Created>({
  name: 'task.create',
  key: (id) => [...createKey, id],
  // In the order in which they were typed.
  order: 'tasks',
  show: ({ request, createdAt, taskMinutes }) => [
    optimisticChange(optimisticNewTasks, (all) => [
      provisionalTask(request, new Date(createdAt), taskMinutes),
      ...all,
    ]),
  ],
  send: async ({ request }, sending) => {
    const { takesPlaceAt, ...fields } = request;
    const { task, commandId } = await createTask(fields, sending);
    const pinned = takesPlaceAt ? await pinNewTask(task, takesPlaceAt, sending) : null;
    return {
      task: pinned?.task ?? task,
      commandIds: [commandId, pinned?.commandId].filter((id) => typeof id === 'string'),
    };
  },
  updateCache: (client, { today, endOfToday }, { task }) => {
    const inViews = views.filter((one) => isInView(task, one, today, endOfToday));
    cacheInViews(client, task, inViews);
    return refreshAfterLast(client);
  },
  // It was created, and has been deleted since.
  decide: async (_, error) => (findCode(error) === 'not_found' ? { next: 'drop' } : decideRefusal(error)),
});

/** The key of the second request of a change, the same at each repetition: a UUID of version 8 (RFC 9562). */
const toSecondKey = (key: string): string => `${key.slice(0, 14)}8${key.slice(15)}`;

/** A running list request may not include the new tasks: they stay visible until a later one has finished. */
async function refreshAfterLast(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: createKey }) > 1) return;
  void client.invalidateQueries({ queryKey: queryKeys.plan }, { cancelRefetch: false });
  await client.invalidateQueries({ queryKey: queryKeys.tasks });
}

/**
 * Pins a task with a fixed time at once. If the server refuses, the task is kept and planned later. If the server cannot be
 * reached, the whole change waits: the same key creates no second task.
 */
async function pinNewTask(
  task: Task,
  startsAt: string,
  sending: SendContext,
): Promise<{ task: Task; commandId: string } | null> {
  try {
    const idempotencyKey = toSecondKey(sending.idempotencyKey);
    const { commandId, plan } = await pinTask(task._id, startsAt, { as: sending.as, idempotencyKey });
    const block = plan.blocks.find(({ taskId }) => taskId === task._id);
    if (!commandId || !block) return null;
    const { _id: blockId, endsAt } = block;
    return {
      commandId,
      task: {
        ...task,
        planned: {
          startsAt: block.startsAt,
          endsAt,
          blockId,
          blockCount: 1,
          places: [{ startsAt: block.startsAt, endsAt }],
        },
      },
    };
  } catch (error) {
    if (isTransient(error)) throw error;
    return null;
  }
}

/** The response to a change of a task, or of something else about it, such as recorded work. */
type Answered = Partial<Pick<TaskResponse, 'task'>>;

const showing = (id: string, change: (task: Task) => Task | null) =>
  optimisticChange(optimisticTasks, (all) =>
    all.flatMap((task) => (task._id === id ? (change(task) ?? []) : task)),
  );

export interface Edit extends TaskEdit {
  /** The edited version is sent at once, so that the server refuses an edit of an old one. */
  readonly isVersioned: boolean;
}

const EDIT = 'task.change';

export const edit = registerKind<Edit, TaskResponse>({
  name: EDIT,
  show: ({ task, change }) => [showing(task._id, (shown) => applyChange(shown, change, new Date()))],
  send: ({ task, change, isVersioned }, { idempotencyKey, as, madeAt }) =>
    changeTask(
      task._id,
      { ...change, madeAt, version: isVersioned || madeAt ? task.version : undefined },
      { idempotencyKey, as },
    ),
  updateCache: async (client, { task }, response) => {
    cacheTask(client, response);
    await cacheInLists(client, task._id, response.task);
  },
  follow: (input, response: Answered) => (response.task ? rebaseFollowingEdit(input, response.task) : input),
  withdraw: (input, { kind, input: withdrawn }) => {
    if (kind === creation.name) return null;
    // What else about the task is withdrawn has no fields of it.
    return kind === EDIT ? revertBase(input, withdrawn as TaskEdit) : input;
  },
  decide: async (input, error, sending) => {
    if (findCode(error) === 'not_found') return { next: 'ask', problem: { kind: 'gone' } };
    if (findCode(error) !== 'version_conflict') return decideRefusal(error);
    const response = await fetchTask(input.task._id, sending);
    if (isContained(input, response.task)) return { next: 'drop', response };
    return listConflictingFields(input, response.task).length === 0
      ? { next: 'send', input: rebase(input, response.task) }
      : { next: 'ask', problem: { kind: 'conflict', theirs: response.task } };
  },
});

export interface Removal {
  readonly task: Task;
}

type Removed = Awaited<ReturnType<typeof removeTask>>;

export const removal = registerKind<Removal, Removed>({
  name: 'task.remove',
  show: ({ task }) => [showing(task._id, () => null)],
  send: ({ task }, { idempotencyKey, as, madeAt }) =>
    removeTask(task._id, madeAt ? task.version : undefined, { idempotencyKey, as }),
  updateCache: (client, { task }) => cacheInLists(client, task._id, null),
  follow: (input, response: Answered) =>
    response.task ? rebase({ ...input, change: {} }, response.task) : input,
  withdraw: (input, { kind }) => (kind === creation.name ? null : input),
  decide: async ({ task }, error, sending) => {
    if (findCode(error) === 'not_found') return { next: 'drop' };
    if (findCode(error) !== 'version_conflict') return decideRefusal(error);
    const { task: theirs } = await fetchTask(task._id, sending);
    return { next: 'ask', problem: { kind: 'conflict', theirs } };
  },
});

/** The task with its edits that wait for the network. */
export function useWithWaitingEdits(task: Task | undefined): Task | undefined {
  const waiting = useWaitingChanges(useQueryClient());
  return useMemo(
    () =>
      task &&
      waiting
        .filter(({ kind, subject }) => kind === edit.name && subject === task._id)
        .reduce(
          (before, { input, createdAt }) => applyChange(before, (input as Edit).change, new Date(createdAt)),
          task,
        ),
    [task, waiting],
  );
}

/** Adds the task of an edit again, which was deleted elsewhere. What it depended on may be gone too. */
export function addAgain(
  client: QueryClient,
  { task, change }: TaskEdit,
  day: Pick<Creation, 'today' | 'endOfToday'>,
) {
  const id = crypto.randomUUID();
  const createdAt = new Date();
  const request: NewTaskRequest = { ...applyChange(task, change, createdAt), dependsOn: [], _id: id };
  return sendChange(client, creation, id, {
    request,
    createdAt: createdAt.toISOString(),
    taskMinutes: task.durationMinutes,
    ...day,
  });
}
