import { floorTo } from '../time-expressions/spans.ts';
import type { Context } from './change-event.ts';
import { toIso } from './create-event.ts';
import { createWallClock, type DialogueData, type DialogueTask, type ToolCall, toMention } from './data.ts';
import { findEvents } from './find-events.ts';
import { type FoundTasks, findTasks } from './find-tasks.ts';
import type { CreateTaskFrame, TaskFrame } from './frames.ts';
import { matchName } from './matching.ts';
import { ask, type DialogueChoice, type FrameOutcome, lookUp, refuseChange, run, say } from './outcome.ts';
import { readTaskLine } from './read-task.ts';
import { isOneThing, readReference } from './references.ts';
import { readWhen, toComing } from './when.ts';
import { capitalise, describeEvent, describeTask, quote } from './wording.ts';

export function createTask({ line, project, isReminder }: CreateTaskFrame, { data }: Context): FrameOutcome {
  if (line === null) return ask('title', isReminder ? 'What should I remind you of?' : 'What is the task?');
  const inputs = line.split('\n').map((one) => planTask(one, { project, isReminder }, data));
  const [only, ...others] = inputs;
  const known = only && others.length === 0 && !isReminder ? changeKnown(only, data) : null;
  if (known) return known;
  return inputs.some((input) => input === null)
    ? ask('title', 'What is the task?')
    : run(
        inputs.flatMap((input) => (input ? [{ tool: 'create_task', input }] : [])),
        [],
      );
}

const CHANGEABLE = ['dueAt', 'dueOn', 'durationMinutes', 'priority'];

/** 'tax return by tomorrow' of an open task of that name is its new deadline, and no second task. */
function changeKnown(
  { title, hours: _hours, ...fields }: ToolCall['input'],
  data: DialogueData,
): FrameOutcome | null {
  const names = Object.keys(fields);
  if (names.length === 0 || names.some((name) => !CHANGEABLE.includes(name))) return null;
  const name = String(title);
  const open = data.tasks.filter(({ status }) => status === 'open');
  const called = open.filter((task) => toPlain(task.title) === toPlain(name));
  // 'the slides' means known ones, with any verb.
  const { words } = readReference(name, data);
  const same =
    called.length === 0 && /^(?:the|my|our) /i.test(name)
      ? open.filter((task) => matchName(words, task.title) > 0)
      : called;
  const [task, ...others] = same;
  if (!task || others.length > 0 || task.isRecurring) return null;
  const due = 'dueOn' in fields ? { dueAt: null } : 'dueAt' in fields ? { dueOn: null } : {};
  return run(
    [{ tool: 'update_task', input: { taskId: task.id, ...fields, ...due } }],
    [{ kind: 'task', id: task.id }],
  );
}

const toPlain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/\b(?:the|an?|my|our)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** 'add this to my list' */
const NAMELESS =
  /^(?:to|my|it|(?:this|that|these|those|an?|the|new)(?: (?:new )?(?:items?|tasks?|things?|ones?))?|something)$/i;

function planTask(
  line: string,
  { project, isReminder }: Pick<CreateTaskFrame, 'project' | 'isReminder'>,
  data: DialogueData,
): ToolCall['input'] | null {
  const read = readTaskLine(line, data);
  if (/^[\d\s:.]*$/.test(read.title) || NAMELESS.test(read.title)) return null;
  const { takesPlaceAt, dueAt, dueOn, startsOn, durationMinutes, priority, recurrenceRule, chunkMinutes } =
    read;
  // Somebody who is reminded at five does it at five: that is when it is due.
  const at = dueAt ?? (isReminder || recurrenceRule !== null ? takesPlaceAt : null);
  return {
    title: capitalise(withoutQuotes(isReminder ? read.title.replace(/^to (?=\p{L})/iu, '') : read.title)),
    ...(at !== null && { dueAt: at }),
    ...(at === null && (dueOn ?? startsOn) !== null && { dueOn: dueOn ?? startsOn }),
    ...(at === null && takesPlaceAt !== null && { takesPlaceAt }),
    ...(durationMinutes !== null && { durationMinutes }),
    ...(priority !== null && { priority }),
    ...(read.isSplittable && { isSplittable: true }),
    ...(chunkMinutes !== null && { maxChunkMinutes: chunkMinutes }),
    ...((project ?? read.project) !== null && { project: project ?? read.project }),
    ...(recurrenceRule !== null && { recurrenceRule }),
    ...(read.hours !== null && { hours: read.hours }),
    ...(at === null && takesPlaceAt === null && read.timeOfDay !== null && { timeOfDay: read.timeOfDay }),
  };
}

