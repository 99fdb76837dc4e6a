export type Effect =
  | { readonly kind: 'send'; readonly text: string }
  /** Puts the text into the box, to be completed. */
  | { readonly kind: 'fill'; readonly text: string }
  | { readonly kind: 'new-chat' };

export interface SlashCommand {
  readonly name: string;
  readonly detail: string;
  readonly effect: Effect;
}

export const slashCommands: readonly SlashCommand[] = [
  { name: '/plan', detail: 'Plan my week', effect: { kind: 'send', text: 'Plan my week' } },
  { name: '/today', detail: "What's on today?", effect: { kind: 'send', text: "What's on today?" } },
  { name: '/week', detail: "What's on this week?", effect: { kind: 'send', text: "What's on this week?" } },
  { name: '/free', detail: 'When am I free…', effect: { kind: 'fill', text: 'When am I free ' } },
  { name: '/tasks', detail: 'List my tasks', effect: { kind: 'send', text: 'List my tasks' } },
  { name: '/undo', detail: 'Undo the last change', effect: { kind: 'send', text: 'Undo that' } },
  { name: '/new', detail: 'Start a new chat', effect: { kind: 'new-chat' } },
  { name: '/help', detail: 'What can you do?', effect: { kind: 'send', text: 'What can you do?' } },
];

/** The commands that begin with what is typed: a slash at the start, and letters only. */
export function listSlashCommands(text: string): readonly SlashCommand[] {
  const typed = text.toLowerCase();
  return /^\/[a-z]*$/.test(typed) ? slashCommands.filter(({ name }) => name.startsWith(typed)) : [];
}

/** What is meant by a whole line: a command in full, or a message. */
export function readLine(text: string): Effect {
  const command = slashCommands.find(({ name }) => name === text.trim().toLowerCase());
  return command?.effect ?? { kind: 'send', text };
}
