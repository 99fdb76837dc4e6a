import { type ChatCard, NOTHING_CHANGED, type TurnState } from '@dayloom/contracts';
import type { DialogueData, DialogueEvent, DialogueTask, Mention } from '@dayloom/language/dialogue-data';
import type { DialogueAnswer } from '@dayloom/language/dialogue-state';
import { describeTime } from '@dayloom/language/wording';
import type { CallResults } from '../model/call-results.ts';

/** What the assistant says of its calls: only what the tools have confirmed. */
export function toReply({ state, actions, problem, isDraftedAgain }: CallResults, said: string): string {
  const lines = actions.map(({ summary }) => summary);
  if (state === 'failed') return `That did not work: ${problem ?? ''} ${NOTHING_CHANGED}`;
  if (state === 'done' && problem !== null) {
    const done = actions.filter((action) => action.state === 'done').map(({ summary }) => `• ${summary}`);
    return `Only a part of that worked:\n${done.join('\n')}\nNot done: ${problem}`;
  }
  const list = lines.length === 1 ? toSentence(lines[0] ?? '') : lines.map((line) => `• ${line}`).join('\n');
  const notes = said === '' ? '' : `\n${said}`;
  if (state !== 'waiting') return `${list}${notes}`;
  const drafted = isDraftedAgain
    ? 'This has changed since it was drafted, so it was not carried out. New draft'
    : 'Drafted';
  return `${drafted}, nothing has changed yet:\n${list}${notes}`;
}

/** Some summaries end with a whole sentence. */
const toSentence = (line: string): string => (line.endsWith('.') ? line : `${line}.`);

/**
 * The state of an answer without calls. If nothing was found, a question is answered ('I found nothing'), and a change
 * has failed.
 */
export function toAnswerState({ kind, isRefusal }: DialogueAnswer): TurnState {
  if (kind === 'question' || kind === 'not_understood') return kind;
  return kind === 'answer' && isRefusal ? 'failed' : 'done';
}

/** What an answer shows besides its text. */
export function toAnswerCards(answer: DialogueAnswer, data: DialogueData): ChatCard[] {
  const { events, tasks, slots, choices } = answer;
  const [first] = events;
  return [
    ...(first ? [toAgenda(events)] : []),
    ...(tasks.length > 0
      ? [{ kind: 'tasks' as const, tasks: tasks.map(toChatTask), total: tasks.length }]
      : []),
    ...(slots.length > 0
      ? [
          {
            kind: 'slots' as const,
            slots: slots.map((slot) => ({
              startsAt: toIso(slot.start),
              endsAt: toIso(slot.end),
              text: `Book ${describeTime(slot, data)}`,
            })),
          },
        ]
      : []),
    ...(choices.length > 0
      ? [{ kind: 'choices' as const, choices: choices.map(({ label, text }) => ({ label, text })) }]
      : []),
  ];
}

const toIso = (instant: number): string => new Date(instant).toISOString();

function toAgenda(events: readonly DialogueEvent[]): ChatCard {
  const starts = events.map(({ start }) => start);
  const ends = events.map(({ end }) => end);
  return {
    kind: 'agenda',
    from: toIso(Math.min(...starts)),
    to: toIso(Math.max(...ends)),
    events: events.map(({ start, end, attendees, ...event }) => ({
      ...event,
      startsAt: toIso(start),
      endsAt: toIso(end),
      attendees: attendees.map(({ email, name }) => ({ email, name })),
    })),
  };
}

const toChatTask = ({ id, dueAt, planned, places: _places, ...task }: DialogueTask) => ({
  ...task,
  _id: id,
  dueAt: dueAt === null ? null : toIso(dueAt),
  planned: planned && { startsAt: toIso(planned.start), endsAt: toIso(planned.end) },
});

/** The objects that a turn made or changed. 'it' in the next message means them. */
export function listMentions(cards: readonly ChatCard[]): Mention[] {
  return cards.flatMap((card): Mention[] => {
    if (card.kind === 'event' && card.change !== 'deleted')
      return [{ kind: 'event', eventId: card.event.eventId, recurrenceId: card.event.recurrenceId }];
    return card.kind === 'task' && card.change !== 'deleted' ? [{ kind: 'task', id: card.task._id }] : [];
  });
}