export function findChosenTasks(
  { act, reference, chosenId }: TaskFrame,
  { data, mentions, listed, isJustListed }: Context,
): FoundTasks {
  const shown =
    isJustListed && chosenId === null && isOneThing(reference)
      ? data.tasks.filter(({ id }) => listed.some((one) => one.kind === 'task' && one.id === id))
      : [];
  if (shown.length > 1) return { kind: 'several', tasks: shown };
  if (chosenId === null && act === 'reopen_task') {
    const done = data.tasks.filter(({ status }) => status === 'done');
    return findTasks(reference, { ...data, tasks: done }, { mentions, listed, isDoneMeant: true });
  }
  if (chosenId === null) {
    const found = findTasks(reference, data, { mentions, listed });
    return found.kind === 'none' ? findEach(reference, data) : found;
  }
  const task = data.tasks.find(({ id }) => id === chosenId);
  return task ? { kind: 'found', tasks: [task] } : { kind: 'none' };
}

/** 'milk and shampoo': each for itself, and only if every one is found. */
function findEach({ text }: TaskFrame['reference'], data: DialogueData): FoundTasks {
  const parts = text.split(/, and |, | and /i);
  const found = parts.map((part) => findTasks(readReference(part, data), data, { mentions: [] }));
  const tasks = found.flatMap((one) => (one.kind === 'found' ? one.tasks : []));
  return parts.length > 1 && found.every(({ kind }) => kind === 'found')
    ? { kind: 'found', tasks }
    : { kind: 'none' };
}

export function offerTasks(tasks: readonly DialogueTask[], data: DialogueData): DialogueChoice[] {
  return tasks.slice(0, 6).map((task) => {
    const label = describeTask(task, data);
    return { label, text: label, mention: { kind: 'task', id: task.id } };
  });
}

/** Why a task is planned where it is. An event is where somebody put it. */
export function explainTask(frame: TaskFrame, context: Context): FrameOutcome {
  const found = findChosenTasks(frame, context);
  const { data } = context;
  if (found.kind === 'several') return ask('task', 'Which task do you mean?', offerTasks(found.tasks, data));
  const [task] = found.kind === 'found' ? found.tasks : [];
  if (task)
    return lookUp([{ tool: 'explain_plan', input: { taskId: task.id } }], [{ kind: 'task', id: task.id }]);
  const events = findEvents(frame.reference, data, { mentions: context.mentions });
  const [event] = events.kind === 'none' ? [] : events.events;
  if (event)
    return say(`${describeEvent(event, data)}, is an event of your calendar. Planning does not move it.`, {
      events: [event],
      mentions: [toMention(event)],
    });
  return say(`I found no open task for ${quote(frame.reference.text)}.`);
}

