import { z } from 'zod';
import type { AccountTasks } from '#features/calendar-accounts/ports.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { foldSubtasks, READ_ALL_MS, readPages, type TreeTask } from '../calendars/found-tasks.ts';
import { getJson } from '../http/json-api.ts';
import { type RenewGrant, withAccessToken } from '../oauth/grant.ts';

const GOOGLE = 'https://tasks.googleapis.com';
/** The API's largest page. */
const PAGE = '100';
const NAME = 'Google Tasks';
const MEMBERS = { items: 'items', next: 'nextPageToken' };

interface GoogleTasksAccess {
  readonly clock: Clock;
  /** Origin of the API if it is not Google's, found on first use. */
  readonly apiUrl?: () => Promise<string>;
  /** `renew` of the account's consent. */
  readonly renew: RenewGrant;
}

const text = z.string().catch('');
const TaskList = z.object({ id: z.string().min(1), title: text });
const Task = z.object({
  id: z.string().min(1),
  title: text,
  notes: text,
  parent: z.string().nullable().catch(null),
  due: z.string().nullable().catch(null),
  status: text,
  hidden: z.boolean().catch(false),
  deleted: z.boolean().catch(false),
});

/**
 * Google Tasks by its API v1 (https://developers.google.com/workspace/tasks/reference/rest). A due time has only its
 * date: the API drops the time of day. It has no priorities, and does not show repetitions. Its client
 * `@googleapis/tasks` is not used, because it needs another version of what the calendar's client shares with it.
 */
export function googleTasks({ clock, apiUrl, renew }: GoogleTasksAccess): AccountTasks {
  return {
    name: NAME,
    async list(grant) {
      const baseUrl = `${(await apiUrl?.()) ?? GOOGLE}/tasks/v1`;
      const signal = AbortSignal.timeout(READ_ALL_MS);
      const get = (path: string, query: Readonly<Record<string, string>>) =>
        withAccessToken(
          grant,
          renew,
          (error) => error instanceof ProviderFailure && error.providerCode === '401',
          (token) => getJson({ name: NAME, baseUrl, token, clock, signal }, path, query),
        );
      const own = TaskList.safeParse(await get('/users/@me/lists/@default', {})).data?.id;
      const lists = await readPages(NAME, MEMBERS, signal, (pageToken) =>
        get('/users/@me/lists', { maxResults: PAGE, ...(pageToken !== undefined && { pageToken }) }),
      );
      const tree: TreeTask[] = [];
      for (const one of lists) {
        const { data: list } = TaskList.safeParse(one);
        if (!list) continue;
        const tasks = await readPages(NAME, MEMBERS, signal, (pageToken) =>
          get(`/lists/${encodeURIComponent(list.id)}/tasks`, {
            maxResults: PAGE,
            showCompleted: 'false',
            showHidden: 'false',
            // Tasks from documents and chats.
            showAssigned: 'true',
            ...(pageToken !== undefined && { pageToken }),
          }),
        );
        for (const received of tasks) {
          const task = toTreeTask(received, list.id === own ? null : list.title);
          if (task) tree.push(task);
        }
      }
      return foldSubtasks(tree);
    },
  };
}

function toTreeTask(received: object, project: string | null): TreeTask | null {
  const { data: task } = Task.safeParse(received);
  if (!task || task.status === 'completed' || task.hidden || task.deleted) return null;
  // Google shows a line without words as an empty task.
  if (task.title.trim() === '' && task.notes.trim() === '') return null;
  return {
    parentId: task.parent,
    task: {
      id: task.id,
      title: task.title,
      notes: [task.notes],
      project,
      priority: null,
      durationMinutes: null,
      due: task.due === null ? null : { on: task.due.slice(0, 10) },
      repeats: null,
      subtasks: [],
    },
  };
}
