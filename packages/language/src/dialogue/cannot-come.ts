import { type DialogueData, type DialogueEvent, toMention } from './data.ts';
import { findEvents, matchesMention } from './find-events.ts';
import { readReference } from './references.ts';
import { addMentions, type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { capitalise, describeEvent } from './wording.ts';

const CANNOT =
  /^((?!it\b|that\b|this\b|you\b|they\b)\p{L}{1,20}(?: \p{L}{2,20})?) (?:can['’]?t|can ?not|won['’]?t(?: be able to)?|will not(?: be able to)?|(?:is|am|are)(?: not|n['’]t) able to|['’]m not able to) (?:make|come|attend|do|join|be at|go to|get to)(?: it)?(?: (?:to|for|at))?( .{2,80}?)?(?: any ?more| any longer| after all)?$/iu;

/**
 * 'Tom can't make lunch', 'I can't make the sync tomorrow': what to do is for the user to say. Others are invited, so
 * nothing is cancelled by a guess. Null if the words name no event with others.
 */
export function answerCannotCome(
  text: string,
  data: DialogueData,
  state: DialogueState,
): DialogueAnswer | null {
  const [, who, object] = CANNOT.exec(text) ?? [];
  if (!who) return null;
  const isOwn = /^(?:i|we)$/i.test(who);
  const event = findMissed(isOwn ? null : who, object?.trim(), data, state);
  if (!event || (isOwn && event.attendees.length === 0)) return null;
  const choices = [
    { label: 'Move it to the next free time', text: 'move it to the next free slot', mention: null },
    ...(isOwn
      ? [{ label: 'Decline it', text: 'decline it', mention: null }]
      : [{ label: `Remove ${capitalise(who)}`, text: `remove ${who} from it`, mention: null }]),
    { label: 'Cancel it', text: 'cancel it', mention: null },
  ];
  return plainAnswer(
    { ...state, mentions: addMentions([toMention(event)], state.mentions) },
    {
      kind: 'question',
      reply: `What shall I do about ${describeEvent(event, data)}? Nothing was changed yet.`,
      events: [event],
      choices,
    },
  );
}

/** The event that somebody cannot attend: a named one, or else the one in the conversation. */
function findMissed(
  who: string | null,
  object: string | undefined,
  data: DialogueData,
  state: DialogueState,
): DialogueEvent | null {
  const [mention] = state.mentions;
  const mentioned = mention && data.events.find((event) => matchesMention(event, mention));
  // What is drafted is no event yet.
  if (object === undefined && (who === null || state.draft)) return null;
  if (object === undefined && mentioned) return mentioned;
  const reference = readReference(object ?? `the next event with ${who}`, data);
  if (reference.words.length + reference.people.length === 0 && reference.when?.minute == null) return null;
  const found = findEvents(reference, data, { mentions: state.mentions });
  const [event, ...others] = found.kind === 'found' ? found.events : [];
  return event && others.length === 0 ? event : null;
}
