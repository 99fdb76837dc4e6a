import type { DialogueData } from './data.ts';
import { type DialogueAnswer, type DialogueState, plainAnswer } from './state.ts';
import { toOneLine } from './trimming.ts';
import { ABILITIES, quote } from './wording.ts';

/** The reply to a message that was not understood. It lists all abilities once, later two examples with the user's own events. */
export function notUnderstood(clause: string, data: DialogueData, state: DialogueState): DialogueAnswer {
  const said = `I did not understand ${clause === '' ? 'that' : quote(clause)}. Nothing was changed.`;
  const help = state.knowsAbilities ? describeExamples(data) : ABILITIES;
  return plainAnswer(
    { ...state, knowsAbilities: true },
    { kind: 'not_understood', reply: `${said} ${help}` },
  );
}

const QUOTED = /^I did not understand ('.{1,130}?')\. Nothing was changed\./s;

/** What was written out on the way is quoted as it was typed. */
export function quoteTyped(answer: DialogueAnswer, text: string): DialogueAnswer {
  const said = answer.kind === 'not_understood' ? QUOTED.exec(answer.reply)?.[1] : undefined;
  const typed = toOneLine(text);
  if (!said || typed.toLowerCase().includes(said.slice(1, -1).replace(/…$/, '').toLowerCase())) return answer;
  return { ...answer, reply: answer.reply.replace(said, () => quote(typed)) };
}

function describeExamples(data: DialogueData): string {
  const event = data.events.find(({ title, start }) => start > data.now && PLAIN_TITLE.test(title));
  const task = data.tasks.find(({ title, status }) => status === 'open' && PLAIN_TITLE.test(title));
  const about = event ? `Move ${event.title} to tomorrow at 15:00` : 'Lunch on Friday at 12:00';
  const work = task ? `Complete "${task.title}"` : 'Add buy milk to my list';
  return `Try '${about}' or '${work}', or write 'help' for more.`;
}

/** A title that an example can have without being read as anything else. */
const PLAIN_TITLE =
  /^(?!.*\b(?:to|at|on|and|or|with|by|for|until|from)\b)\p{L}{2,20}(?: \p{L}{2,20}){0,2}$/iu;
