import { type Context, findChosen, notFound, offerEvents } from './change-event.ts';
import { type DialogueData, toMention } from './data.ts';
import type { AnswerInvitationFrame } from './frames.ts';
import { ask, type FrameOutcome, run } from './outcome.ts';
import { readReference } from './references.ts';

const ANSWER =
  /^(accept|decline|tentatively accept|turn down|(?:say|answer|reply|rsvp|respond) (?:yes|no|maybe) to) (?:the |my )?(?:invitation|invite) ?(?:to|for|from)? ?(.{1,160})$|^(accept|decline|tentatively accept|turn down|(?:say|answer|reply|rsvp|respond) (?:yes|no|maybe) to) (?!.{0,100}\b(?:booking|offer|terms)\b)(.{1,160}?)(?: (?:invitation|invite))?$/i;

/** An answer to an invitation; null if the clause is something else. */
export function readInvitationAnswer(clause: string, data: DialogueData): AnswerInvitationFrame | null {
  const match = ANSWER.exec(clause);
  const verb = match?.[1] ?? match?.[3];
  const object = match?.[2] ?? match?.[4];
  if (!verb || !object) return null;
  const reference = readReference(object, data);
  return { act: 'answer_invitation', text: clause, reference, chosen: null, answer: toAnswer(verb) };
}

function toAnswer(verb: string): AnswerInvitationFrame['answer'] {
  if (/maybe|tentative/i.test(verb)) return 'tentative';
  return /^accept|yes/i.test(verb) ? 'accepted' : 'declined';
}

export function answerInvitation(frame: AnswerInvitationFrame, context: Context): FrameOutcome {
  const found = findChosen(frame.reference, frame.chosen, context);
  if (found.kind === 'none') return notFound(frame.reference, context.data);
  const [event, ...others] = found.events;
  if (!event || found.kind === 'several' || others.length > 0)
    return ask('event', 'Which one do you mean?', offerEvents(found.events, context.data));
  const { eventId, recurrenceId } = event;
  const target = recurrenceId === null ? { eventId } : { eventId, recurrenceId };
  return run([{ tool: 'answer_invitation', input: { ...target, answer: frame.answer } }], [toMention(event)]);
}
