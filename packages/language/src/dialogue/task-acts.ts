import type { Context } from './change-event.ts';
import type { DialogueData, DialogueTask, ToolCall } from './data.ts';
import { type FoundTasks, findTasks } from './find-tasks.ts';
import type { CreateTaskFrame, TaskFrame } from './frames.ts';
import { ask, type DialogueChoice, type Outcome, run, say } from './outcome.ts';
import { readTaskLine } from './read-task.ts';
import { capitalise, sayTask } from './wording.ts';

export function createTask({ line, project, isReminder }: CreateTaskFrame, { data }: Context): Outcome {
  if (line === null) return ask('title', isReminder ? 'What shall I remind you of?' : 'What is the task?');
  const inputs = line.split('\n').map((one) => planTask(one, { project, isReminder }, data));
  return inputs.some((input) => input === null)
    ? ask('title', 'What is the task?')
    : run(
        inputs.flatMap((input) => (input ? [{ tool: 'create_task', input }] : [])),
        [],
      );
}

function planTask(
  line: string,
  { project, isReminder }: Pick<CreateTaskFrame, 'project' | 'isReminder'>,
  data: DialogueData,
): ToolCall['input'] | null {
  const read = readTaskLine(line, data);
  if (/^[\d\s:.]*$/.test(read.title)) return null;
  const { takesPlaceAt, dueAt, dueOn, startsOn, durationMinutes, priority, recurrenceRule } = read;
  // Somebody who is reminded at five does it at five: that is when it is due.
  const at = dueAt ?? (isReminder || recurrenceRule !== null ? takesPlaceAt : null);
  return {
    title: capitalise(read.title),
    ...(at !== null && { dueAt: at }),
    ...(at === null && (dueOn ?? startsOn) !== null && { dueOn: dueOn ?? startsOn }),
    ...(at === null && takesPlaceAt !== null && { takesPlaceAt }),
    ...(durationMinutes !== null && { durationMinutes }),
    ...(priority !== null && { priority }),
    ...((project ?? read.project) !== null && { project: project ?? read.project }),
    ...(recurrenceRule !== null && { recurrenceRule }),
    ...(read.hours !== null && { hours: read.hours }),
  };
}

export function findChosenTasks({ reference, chosenId }: TaskFrame, { data, mentions }: Context): FoundTasks {
  if (chosenId === null) return findTasks(reference, data, { mentions });
  const task = data.tasks.find(({ id }) => id === chosenId);
  return task ? { kind: 'found', tasks: [task] } : { kind: 'none' };
}

export function offerTasks(tasks: readonly DialogueTask[], data: DialogueData): DialogueChoice[] {
  return tasks.slice(0, 6).map((task) => {
    const label = sayTask(task, data);
    return { label, text: label, mention: { kind: 'task', id: task.id } };
  });
}

export function changeTasks(frame: TaskFrame, context: Context): Outcome {
  const found = findChosenTasks(frame, context);
  if (found.kind === 'none')
    return frame.reference.pronoun
      ? ask('task', 'Which task do you mean?')
      : say(`I found no open task for '${frame.reference.text}'. Nothing was changed.`);
  if (found.kind === 'several')
    return ask('task', 'Which task do you mean?', offerTasks(found.tasks, context.data));
  const fields = frame.act === 'change_task' ? planTaskFields(frame, context) : {};
  if (fields === null)
    return ask(
      'change',
      `What shall I change about ${sayTask(found.tasks[0] as DialogueTask, context.data)}?`,
    );
  return run(
    found.tasks.map(({ id }) => ({ tool: TOOLS[frame.act], input: { taskId: id, ...fields } })),
    found.tasks.map(({ id }) => ({ kind: 'task', id })),
  );
}

const TOOLS = {
  complete_task: 'complete_task',
  delete_task: 'delete_task',
  change_task: 'update_task',
} as const;

function planTaskFields({ to }: TaskFrame, { data }: Context): Record<string, unknown> | null {
  if (to === null) return null;
  const { dueAt, dueOn, takesPlaceAt, startsOn } = readTaskLine(`task by ${to}`, data);
  if (dueAt ?? takesPlaceAt) return { dueAt: dueAt ?? takesPlaceAt, dueOn: null };
  return (dueOn ?? startsOn) ? { dueOn: dueOn ?? startsOn, dueAt: null } : null;
}