export function changeTasks(frame: TaskFrame, context: Context): FrameOutcome {
  const found = findChosenTasks(frame, context);
  if (found.kind === 'none')
    return frame.reference.pronoun
      ? ask('task', 'Which task do you mean?')
      : refuseChange(
          `I found no ${frame.act === 'reopen_task' ? 'finished' : 'open'} task for ${quote(frame.reference.text)}.`,
        );
  if (found.kind === 'several')
    return ask('task', 'Which task do you mean?', offerTasks(found.tasks, context.data));
  const [one] = found.tasks;
  if (one && hasMoreThings(frame, one))
    return ask(
      'task',
      `Do you mean the whole task ${describeTask(one, context.data)}?`,
      offerTasks([one], context.data),
    );
  const fields = frame.act === 'change_task' ? planTaskFields(frame, found.tasks[0], context) : {};
  if (fields === null)
    return ask(
      'change',
      `What should I change about ${describeTask(found.tasks[0] as DialogueTask, context.data)}?`,
    );
  return run(
    found.tasks.map(({ id }) => ({ tool: TOOLS[frame.act], input: { taskId: id, ...fields } })),
    found.tasks.map(({ id }) => ({ kind: 'task', id })),
  );
}

/** 'I bought the milk' completes no task called 'Buy milk, eggs and bread'. */
function hasMoreThings({ act, chosenId, reference }: TaskFrame, { title }: DialogueTask): boolean {
  if (act !== 'complete_task' || chosenId !== null || reference.words.length === 0 || reference.isAll)
    return false;
  const things = title.split(/, and |, | (?:and|&|\+) /i);
  return things.some((thing) => reference.words.every((word) => matchName([word], thing) === 0));
}

const TOOLS = {
  complete_task: 'complete_task',
  reopen_task: 'reopen_task',
  delete_task: 'delete_task',
  change_task: 'update_task',
  explain_task: 'explain_plan',
} as const;

function planTaskFields(
  { to, priority, project, rule, begin, minutes, sessions, chunkMinutes, subtasks }: TaskFrame,
  task: DialogueTask | undefined,
  { data }: Context,
): Record<string, unknown> | null {
  if (priority !== undefined) return { priority };
  if (project !== undefined) return { project };
  if (rule !== undefined) return { recurrenceRule: rule, ...(to !== null && { dueAt: to, dueOn: null }) };
  if (minutes !== undefined) return { durationMinutes: minutes };
  if (begin !== undefined) return planStart(begin, data);
  if (subtasks !== undefined) return { addSubtasks: subtasks };
  if (chunkMinutes !== undefined) return { isSplittable: true, maxChunkMinutes: chunkMinutes };
  if (sessions !== undefined)
    return {
      isSplittable: true,
      ...(sessions !== null && task && { maxChunkMinutes: Math.ceil(task.durationMinutes / sessions) }),
    };
  if (to === null) return null;
  const when = readWhen(to, data, { isTimeExpected: true });
  const day = task && findDueDay(task, data);
  // 'at 3' is on the day on which the task is due.
  const isAhead = day != null && day >= toToday(data) && !/\b(?:eod|cob|end of (?:the )?day)\b/i.test(to);
  const date = when?.minute != null && !when.hasDate && isAhead ? `${day} ` : '';
  const { dueAt, dueOn, takesPlaceAt, startsOn } = readTaskLine(`task by ${date}${to}`, data);
  if (dueAt ?? takesPlaceAt) return { dueAt: dueAt ?? takesPlaceAt, dueOn: null };
  return (dueOn ?? startsOn) ? { dueOn: dueOn ?? startsOn, dueAt: null } : null;
}

/** Not begun before the day that was said. */
function planStart(said: string, data: DialogueData): Record<string, unknown> | null {
  const clock = createWallClock(data);
  const when = readWhen(said, data);
  const day = when && toComing(when, clock.now).from;
  return day == null ? null : { startAfter: toIso(clock.toInstant(floorTo('day', day))) };
}

const toToday = (data: DialogueData): string =>
  new Date(createWallClock(data).now).toISOString().slice(0, 10);

/** `YYYY-MM-DD` in the zone of the conversation. */
function findDueDay({ dueOn, dueAt }: DialogueTask, data: DialogueData): string | null {
  if (dueAt === null) return dueOn;
  return new Date(createWallClock(data).toWall(dueAt)).toISOString().slice(0, 10);
}

/** A title that is a quotation as a whole. */
const withoutQuotes = (title: string): string => title.replace(/^["“]([^"“”]+)["”]$/, '$1');
