import { type Task, type TaskChange, windowsByDate } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { queryKeys } from '../../../lib/query-client.ts';
import { useViewer } from '../../../lib/viewer.ts';
import { notify } from '../../../ui/toast.tsx';
import { offerUndo } from '../../../ui/undo.ts';
import {
  type CachedPages,
  changeTask,
  createTask,
  pagesKey,
  pinTask,
  refreshTasks,
  rememberTask,
  removeTask,
} from '../api.ts';
import {
  changeAddition,
  confirmAddition,
  dropAddition,
  dropStoredAdditions,
  rereadAddition,
  showAdditions,
  storedAdditions,
  whenAdded,
} from '../model/additions.ts';
import { mapTasks, withTask } from '../model/pages.ts';
import { momentInWords, type TaskWish } from '../model/quick-add.ts';
import { dayIn, type TimeFrame } from '../model/time-frame.ts';
import { isInView, type View, views } from '../model/views.ts';
import { type Apply, showPending } from './use-pending-changes.ts';

/** So many requests of one bulk action are on their way at once. */
const AT_ONCE = 4;
/** More than these take long enough to be told that they are on their way. */
const MANY = 20;

/** Now, the zones and the working hours that dates are told by. */
export function useTimeFrame(): TimeFrame {
  const now = useNow();
  const { profile, timeZone } = useViewer();
  return useMemo(
    () => ({
      now,
      timeZone,
      homeTimeZone: profile?.settings.homeTimeZone.name ?? timeZone,
      workingHours: profile?.settings.workingHours ?? {},
      hoursOfDates: windowsByDate(profile?.settings.hoursOverrides ?? [], 'work'),
      taskMinutes: profile?.settings.scheduling.taskMinutes,
    }),
    [now, timeZone, profile],
  );
}

/** What is known of a change before the server has answered. */
const optimistic = (task: Task, change: TaskChange): Task => ({
  ...task,
  ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Task>),
  ...(change.status && { completedAt: change.status === 'done' ? new Date().toISOString() : null }),
});

interface Wish {
  tasks: readonly Task[];
  apply: Apply;
  send: (task: Task) => Promise<{ commandId: string | null; task?: Task }>;
  said: string;
  failed: string;
}

