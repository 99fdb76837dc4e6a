import { randomUUID } from 'node:crypto';
import {
  type CardChange,
  type ChatCard,
  type ChatTask,
  type Task,
  TaskChange,
  taskViews,
} from '@dayloom/contracts';
import { describeRepeat } from '@dayloom/language/recurrence-words';
import { describeDue, describeMinutes, describeTime } from '@dayloom/language/wording';
import { z } from 'zod';
import {
  describeUnchanged,
  hasChange,
  NOTHING_TO_CHANGE,
  parseInput,
  type Tool,
  type ToolContext,
  tool,
} from '#platform/tools.ts';
import { changeTask, deleteTask } from './operations/change-tasks.ts';
import { describeChatTask, toChatTask } from './operations/chat-tasks.ts';
import { readTask, readTasks, type TaskFeature } from './operations/read-tasks.ts';

const Target = z.strictObject({ taskId: z.uuid() });
const { title, notes, durationMinutes, dueOn, dueAt, dueKind, priority, project } = TaskChange.shape;
const { isSplittable, maxChunkMinutes, recurrenceRule, startAfter } = TaskChange.shape;
const Change = z.strictObject({
  title,
  notes,
  durationMinutes,
  dueOn,
  dueAt,
  dueKind,
  priority,
  project,
  isSplittable,
  maxChunkMinutes,
  recurrenceRule,
  startAfter,
  addSubtasks: z
    .array(z.string().trim().min(1).max(300))
    .max(50)
    .optional()
    .meta({ description: 'Titles of subtasks to add to those that there are' }),
});
const UpdateInput = Target.extend(Change.shape).refine(
  ({ taskId: _taskId, ...change }) => hasChange(change),
  `${NOTHING_TO_CHANGE}: give at least one of ${Object.keys(Change.shape).join(', ')}.`,
);
const ListInput = z.strictObject({
  view: z.enum(taskViews).default('upcoming'),
  q: z.string().max(200).optional().meta({ description: 'Words in the title or the notes' }),
  limit: z.int().min(1).max(200).default(50),
});

