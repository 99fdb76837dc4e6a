import type { Effect } from './slash-commands.ts';

interface Example {
  readonly label: string;
  readonly effect: Effect;
}

const send = (text: string): Example => ({ label: text, effect: { kind: 'send', text } });
/** What changes something goes into the box first, to be adapted. */
const fill = (text: string): Example => ({ label: text, effect: { kind: 'fill', text } });

export const examples: readonly Example[] = [
  send("What's on today?"),
  send('Plan my week'),
  send('When am I free tomorrow?'),
  fill('Lunch with Sam on Friday at 12'),
  fill('Move my next meeting to tomorrow'),
  fill('Add task: report, 2 hours, due Thursday'),
];
