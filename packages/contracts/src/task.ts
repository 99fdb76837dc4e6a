import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, LocalDate, line, succeeded } from './values.ts';

export const taskStatuses = ['open', 'done'] as const;
export const dueKinds = ['soft', 'hard'] as const;
export const partsOfDay = ['morning', 'afternoon', 'evening', 'night'] as const;
export type PartOfDay = (typeof partsOfDay)[number];
/** Local times of the parts of the day. */
export const partOfDayWindows: Readonly<Record<PartOfDay, readonly [from: string, to: string]>> = {
  morning: ['06:00', '12:00'],
  afternoon: ['12:00', '18:00'],
  evening: ['17:00', '22:00'],
  night: ['19:00', '24:00'],
};
/** Personal hours, and on days on which they begin after noon also the morning before work. */
export const MORNING_HOURS = 'personal-morning';

/** The set of hours in which a task is planned. Most people's personal hours have no morning. */
export function getPlannedHours(hours: string, timeOfDay: PartOfDay | null): string {
  return hours === 'personal' && timeOfDay === 'morning' ? MORNING_HOURS : hours;
}

export const taskViews = ['inbox', 'today', 'upcoming', 'at-risk', 'someday', 'done', 'all'] as const;

export const MAX_TASK_MINUTES = 10_080;
/** Minutes of work; the planner rounds up to its grid. */
const Minutes = z.int().min(1).max(MAX_TASK_MINUTES);

export const MAX_IMPORTED_TASKS = 1_000;

/** No device waits longer with what it has to send, and no figure looks further back. */
export const MAX_CHANGE_AGE_DAYS = 366;

/** A year of a daily task. */
const MAX_EXCEPTION_DATES = 366;

const Subtask = z.object({ id: Id, title: line(300).min(1), done: z.boolean() });

