import { type Task, type TaskChange, windowsByDate } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { mutateOptimistically, optimisticChange } from '#lib/optimistic.ts';
import { shownTasks } from '#lib/shown-data.ts';
import { useViewer } from '#lib/viewer.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { changeTask, refreshTasks, rememberInLists, rememberTask, removeTask, untilCreated } from '../api.ts';
import type { NewTaskRequest } from '../model/quick-add.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import type { View } from '../model/views.ts';
import { createTasks } from './create-tasks.ts';

/** Concurrent requests of one bulk action. */
const AT_ONCE = 4;
/** Above this number, a loading toast is shown. */
const MANY = 20;

/** The current time, the zones and the working hours, for formatting dates. */
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

/** The changed task as it is shown before the server responds. */
const optimistic = (task: Task, change: TaskChange): Task => ({
  ...task,
  ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Task>),
  ...(change.status && { completedAt: change.status === 'done' ? new Date().toISOString() : null }),
});

interface BulkChange {
  tasks: readonly Task[];
  /** The changed task; null if it is removed. */
  apply: (task: Task) => Task | null;
  send: (task: Task) => Promise<{ commandId: string | null; task?: Task }>;
  said: string;
  failed: string;
}

/** Shows the change to all tasks at once, sends it, reports refusals and offers Undo for the rest. */
async function changeTasks(client: QueryClient, bulk: BulkChange): Promise<boolean> {
  const { tasks, apply, send, said, failed } = bulk;
  if (tasks.length === 0) return true;
  const ids = new Set(tasks.map(({ _id }) => _id));
  const progress = tasks.length > MANY ? notify.loading(`Saving ${tasks.length} tasks…`) : null;
  const commands: string[] = [];
  const refused = new Map<string, unknown>();
  const queue = [...tasks];
  const work = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const { _id: id } = task;
      try {
        await untilCreated(client, id);
        const answer = await send(task);
        if (answer.commandId) commands.push(answer.commandId);
        await rememberInLists(client, id, answer.task ?? null);
      } catch (error) {
        refused.set(id, error);
      }
    }
  };
  await mutateOptimistically(client, {
    changes: [
      optimisticChange(shownTasks, (all) =>
        all.flatMap((task) => (ids.has(task._id) ? (apply(task) ?? []) : task)),
      ),
    ],
    send: () => Promise.all(Array.from({ length: AT_ONCE }, work)),
  });
  if (progress) notify.dismiss(progress);
  if (refused.size > 0) {
    const [error] = refused.values();
    const reason = getMessage(error, failed);
    const again = { ...bulk, tasks: tasks.filter(({ _id }) => refused.has(_id)) };
    notify.error(tasks.length > 1 ? `${refused.size} of ${tasks.length} tasks: ${reason}` : reason, {
      label: 'Try again',
      run: () => void changeTasks(client, again),
    });
  }
  if (refused.size < tasks.length) offerUndo(client, said, commands);
  refreshTasks(client);
  return refused.size === 0;
}

export type TaskActions = ReturnType<typeof useTaskActions>;

/** All task actions of the list: shown at once, with undo. */
export function useTaskActions(view: View, frame: TimeFrame) {
  const client = useQueryClient();
  return useMemo(() => {
    const change = (tasks: readonly Task[], input: TaskChange, said: string) =>
      changeTasks(client, {
        tasks,
        apply: (task) => optimistic(task, input),
        send: async ({ _id }) => {
          const answer = await changeTask(_id, input);
          rememberTask(client, answer);
          return answer;
        },
        said,
        failed: 'The task could not be changed.',
      });
    const counted = (tasks: readonly Task[], one: string, many: string) =>
      tasks.length === 1 ? one : `${tasks.length} tasks ${many}`;
    const getTitle = (tasks: readonly Task[]) => `“${tasks[0]?.title ?? ''}”`;
    return {
      change,
      setDone: (tasks: readonly Task[], isDone: boolean) =>
        change(
          tasks,
          { status: isDone ? 'done' : 'open' },
          isDone ? counted(tasks, 'Done', 'done') : counted(tasks, 'Open again', 'open again'),
        ),
      setPriority: (tasks: readonly Task[], priority: number) =>
        change(tasks, { priority }, counted(tasks, `${getTitle(tasks)} is P${priority}`, `are P${priority}`)),
      setProject: (tasks: readonly Task[], project: string | null) =>
        change(
          tasks,
          { project },
          counted(
            tasks,
            `${getTitle(tasks)} is ${project ? `in #${project}` : 'in no project'}`,
            project ? `are in #${project}` : 'are in no project',
          ),
        ),
      setDue: (tasks: readonly Task[], dueOn: string | null, words: string) =>
        change(
          tasks,
          dueOn ? { dueOn } : { dueOn: null, dueAt: null },
          counted(tasks, `${getTitle(tasks)} is ${words}`, `are ${words}`),
        ),
      setSomeday: (tasks: readonly Task[], isSomeday: boolean) =>
        change(
          tasks,
          { isSomeday },
          isSomeday
            ? counted(tasks, `${getTitle(tasks)} is for someday`, 'are for someday')
            : counted(tasks, `${getTitle(tasks)} is back in the plan`, 'are back in the plan'),
        ),
      remove: (tasks: readonly Task[]) =>
        changeTasks(client, {
          tasks,
          apply: () => null,
          send: ({ _id }) => removeTask(_id),
          said: counted(tasks, `${getTitle(tasks)} is deleted`, 'are deleted'),
          failed: 'The task could not be deleted.',
        }),
      /** Returns the tasks that could not be created. */
      create: (
        inputs: readonly NewTaskRequest[],
        reading: Promise<readonly NewTaskRequest[]> | null = null,
      ) => createTasks(client, { inputs, reading, view, frame }),
    };
  }, [client, view, frame]);
}
