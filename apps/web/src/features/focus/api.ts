import {
  type FocusOutcome,
  type FocusTimer,
  focusApi,
  journalApi,
  planningApi,
  type Task,
  taskApi,
} from '@dayloom/contracts';
import { call } from '#lib/api.ts';

const MOST_TASKS = 200;

export const readFocus = () => call(focusApi.read);

export const setTimer = async (timer: FocusTimer): Promise<FocusTimer> =>
  (await call(focusApi.setTimer, { body: timer })).timer;

export async function listTasks(): Promise<Task[]> {
  const { tasks } = await call(taskApi.list, { query: { view: 'upcoming', limit: MOST_TASKS } });
  return tasks;
}

export const readTask = async (id: string): Promise<Task> =>
  (await call(taskApi.read, { params: { id } })).task;

export interface RecordedSession {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly taskId: string | null;
  readonly outcome: FocusOutcome;
  readonly moreMinutes: number;
}

/** The same end of a session has the same id on every device, so that it is recorded once. */
export const recordSession = (session: RecordedSession) =>
  call(focusApi.record, {
    body: {
      ...session,
      _id: `00000000-0000-4000-8000-${Date.parse(session.endedAt).toString(16).padStart(12, '0')}`,
    },
  });

export const proposePlan = () => call(planningApi.propose, { body: {} });

export const undo = (commandId: string) => call(journalApi.undo, { params: { id: commandId } });