/** Shows what is wished at once, sends it, takes back what was refused and offers Undo for the rest. */
async function carryOut(client: QueryClient, wish: Wish): Promise<boolean> {
  const { tasks, apply, send, said, failed } = wish;
  if (tasks.length === 0) return true;
  const letGo = showPending(tasks, apply);
  const progress = tasks.length > MANY ? notify.loading(`Saving ${tasks.length} tasks…`) : null;
  const commands: string[] = [];
  const refused = new Map<string, unknown>();
  const queue = [...tasks];
  const work = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const { _id: id } = task;
      try {
        await whenAdded(id);
        const answer = await send(task);
        if (answer.commandId) commands.push(answer.commandId);
        await client.cancelQueries({ queryKey: pagesKey });
        client.setQueriesData<CachedPages>(
          { queryKey: pagesKey },
          (data) => data && mapTasks(data, (one) => (one._id === id ? (answer.task ?? null) : one)),
        );
        changeAddition(id, answer.task ?? null);
      } catch (error) {
        refused.set(id, error);
      }
      letGo(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (progress) notify.dismiss(progress);
  if (refused.size > 0) {
    const [error] = refused.values();
    const reason = messageOf(error, failed);
    const again = { ...wish, tasks: tasks.filter(({ _id }) => refused.has(_id)) };
    notify.error(tasks.length > 1 ? `${refused.size} of ${tasks.length} tasks: ${reason}` : reason, {
      label: 'Try again',
      run: () => void carryOut(client, again),
    });
  }
  if (refused.size < tasks.length) offerUndo(client, said, commands);
  refreshTasks(client);
  return refused.size === 0;
}

export type TaskActions = ReturnType<typeof useTaskActions>;

/** Everything that can be done to tasks from the list: it shows at once and can be undone. */
export function useTaskActions(view: View, frame: TimeFrame) {
  const client = useQueryClient();
  return useMemo(() => {
    const change = (tasks: readonly Task[], wish: TaskChange, said: string) =>
      carryOut(client, {
        tasks,
        apply: (task) => optimistic(task, wish),
        send: async ({ _id }) => {
          const answer = await changeTask(_id, wish);
          rememberTask(client, answer);
          return answer;
        },
        said,
        failed: 'The task could not be changed.',
      });
    const counted = (tasks: readonly Task[], one: string, many: string) =>
      tasks.length === 1 ? one : `${tasks.length} tasks ${many}`;
    const nameOf = (tasks: readonly Task[]) => `“${tasks[0]?.title ?? ''}”`;
    return {
      change,
      setDone: (tasks: readonly Task[], isDone: boolean) =>
        change(
          tasks,
          { status: isDone ? 'done' : 'open' },
          isDone ? counted(tasks, 'Done', 'done') : counted(tasks, 'Open again', 'open again'),
        ),
      setPriority: (tasks: readonly Task[], priority: number) =>
        change(tasks, { priority }, counted(tasks, `${nameOf(tasks)} is P${priority}`, `are P${priority}`)),
      setProject: (tasks: readonly Task[], project: string | null) =>
        change(
          tasks,
          { project },
          counted(
            tasks,
            `${nameOf(tasks)} is ${project ? `in #${project}` : 'in no project'}`,
            project ? `are in #${project}` : 'are in no project',
          ),
        ),
      setDue: (tasks: readonly Task[], dueOn: string | null, words: string) =>
        change(
          tasks,
          dueOn ? { dueOn } : { dueOn: null, dueAt: null },
          counted(tasks, `${nameOf(tasks)} is ${words}`, `are ${words}`),
        ),
      setSomeday: (tasks: readonly Task[], isSomeday: boolean) =>
        change(
          tasks,
          { isSomeday },
          isSomeday
            ? counted(tasks, `${nameOf(tasks)} is for someday`, 'are for someday')
            : counted(tasks, `${nameOf(tasks)} is back in the plan`, 'are back in the plan'),
        ),
      remove: (tasks: readonly Task[]) =>
        carryOut(client, {
          tasks,
          apply: () => null,
          send: ({ _id }) => removeTask(_id),
          said: counted(tasks, `${nameOf(tasks)} is deleted`, 'are deleted'),
          failed: 'The task could not be deleted.',
        }),
      /** Answers with the tasks that could not be created. */
      create: (wishes: readonly TaskWish[], reading: Promise<readonly TaskWish[]> | null = null) =>
        createAll(client, wishes, reading, view, frame),
    };
  }, [client, view, frame]);
}

/** One list after the other: the order of writing is the order of creation. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Shows the tasks at once and sends them in their turn. `reading` gives the same tasks, understood. */
function createAll(
  client: QueryClient,
  wishes: readonly TaskWish[],
  reading: Promise<readonly TaskWish[]> | null,
  view: View,
  frame: TimeFrame,
): Promise<{ wish: TaskWish; error: unknown }[]> {
  showAdditions(wishes, frame.taskMinutes);
  waiting += 1;
  const turn = queue.then(() => sendAll(client, wishes, reading, view, frame));
  queue = turn.catch(() => {});
  return turn;
}

async function sendAll(
  client: QueryClient,
  wishes: readonly TaskWish[],
  reading: Promise<readonly TaskWish[]> | null,
  view: View,
  frame: TimeFrame,
): Promise<{ wish: TaskWish; error: unknown }[]> {
  const understood = (await reading) ?? wishes;
  if (reading) for (const wish of understood) rereadAddition(wish, frame.taskMinutes);
  const { today, endOfToday } = dayIn(frame);
  const created: Task[] = [];
  const commands: string[] = [];
  const refused: { wish: TaskWish; error: unknown }[] = [];
  for (const wish of understood) {
    try {
      const { takesPlaceAt, ...fields } = wish;
      const { task: stored, commandId } = await createTask(fields);
      if (commandId) commands.push(commandId);
      const pinned = takesPlaceAt && !stored.planned ? await pinNewTask(stored, takesPlaceAt) : null;
      if (pinned) commands.push(pinned.commandId);
      const task = pinned?.task ?? stored;
      created.push(task);
      for (const one of views.filter((one) => isInView(task, one, today, endOfToday)))
        client.setQueryData<CachedPages>([...pagesKey, one, ''], (data) => data && withTask(data, task));
      confirmAddition(task);
    } catch (error) {
      refused.push({ wish, error });
      dropAddition(wish._id);
    }
  }
  if (created.length > 0)
    offerUndo(
      client,
      addedInWords(created, frame, (task) => isInView(task, view, today, endOfToday)),
      commands,
    );
  waiting -= 1;
  if (waiting === 0) void settleAdditions(client);
  return refused;
}

/** What takes place at a time stands there at once. Where that fails the task keeps its time, to be planned. */
async function pinNewTask(task: Task, startsAt: string): Promise<{ task: Task; commandId: string } | null> {
  try {
    const { commandId, plan } = await pinTask(task._id, startsAt);
    const block = plan.blocks.find(({ taskId }) => taskId === task._id);
    if (!commandId || !block) return null;
    const { _id: blockId, endsAt } = block;
    return {
      commandId,
      task: { ...task, planned: { startsAt: block.startsAt, endsAt, blockId, blockCount: 1 } },
    };
  } catch {
    return null;
  }
}

/** An answer that was on its way may not have the new tasks yet: they stay in sight until a later one is there. */
async function settleAdditions(client: QueryClient): Promise<void> {
  const ids = storedAdditions();
  void client.invalidateQueries({ queryKey: queryKeys.plan }, { cancelRefetch: false });
  await client.invalidateQueries({ queryKey: queryKeys.tasks });
  dropStoredAdditions(ids);
}

/** Says where to find what the open tab does not list. */
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
