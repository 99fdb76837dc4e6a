import { z } from 'zod';
import type { TodoistTasks } from '#features/task-imports/ports.ts';
import type { FoundDue, FoundTask } from '#features/tasks/model/found-task.ts';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { foldSubtasks, READ_ALL_MS, readPages, type TreeTask } from '../calendars/found-tasks.ts';
import { getJson, type JsonApi } from '../http/json-api.ts';

const TODOIST = 'https://api.todoist.com';
/** The API's largest page. */
const PAGE = '200';
const NAME = 'Todoist';

interface TodoistAccess {
  readonly clock: Clock;
  /** Address of the API if it is not Todoist's, found on first use. */
  readonly apiUrl?: () => Promise<string>;
}

const text = z.string().catch('');
const textOrNull = z.string().nullable().catch(null);

const Project = z.object({ id: z.string(), name: text, inbox_project: z.boolean().catch(false) });
const Section = z.object({ id: z.string(), name: text });
const Task = z.object({
  id: z.string().min(1),
  content: z.string(),
  description: text,
  project_id: text,
  section_id: textOrNull,
  parent_id: textOrNull,
  labels: z.array(z.string()).catch([]),
  /** 4 is the highest here; on Todoist's screen that is 'p1'. */
  priority: z.int().min(1).max(4).nullable().catch(null),
  due: z
    .object({ date: z.string(), is_recurring: z.boolean().catch(false), string: text })
    .nullable()
    .catch(null),
  deadline: z.object({ date: z.string() }).nullable().catch(null),
  duration: z.object({ amount: z.int(), unit: z.string() }).nullable().catch(null),
  checked: z.boolean().catch(false),
  is_deleted: z.boolean().catch(false),
});
type Task = z.infer<typeof Task>;

/**
 * Todoist by its API v1 (https://developer.todoist.com/api/v1/): lists are pages with `results` and `next_cursor`;
 * `/tasks` has the open tasks only. The members are those of Todoist's own client, @doist/todoist-sdk, which is not
 * used, because it brings an HTTP client and a Kotlin runtime for these three lists.
 */
export function todoistTasks({ clock, apiUrl }: TodoistAccess): TodoistTasks {
  return {
    async list(token) {
      // A header cannot carry other characters.
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new ProviderFailure('reconnect_needed', 'This is not an API token of Todoist.');
      const api: JsonApi = {
        name: NAME,
        baseUrl: `${(await apiUrl?.()) ?? TODOIST}/api/v1`,
        token,
        clock,
        signal: AbortSignal.timeout(READ_ALL_MS),
      };
      const [projects, sections, tasks] = await Promise.all([
        readAll(api, '/projects'),
        readAll(api, '/sections'),
        readAll(api, '/tasks'),
      ]);
      const projectsById = toMap(projects, Project);
      const sectionsById = toMap(sections, Section);
      const tree = tasks.flatMap((one): TreeTask[] => {
        const { data: task } = Task.safeParse(one);
        if (!task || task.checked || task.is_deleted) return [];
        const project = projectsById.get(task.project_id);
        const section = sectionsById.get(task.section_id ?? '');
        return [
          {
            parentId: task.parent_id,
            task: toFoundTask(
              task,
              project && !project.inbox_project ? project.name : null,
              section?.name ?? null,
            ),
          },
        ];
      });
      return foldSubtasks(tree);
    },
  };
}

function readAll(api: JsonApi, path: string): Promise<object[]> {
  return readPages(NAME, { items: 'results', next: 'next_cursor' }, api.signal, (cursor) =>
    getJson(api, path, { limit: PAGE, ...(cursor !== undefined && { cursor }) }),
  );
}

function toMap<Member extends { readonly id: string }>(
  members: readonly object[],
  shape: z.ZodType<Member>,
): Map<string, Member> {
  return new Map(
    members.flatMap((one): [string, Member][] => {
      const { data } = shape.safeParse(one);
      return data ? [[data.id, data]] : [];
    }),
  );
}

function toFoundTask(task: Task, project: string | null, section: string | null): FoundTask {
  const { due, deadline, duration, labels, priority } = task;
  const kept = [section && `Section: ${section}`, labels.length > 0 && `Labels: ${labels.join(', ')}`];
  return {
    id: task.id,
    title: task.content,
    notes: [task.description, kept.filter(Boolean).join('\n')],
    project,
    priority: priority === null ? null : ((5 - priority) as 1 | 2 | 3 | 4),
    durationMinutes: duration?.unit === 'minute' ? duration.amount : null,
    // The deadline of a task with a date of its own counts; the date is only when to begin.
    due: deadline ? { on: deadline.date, isHard: true } : due && toDue(due.date),
    repeats: due?.is_recurring ? { words: due.string } : null,
    subtasks: [],
  };
}

/** A date, a time on anyone's clock, or, with `Z`, an instant. Source: Todoist's API, 'Due dates'. */
function toDue(date: string): FoundDue {
  if (!date.includes('T')) return { on: date };
  return /Z|[+-]\d{2}:\d{2}$/.test(date) ? { at: new Date(date) } : { floatingAt: date };
}