/** The tools for tasks. New ones are made by planning, because they may have a fixed time. */
export function taskTools(feature: TaskFeature): Tool[] {
  const describe = (context: ToolContext, task: ChatTask) =>
    describeChatTask(task, { now: feature.clock().getTime(), timeZone: context.timeZone });
  const describeChange = ({ timeZone }: ToolContext, change: z.output<typeof UpdateInput>): string => {
    const now = feature.clock().getTime();
    const { dueOn = null, dueAt = null } = change;
    const due = describeDue({ dueOn, dueAt: dueAt === null ? null : Date.parse(dueAt) }, { now, timeZone });
    const isDueChanged = change.dueOn !== undefined || change.dueAt !== undefined;
    return [
      change.title === undefined ? [] : [`title '${change.title}'`],
      change.notes === undefined ? [] : ['new notes'],
      change.durationMinutes == null ? [] : [`length ${describeMinutes(change.durationMinutes)}`],
      isDueChanged ? [due === '' ? 'no deadline' : due] : [],
      change.dueKind === undefined ? [] : [`${change.dueKind} deadline`],
      change.priority === undefined ? [] : [`priority ${change.priority}`],
      change.project === undefined ? [] : [change.project ? `project ${change.project}` : 'no project'],
      change.isSplittable === undefined ? [] : [change.isSplittable ? 'may be split' : 'in one piece'],
      change.maxChunkMinutes === undefined
        ? []
        : [`at most ${describeMinutes(change.maxChunkMinutes)} at a time`],
      change.startAfter === undefined ? [] : [describeStart(change.startAfter, { now, timeZone })],
      change.recurrenceRule === undefined
        ? []
        : [
            change.recurrenceRule === null
              ? 'no repetition'
              : describeRepeat(change.recurrenceRule, { timeZone }),
          ],
      (change.addSubtasks ?? []).map((one) => `subtask '${one}'`),
    ]
      .flat()
      .join(', ');
  };
  const find = async ({ scope }: ToolContext, taskId: string) => readTask(feature, scope, taskId);
  const describeLike = (context: ToolContext, task: Task) =>
    `${NOTHING_TO_CHANGE}: ${describe(context, toChatTask(task))} is ${task.status} already`;
  const setStatus = (
    status: 'open' | 'done',
    { verbs: [verb, past], ...about }: { name: string; description: string; verbs: [string, string] },
  ) =>
    tool<z.output<typeof Target>>({
      ...about,
      scope: 'write:tasks',
      input: Target,
      isReadOnly: false,
      async preview(context, { taskId }) {
        const task = await find(context, taskId);
        const basis = toBasis(task);
        if (task.status === status)
          return { ...unchanged(task, describeLike(context, task)), concerns: [], basis };
        return {
          basis,
          summary: `${verb} ${describe(context, toChatTask(task))}${describeOnlyOnce(context, task)}`,
          concerns: [],
          cards: toCards(task, null, null),
        };
      },
      async run(context, { taskId }) {
        const before = await find(context, taskId);
        if (before.status === status) {
          const output = { task: toChatTask(before) };
          return { ...unchanged(before, describeLike(context, before)), commandIds: [], output };
        }
        const { task, commandId } = await changeTask(feature, context.scope, taskId, { status });
        // The rule has moved to the next one, unless this was the last.
        const goesOn = task.recurrenceRule === null ? describeOnlyOnce(context, before) : '';
        return {
          summary: `${past} ${describe(context, toChatTask(task))}${goesOn}`,
          commandIds: commandId === null ? [] : [commandId],
          cards: toCards(task, 'changed', before),
          output: { task: toChatTask(task) },
        };
      },
    });
  return [
    tool<z.output<typeof ListInput>>({
      name: 'list_tasks',
      description: 'Tasks by view: inbox, today, upcoming, at-risk, someday, done or all.',
      scope: 'read:tasks',
      input: ListInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List tasks', concerns: [], cards: [] }),
      async run({ scope }, input) {
        const { tasks, counts } = await readTasks(feature, scope, input);
        const shown = tasks.map(toChatTask);
        return {
          summary: shown.length === 1 ? '1 task' : `${shown.length} tasks`,
          commandIds: [],
          cards: [{ kind: 'tasks', tasks: shown, total: counts[input.view] }],
          output: { tasks: shown },
        };
      },
    }),
    tool<z.output<typeof UpdateInput>>({
      name: 'update_task',
      description: 'Change a task. Fields that are left out stay; a deadline is dueOn or dueAt.',
      scope: 'write:tasks',
      input: UpdateInput,
      isReadOnly: false,
      async preview(context, input) {
        const task = await find(context, input.taskId);
        const basis = toBasis(task);
        toChange(input, task);
        if (isLike(task, input)) {
          const said = describeUnchanged(describe(context, toChatTask(task)));
          return { ...unchanged(task, said), concerns: [], basis };
        }
        return {
          basis,
          summary: `Change ${describe(context, toChatTask(task))}: ${describeChange(context, input)}`,
          concerns: [],
          cards: toCards(task, null, null),
        };
      },
      async run(context, input) {
        const { taskId } = input;
        const before = await find(context, taskId);
        const change = toChange(input, before);
        if (isLike(before, input)) {
          const said = describeUnchanged(describe(context, toChatTask(before)));
          return { ...unchanged(before, said), commandIds: [], output: { task: toChatTask(before) } };
        }
        const { task, commandId } = await changeTask(feature, context.scope, taskId, {
          ...change,
          ...(before.isSplittable && withSmallestChunk(before, change)),
        });
        return {
          summary: `Changed ${describe(context, toChatTask(before))}: ${describeChange(context, input)}`,
          commandIds: commandId === null ? [] : [commandId],
          cards: toCards(task, 'changed', before),
          output: { task: toChatTask(task) },
        };
      },
    }),
    setStatus('done', {
      name: 'complete_task',
      description: 'Mark a task as done. One that repeats continues with its next occurrence.',
      verbs: ['Complete', 'Completed'],
    }),
    setStatus('open', {
      name: 'reopen_task',
      description: 'Mark a finished task as not done.',
      verbs: ['Reopen', 'Reopened'],
    }),
    tool<z.output<typeof Target>>({
      name: 'delete_task',
      description: 'Delete a task.',
      scope: 'write:tasks',
      input: Target,
      isReadOnly: false,
      isDestructive: true,
      async preview(context, { taskId }) {
        const task = await find(context, taskId);
        return {
          basis: toBasis(task),
          summary: `Delete the task ${describe(context, toChatTask(task))}${describeEveryTime(context, task)}`,
          concerns: ['deletion'],
          cards: toCards(task, 'deleted', null),
        };
      },
      async run(context, { taskId }) {
        const task = await find(context, taskId);
        const commandId = await deleteTask(feature, context.scope, taskId);
        return {
          summary: `Deleted the task ${describe(context, toChatTask(task))}${describeEveryTime(context, task)}`,
          commandIds: [commandId],
          cards: toCards(task, 'deleted', null),
          output: { deleted: toChatTask(task) },
        };
      },
    }),
  ];
}

