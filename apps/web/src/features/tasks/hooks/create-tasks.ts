import type { NewTask, Task } from '@dayloom/contracts';
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange } from '#lib/optimistic.ts';
import { sendChange } from '#lib/waiting-changes.ts';
import { offerUndo, offerWithdrawal } from '#ui/undo.ts';
import { createKey, readKey } from '../api.ts';
import { optimisticNewTasks } from '../model/cached-tasks.ts';
import { formatMoment, type NewTaskRequest, provisionalTask } from '../model/quick-add.ts';
import type { TimeContext } from '../model/time-context.ts';
import { dayIn } from '../model/viewer-day.ts';
import { isInView, type View } from '../model/views.ts';
import { creation } from './waiting-tasks.ts';

interface Input {
  readonly inputs: readonly NewTaskRequest[];
  /** Resolves to the same tasks, parsed. */
  readonly reading: Promise<readonly NewTaskRequest[]> | null;
  readonly view: View;
  readonly context: TimeContext;
}

export interface RefusedTask {
  readonly input: NewTaskRequest;
  readonly error: unknown;
}

/** Shows the tasks at once and sends them in order. Returns those that the server refused. */
export async function createTasks(
  client: QueryClient,
  { inputs, reading, view, context }: Input,
): Promise<readonly RefusedTask[]> {
  if (!reading) return await sendAll(client, inputs, view, context);
  let sent: Promise<readonly RefusedTask[]> | undefined;
  await mutateOptimistically(client, {
    key: readKey,
    changes: [showing(inputs, context)],
    send: () => reading,
    updateCache: (understood) => {
      sent = sendAll(client, understood, view, context);
    },
    warnsBeforeLoss: true,
  });
  return (await sent) ?? [];
}

function showing(inputs: readonly NewTask[], context: TimeContext) {
  const shown = inputs.map((input) => provisionalTask(input, nextInstant(), context.taskMinutes));
  return optimisticChange(optimisticNewTasks, (all) => [...shown, ...all]);
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
  context: TimeContext,
): Promise<readonly RefusedTask[]> {
  const { today, endOfToday } = dayIn(context);
  const day = { taskMinutes: context.taskMinutes, today, endOfToday };
  const created: Task[] = [];
  const commands: string[] = [];
  const waiting: { readonly id: string; readonly title: string }[] = [];
  const refused: RefusedTask[] = [];
  const createInTurn = async (input: NewTaskRequest) => {
    const request = { ...input, _id: input._id ?? crypto.randomUUID() };
    const createdAt = nextInstant().toISOString();
    try {
      const outcome = await sendChange(client, creation, request._id, { request, createdAt, ...day });
      if (outcome.status === 'waits') waiting.push({ id: outcome.id, title: input.title });
      else {
        created.push(outcome.response.task);
        commands.push(...outcome.response.commandIds);
      }
    } catch (error) {
      refused.push({ input, error });
      keepRefused(client, request, error);
    }
  };
  await Promise.all(inputs.map(createInTurn));
  const isInSight = (task: Task) => isInView(task, view, today, endOfToday);
  if (created.length > 0) offerUndo(client, describeAdded(created, context, isInSight), commands);
  const [first] = waiting;
  if (first)
    offerWithdrawal(
      client,
      waiting.length === 1 ? `“${first.title}” waits for the connection` : `${waiting.length} tasks wait`,
      waiting.map(({ id }) => id),
    );
  return refused;
}

/** A refused task stays in the mutation cache until it is sent again or discarded. */
function keepRefused(client: QueryClient, input: NewTaskRequest, error: unknown): void {
  const mutation = client.getMutationCache().build<never, unknown, NewTaskRequest, unknown>(client, {
    mutationKey: [...createKey, input._id],
    mutationFn: () => Promise.reject(error),
    meta: { warnsBeforeLoss: true },
    networkMode: 'always',
    gcTime: Infinity,
  });
  mutation.execute(input).catch(() => {});
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

/** Names the tab of a new task that the open tab does not list. */
function describeAdded(
  created: readonly Task[],
  context: TimeContext,
  isInSight: (task: Task) => boolean,
): string {
  const [first] = created;
  if (created.length > 1) return `${created.length} tasks added`;
  if (first?.planned) return `“${first.title}” is pinned to ${formatMoment(first.planned.startsAt, context)}`;
  return `“${first?.title}” added${first && !isInSight(first) ? ' to Upcoming' : ''}`;
}
