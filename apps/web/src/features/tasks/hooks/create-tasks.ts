import type { NewTask, Task } from '@dayloom/contracts';
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { offerUndo } from '#ui/undo.ts';
import { addedTasks, createKey, createTask, pinTask, readKey, rememberInViews } from '../api.ts';
import { momentInWords, type NewTaskRequest, provisionalTask } from '../model/quick-add.ts';
import { dayIn, type TimeFrame } from '../model/time-frame.ts';
import { isInView, type View, views } from '../model/views.ts';

interface Creation {
  readonly inputs: readonly NewTaskRequest[];
  /** Resolves to the same tasks, parsed. */
  readonly reading: Promise<readonly NewTaskRequest[]> | null;
  readonly view: View;
  readonly frame: TimeFrame;
}

export interface RefusedTask {
  readonly input: NewTaskRequest;
  readonly error: unknown;
}

/** Shows the tasks at once and sends them in order. Returns those that the server refused. */
export async function createTasks(
  client: QueryClient,
  { inputs, reading, view, frame }: Creation,
): Promise<readonly RefusedTask[]> {
  if (!reading) return await sendAll(client, inputs, view, frame);
  let sent: Promise<readonly RefusedTask[]> | undefined;
  await mutateOptimistically(client, {
    key: readKey,
    changes: [showing(inputs, frame)],
    send: () => reading,
    remember: (understood) => {
      sent = sendAll(client, understood, view, frame);
    },
    warnsBeforeLoss: true,
  });
  return (await sent) ?? [];
}

function showing(inputs: readonly NewTask[], frame: TimeFrame) {
  const shown = inputs.map((input) => provisionalTask(input, nextInstant(), frame.taskMinutes));
  return optimisticChange(addedTasks, (all) => [...shown, ...all]);
}

let lastInstant = 0;

/** Unique instants, so that the newest task comes first and pasted lines keep their order. */
function nextInstant(): Date {
  lastInstant = Math.max(Date.now(), lastInstant + 1);
  return new Date(lastInstant);
}

async function sendAll(
  client: QueryClient,
  inputs: readonly NewTaskRequest[],
  view: View,
  frame: TimeFrame,
): Promise<readonly RefusedTask[]> {
  const { today, endOfToday } = dayIn(frame);
  const refused: RefusedTask[] = [];
  await mutateOptimistically(client, {
    changes: [showing(inputs, frame)],
    send: async () => {
      const created: Task[] = [];
      const commands: string[] = [];
      const createInTurn = async (input: NewTaskRequest) => {
        try {
          const { task, commandIds } = await createOne(client, input);
          commands.push(...commandIds);
          created.push(task);
          const inViews = views.filter((one) => isInView(task, one, today, endOfToday));
          rememberInViews(client, task, inViews);
        } catch (error) {
          refused.push({ input, error });
        }
      };
      await Promise.all(inputs.map(createInTurn));
      const isInSight = (task: Task) => isInView(task, view, today, endOfToday);
      if (created.length > 0) offerUndo(client, addedInWords(created, frame, isInSight), commands);
    },
    remember: () => refreshAfterLast(client),
  });
  return refused;
}

/** A running list request may not include the new tasks: they stay visible until a later one has finished. */
async function refreshAfterLast(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: createKey }) > 0) return;
  void client.invalidateQueries({ queryKey: queryKeys.plan }, { cancelRefetch: false });
  await client.invalidateQueries({ queryKey: queryKeys.tasks });
}

/** A refused task stays in the mutation cache until it is sent again or discarded. */
async function createOne(
  client: QueryClient,
  input: NewTaskRequest,
): Promise<{ task: Task; commandIds: string[] }> {
  const cache = client.getMutationCache();
  const mutation = cache.build<{ task: Task; commandIds: string[] }, Error, NewTaskRequest, unknown>(client, {
    mutationKey: [...createKey, input._id],
    mutationFn: async ({ takesPlaceAt, ...fields }) => {
      const { task, commandId } = await createTask(fields);
      const pinned = takesPlaceAt && !task.planned ? await pinNewTask(task, takesPlaceAt) : null;
      return {
        task: pinned?.task ?? task,
        commandIds: [commandId, pinned?.commandId].filter((id) => typeof id === 'string'),
      };
    },
    // One after another, so that the tasks are created in the order in which they were typed.
    scope: { id: 'create tasks' },
    meta: { warnsBeforeLoss: true },
    networkMode: 'always',
    gcTime: Infinity,
  });
  const created = await mutation.execute(input);
  cache.remove(mutation);
  return created;
}

const refusedFilter = { mutationKey: createKey, status: 'error' } as const;

/** The tasks that the server refused, with reasons, and a function that discards them. */
export function useRefusedTasks() {
  const client = useQueryClient();
  const refused = useMutationState({
    filters: refusedFilter,
    select: ({ state }) => ({
      input: state.variables as NewTaskRequest,
      reason: getMessage(state.error, 'The task could not be added.'),
    }),
  });
  return { refused, discard: () => discardRefused(client) };
}

/** Discards refused tasks: those with the given ids, or all. */
export function discardRefused(client: QueryClient, ids?: ReadonlySet<string | undefined>): void {
  const cache = client.getMutationCache();
  for (const mutation of cache.findAll(refusedFilter)) {
    const { _id } = mutation.state.variables as NewTaskRequest;
    if (!ids || ids.has(_id)) cache.remove(mutation);
  }
}

/** Pins a task with a fixed time at once. If that fails, the task is kept and planned later. */
async function pinNewTask(task: Task, startsAt: string): Promise<{ task: Task; commandId: string } | null> {
  try {
    const { commandId, plan } = await pinTask(task._id, startsAt);
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
  } catch {
    return null;
  }
}

/** Names the tab of a new task that the open tab does not list. */
function addedInWords(
  created: readonly Task[],
  frame: TimeFrame,
  isInSight: (task: Task) => boolean,
): string {
  const [first] = created;
  if (created.length > 1) return `${created.length} tasks added`;
  if (first?.planned) return `“${first.title}” is pinned to ${momentInWords(first.planned.startsAt, frame)}`;
  return `“${first?.title}” added${first && !isInSight(first) ? ' to Upcoming' : ''}`;
}
