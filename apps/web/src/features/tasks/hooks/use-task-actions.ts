import { type Task, type TaskChange, windowsByDate } from '@dayloom/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { untilSettled } from '#lib/optimistic.ts';
import { useViewer } from '#lib/viewer.ts';
import { type SendOutcome, sendChange } from '#lib/waiting-changes.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo, offerWithdrawal } from '#ui/undo.ts';
import { readKey, refreshTasks } from '../api.ts';
import type { NewTaskRequest } from '../model/quick-add.ts';
import type { TimeContext } from '../model/time-context.ts';
import type { View } from '../model/views.ts';
import { createTasks } from './create-tasks.ts';
import { edit, removal } from './waiting-tasks.ts';

/** Above this number, a loading toast is shown. */
const MANY = 20;

/** The current time, the zones and the working hours, for formatting dates. */
export function useTimeContext(): TimeContext {
  const now = useNow();
  const { profile, timeZone } = useViewer();
  return useMemo(
    () => ({
      now,
      timeZone,
      homeTimeZone: profile?.settings.homeTimeZone.name ?? timeZone,
      workingHours: profile?.settings.workingHours ?? {},
      overrides: windowsByDate(profile?.settings.hoursOverrides ?? [], 'work'),
      taskMinutes: profile?.settings.scheduling.taskMinutes,
    }),
    [now, timeZone, profile],
  );
}

interface BulkChange {
  readonly tasks: readonly Task[];
  readonly send: (
    task: Task,
  ) => Promise<SendOutcome<{ readonly commandId: string | null; readonly task?: Task | undefined }>>;
  readonly said: string;
  readonly failed: string;
}

/** Shows the change to all tasks at once, sends it, reports refusals and offers Undo for the rest. */
async function changeTasks(client: QueryClient, bulk: BulkChange): Promise<boolean> {
  const { tasks, send, said, failed } = bulk;
  if (tasks.length === 0) return true;
  const progress = tasks.length > MANY ? notify.loading(`Saving ${tasks.length} tasks…`) : null;
  const commands: string[] = [];
  const waiting: string[] = [];
  const refused = new Map<string, unknown>();
  const work = async (task: Task) => {
    try {
      // Wait for a running read of a new task.
      if (client.isMutating({ mutationKey: readKey }) > 0) await untilSettled(client, readKey);
      const outcome = await send(task);
      if (outcome.status === 'waits') waiting.push(outcome.id);
      else if (outcome.response.commandId) commands.push(outcome.response.commandId);
    } catch (error) {
      refused.set(task._id, error);
    }
  };
  await Promise.all(tasks.map(work));
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
  if (waiting.length > 0) offerWithdrawal(client, `${said}. It waits for the connection`, waiting);
  else if (refused.size < tasks.length) offerUndo(client, said, commands);
  refreshTasks(client);
  return refused.size === 0;
}

export type TaskActions = ReturnType<typeof useTaskActions>;

/** All task actions of the list: shown at once, with undo. */
export function useTaskActions(view: View, context: TimeContext) {
  const client = useQueryClient();
  return useMemo(() => {
    const change = (tasks: readonly Task[], input: TaskChange, said: string) =>
      changeTasks(client, {
        tasks,
        send: (task) => sendChange(client, edit, task._id, { task, change: input, isVersioned: false }),
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
          send: (task) => sendChange(client, removal, task._id, { task }),
          said: counted(tasks, `${getTitle(tasks)} is deleted`, 'are deleted'),
          failed: 'The task could not be deleted.',
        }),
      /** Returns the tasks that could not be created. */
      create: (
        inputs: readonly NewTaskRequest[],
        reading: Promise<readonly NewTaskRequest[]> | null = null,
      ) => createTasks(client, { inputs, reading, view, context }),
    };
  }, [client, view, context]);
}
