import { answerFreeTime } from './answer-free-time.ts';
import { answerInvitation } from './answer-invitation.ts';
import { answerAboutEvents, answerAboutTasks } from './answer-questions.ts';
import { type Context, changeEvent, swapEvents } from './change-event.ts';
import { createEvent, toIso } from './create-event.ts';
import {
  createWallClock,
  type DialogueData,
  type DialogueEvent,
  type Mention,
  type ToolCall,
  toMention,
} from './data.ts';
import { deleteEvents } from './delete-events.ts';
import type { DeleteEventFrame, Frame } from './frames.ts';
import { type FrameOutcome, lookUp, run } from './outcome.ts';
import { isListPosition } from './references.ts';
import { findQuestion } from './repeated-questions.ts';
import { isSameWithoutTime } from './replies.ts';
import { requestMeeting } from './request-meeting.ts';
import { addMentions, type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { changeTasks, createTask, explainTask } from './task-acts.ts';
import { toComing, toRange, type When } from './when.ts';
import { describeDay, joinNames } from './wording.ts';

/** Turns what was understood into calls and answers, in its order. The first frame that lacks something becomes a question. */
export function carryOut(frames: readonly Frame[], data: DialogueData, state: DialogueState): DialogueAnswer {
  const outcomes: FrameOutcome[] = [];
  let mentions = state.mentions;
  let left = data;
  for (const [at, frame] of frames.entries()) {
    const { listed } = state;
    const isJustListed = at === 0 && state.recent === null && isFirst(mentions[0], listed);
    const outcome = carryOutFrame(frame, { data: left, mentions, listed, isJustListed });
    if (outcome.kind === 'question') {
      const { missing } = outcome;
      const { choices, reply } = askForAlike(outcome, frame, frames.slice(at + 1));
      return plainAnswer(
        { ...state, mentions, draft: null, recent: null, pending: { frames, at, missing, choices } },
        { kind: 'question', reply, choices },
      );
    }
    outcomes.push(outcome);
    mentions = addMentions(outcome.mentions, mentions);
    if (outcome.kind === 'calls') left = withoutDeleted(left, outcome.calls);
  }
  const isChange = outcomes.some((outcome) => outcome.kind === 'calls' && !outcome.isReadOnly);
  // A question in between does not drop what waits.
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'answer' ? [outcome] : []));
  const listed = answers.flatMap(({ events, tasks }): Mention[] => [
    ...events.map(toMention),
    ...tasks.map(({ id }): Mention => ({ kind: 'task', id })),
  ]);
  const offered = answers.flatMap(({ slots }) => slots);
  return toAnswer(outcomes, {
    ...state,
    asked: isChange ? null : findQuestion(frames),
    mentions,
    draft: isChange ? frames : state.draft,
    recent: isChange ? frames : null,
    listed: listed.length > 0 ? listed : state.listed,
    offered: offered.length > 0 || isChange ? offered : state.offered,
  });
}

/** 'What time is Practice on Tue, 17 Nov 2026 and Thu, 19 Nov 2026?': no offered time is of both days. */
function askForAlike(
  {
    missing,
    choices,
    reply,
  }: Pick<Extract<FrameOutcome, { kind: 'question' }>, 'missing' | 'choices' | 'reply'>,
  frame: Frame,
  later: readonly Frame[],
): Pick<DialogueAnswer, 'choices' | 'reply'> {
  const alike =
    missing === 'when' && frame.act === 'create_event'
      ? later.filter((one) => isSameWithoutTime(one, frame)).flatMap(({ when }) => when?.from ?? [])
      : [];
  return alike.length === 0
    ? { choices, reply }
    : { choices: [], reply: reply.replace(/\?$/, ` and ${joinNames(alike.map(describeDay))}?`) };
}

