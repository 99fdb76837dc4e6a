import type { Context } from './change-event.ts';
import { type DialogueData, type DialogueEvent, type DialogueTask, toMention } from './data.ts';
import { findEvents } from './find-events.ts';
import { findTasks } from './find-tasks.ts';
import type { QueryFrame } from './frames.ts';
import { type FrameOutcome, say } from './outcome.ts';
import { readReference } from './references.ts';
import { describeEventTime, quote } from './wording.ts';

const MAX_CHARACTERS = 2_000;

const NOTES =
  /^(?:what(?:['’]s| is| are)|read(?: me| out)?|show(?: me)?|tell me|are there(?: any)?|is there an?|do i have|any|see|open) (?:(?:written |said )?(?:in|on) )?(?:the |my |any |an? )?(?:notes?|descriptions?) (?:of|for|on|from|to|about|in) (.{2,120})$/i;
const NOTES_SAY =
  /^what (?:do|does|did) (?:the |my )?(?:notes?|description) (?:of|for|on|from|to|about|in) (.{2,120}?) say$/i;

/** It may be the name of new work as well. */
const NOTES_ALONE = /^(?:notes?|description) (?:of|for|on|from|about) ((?:the|my|our) .{2,120})$/i;

/** 'what are the notes of the review'; null for other texts. */
export function readNotes(text: string, data: DialogueData): QueryFrame | null {
  const asked = NOTES.exec(text)?.[1] ?? NOTES_SAY.exec(text)?.[1];
  const object = asked ?? NOTES_ALONE.exec(text)?.[1];
  if (!object) return null;
  const reference = readReference(object, data);
  const isKnown = [findEvents, findTasks].some(
    (find) => find(reference, data, { mentions: [] }).kind !== 'none',
  );
  return asked || isKnown ? { act: 'query_events', text, reference, areNotesAsked: true } : null;
}

/** The description of an event or the notes of a task. */
export function answerNotes(
  { reference }: QueryFrame,
  { data, mentions, listed }: Pick<Context, 'data' | 'mentions' | 'listed'>,
): FrameOutcome {
  const tasks = findTasks(reference, data, { mentions });
  const [task, ...namesakes] = tasks.kind === 'none' ? [] : tasks.tasks;
  // 'it' is what was mentioned last.
  const isTaskMeant =
    reference.kind === 'task' || (reference.pronoun !== null && mentions[0]?.kind === 'task');
  const events = findEvents(reference, data, { mentions, listed, isPastMeant: reference.when !== null });
  const [event, ...others] = events.kind === 'none' || isTaskMeant ? [] : events.events;
  if (event) {
    const more = events.kind === 'several' ? describeOthers(others) : '';
    return say(`${describeNotes(event, `'${event.title}' (${describeEventTime(event, data)})`)}${more}`, {
      events: [event],
      mentions: [toMention(event)],
    });
  }
  if (task)
    return say(`${describeNotes(task, `'${task.title}'`)}${describeOthers(namesakes)}`, {
      tasks: [task],
      mentions: [{ kind: 'task', id: task.id }],
    });
  return say(`I found nothing for ${quote(reference.text)}.`);
}

const describeOthers = (others: readonly { readonly title: string }[]): string =>
  others.length === 0
    ? ''
    : ` Or did you mean ${[...new Set(others.map(({ title }) => `'${title}'`))].slice(0, 3).join(' or ')}?`;

function describeNotes({ notes = '' }: Pick<DialogueEvent | DialogueTask, 'notes'>, name: string): string {
  const text = notes.trim();
  if (text === '') return `${name} has no notes.`;
  return `The notes of ${name}:\n${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}`;
}
