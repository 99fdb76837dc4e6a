import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Task } from './task.ts';
import { Id, line, succeeded } from './values.ts';

/** A task of another app, ready to be added by `POST /tasks/import`. */
const FoundTask = Task.pick({ _id: true, title: true }).extend(
  Task.pick({
    notes: true,
    subtasks: true,
    durationMinutes: true,
    dueOn: true,
    dueAt: true,
    dueKind: true,
    priority: true,
    project: true,
    recurrenceRule: true,
  }).partial().shape,
);

/** The open tasks of an account elsewhere. Nothing is added by reading them. */
export const FoundTasks = z
  .object({
    /** `Todoist`, `Google Tasks` or `Microsoft To Do`. */
    source: z.string(),
    /** The same task has the same id each time, unless it was imported and deleted since. */
    tasks: z.array(FoundTask),
    /** How many were imported before and are still here. They are left out. */
    imported: z.int(),
    /** How many more there are than can be imported at a time. */
    more: z.int(),
    /** What could not be read, in words; the task is imported without it. */
    problems: z.array(z.string()),
  })
  .meta({ id: 'FoundTasks' });
export type FoundTasks = z.infer<typeof FoundTasks>;

const Found = z.object({ ...succeeded, found: FoundTasks, message: z.string() });
const AccountId = z.object({ id: Id });

/** Reading tasks elsewhere needs a person: an API token may add tasks, but not read other accounts. */
export const taskImportApi = {
  readTodoist: endpoint({
    method: 'POST',
    path: '/tasks/import/todoist',
    summary: 'Read the open tasks of a Todoist account; its token is used for this call and not stored',
    access: 'user',
    body: z.object({ token: line(200).min(1, 'Enter your API token') }),
    response: Found,
  }),
  readAccount: endpoint({
    method: 'POST',
    path: '/tasks/import/accounts/:id',
    summary: 'Read the open tasks of a connected Google or Outlook account',
    access: 'user',
    params: AccountId,
    response: z.object({
      ...succeeded,
      /** Null if the account does not allow reading its tasks yet. */
      found: FoundTasks.nullable(),
      /** The page that asks for the permission; null if it is given. */
      authUrl: z.string().nullable(),
      message: z.string(),
    }),
  }),
  allowAccount: endpoint({
    method: 'POST',
    path: '/tasks/import/accounts/:id/consent',
    summary: 'Exchange the code of that page, and read the tasks',
    access: 'user',
    params: AccountId,
    body: z.object({ code: z.string().min(1).max(4_096) }),
    response: Found,
  }),
};