/** What is deleted by the same message is in nobody's way: 'cancel lunch and book gym tomorrow at 12'. */
function withoutDeleted(data: DialogueData, calls: readonly ToolCall[]): DialogueData {
  const deleted = calls.flatMap(({ tool, input }) => (tool === 'delete_event' ? [input] : []));
  if (deleted.length === 0) return data;
  const isDeleted = ({ eventId, recurrenceId }: DialogueEvent) =>
    deleted.some(
      (input) => input.eventId === eventId && (input.recurrenceId ?? recurrenceId) === recurrenceId,
    );
  return { ...data, events: data.events.filter((event) => !isDeleted(event)) };
}

/** Joins the outcomes of several frames into one answer. */
export function toAnswer(
  outcomes: readonly FrameOutcome[],
  state: DialogueState,
  more: Partial<DialogueAnswer> = {},
): DialogueAnswer {
  const calls = outcomes.flatMap((outcome) => (outcome.kind === 'calls' ? outcome.calls : []));
  const answers = outcomes.flatMap((outcome) => (outcome.kind === 'answer' ? [outcome] : []));
  const notes = outcomes.flatMap((outcome) => (outcome.kind === 'calls' ? outcome.notes : []));
  const isReadOnly = outcomes.every((outcome) => outcome.kind !== 'calls' || outcome.isReadOnly);
  const isRefusal = isReadOnly && answers.some((answer) => answer.isRefusal);
  // If something else is changed, 'Nothing was changed' would be wrong.
  const replies = answers.map((answer) =>
    isRefusal && answer.isRefusal ? `${answer.reply} Nothing was changed.` : answer.reply,
  );
  return plainAnswer(state, {
    kind: calls.length > 0 ? 'calls' : 'answer',
    calls,
    isReadOnly,
    isRefusal,
    reply: [...replies, ...new Set(notes)].join('\n'),
    events: answers.flatMap(({ events }) => events),
    tasks: answers.flatMap(({ tasks }) => tasks),
    slots: answers.flatMap(({ slots }) => slots),
    ...more,
  });
}

/** Whether a mention is the first of several. */
const isFirst = (mention: Mention | undefined, [first, ...others]: readonly Mention[]): boolean =>
  others.length > 0 && JSON.stringify(mention) === JSON.stringify(first);

/** What a plan is asked for, as instants. */
function toPeriod(when: When | null, data: DialogueData): Readonly<Record<string, string>> {
  if (when?.from == null) return {};
  const { start, end } = toRange(toComing(when, createWallClock(data).now), createWallClock(data));
  return { from: toIso(start), to: toIso(end) };
}

/** 'delete the last one' after a list of tasks. */
function deleteListedTask(
  { text, reference, chosen }: DeleteEventFrame,
  context: Context,
): FrameOutcome | null {
  const { listed } = context;
  const meansListedTask =
    chosen === null && isListPosition(reference) && listed.some(({ kind }) => kind === 'task');
  return meansListedTask && listed.every(({ kind }) => kind === 'task')
    ? changeTasks({ act: 'delete_task', text, reference, chosenId: null, to: null }, context)
    : null;
}

function carryOutFrame(frame: Frame, context: Context): FrameOutcome {
  const { data } = context;
  switch (frame.act) {
    case 'create_event':
      return createEvent(frame, data);
    case 'change_event':
      return changeEvent(frame, context);
    case 'delete_event':
      return deleteListedTask(frame, context) ?? deleteEvents(frame, context);
    case 'answer_invitation':
      return answerInvitation(frame, context);
    case 'swap_events':
      return swapEvents(frame, context);
    case 'create_task':
      return createTask(frame, context);
    case 'explain_task':
      return explainTask(frame, context);
    case 'complete_task':
    case 'reopen_task':
    case 'delete_task':
    case 'change_task':
      return changeTasks(frame, context);
    case 'query_events':
      return answerAboutEvents(frame, context);
    case 'query_tasks':
      return answerAboutTasks(frame, context);
    case 'find_free_time':
      return answerFreeTime(frame, context);
    case 'plan':
      return run([{ tool: 'plan', input: toPeriod(frame.when, data) }], []);
    case 'request_meeting':
      return requestMeeting(frame, context);
    case 'call_tool':
      return frame.isReadOnly ? lookUp(frame.calls, []) : run(frame.calls, []);
  }
}