const ProjectName = line(80)
  .transform((name) => name.replace(/^#/, ''))
  .nullable();

const fields = {
  title: line(300).min(1, 'A task needs a title'),
  /** Markdown. */
  notes: z.string().max(20_000),
  subtasks: z.array(Subtask).max(200),
  durationMinutes: Minutes,
  /**
   * A date-only deadline: the end of that day's working hours in the home zone. Never together with `dueAt`.
   */
  dueOn: LocalDate.nullable(),
  dueAt: Instant.nullable(),
  dueKind: z.enum(dueKinds),
  /** 1 is the highest. */
  priority: z.int().min(1).max(4),
  project: ProjectName,
  /** The set of hours in which the planner may place it. */
  hours: z.enum(['work', 'personal']),
  /** The preferred part of the day. A preference, not a constraint. */
  timeOfDay: z.enum(partsOfDay).nullable(),
  /** It does not start before this instant. */
  startAfter: Instant.nullable(),
  isSplittable: z.boolean(),
  minChunkMinutes: Minutes,
  maxChunkMinutes: Minutes,
  /** Minutes kept free after each block. */
  bufferMinutes: z.int().min(0).max(240),
  /** RFC 5545 RRULE without the name: `FREQ=WEEKLY;BYDAY=FR`. Completing the task creates the next one. */
  recurrenceRule: line(500).nullable(),
  /**
   * The named days of a weekly rule only count how often: three of them are three times a week, on whichever
   * days suit. Each time is due on the last of the days that it may take.
   */
  hasFlexibleDays: z.boolean(),
  /** Dates that the rule leaves out (EXDATE): skipped, or done early. */
  exceptionDates: z.array(LocalDate).max(MAX_EXCEPTION_DATES),
  /** Tasks that have to be finished first. */
  dependsOn: z.array(Id).max(50),
  /** Whether the planner places it. */
  isAutomatic: z.boolean(),
  isSomeday: z.boolean(),
};

export const Task = z
  .object({
    _id: Id,
    ...fields,
    project: z.string().nullable(),
    status: z.enum(taskStatuses),
    /** Increases with every change. Send it back to detect changes by others. */
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
    /** Its place in the current plan: the first block that is not over. */
    planned: z
      .object({
        blockId: Id,
        startsAt: Instant,
        endsAt: Instant,
        blockCount: z.int(),
        /** All its blocks that are not over, of later occurrences too. */
        places: z.array(z.object({ startsAt: Instant, endsAt: Instant })),
      })
      .nullable(),
    /** What the current plan means for its deadline. */
    risk: z.enum(['late', 'unplanned']).nullable(),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

const oneDeadline = (task: { dueOn?: string | null | undefined; dueAt?: string | null | undefined }) =>
  !(task.dueOn && task.dueAt);
const ONE_DEADLINE = { message: 'A deadline is a date or an instant, not both', path: ['dueAt'] };

const Optional = z.object(fields).omit({ title: true }).partial();

export const NewTask = z
  .object({
    /** Chosen by the caller, so that a repeated request creates only one task. */
    _id: Id.optional(),
    title: fields.title,
    ...Optional.shape,
  })
  .refine(oneDeadline, ONE_DEADLINE)
  .meta({ id: 'NewTask' });
export type NewTask = z.infer<typeof NewTask>;

export const TaskChange = z
  .object({
    title: fields.title.optional(),
    ...Optional.shape,
    status: z.enum(taskStatuses).optional(),
    skipsOccurrence: LocalDate.nullable().optional().meta({
      description:
        'Skips an occurrence of a task that repeats: a later one by its date, or with null the task itself, which moves to the next one.',
    }),
    madeAt: Instant.optional().meta({
      description: `When the change was made, by default now: a task is done at that time, and a series goes on from there. An instant in the future, or more than ${MAX_CHANGE_AGE_DAYS} days ago, counts as now.`,
    }),
    version: z.int().min(1).max(2_147_483_647).optional().meta({
      description:
        'The version that was edited; a stale one is refused. If absent, the change applies to the current version, which suits changes such as completing a task.',
    }),
  })
  .refine(oneDeadline, ONE_DEADLINE)
  .meta({ id: 'TaskChange' });
export type TaskChange = z.infer<typeof TaskChange>;

const TaskResponse = z.object({ ...succeeded, task: Task, commandId: Id.nullable(), message: z.string() });
const TaskId = z.object({ id: Id });

const change = endpoint({
  method: 'PATCH',
  path: '/tasks/:id',
  summary:
    'Change a task; a stale version is refused. `Idempotency-Key`, a UUID, makes a repetition safe: it becomes the id of the command.',
  access: 'user',
  scope: 'write:tasks',
  params: TaskId,
  body: TaskChange,
  response: TaskResponse,
});

export const taskApi = {
  import: endpoint({
    method: 'POST',
    path: '/tasks/import',
    summary: 'Add many tasks as one change, undone by one command',
    access: 'user',
    scope: 'write:tasks',
    body: z.object({ tasks: z.array(NewTask).min(1).max(MAX_IMPORTED_TASKS) }),
    response: z.object({
      ...succeeded,
      /** Null if all of them were added before, by their ids. */
      commandId: Id.nullable(),
      message: z.string(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/tasks',
    summary: 'List tasks, filtered and paged',
    access: 'user',
    scope: 'read:tasks',
    query: z.object({
      view: z.enum(taskViews).default('all'),
      project: z.string().max(80).optional(),
      priority: z.coerce.number().int().min(1).max(4).optional(),
      /** Words in the title or the notes. */
      q: z.string().trim().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.string().max(300).optional(),
    }),
    response: z.object({
      ...succeeded,
      tasks: z.array(Task),
      nextCursor: z.string().nullable(),
      counts: z.record(z.enum(taskViews), z.int()),
      message: z.string(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks',
    summary: 'Create a task',
    access: 'user',
    scope: 'write:tasks',
    body: NewTask,
    response: TaskResponse,
  }),
  read: endpoint({
    method: 'GET',
    path: '/tasks/:id',
    summary: 'One task',
    access: 'user',
    scope: 'read:tasks',
    params: TaskId,
    response: TaskResponse,
  }),
  change,
  put: endpoint({ ...change, method: 'PUT', summary: 'Same as PATCH: absent fields stay' }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    summary: 'Delete a task; undo with its command. `Idempotency-Key`, a UUID, makes a repetition safe.',
    access: 'user',
    scope: 'write:tasks',
    params: TaskId,
    query: z.object({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    response: z.object({ ...succeeded, commandId: Id, message: z.string() }),
  }),
};
