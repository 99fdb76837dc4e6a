import { type Context, findChosen, notFound, offerEvents } from './change-event.ts';
import { type DialogueData, type DialogueEvent, type ToolCall, toMention } from './data.ts';
import { findEvents, isSeriesCut, listWholePeriod } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import type { DeleteEventFrame } from './frames.ts';
import { ask, type FrameOutcome, refuseChange, run } from './outcome.ts';
import { listPlannedBlocks, listPlannedTasks } from './planned-blocks.ts';
import { type Reference, readReference } from './references.ts';
import {
  isOpenEnded,
  isTaskMeant,
  MAX_AT_ONCE,
  refuseCut,
  toTarget,
  toTargetFromHere,
  withoutRepeats,
} from './targets.ts';
import { askWhichTask } from './which-task.ts';
import { joinNames, quote } from './wording.ts';

/** 'all future syncs' of a series are its rest; a day's events are each on their own. */
export function deleteEvents(frame: DeleteEventFrame, context: Context): FrameOutcome {
  const { data, mentions } = context;
  const found = findChosen(frame.reference, frame.chosen, context);
  if (found.kind === 'none' || (frame.chosen === null && isTaskMeant(frame.reference, mentions))) {
    const tasks = findTasks(frame.reference, data, { mentions });
    const isNamed = frame.reference.words.length > 0 || isTaskMeant(frame.reference, mentions);
    // Work that is taken off the plan is not done with.
    if (isNamed && tasks.kind !== 'none' && /^unschedule\b/i.test(frame.text))
      return refuseChange(
        `${quote(frame.reference.text)} is a task. Move its deadline, or delete it, and the plan follows.`,
      );
    if (isNamed && tasks.kind === 'found' && tasks.tasks.length === 1)
      return run(
        tasks.tasks.map(({ id }) => ({ tool: 'delete_task', input: { taskId: id } })),
        tasks.tasks.map(({ id }) => ({ kind: 'task', id })),
      );
    return (
      askWhichOne(frame.reference, context) ??
      askWhichTask(frame, data) ??
      withKept(notFound(frame.reference, data), frame, data)
    );
  }
  if (found.kind === 'several')
    return ask('event', 'Which one do you mean?', offerEvents(found.events, data));
  const { reference } = frame;
  if (isOpenEnded(reference) && isSeriesCut(reference, data, context)) return refuseCut();
  const events = listWholePeriod(found.events, reference, data);
  const calls = isOpenEnded(reference)
    ? withoutRepeats(found.events).map(
        (event): ToolCall => ({
          tool: 'delete_event',
          input: toTargetFromHere(event),
        }),
      )
    : events.map(toDeletion);
  if (calls.length > MAX_AT_ONCE)
    return refuseChange(`That would delete ${calls.length} events at once. Please narrow it down.`);
  return run(calls, events.map(toMention), listKept(frame, data));
}

const withKept = (outcome: FrameOutcome, frame: DeleteEventFrame, data: DialogueData): FrameOutcome =>
  outcome.kind === 'answer'
    ? { ...outcome, reply: [outcome.reply, ...listKept(frame, data)].join(' ') }
    : outcome;

/** 'delete everything' and 'clear Friday' are about the calendar: the reply names what stays. */
function listKept({ text, reference }: DeleteEventFrame, data: DialogueData): string[] {
  const planned = listPlannedTasks(listPlannedBlocks(reference, data)).map(({ title }) => `'${title}'`);
  if (planned.length > 0)
    return [
      `Only events are deleted: ${joinNames(planned)} ${planned.length > 1 ? 'stay' : 'stays'} planned.`,
    ];
  const open = data.tasks.filter(({ status }) => status === 'open').length;
  if (open === 0 || reference.when || !/\beverything\b/i.test(text)) return [];
  return [`Only events are deleted: your ${open === 1 ? 'open task stays' : `${open} open tasks stay`}.`];
}

/** 'cancel lunch or gym' leaves the choice open. */
function askWhichOne({ text, when }: Reference, { data, mentions }: Context): FrameOutcome | null {
  const found = text.split(/ or /i).map((part) => {
    const own = readReference(part, data);
    return findEvents({ ...own, when: own.when ?? when }, data, { mentions });
  });
  const events = found.flatMap((one) => (one.kind === 'none' ? [] : one.events));
  return found.length > 1 && events.length > 0
    ? ask('event', 'Which one do you mean?', offerEvents(events, data))
    : null;
}

const toDeletion = (event: DialogueEvent): ToolCall => ({ tool: 'delete_event', input: toTarget(event) });
