import {
  type FocusTimer,
  focusApi,
  journalApi,
  type NewFocusSession,
  planningApi,
  type Task,
  taskApi,
} from '@dayloom/contracts';
import { type CallOptions, call } from '#lib/api.ts';

const MAX_TASKS = 200;

export const readFocus = (options: CallOptions = {}) => call(focusApi.read, {}, options);

export const setTimer = async (timer: FocusTimer, options: CallOptions = {}): Promise<FocusTimer> =>
  (await call(focusApi.setTimer, { body: timer }, options)).timer;

export async function listTasks(): Promise<Task[]> {
  const { tasks } = await call(taskApi.list, { query: { view: 'upcoming', limit: MAX_TASKS } });
  return tasks;
}

export const readTask = async (id: string): Promise<Task> =>
  (await call(taskApi.read, { params: { id } })).task;

export const recordSession = (session: NewFocusSession, options: CallOptions = {}) =>
  call(focusApi.record, { body: session }, options);

export const proposePlan = () => call(planningApi.propose, { body: {} });

export const undo = (commandId: string) => call(journalApi.undo, { params: { id: commandId } });