/** The change that the API would get. It refuses more than the input of the tool, such as two deadlines. */
function toChange(
  { taskId: _taskId, addSubtasks = [], ...change }: z.output<typeof UpdateInput>,
  { subtasks }: Task,
): TaskChange {
  const added = addSubtasks.map((one) => ({ id: randomUUID(), title: one, done: false }));
  return parseInput(TaskChange, {
    ...change,
    ...(added.length > 0 && { subtasks: [...subtasks, ...added] }),
  });
}

/** Whether a task is like that already. */
function isLike(
  task: Task,
  { taskId: _taskId, addSubtasks = [], ...change }: z.output<typeof UpdateInput>,
): boolean {
  const isSame = ([name, value]: [string, unknown]) => {
    const before = task[name as keyof typeof change];
    const isSameInstant =
      (name === 'dueAt' || name === 'startAfter') && Date.parse(String(value)) === Date.parse(String(before));
    return value === undefined || value === before || isSameInstant;
  };
  return addSubtasks.length === 0 && Object.entries(change).every(isSame);
}

/** 'not before Fri, 27 Nov 2026, 00:00 (Europe/Berlin)' */
const describeStart = (
  startAfter: string | null,
  zone: { readonly now: number; readonly timeZone: string },
): string => {
  if (startAfter === null) return 'no earliest start';
  const start = Date.parse(startAfter);
  return `not before ${describeTime({ start, end: start }, zone)}`;
};

/** What people see of a task. Its place in the plan changes by itself. */
const toBasis = ({
  planned: _planned,
  risk: _risk,
  version: _version,
  updatedAt: _updatedAt,
  ...task
}: Task): unknown => task;

/** 'every week on Sun', or 'by its rule' if that has no short description. */
function describeRule({ timeZone }: ToolContext, { recurrenceRule, hasFlexibleDays }: Task): string {
  const rule = describeRepeat(recurrenceRule ?? '', { hasFlexibleDays, timeZone });
  return rule === 'repeats' ? 'by its rule' : rule;
}

/** A task that repeats comes back after it was completed. */
const describeOnlyOnce = (context: ToolContext, task: Task): string =>
  task.recurrenceRule === null ? '' : `, this time only: it repeats ${describeRule(context, task)}`;

/** A task that repeats is deleted with every later time. */
const describeEveryTime = (context: ToolContext, task: Task): string =>
  task.recurrenceRule === null ? '' : `, with all its repetitions (${describeRule(context, task)})`;

const unchanged = (task: Task, summary: string) => ({
  summary,
  isUnchanged: true,
  cards: toCards(task, null, null),
});

/** A new maximum chunk below the current minimum lowers the minimum too. */
const withSmallestChunk = (
  { minChunkMinutes }: Task,
  { maxChunkMinutes: most }: Pick<TaskChange, 'maxChunkMinutes'>,
) => (most === undefined || most >= minChunkMinutes ? {} : { minChunkMinutes: most });

const toCards = (task: Task, change: CardChange, before: Task | null): ChatCard[] => [
  { kind: 'task', change, task: toChatTask(task), before: before && toChatTask(before) },
];
